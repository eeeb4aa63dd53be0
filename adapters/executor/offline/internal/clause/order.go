package clause

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// order is what stands up to the verb of an order.
type order struct {
	verb          int // its token, -1 if there is none
	needs         []token.Span
	front         token.Span // an object before the verb: 把门
	receiver      token.Span // whom or what a Chinese preposition names first: 给阳台的花浇水
	topic         token.Span // what the clause is about, if it leads: 合同可以寄出
	marked, modal bool       // what makes a clause with a topic an order: 先, 可以, "should be"
	told          bool       // it tells of something done
}

// order finds the verb of an order. Before it may stand times and places, and in Chinese the object.
func (r *reader) order(i, to int) (order, bool) {
	o := order{verb: -1}
	for i < to {
		t := r.toks[i]
		switch {
		case r.s.han && t.Base() && t.Entry.Action == "" && i+1 < to && r.toks[i+1].Base() && !r.is(i+2, lexicon.Of):
			i++ // 开始浇花: the second verb tells what is done
		case r.isVerb(i, to, o):
			o.verb = i
			return o, r.sound(o, to)
		case t.Is(lexicon.Front):
			v := r.verbAfter(i+1, to)
			if v < 0 {
				return o, false
			}
			o.front = r.Text.Between(i+1, v)
			i = v
		case r.s.han && t.Is(lexicon.Done):
			o.told = true
			i++
		case t.Is(lexicon.Time) || t.Is(lexicon.Prep) && (r.s.han || i == 0 || o.verb < 0):
			end := r.frontedEnd(i, to)
			if end < 0 {
				return o, false
			}
			if t.Han && t.Is(lexicon.Prep) && len(o.needs) == 0 {
				o.receiver = r.Text.Between(i+1, end)
			}
			o.needs = append(o.needs, r.Text.Between(i, end))
			i = end
		case t.Is(leading) && !(t.Is(lexicon.And|lexicon.Or) && o.topic.End > 0):
			o.marked = o.marked || t.Is(lexicon.First|lexicon.Polite) || o.topic.End > 0 && everything(t.Key)
			i++
		case r.s.han && o.topic.End > 0 && t.Is(lexicon.Report):
			return o, false
		case r.s.han && t.Is(lexicon.Modal):
			o.modal = true
			i++
		case r.s.han && o.topic.End == 0 && !t.Is(lexicon.Subject) && t.Kind != token.Mark:
			end := r.topicEnd(i, to)
			if end == i {
				return o, false
			}
			o.topic = r.Text.Between(i, end)
			i = end
		default:
			return o, false
		}
	}
	return o, false
}

func everything(key string) bool {
	switch key {
	case "都", "全", "全部", "全都", "一律", "通通", "统统", "都要":
		return true
	}
	return false
}

// sound: a clause with a topic before its verb is an order only if a word marks it; one that tells of
// something done is none.
func (r *reader) sound(o order, to int) bool {
	if o.told {
		return false
	}
	if r.s.han && o.topic.End > 0 && o.front.End == 0 {
		return o.marked || o.modal || r.s.either != nil
	}
	if r.s.han && o.front.End == 0 && r.toks[o.verb].Form == lexicon.Past {
		return false
	}
	if !r.s.han && r.finite(o.verb+1, to) {
		return false
	}
	return true
}

// isVerb reports whether the clause's verb stands at i.
func (r *reader) isVerb(i, to int, o order) bool {
	t := r.toks[i]
	if !t.Base() {
		return false
	}
	if r.s.han {
		if t.Is(lexicon.Front|lexicon.Prep) && t.Form == 0 && r.verbAfter(i+1, to) > 0 {
			return false
		}
		return !r.is(i+1, lexicon.Of) && !(i+1 < to && r.is(i+1, lexicon.Of))
	}
	return !(t.Is(lexicon.Time|lexicon.Prep) && !r.orders(i))
}

// verbAfter finds the verb behind an object that stands before it: the first with a complement, else the
// last, but none that belongs to a noun (已取消的订单).
func (r *reader) verbAfter(from, to int) int {
	last := -1
	for i := from + 1; i < to; i++ {
		t := r.toks[i]
		if !t.Base() || !t.Han || r.is(i+1, lexicon.Of) {
			continue
		}
		if t.Form != 0 {
			return i
		}
		if last < 0 || r.is(i-1, lexicon.Verb) && last == i-1 {
			last = i
		}
	}
	return last
}

// frontedEnd gives where a time or place before the verb ends: in Chinese at the verb or the object, in
// English where an order begins.
func (r *reader) frontedEnd(i, to int) int {
	if r.toks[i].Is(lexicon.Time) && (r.s.han || !r.toks[i].Is(lexicon.Prep)) {
		k := i + 1
		for k < to && (r.toks[k].Is(lexicon.Time|lexicon.Number|lexicon.Measure) || r.toks[k].Kind == token.Number) && r.s.han &&
			(!r.toks[k].Base() || r.toks[k-1].Is(lexicon.Number) || r.toks[k-1].Kind == token.Number) {
			k++
		}
		return k
	}
	if r.s.han {
		for k := i + 2; k < to; k++ {
			if r.toks[k].Is(lexicon.Front) || r.toks[k].Base() && !r.is(k+1, lexicon.Of) {
				return k
			}
		}
		return -1
	}
	for k := i + 2; k < to; k++ {
		if r.orders(k) && !r.is(k-1, lexicon.Det|lexicon.Prep) {
			return k
		}
	}
	return -1
}

// topicEnd gives where what a Chinese clause is about ends.
func (r *reader) topicEnd(i, to int) int {
	k := i
	for ; k < to; k++ {
		t := r.toks[k]
		if t.Kind == token.Mark && !t.Is(lexicon.And) {
			break
		}
		if k > i &&
			t.Is(
				lexicon.Modal|lexicon.Report|lexicon.First|lexicon.Never|lexicon.Front|lexicon.Done|lexicon.Time|lexicon.Polite|lexicon.Aux|lexicon.Filler,
			) {
			break
		}
		if k > i && t.Base() && !r.is(k+1, lexicon.Of) && !(t.Is(lexicon.Weak) && t.Form == 0 && k+1 == to) {
			break
		}
	}
	return k
}

// finite reports whether a verb form that tells something stands in a range, outside of what a
// "that", "who" or "whether" opens.
func (r *reader) finite(from, to int) bool {
	for i := from; i < to; i++ {
		t := r.toks[i]
		if t.Is(lexicon.That|lexicon.Subject|lexicon.If|lexicon.Reason) && i > from || t.Key == "if" ||
			t.Is(lexicon.Question|lexicon.That) ||
			t.Is(lexicon.Say) {
			return false
		}
		if t.Kind == token.Mark && t.Key != "," {
			return false
		}
		if t.Is(lexicon.Aux|lexicon.Modal) && !strings.HasPrefix(t.Key, "let") {
			return true
		}
	}
	return false
}
