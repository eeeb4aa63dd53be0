package clause

import (
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// list reports how many pieces are one clause with a list in it: "invite Ola, Ben and the twins".
func (r *reader) list(pieces []piece) int {
	_, i := r.lead(pieces[0].from, pieces[0].to)
	if i >= pieces[0].to || !r.toks[i].Base() && !r.toks[i].Is(lexicon.Want|lexicon.Front) {
		return 1
	}
	for n, p := range pieces[1:] {
		if !p.comma || !r.listed(p) {
			return 1
		}
		if r.has(p.from, p.to, lexicon.And|lexicon.Or) >= 0 {
			return n + 2
		}
	}
	return 1
}

// listed reports whether a piece names things and does nothing else.
func (r *reader) listed(p piece) bool {
	i := p.from
	if r.toks[i].Is(lexicon.And | lexicon.Or) {
		i++
	}
	if i == p.to || !(r.toks[i].Name() || r.toks[i].Is(lexicon.Det|lexicon.Number|lexicon.Nounish)) ||
		r.orders(i) ||
		r.mark(p.to, ":") {
		return false
	}
	for k := i; k < p.to; k++ {
		if k > i && r.has(p.from, k, lexicon.And|lexicon.Or) >= 0 &&
			(r.toks[k].Is(lexicon.Prep|lexicon.That) || r.key(k) == "that") {
			return true
		}
		if r.toks[k].Is(
			lexicon.Never|lexicon.Aux|lexicon.No|lexicon.Not|lexicon.Except|lexicon.If|lexicon.Modal|lexicon.Subject|lexicon.Chat|lexicon.But|lexicon.Wrong,
		) &&
			!r.toks[k].Is(lexicon.Det) ||
			r.toks[k].Form == lexicon.Past && k > i {
			return false
		}
	}
	return true
}

// label reads a sentence that begins with a name and a colon, and those that follow it: "policy: ZX-90,
// cause: burst pipe". A heading has nothing behind its colon.
func (r *reader) label(from, to int) bool {
	name, value := r.nameBefore(from, to)
	if value < 0 {
		return false
	}
	if value == to {
		return true
	}
	return r.values(name, value, to)
}

// nameBefore finds a name of a few words that a colon or an equals sign follows.
func (r *reader) nameBefore(from, to int) (name, value int) {
	for i := from; i < to && i <= from+4; i++ {
		if r.mark(i, ":=") {
			if i == from ||
				i == from+1 && r.toks[from].Is(lexicon.Say|lexicon.Rule) &&
					!r.toks[from].Is(lexicon.Nounish) ||
				r.verbed(from, i) {
				return from, -1
			}
			return from, i + 1
		}
		if r.toks[i].Kind != token.Word && r.toks[i].Kind != token.Number {
			break
		}
	}
	return from, -1
}

func (r *reader) verbed(from, to int) bool {
	for k := from; k < to; k++ {
		if to-from > 1 && k == from && r.toks[k].Base() && !r.s.han ||
			r.toks[k].Is(lexicon.Report) && !r.s.han ||
			r.toks[k].Is(lexicon.Polite|lexicon.Subject|lexicon.Never|lexicon.Front) && to-from > 1 ||
			r.orders(k) && k+1 < to && !(r.toks[k].Is(lexicon.Weak) && r.toks[k].Form == 0) {
			return true
		}
	}
	return false
}

// values reads the value behind a label, up to the next label or a clause that orders.
func (r *reader) values(name, value, to int) bool {
	end := to
	next := -1
	for i := value; i < to; i++ {
		if !r.mark(i, ",") {
			continue
		}
		if _, v := r.nameBefore(i+1, to); v >= 0 {
			end, next = i, i+1
			break
		}
		if l, k := r.lead(i+1, to); k < to &&
			(r.orders(k) && (l.polite || l.then || l.and || r.toks[k].Base()) || r.toks[k].Is(lexicon.Never|lexicon.If|lexicon.But)) {
			end = i
			break
		}
	}
	colon := value - 1
	r.Labels = append(r.Labels, Label{r.Text.Between(name, colon), r.Text.Between(value, end)})
	text := r.said(name, end)
	if it := r.lastOrder(false); it != nil {
		it.Needs = append(it.Needs, text)
	} else {
		r.Needs = append(r.Needs, text)
	}
	if end == to {
		return true
	}
	if next > 0 {
		_, v := r.nameBefore(next, to)
		if v == to {
			return true
		}
		return r.values(next, v, to)
	}
	r.clauses(end+1, to)
	return true
}

// finish reads what only the whole text shows: consent to what was asked before.
func (r *reader) finish() {
	if len(r.Items) > 0 {
		return
	}
	yes, resume := false, false
	for _, t := range r.toks {
		switch {
		case t.Is(lexicon.Resume):
			resume = true
		case t.Is(lexicon.Yes):
			yes = true
		case t.Kind == token.Mark, t.Is(leading | lexicon.Tail | lexicon.Time | lexicon.Chat):
		default:
			return
		}
	}
	if r.before == nil || !yes && !resume || len(r.before.Items) == 0 {
		if resume {
			text := r.said(0, len(r.toks))
			r.push(Item{Said: text, Unclear: []string{text}})
		}
		return
	}
	r.Needs = append(r.Needs, r.before.Needs...)
	for _, it := range r.before.Items {
		var gates []Gate
		for _, g := range it.Gates {
			if !g.Confirm {
				gates = append(gates, g)
			}
		}
		it.Gates = gates
		r.Items = append(r.Items, it)
	}
}
