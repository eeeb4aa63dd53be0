package clause

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
)

// subordinateClause reads a condition, an order in time or a reason. What it governs is the clause
// before it, or, if it leads, the one after it. It reports whether it has read the rest.
func (r *reader) subordinateClause(p piece, l lead, i int, rest []piece) bool {
	t := r.toks[i]
	switch {
	case t.Is(lexicon.Reason):
		if it := r.lastOrder(true); it != nil && t.Key == "so that" {
			it.Needs = append(it.Needs, r.said(i, p.to))
		}
		r.s.aside = r.s.aside || r.lastOrder(true) == nil
		return false
	case !p.closed && r.hidden(i+1, p.to):
		r.unclear(p.from, p.to)
		return false
	case t.Is(lexicon.Until):
		r.until(p, i)
		return false
	case l.other && len(r.s.pending) > 0 && !t.Is(lexicon.If): // 除非下雨，否则…
		l.other = false
		r.main(p, l, i, rest)
		return false
	case l.other && !t.Is(lexicon.If):
		r.otherwise(p, i, rest)
		return false
	}
	if !r.timed(i + 1) {
		r.suppose(i, p.to)
	}
	g := Gate{Text: r.said(i, p.to), Confirm: r.mine(i, p.to)}
	leads := r.leads(p, l, rest)
	switch {
	case !leads && r.last(true) != nil && r.last(true).Forbidden:
		it := r.last(true)
		it.Said = r.Text.Of(r.extend(it, p.to))
	case r.steps(p, i, leads, rest):
	case leads:
		if len(r.s.pending) == 0 {
			r.s.pendingAt = p.from
		}
		r.s.pending = append(r.s.pending, g)
	default:
		r.trail(g, p, l)
	}
	return false
}

// until reads how long. Behind a prohibition it bounds that; if it speaks of consent, the prohibition only
// says that the order before it has to wait.
func (r *reader) until(p piece, i int) {
	f, it := r.last(true), r.lastOrder(false)
	if f == nil || !f.Forbidden {
		r.need(r.said(i, p.to))
		return
	}
	f.Said = r.Text.Of(r.extend(f, p.to))
	if it != nil && r.mine(i, p.to) && len(strings.Fields(f.Said)) < 9 {
		it.Gates = append(it.Gates, Gate{Confirm: true, Text: f.Said})
		r.Items = r.Items[:len(r.Items)-1]
	}
}

// hidden reports whether an order hides in a condition that no mark ends: "if the tests pass publish it".
func (r *reader) hidden(from, to int) bool {
	for k := from + 2; k < to && r.s.han; k++ {
		if r.orders(k) && !r.toks[k].Is(lexicon.Weak) && strings.HasSuffix(r.toks[k-1].Key, "了") && k+1 < to {
			return true
		}
	}
	for k := from + 1; k < to && !r.s.han; k++ {
		before := r.toks[k-1]
		if r.orders(k) &&
			!before.Is(
				lexicon.Subject|lexicon.Aux|lexicon.Modal|lexicon.Prep|lexicon.Never|lexicon.And|lexicon.Or|lexicon.Det|lexicon.That|lexicon.Not|lexicon.Me,
			) &&
			!strings.HasSuffix(before.Key, "s") &&
			!before.Cap {
			return true
		}
	}
	return false
}

// leads reports whether a condition stands before what it governs. "but only if" never does.
func (r *reader) leads(p piece, l lead, rest []piece) bool {
	if r.last(true) == nil {
		return true
	}
	if l.but || strings.HasPrefix(r.key(p.from), "but") || strings.HasPrefix(r.key(p.from), "但") ||
		len(rest) == 0 ||
		!(p.comma || l.and || l.then) {
		return false
	}
	next := rest[0]
	nl, k := r.lead(next.from, next.to)
	return k < next.to && !nl.and && !nl.but && !nl.also && !strings.HasPrefix(r.key(p.from), "前提") &&
		r.key(p.from) != "条件是" &&
		!strings.HasPrefix(r.key(p.from), "provid") &&
		(r.orders(k) || r.toks[k].Is(lexicon.Never|lexicon.Front|lexicon.No) || nl.polite || nl.then)
}

// trail gives a condition to the item before it. If several stand there without a mark between them and
// the condition, it may bind all of them: that is asked.
func (r *reader) trail(g Gate, p piece, l lead) {
	it := r.lastOrder(true)
	if it == nil {
		r.s.pending = append(r.s.pending, g)
		return
	}
	it.Gates = append(it.Gates, g)
	r.s.gates = []Gate{g}
	if n := len(r.Items); n-r.s.first > 1 && !l.but && !r.Items[n-2].Forbidden &&
		len(r.Items[n-2].Gates) == 0 &&
		len(r.s.either) == 0 {
		r.Items[n-2].Unclear = append(r.Items[n-2].Unclear, g.Text)
	}
}

