package clause

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// refuse remembers words that are excluded or forbidden: no value may be taken from them.
func (r *reader) refuse(from, to int) {
	r.Refused = append(r.Refused, r.Text.Between(from, to))
}

// extend makes an item's clause reach up to a token.
func (r *reader) extend(it *Item, to int) token.Span {
	it.span.End = r.toks[to-1].End
	return it.span
}

// forbid reads a prohibition. One that names what was asked for before takes that back.
func (r *reader) forbid(p piece, l lead, i int) {
	to := r.withoutTail(i+1, p.to)
	if r.s.han && strings.HasSuffix(r.key(p.to-1), "了") && !r.s.aside {
		if !r.withdraws(i, p.to) {
			r.unclear(p.from, p.to)
		}
		return
	}
	r.refuse(i, p.to)
	from := i
	if l.polite && !r.s.han {
		from = i
	}
	if v := i + 1; v < p.to && r.toks[v].Entry.Has(lexicon.Verb) {
		if r.retracts(v, p.to) {
			return
		}
	}
	it := Item{Forbidden: true, Said: r.said(from, to), span: r.Text.Between(from, to)}
	if len(r.s.pending) > 0 {
		it.span.Start = r.toks[r.s.pendingAt].Start
		it.Said = r.Text.Of(it.span)
		r.s.pending = nil
	}
	if i+1 == p.to && !r.s.han {
		it = Item{Said: it.Said, Target: it.Said, Unclear: []string{it.Said}}
	}
	if r.and(i, p.to) {
		it.Said = r.said(from, to)
	}
	r.push(it)
}

// and reports whether an order is joined to a prohibition within its clause.
func (r *reader) and(from, to int) bool {
	k := r.has(from, to, lexicon.And)
	return k > 0 && r.orders(k+1)
}

// retracts: "don't fix the gate" after "fix the gate" takes the order back.
func (r *reader) retracts(v, to int) bool {
	lemma := r.toks[v].Entry.Lemma
	object := strings.ToLower(r.said(v+1, r.withoutTail(v+1, to)))
	for k := len(r.Items) - 1; k >= 0; k-- {
		it := r.Items[k]
		if it.Forbidden || it.Lemma != lemma {
			continue
		}
		if object == "" || r.pronoun(object) && k == len(r.Items)-1 || strings.EqualFold(object, it.Target) {
			r.drop(k)
			return true
		}
	}
	return false
}

// drop takes an item back.
func (r *reader) drop(k int) {
	r.Dropped = append(r.Dropped, r.Items[k].span)
	r.Items = append(r.Items[:k:k], r.Items[k+1:]...)
	r.s.first = min(r.s.first, len(r.Items))
	r.s.either = nil
}

// exclude reads "no sugar", "not the blue one", "except Tom", "instead of the van": it bounds the order
// before it; without one "no …" forbids, and "except …" waits for the order.
func (r *reader) exclude(p piece, i int) {
	t := r.toks[i]
	to := r.withoutTail(i+1, p.to)
	r.excludedSpan(i, p.to)
	it := r.lastOrder(true)
	switch {
	case it != nil:
		it.Needs = append(it.Needs, r.said(i, to))
	case t.Is(lexicon.Except):
		r.s.fronted = append(r.s.fronted, r.said(p.from, to))
	case t.Is(lexicon.No|lexicon.Not) && i+1 < p.to && !(t.Is(lexicon.Not) && r.mentions(i+1, p.to)):
		f := Item{Forbidden: true, Said: r.said(i, to), span: r.Text.Between(i, to)}
		if len(r.s.pending) > 0 {
			f.span.Start = r.toks[r.s.pendingAt].Start
			f.Said = r.Text.Of(f.span)
			r.s.pending = nil
		}
		r.push(f)
	default:
		r.unclear(p.from, p.to)
	}
}

// excludedSpan: in "not 5 but 6" only what stands before "but" is refused.
func (r *reader) excludedSpan(from, to int) {
	if k := r.has(from, to, lexicon.But); k > from && r.toks[from].Is(lexicon.Not|lexicon.No) {
		to = k
	}
	r.refuse(from, to)
}

// excluded reads an exclusion whose word comes last: 五年级的除外.
func (r *reader) excluded(i, to int) bool {
	k := r.has(i, to, lexicon.Except)
	it := r.lastOrder(false)
	if k <= i || k != r.withoutTail(k+1, to)-1 || it == nil {
		return false
	}
	r.refuse(i, k)
	it.Needs = append(it.Needs, r.said(i, to))
	return true
}

// forbidsTopic reads a prohibition whose object leads: 答案先别发, 签证先不办.
func (r *reader) forbidsTopic(p piece, i int) bool {
	n := r.has(i+1, p.to, lexicon.Never)
	if k := r.has(i+1, p.to, lexicon.Need); r.s.han && n < 0 && k > 0 {
		r.refuse(i, p.to)
		r.Needs = append(r.Needs, r.said(i, r.withoutTail(i+1, p.to)))
		return true
	}
	if !r.s.han || n < 0 || r.has(n, p.to, lexicon.Verb|lexicon.Weak) < 0 ||
		r.toks[i].Is(lexicon.Subject) && !r.toks[i].Is(lexicon.Polite) {
		return false
	}
	if r.withdrawsTopic(i, n, p.to) {
		return true
	}
	to := r.withoutTail(i+1, p.to)
	r.refuse(i, to)
	it := Item{Forbidden: true, Said: r.said(i, to), span: r.Text.Between(i, to)}
	if len(r.s.pending) > 0 {
		it.span.Start = r.toks[r.s.pendingAt].Start
		it.Said = r.Text.Of(it.span)
		r.s.pending = nil
	}
	r.push(it)
	return true
}
