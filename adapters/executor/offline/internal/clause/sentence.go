package clause

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// sentence is what is known while one sentence is read. It is made new for each.
type sentence struct {
	from, to   int
	first      int    // the number of items before it
	question   bool   // it ends with a question mark
	han        bool   // it is Chinese
	pending    []Gate // conditions that stand before what they govern
	pendingAt  int    // where the first of them begins
	fronted    []string
	gates      []Gate // the last conditions, for "otherwise"
	aside      bool   // it is thanks, a story or a supposition so far
	correcting bool   // what was said is taken back, its replacement is awaited
	then       bool
	either     []int // items of an either-or
	depth      int   // clauses within clauses
	later      *Item // "before deleting X, …"
}

// piece is a stretch of a sentence that is read as one clause.
type piece struct {
	from, to int
	comma    bool // a mark stands before it
	closed   bool // it ends with what closes a condition: 以后
}

func (r *reader) read(from, to int) {
	for from < to && r.toks[from].Kind == token.Bullet {
		from++
	}
	if from == to {
		return
	}
	r.s = sentence{from: from, to: to, first: len(r.Items), question: r.mark(to, "?")}
	r.count++
	r.language(from, to)
	if r.label(from, to) || r.s.question && r.asked(from, to) {
		return
	}
	for i := from; i < to; i++ {
		if name, value := r.nameBefore(i+1, to); r.mark(i, ",") && value > 0 && value < to {
			r.clauses(from, i)
			r.values(name, value, to)
			return
		}
	}
	r.clauses(from, to)
}

func (r *reader) clauses(from, to int) {
	pieces := r.pieces(from, to)
	for i := 0; i < len(pieces); i++ {
		if n := r.list(pieces[i:]); n > 1 {
			pieces[i+n-1].from, pieces[i+n-1].comma = pieces[i].from, pieces[i].comma
			i += n - 1
		}
		if r.clause(pieces[i], pieces[i+1:]) {
			break
		}
	}
	r.endSentence()
}

// language: in a Chinese sentence English words name things, and the other way round.
func (r *reader) language(from, to int) {
	n := 0
	for _, t := range r.toks[from:to] {
		if t.Kind == token.Word && t.Han {
			n += len([]rune(t.Key))
		} else if t.Kind == token.Word {
			n -= 2
		}
	}
	r.s.han = n > 0
	for i := from; i < to && !r.s.han; i++ {
		if t := r.toks[i]; t.Kind == token.Word {
			r.s.han = t.Han && t.Entry != nil && t.Entry.Roles != 0
			break
		}
	}
	for i := from; i < to; i++ {
		if t := &r.toks[i]; t.Kind == token.Word && t.Han != r.s.han && t.Entry != nil {
			t.Entry, t.Form = nil, 0
		}
	}
}

const soft = ",()—–|:-"

// pieces splits a sentence where a mark or a connective begins a new clause.
func (r *reader) pieces(from, to int) []piece {
	var out []piece
	cur, comma, led := from, true, false
	flush := func(end int, closed bool) {
		if end > cur {
			out = append(out, piece{cur, end, comma, closed})
		}
		cur, comma = end, false
	}
	for i := from; i < to; i++ {
		led = i == cur || led && r.toks[i-1].Is(leading) && !(r.toks[i-1].Base() && !r.s.han)
		switch {
		case r.toks[i].Kind == token.Mark && strings.Contains(soft, r.toks[i].Key) && !r.named(i):
			flush(i, false)
			cur, comma = i+1, true
		case !led && r.begins(cur, i, to):
			flush(i, false)
		case r.s.han && i > cur && r.closes(cur, i, to):
			flush(i+1, true)
		}
	}
	flush(to, false)
	return out
}

// named: a dash between two words that are written with capitals is part of a name, a colon before a
// quotation introduces it, and one within a clock time parts nothing.
func (r *reader) named(i int) bool {
	if r.mark(i, "-–") {
		return i > 0 && i+1 < len(r.toks) && r.toks[i-1].Cap && r.toks[i+1].Cap
	}
	if r.mark(i, ",") && i > 1 && i+1 < len(r.toks) && r.toks[i-1].Kind == token.Number &&
		r.toks[i+1].Kind == token.Number &&
		len(r.key(i+1)) == 4 {
		return r.is(i-2, lexicon.Time) // June 3, 2027
	}
	return r.mark(i, ":") && i+1 < len(r.toks) && r.toks[i+1].Kind == token.Quote
}

const leading = lexicon.Filler | lexicon.Polite | lexicon.Then | lexicon.First | lexicon.Also | lexicon.And |
	lexicon.But | lexicon.Or | lexicon.Else | lexicon.Either