// mine reports whether a clause speaks of the consent of the person who asks.
func (r *reader) mine(from, to int) bool {
	return r.has(from, to, lexicon.Consent) >= 0 && r.has(from, to, lexicon.Me) >= 0
}

// consent reads clauses that are about consent alone: "wait for my approval", "ask me first", 先让我确认.
func (r *reader) consent(p piece, i int) bool {
	switch r.key(i) {
	case "wait",
		"wait for",
		"ask",
		"check",
		"check with",
		"get",
		"ask me",
		"hold",
		"let",
		"confirm",
		"confirm with",
		"run",
		"等",
		"让",
		"问",
		"问我",
		"让我",
		"经",
		"先",
		"需要",
		"须",
		"得",
		"需",
		"待",
		"必须等",
		"要等",
		"need",
		"needs",
		"it needs",
		"but":
	default:
		if r.s.han && r.has(p.from, i, lexicon.But|lexicon.Polite) >= 0 &&
			r.toks[p.to-1].Is(lexicon.Consent) &&
			r.last(false) != nil &&
			r.has(i, p.to, lexicon.Front|lexicon.Never) < 0 {
			r.trail(Gate{Text: r.said(p.from, p.to), Confirm: r.mine(p.from, p.to)}, p, lead{but: true})
			return true
		}
		if !r.s.han || r.has(p.from, p.to, lexicon.Front) >= 0 ||
			r.has(p.from, i, lexicon.First|lexicon.Polite) < 0 {
			return false
		}
	}
	if !r.mine(p.from, p.to) || r.has(i, p.to, lexicon.Never) >= 0 {
		return false
	}
	it := r.lastOrder(false)
	g := Gate{Confirm: true, Text: r.said(i, p.to)}
	if r.s.later != nil {
		r.s.later.Gates = append(r.s.later.Gates, g)
		return true
	}
	if it == nil {
		if r.s.to > p.to {
			r.s.pending, r.s.pendingAt = append(r.s.pending, g), p.from
		}
		return r.s.to > p.to
	}
	for k := range r.Items {
		if o := &r.Items[k]; o == it || o.sentence == it.sentence && !o.Forbidden && it.sentence != r.count {
			o.Gates = append(o.Gates, g)
		}
	}
	r.s.pending = nil
	return true
}

// otherwise reads "else": the order after it holds if the conditions before it do not.
func (r *reader) otherwise(p piece, i int, rest []piece) {
	gates := r.s.gates
	if len(gates) == 0 {
		if prev := r.lastOrder(false); prev != nil {
			gates = prev.Gates
		}
	}
	text := r.said(p.from, i)
	for _, g := range gates {
		if !g.Confirm {
			text += " (" + g.Text + ")"
		}
	}
	if len(gates) == 0 && r.s.first > 0 && len(r.Items) > 0 {
		text += " (" + r.Items[len(r.Items)-1].Said + ")"
	}
	r.s.pending = append(r.s.pending, Gate{Text: text})
	r.clause(piece{from: i, to: p.to}, rest)
}

// steps reads "before you delete X, check Y" and its like: both are asked for. Behind another order the
// same words may only tell when, or ask for a second thing: that is asked.
func (r *reader) steps(p piece, i int, leads bool, rest []piece) bool {
	if r.s.han {
		return p.closed && leads && len(rest) > 0 && r.stepsHan(p, i)
	}
	if !r.toks[i].Is(lexicon.Before) {
		return false
	}
	v := i + 1
	if r.is(v, lexicon.Subject) && r.key(v) == "you" {
		v++
	}
	if v >= p.to || !(r.toks[v].Entry.Has(lexicon.Verb) && (r.toks[v].Form == lexicon.Ing || v > i+1)) {
		if r.toks[i].Key == "before" || r.toks[i].Key == "prior to" ||
			!r.finite(i+1, p.to) && !r.mine(i, p.to) && r.has(i, p.to, lexicon.Consent) < 0 {
			if !r.toks[i].Is(lexicon.If) && r.toks[i].Key != "upon" && r.pastless(i+1, p.to) {
				r.bound(r.said(i, p.to), leads)
				return true
			}
		}
		return false
	}
	if !leads || r.toks[i].Key != "before" && r.toks[i].Key != "after" || len(rest) == 0 {
		r.unclearBound(p)
		return true
	}
	if r.toks[i].Key == "after" {
		r.request(piece{from: v, to: p.to, comma: true}, lead{}, order{verb: v})
		r.s.then = true
		return true
	}
	it := Item{
		Lemma:  r.toks[v].Entry.Lemma,
		Action: r.toks[v].Entry.Action,
		Said:   r.said(v, p.to),
		span:   r.Text.Between(p.from, p.to),
	}
	a := arguments{r: r, it: &it, verb: v, i: v + 1, to: p.to, start: -1}
	a.read()
	it.Target = r.Text.Of(it.object)
	if r.subject == "" {
		r.subject = it.Target
	}
	r.s.later = &it
	return true
}

