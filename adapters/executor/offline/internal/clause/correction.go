package clause

import (
	"sort"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// correction reads what takes something back: "no wait, order 13", "I mean 14", 说错了，是台南, "never
// mind", "leave the gate alone". A correction is a mark of one and an alternative of the same kind.
func (r *reader) correction(p piece, i int, rest []piece) bool {
	t := r.toks[i]
	if r.s.correcting {
		r.s.correcting = false
		if r.replace(p, i, rest) {
			return true
		}
	}
	switch {
	case t.Is(lexicon.Forget) && (r.s.han || !t.Is(lexicon.Never) || !r.toks[min(i+1, p.to-1)].Is(lexicon.Verb)):
		return r.forget(p, i)
	case t.Is(lexicon.Not) && i+1 == p.to && len(rest) > 0 && len(r.Items) > 0:
	case !t.Is(lexicon.Wrong | lexicon.Doubt):
		return false
	}
	k := i
	for k < p.to && r.toks[k].Is(lexicon.Wrong|lexicon.Doubt|lexicon.Filler|lexicon.Not) && !(r.toks[k].Base() && r.orders(k) && k+1 < p.to) {
		k++
	}
	if k == i {
		return false
	}
	firm := t.Is(lexicon.Wrong|lexicon.Not) || k > i+1
	if k == p.to {
		r.s.correcting = len(r.Items) > 0 && (len(rest) > 0 || firm)
		if r.s.correcting && len(rest) == 0 {
			r.unclearLast(p)
		}
		return true
	}
	if t.Is(lexicon.No) && k == i+1 {
		return false
	}
	if len(r.Items) > 0 && r.replace(piece{from: k, to: p.to, comma: true}, k, rest) {
		return true
	}
	if len(r.Items) > 0 && firm {
		r.unclearLast(p)
		return true
	}
	return r.clause(piece{from: k, to: p.to, comma: true}, rest) || true
}

func (r *reader) unclearLast(p piece) {
	it := &r.Items[len(r.Items)-1]
	it.Unclear = append(it.Unclear, r.said(p.from, p.to))
}

// maxSwaps bounds the corrections that are carried out in one text.
const maxSwaps = 32

// replace puts an alternative into the place of what it corrects. A clause with a verb of its own takes
// the place of the whole; anything else needs exactly one part of the same kind.
func (r *reader) replace(p piece, i int, rest []piece) bool {
	it := r.lastOrder(false)
	if it == nil || it.Action == "" && it.Target == "" {
		return false
	}
	_, k := r.lead(i, p.to)
	if k+1 < p.to && (r.toks[k].Is(lexicon.Nounish) || r.toks[k].Form == lexicon.Open) {
		if old, ok := r.counterpart(it, k, r.withoutTail(k+1, p.to)); ok {
			r.swap(it, old, r.Text.Between(k, r.withoutTail(k+1, p.to)))
			return true
		}
	}
	if k < p.to && (r.orders(k) || r.toks[k].Is(lexicon.Front)) && !r.s.question {
		if r.toks[k].Entry.Has(lexicon.Forget) {
			return false
		}
		n := len(r.Items) - 1
		if r.Items[n].Forbidden {
			return false
		}
		r.drop(n)
		r.clause(piece{from: i, to: p.to, comma: true}, rest)
		return true
	}
	if k < p.to &&
		r.toks[k].Is(
			lexicon.Never|lexicon.Chat|lexicon.Question|lexicon.Story|lexicon.Forget|lexicon.If|lexicon.Polite,
		) {
		return false
	}
	for k < p.to && (r.toks[k].Is(lexicon.Aux) && r.s.han || r.key(k) == "make it" || r.key(k) == "it" || r.key(k) == "it's" || r.key(k) == "that") {
		k++
	}
	to := r.withoutTail(k+1, p.to)
	old, found := r.counterpart(it, k, to)
	if !found || len(r.Swaps) >= maxSwaps {
		it.Unclear = append(it.Unclear, r.said(i, p.to))
		return true
	}
	r.swap(it, old, r.Text.Between(r.alternative(k, to), to))
	return true
}

// alternative skips the preposition that an alternative may repeat.
func (r *reader) alternative(k, to int) int {
	for k+1 < to && r.toks[k].Is(lexicon.Prep|lexicon.Open) {
		k++
	}
	return k
}

// counterpart finds the one part of an item's clause that an alternative can stand for.
func (r *reader) counterpart(it *Item, k, to int) (token.Span, bool) {
	k = r.alternative(k, to)
	var fits []token.Span
	n := to - k
	first := sort.Search(len(r.toks), func(i int) bool { return r.toks[i].Start >= it.span.Start })
	for from := first; from+n <= len(r.toks) && r.toks[from+n-1].End <= it.span.End; from++ {
		if from+n > k && from < to {
			continue
		}
		if r.alike(from, k, n) {
			fits = append(fits, r.Text.Between(from, from+n))
		}
	}
	if len(fits) == 0 && n > 1 && r.toks[k].Kind == token.Number {
		return r.counterpart(it, k, k+1)
	}
	if len(fits) != 1 {
		return token.Span{}, false
	}
	return fits[0], true
}

// alike reports whether two runs of words are of one kind, word by word: both numbers, codes of one
// shape, names with capitals, days, or the same word. At least one word must differ.
func (r *reader) alike(a, b, n int) bool {
	differ := false
	for j := range n {
		x, y := r.toks[a+j], r.toks[b+j]
		if x.Key == y.Key {
			continue
		}
		differ = true
		if !r.sort(a+j, y) {
			return false
		}
		if n == 1 && x.Kind == token.Word && x.Entry == nil && !x.Cap && !x.Han && !r.slot(a) {
			return false
		}
	}
	return differ
}

// slot reports whether a word fills a place of its own: between a preposition and the end or a mark.
func (r *reader) slot(i int) bool {
	return r.is(i-1, lexicon.Prep|lexicon.Open) &&
		(i+1 >= len(r.toks) || r.toks[i+1].Kind == token.Mark || r.is(i+1, lexicon.Prep))
}

func (r *reader) sort(i int, y token.Token) bool {
	x := r.toks[i]
	switch {
	case x.Is(lexicon.Number) && y.Is(lexicon.Number):
		return true
	case x.Kind != y.Kind:
		return x.Is(lexicon.Number) && y.Kind == token.Number ||
			y.Is(lexicon.Number) && x.Kind == token.Number
	case x.Kind == token.Number:
		return shape(x.Key) == shape(y.Key)
	case x.Kind == token.Code:
		return shape(x.Key) == shape(y.Key)
	case x.Is(lexicon.Time) || y.Is(lexicon.Time):
		return x.Is(lexicon.Time) && y.Is(lexicon.Time)
	case x.Han && y.Han && x.Entry == nil && y.Entry == nil:
		a, b := []rune(x.Key), []rune(y.Key)
		return len(a) == len(b) && (a[0] == b[0] || a[len(a)-1] == b[len(b)-1]) || r.opened(i)
	case x.Han && y.Han:
		a, b := []rune(x.Key), []rune(y.Key)
		return !x.Is(lexicon.Verb) && (a[0] == b[0] || a[len(a)-1] == b[len(b)-1])
	}
	return x.Cap == y.Cap && x.Name() && y.Name() || x.Is(lexicon.Unit) && y.Is(lexicon.Unit) ||
		x.Is(lexicon.Number) && y.Is(lexicon.Number)
}

// opened reports whether a word is the goal of a Chinese verb: 寄到台中.
func (r *reader) opened(i int) bool {
	return i > 0 && r.toks[i-1].Form == lexicon.Open && (i+1 == len(r.toks) || r.toks[i+1].Kind == token.Mark)
}

// shape is what codes of one make have in common.
func shape(key string) string {
	var b strings.Builder
	last := rune(0)
	for _, c := range key {
		switch {
		case c >= '0' && c <= '9':
			c = '9'
		case c >= 'a' && c <= 'z' || c >= 0x80:
			c = 'a'
		case c == ',':
			continue
		}
		if c != last {
			b.WriteRune(c)
		}
		last = c
	}
	return b.String()
}

// swap writes an item anew with a part replaced.
func (r *reader) swap(it *Item, old, now token.Span) {
	old, now = r.narrow(old, now)
	r.Dropped = append(r.Dropped, old)
	r.Swaps = append(r.Swaps, Swap{old, now})
	was, is := r.Text.Of(old), r.Text.Of(now)
	put := func(text string) string {
		if k := strings.LastIndex(text, was); k >= 0 {
			return text[:k] + is + text[k+len(was):]
		}
		return text
	}
	it.Said = put(it.Said)
	if old.Start >= it.object.Start && old.End <= it.object.End {
		it.Target = put(it.Target)
		r.subject = it.Target
		return
	}
	for k := len(it.Needs) - 1; k >= 0; k-- {
		if strings.Contains(it.Needs[k], was) {
			it.Needs[k] = put(it.Needs[k])
			return
		}
	}
	it.Unclear = append(it.Unclear, is)
}

// narrow leaves out the words that a correction only repeats: "room 12, no, room 21".
func (r *reader) narrow(old, now token.Span) (token.Span, token.Span) {
	at := func(s token.Span) int {
		return sort.Search(len(r.toks), func(i int) bool { return r.toks[i].Start >= s.Start })
	}
	for a, b := at(old), at(now); r.toks[a].End < old.End && r.toks[b].End < now.End && r.toks[a].Key == r.toks[b].Key; a, b = a+1, b+1 {
		old.Start, now.Start = r.toks[a+1].Start, r.toks[b+1].Start
	}
	return old, now
}

// forget takes back what was asked last, or what the clause names. If it names something else, it is a
// prohibition.
func (r *reader) forget(p piece, i int) bool {
	to := r.withoutTail(i+1, p.to)
	if len(r.Items) == 0 && r.before != nil {
		return true
	}
	if i+1 >= to {
		return r.forgetLast(i, p)
	}
	for to > i+1 && (r.key(to-1) == "alone" || r.key(to-1) == "out" || r.toks[to-1].Is(lexicon.Time)) {
		to--
	}
	name := strings.ToLower(r.said(i+1, to))
	for k := len(r.Items) - 1; k >= 0; k-- {
		if it := r.Items[k]; !it.Forbidden && it.Target != "" && (strings.EqualFold(it.Target, name) ||
			bare(it.Target) == bare(name) || r.pronoun(name)) {
			r.drop(k)
			return true
		}
	}
	if r.s.han {
		return r.forgetLast(i, p)
	}
	bare := r.key(i) == "leave" && r.has(i, p.to, lexicon.Prep) < 0 && r.key(i+1) != "a" && r.key(i+1) != "an"
	if r.toks[i].Base() && r.key(p.to-1) != "alone" && !bare {
		return false
	}
	r.refuse(i, p.to)
	if r.key(i) == "leave" {
		r.push(Item{Forbidden: true, Said: r.said(i, p.to), span: r.Text.Between(i, p.to)})
		return true
	}
	r.unclear(p.from, p.to)
	return true
}

// forgetLast takes back the only order; of several it may mean all or the last, and that is asked.
func (r *reader) forgetLast(i int, p piece) bool {
	orders := 0
	for _, it := range r.Items {
		if !it.Forbidden {
			orders++
		}
	}
	switch {
	case orders == 1:
		for k := range r.Items {
			if !r.Items[k].Forbidden {
				r.drop(k)
				break
			}
		}
	case orders > 1:
		for k := range r.Items {
			r.Items[k].Unclear = append(r.Items[k].Unclear, r.said(i, p.to))
		}
	}
	r.s.aside = true
	return true
}

func bare(name string) string {
	for _, article := range []string{"the ", "my ", "our ", "a ", "an ", "your "} {
		name = strings.TrimPrefix(strings.ToLower(name), article)
	}
	return name
}

// withdraws: 不发了, 别改了 take the only order back.
func (r *reader) withdraws(i, to int) bool {
	if to-i > 3 || !strings.HasSuffix(r.key(to-1), "了") || r.lastOrder(false) == nil {
		return false
	}
	return r.forgetLast(i, piece{from: i, to: to})
}

// withdrawsTopic: 签证不办了 after 办签证.
func (r *reader) withdrawsTopic(from, n, to int) bool {
	if !strings.HasSuffix(r.key(to-1), "了") {
		return false
	}
	name := r.said(from, n)
	for k := len(r.Items) - 1; k >= 0; k-- {
		if it := r.Items[k]; !it.Forbidden && it.Target != "" && strings.Contains(it.Target, name) {
			r.drop(k)
			return true
		}
	}
	return false
}
