package clause

import (
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// lead is what stands before the first telling word of a clause.
type lead struct {
	polite, then, first, also, but, other, or, and bool
}

// lead skips words that only lead to what follows. Each is remembered, since some decide what the
// clause is.
func (r *reader) lead(i, to int) (lead, int) {
	var l lead
	for ; i < to; i++ {
		t := r.toks[i]
		switch {
		case t.Base() && !r.s.han && !t.Is(lexicon.Polite|lexicon.Filler|lexicon.Else) && t.Is(lexicon.Verb) && r.verbal(i, to):
			return l, i
		case t.Key == "only" && i+1 < to && r.orders(i+1):
		case t.Is(lexicon.Polite):
			l.polite = true
		case t.Is(lexicon.Then):
			l.then = true
		case t.Is(lexicon.First):
			l.first = true
		case t.Is(lexicon.Else):
			l.other = true
		case t.Is(lexicon.Also):
			l.also = true
		case t.Is(lexicon.But):
			l.but = true
		case t.Is(lexicon.Or):
			l.or = true
		case t.Is(lexicon.And):
			l.and = true
		case t.Is(lexicon.Filler):
		default:
			return l, i
		}
	}
	return l, i
}

// verbal reports whether a word that could lead ("do", "see") is the clause's verb: something follows.
func (r *reader) verbal(i, to int) bool { return i+1 < to || i == r.s.from }

// maxDepth bounds clauses within clauses: "either either …".
const maxDepth = 8

// clause reads one piece. It reports whether it has read the rest of the sentence too.
func (r *reader) clause(p piece, rest []piece) bool {
	l, i := r.lead(p.from, p.to)
	if i == p.to {
		r.onlyLead(l)
		return false
	}
	if r.s.depth++; r.s.depth > maxDepth {
		r.unclear(p.from, p.to)
		return false
	}
	defer func() { r.s.depth-- }()
	if l.then {
		r.s.then = true
	}
	if r.s.han && (lacks(r.key(i)) && r.has(i, p.to, lexicon.Consent) > 0) {
		r.s.pending, r.s.pendingAt = append(
			r.s.pending,
			Gate{Text: r.said(i, p.to), Confirm: r.mine(i, p.to)},
		), p.from
		return false
	}
	if r.consent(p, i) || r.correction(p, i, rest) {
		return false
	}
	t := r.toks[i]
	switch {
	case t.Is(lexicon.Chat) && !l.polite:
		r.s.aside = true
	case p.closed || t.Is(lexicon.If|lexicon.Until|lexicon.Reason) || t.Is(lexicon.Before) && !r.timed(i+1) || l.other:
		return r.subordinateClause(p, l, i, rest)
	case t.Is(lexicon.Either):
		r.s.either = append(r.s.either, len(r.Items))
		return r.clause(piece{from: i + 1, to: p.to}, rest)
	case t.Is(lexicon.Need):
		r.need(r.said(i, p.to))
	case t.Is(lexicon.Never) && !(t.Is(lexicon.No) && !r.verbSoon(i+1, p.to)):
		r.forbid(p, l, i)
	case t.Is(lexicon.No | lexicon.Not | lexicon.Except):
		r.exclude(p, i)
	case t.Is(lexicon.Story) && !l.polite:
		r.story(p, i)
	case !r.s.han && !r.s.question && p.comma && p.from > r.s.from && t.Is(lexicon.That) && !t.Is(lexicon.Det):
		r.relative(i, p.to)
	case !l.polite && (t.Is(lexicon.Question|lexicon.Why) || r.s.han && r.inquires(i, p.to) && !r.looksUp(i, p.to)):
		r.question(i, r.s.to)
		return true
	default:
		r.main(p, l, i, rest)
	}
	return false
}

// relative reads "…, which is in the cellar": it belongs to what stands before it.
func (r *reader) relative(i, to int) {
	if it := r.lastOrder(true); it != nil {
		it.Needs = append(it.Needs, r.said(i, to))
	}
}

// onlyLead reads a piece without a telling word: "OK", "please", "yes, go ahead" is read elsewhere.
func (r *reader) onlyLead(l lead) {
	if l.then {
		r.s.then = true
	}
}

// main reads a piece that may order, want, bound, tell or go on with what stands before it.
func (r *reader) main(p piece, l lead, i int, rest []piece) {
	t := r.toks[i]
	if t.Is(lexicon.Want) && r.want(p, l, i) {
		return
	}
	o, ok := r.order(i, p.to)
	switch {
	case ok && r.toks[o.verb].Entry.Lemma == "stop" && o.verb+1 < p.to && r.toks[o.verb+1].Form == lexicon.Ing:
		r.forbid(p, l, o.verb)
	case ok && r.toks[o.verb].Entry.Lemma == "wait" && !l.polite && len(rest) > 0 && o.verb == i:
		r.s.pending, r.s.pendingAt = append(r.s.pending, Gate{Text: r.said(i, p.to)}), p.from
	case ok && !(t.Is(lexicon.Rule) && !l.polite && r.lastOrder(true) != nil):
		r.request(p, l, o)
	case t.Is(lexicon.Rule) || r.s.han && r.has(i, p.to, lexicon.Rule) >= 0 && r.lastOrder(false) != nil && o.verb < 0:
		r.rule(i, p.to)
	case r.modifier(p, i):
	case r.s.han && l.polite && r.lastOrder(true) != nil && r.has(i, p.to, lexicon.Verb|lexicon.Subject|lexicon.Polite) < 0:
		r.need(r.said(p.from, p.to))
	case r.s.han && r.excluded(i, p.to):
	case r.told(p, l, i):
		r.s.aside = true
	case r.s.aside && !l.polite && !r.mentions(i, p.to):
	case r.forbidsTopic(p, i):
	default:
		r.fragment(p, l, i)
	}
}

// inquires reports whether a Chinese clause is a question: it holds a word like 多少, or ends with one
// like 吗.
func (r *reader) inquires(i, to int) bool {
	return r.has(i, to, lexicon.Question|lexicon.Why) >= 0 || r.toks[to-1].Is(lexicon.Ask)
}

// mentions reports whether a verb that could be an order stands in a range.
func (r *reader) mentions(from, to int) bool {
	for i := from; i < to; i++ {
		if r.orders(i) && !(r.s.han && r.toks[i].Is(lexicon.Weak) && r.toks[i].Form == 0) {
			return true
		}
	}
	return false
}

func (r *reader) verbSoon(i, to int) bool {
	return i < to && (r.toks[i].Base() || r.toks[i].Form == lexicon.Ing)
}

// rule reads a constraint: "keep the draft private", "at most 500 euros". One that stands alone and
// begins with a verb may be an order too: that is asked.
func (r *reader) rule(i, to int) {
	if r.foreign(i, to) {
		r.unclear(i, to)
		return
	}
	if orders := len(r.Items) - r.s.first; orders > 1 && r.lastOrder(true) != nil &&
		(r.s.han || r.toks[i].Key != "keep") {
		r.Needs = append(r.Needs, r.said(i, to))
	} else {
		r.need(r.said(i, to))
	}
	if len(r.s.pending) > 0 && r.lastOrder(true) == nil {
		for _, g := range r.s.pending {
			r.Needs = append(r.Needs, g.Text)
		}
		r.s.pending = nil
	}
}

// foreign reports whether a second order hides in a clause.
func (r *reader) foreign(i, to int) bool {
	for k := i + 2; k < to; k++ {
		if r.toks[k-1].Is(lexicon.And|lexicon.Then) && r.orders(k) {
			return true
		}
	}
	return false
}

// story reads a supposition, a plan or an opinion: nothing is asked for. If it tells what "you" should
// do, it may be an order after all, and that is asked.
func (r *reader) story(p piece, i int) {
	r.suppose(i, p.to)
	for k := i; k+1 < p.to; k++ {
		if r.toks[k].Is(lexicon.Polite) && r.toks[k].Kind == token.Word && k > i && r.toks[k+1].Base() {
			r.unclear(p.from, p.to)
			return
		}
	}
	r.s.aside = true
}

func (r *reader) suppose(from, to int) {
	r.Supposed = append(r.Supposed, r.Text.Between(from, to))
}

// lacks reports whether a word says that something is missing: 没有我的同意.
func lacks(key string) bool { return key == "没有" || key == "没" || key == "未" }