// stepsHan reads 删除旧数据之前先备份: both are asked for. What has a complement (跑完, 收到) only tells when.
func (r *reader) stepsHan(p piece, i int) bool {
	o, ok := r.order(i, p.to-1)
	if !ok || o.topic.End > 0 || r.toks[o.verb].Form != 0 || o.verb+1 >= p.to-1 ||
		r.toks[o.verb+1].Is(lexicon.Consent|lexicon.Verb) ||
		r.toks[o.verb].Entry.Action == "" {
		return false
	}
	if !r.toks[p.to-1].Is(lexicon.Before) {
		r.request(piece{from: i, to: p.to - 1, comma: true}, lead{}, o)
		r.s.then = true
		return true
	}
	it := Item{
		Lemma:  r.toks[o.verb].Entry.Lemma,
		Action: r.toks[o.verb].Entry.Action,
		Said:   r.said(i, p.to-1),
		span:   r.Text.Between(p.from, p.to),
	}
	it.object = o.front
	a := arguments{r: r, it: &it, verb: o.verb, i: o.verb + 1, to: p.to - 1, start: -1}
	a.read()
	it.Target = r.Text.Of(it.object)
	r.s.later = &it
	return true
}

// pastless reports whether a range names a thing or a time and tells of no event.
func (r *reader) pastless(from, to int) bool {
	for i := from; i < to; i++ {
		if i > from && r.toks[i].Base() && strings.HasSuffix(r.toks[i-1].Key, "s") &&
			!r.is(i-1, lexicon.Det) {
			return false
		}
		if r.toks[i].Is(lexicon.Past|lexicon.Aux|lexicon.Consent|lexicon.Subject) ||
			r.toks[i].Form == lexicon.Third && !r.is(i-1, lexicon.Det) && i > from {
			return false
		}
	}
	return true
}

func (r *reader) bound(text string, leads bool) {
	if leads {
		r.s.fronted = append(r.s.fronted, text)
		return
	}
	r.need(text)
}

func (r *reader) unclearBound(p piece) {
	if r.last(true) != nil {
		r.unclear(p.from, p.to)
		return
	}
	r.s.pending = append(r.s.pending, Gate{Text: r.said(p.from, p.to)})
}

// endSentence gives what is left over its place, or asks about it.
func (r *reader) endSentence() {
	if it := r.s.later; it != nil {
		if prev := r.lastOrder(true); prev != nil {
			it.After = prev.Said
		}
		r.resolve(it)
		r.push(*it)
	}
	if len(r.s.pending) > 0 {
		r.leftOver()
	}
	for _, text := range r.s.fronted {
		r.need(text)
	}
	r.s.either = slices.DeleteFunc(slices.Compact(r.s.either), func(k int) bool { return k >= len(r.Items) })
	if len(r.s.either) > 1 {
		var all string
		for n, k := range r.s.either {
			if n > 0 {
				all += " / "
			}
			all += r.Items[k].Said
		}
		for _, k := range r.s.either {
			r.Items[k].OneOf = all
		}
	}
}

// leftOver: a condition of its own sentence binds what stands before it if it is about consent; else it
// is asked about.
func (r *reader) leftOver() {
	it := r.lastOrder(false)
	if it != nil && r.s.first > 0 && (r.s.pending[0].Confirm || r.only(r.s.pendingAt)) {
		it.Gates = append(it.Gates, r.s.pending...)
		return
	}
	if r.s.aside && r.last(true) == nil {
		return
	}
	for _, g := range r.s.pending {
		r.push(Item{Target: g.Text, Said: g.Text, Unclear: []string{g.Text}})
	}
}

// only reports whether a condition begins with "only" or "but".
func (r *reader) only(at int) bool {
	k := r.key(at)
	return len(k) > 4 && (k[:4] == "only" || k[:3] == "but")
}