// begins reports whether a new clause begins at i without a mark before it.
func (r *reader) begins(cur, i, to int) bool {
	t := r.toks[i]
	if t.Is(lexicon.If|lexicon.Until|lexicon.Reason|lexicon.Before) && !(t.Han && t.Is(lexicon.Before)) {
		return r.subordinate(cur, i)
	}
	if t.Key == "来" || t.Key == "去" || !t.Is(leading) || t.Base() && !r.s.han {
		return false
	}
	if k := r.has(max(cur, i-16), i, lexicon.Report); k > cur ||
		r.s.han && t.Is(lexicon.Modal) && r.has(max(cur, i-16), i, lexicon.Verb) < 0 {
		return false
	}
	strong := false
	j := i
	for ; j < min(to, i+8) && r.toks[j].Is(leading) && !(j > i && r.toks[j].Base() && !r.s.han); j++ {
		strong = strong || r.toks[j].Is(lexicon.Polite|lexicon.Then|lexicon.Also|lexicon.Else) ||
			r.s.han && r.toks[j].Is(lexicon.But)
	}
	if j == to || j == i {
		return false
	}
	conditional := r.toks[cur].Is(lexicon.If)
	if r.s.han && r.toks[cur].Is(lexicon.Chat) && !r.toks[cur].Is(lexicon.Filler) {
		return false
	}
	for k := max(cur, i-16); k < i && t.Is(lexicon.And); k++ {
		if r.toks[k].Key == r.toks[j].Key && r.toks[j].Is(lexicon.Nounish) && k > cur {
			return false // "order 12 and order 13"
		}
	}
	switch next := r.toks[j]; {
	case next.Is(lexicon.Rule) && !next.Is(lexicon.Prep) && t.Is(lexicon.But|lexicon.And):
		return true
	case next.Is(lexicon.Never | lexicon.Need | lexicon.Forget | lexicon.Wrong | lexicon.If):
		return strong || t.Is(lexicon.And) || next.Is(lexicon.Never)
	case r.s.han:
		return (strong || conditional && t.Is(lexicon.Filler|lexicon.Polite)) &&
			(next.Base() || next.Is(lexicon.Front|lexicon.Prep|lexicon.Time))
	case t.Is(lexicon.Filler | lexicon.First):
		return conditional && r.orders(j)
	}
	if j+1 == to && !r.toks[cur].Base() && !strong {
		return false
	}
	return strong && r.toks[j].Base() || r.orders(j)
}

// subordinate reports whether a conjunction at i opens a clause of its own: not "check if", not
// "before Friday", not a single Chinese character within a clause.
func (r *reader) subordinate(cur, i int) bool {
	t, next := r.toks[i], i+1
	switch {
	case t.Han:
		return len(t.Key) > 3
	case r.toks[i-1].Base() && t.Key == "if" && (!r.toks[i-1].Is(lexicon.Nounish) || i-1 == cur || r.toks[i-2].Is(leading)),
		t.Key == "as" && !t.Is(lexicon.If):
		return false
	case t.Is(lexicon.If) && i-1 > cur && r.toks[cur].Is(lexicon.Say):
		return t.Key != "if" || r.toks[cur].Key != "ask" && r.toks[cur].Key != "tell"
	case t.Is(lexicon.Before|lexicon.Until) && (r.is(next, lexicon.Time) || r.timed(next)):
		return false
	case t.Is(lexicon.Reason) && t.Is(lexicon.Prep):
		return false
	}
	return true
}

// timed reports whether a time of day or a date begins at i.
func (r *reader) timed(i int) bool {
	if r.is(i, lexicon.Det) && !r.is(i, lexicon.Pronoun) {
		i++
	}
	if i >= len(r.toks) {
		return false
	}
	return r.toks[i].Is(lexicon.Time) || r.toks[i].Kind == token.Number || r.toks[i].Is(lexicon.Number) ||
		r.toks[i].Kind == token.Code &&
			strings.ContainsAny(r.toks[i].Key[:1], "0123456789") || r.toks[i].Is(lexicon.Unit)
}

// closes: 以后, 时, 的话 end a condition if something is said in it and something follows.
func (r *reader) closes(cur, i, to int) bool {
	t := r.toks[i]
	if !t.Is(lexicon.After|lexicon.Before) || i+1 >= to || r.mark(i+1, soft) {
		return t.Is(lexicon.After|lexicon.Before) && i+1 < to && r.mark(i+1, soft)
	}
	next := r.toks[i+1]
	if t.Is(lexicon.Then|lexicon.Filler) || len(t.Key) == 3 && next.Is(lexicon.Weak) && next.Form == 0 {
		return false
	}
	return r.has(max(cur, i-64), i, lexicon.Verb|lexicon.Weak|lexicon.If|lexicon.Consent|lexicon.Aux) >= 0 ||
		t.Is(lexicon.After) &&
			(next.Base() && !next.Is(lexicon.Weak) || next.Is(lexicon.Front|lexicon.Never|lexicon.Polite))
}

// orders reports whether the word at i can only be read as an order: a verb in its plain form which,
// if it may be a noun too, has an object behind it.
func (r *reader) orders(i int) bool {
	if i >= len(r.toks) || !r.toks[i].Base() {
		return false
	}
	if !r.toks[i].Is(lexicon.Nounish) {
		return true
	}
	if i+1 >= len(r.toks) {
		return false
	}
	next := r.toks[i+1]
	return next.Is(lexicon.Det|lexicon.Pronoun|lexicon.Me|lexicon.Number) || next.Cap || next.Han ||
		next.Kind == token.Number || next.Kind == token.Code || next.Kind == token.Quote
}
