package clause

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// asked reads a sentence that ends with a question mark. A polite one is an order.
func (r *reader) asked(from, to int) bool {
	l, i := r.lead(from, to)
	for i < to && r.mark(i, ",") && r.toks[i-1].Is(leading) {
		more, k := r.lead(i+1, to)
		l.polite, i = l.polite || more.polite, k
	}
	if i == to {
		return !l.polite
	}
	if r.toks[i].Is(lexicon.If|lexicon.Story|lexicon.Rule) && !r.toks[i].Is(lexicon.Question) &&
		r.supposes(i, to) {
		r.question(i, to)
		r.Items[len(r.Items)-1].Action = intent.ActionAnalyze
		return true
	}
	if r.toks[i].Is(lexicon.Chat|lexicon.Wrong|lexicon.Doubt|lexicon.Forget) ||
		r.toks[i].Is(lexicon.If) &&
			!(r.toks[i].Is(lexicon.Question) && r.is(i+1, lexicon.Aux)) || r.toks[i].Is(lexicon.Rule) && !r.s.han {
		return false
	}
	soft := l.polite ||
		r.has(i, to, lexicon.Polite|lexicon.Tail) >= 0 && r.toks[to-1].Is(lexicon.Polite|lexicon.Tail) &&
			!r.toks[to-1].Is(lexicon.Ask)
	o, ok := r.order(i, to)
	switch {
	case soft && (ok || r.toks[i].Is(lexicon.Never)) && !r.toks[i].Is(lexicon.Story):
		return false
	case r.s.han && ok && o.front.End > 0 && !r.toks[to-1].Is(lexicon.Ask) && !strings.HasSuffix(r.key(to-1), "了"),
		r.s.han && r.looksUp(i, to) && ok:
		return false
	case r.toks[i].Is(lexicon.Want):
		return false
	case r.toks[i].Is(lexicon.Story) && !r.toks[i].Is(lexicon.Question):
		r.suppose(from, to)
		return true
	case ok && !r.s.han && !r.toks[i].Is(lexicon.Question|lexicon.Aux|lexicon.Why|lexicon.Modal) && !r.told(piece{from: i, to: to}, l, i):
		if r.parts(from, to) {
			return false
		}
		r.unclear(from, to)
		return true
	}
	r.question(i, to)
	return true
}

// supposes reports whether a question stands on a supposition: "if we moved, what would it cost?"
func (r *reader) supposes(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if r.mark(i, ",:") {
			_, k := r.lead(i+1, to)
			return k < to &&
				(r.toks[k].Is(lexicon.Question|lexicon.Why|lexicon.Aux) || r.s.han && r.inquires(k, to))
		}
	}
	return r.s.han && r.inquires(from, to) && r.has(from, to, lexicon.Polite|lexicon.Front) < 0
}

// parts reports whether a question mark ends only the last clause of a sentence.
func (r *reader) parts(from, to int) bool {
	for i := from; i < to; i++ {
		if r.mark(i, ",") {
			_, k := r.lead(i+1, to)
			return k < to && r.toks[k].Is(lexicon.Question|lexicon.Aux|lexicon.Why) || k == to
		}
	}
	return false
}

// question makes a sentence that asks for something known a query, one that asks why an analysis.
func (r *reader) question(from, to int) {
	action := intent.ActionQuery
	if r.has(from, to, lexicon.Why) >= 0 {
		action = intent.ActionAnalyze
	}
	i := from
	for i+1 < to && !r.s.han && (r.toks[i].Is(lexicon.Aux) || strings.HasPrefix(r.key(i), "what") && r.is(i+1, lexicon.Aux) || r.key(i) == "what's" ||
		r.key(i) == "any") {
		i++
	}
	r.Questions = append(r.Questions, r.Text.Between(from, to))
	text := r.said(i, to)
	r.request2(Item{Action: action, Target: text, Said: r.said(from, to), span: r.Text.Between(from, to)})
	r.endSentence()
}

func (r *reader) request2(it Item) {
	it.Needs = append(r.s.fronted, it.Needs...)
	it.Gates, r.s.pending, r.s.fronted = append(it.Gates, r.s.pending...), nil, nil
	r.push(it)
}

// looksUp reports whether a Chinese clause orders to find out: 帮我查一下订单到哪了.
func (r *reader) looksUp(i, to int) bool {
	o, ok := r.order(i, to)
	return ok && r.looksUpAt(o.verb)
}

func (r *reader) looksUpAt(v int) bool {
	e := r.toks[v].Entry
	return e.Has(lexicon.Verb) &&
		(e.Action == intent.ActionQuery || e.Action == intent.ActionAnalyze || e.Has(lexicon.Say))
}

// told reads a statement: a subject, then a form that tells. "The door should be locked" asks for what
// it says; "must not be" forbids.
func (r *reader) told(p piece, l lead, i int) bool {
	if l.polite && !r.s.han {
		return false
	}
	if r.s.han {
		return r.toldHan(i, p.to)
	}
	if k := r.has(i, p.to, lexicon.Modal); k > i &&
		r.has(i, k, lexicon.Aux|lexicon.That|lexicon.If|lexicon.Never) < 0 {
		return r.passive(p, i, k)
	}
	for k := i; k < p.to; k++ {
		t := r.toks[k]
		switch {
		case t.Is(lexicon.Modal):
			return false
		case k == i && (t.Is(lexicon.Past) || t.Form == lexicon.Past) && !r.noun(k, p.to):
			return r.plain(k, p.to)
		case k > i && (t.Is(lexicon.Aux|lexicon.Past|lexicon.Report) && !t.Is(lexicon.Det) || t.Form == lexicon.Past ||
			t.Form == lexicon.Third && !t.Is(lexicon.Prep) && r.subjectAt(i, k)),
			k == i && t.Is(lexicon.Aux|lexicon.Subject) && k+1 < p.to && r.is(k, lexicon.Aux):
			return r.plain(k, p.to)
		case k > i && t.Is(lexicon.Never) && (strings.HasPrefix(t.Key, "is ") || strings.HasPrefix(t.Key, "are ") || strings.Contains(t.Key, "must") || strings.Contains(t.Key, "should") || strings.HasPrefix(t.Key, "may")):
			r.refuse(i, p.to)
			r.push(Item{Forbidden: true, Said: r.said(i, p.to), span: r.Text.Between(i, p.to)})
			return true
		case k > i && t.Is(lexicon.Never) && (strings.HasPrefix(t.Key, "can") || t.Key == "don't" || t.Key == "do not"):
			return r.plain(k, p.to)
		case t.Is(lexicon.If|lexicon.Never|lexicon.Polite) && k > i:
			return false
		}
	}
	return false
}

// noun: "broken lamps" is no statement, "cleaned the filters" is one.
func (r *reader) noun(k, to int) bool {
	return k+1 >= to ||
		!r.toks[k+1].Is(lexicon.Det|lexicon.Pronoun|lexicon.Me|lexicon.Prep|lexicon.Number|lexicon.Time) &&
			r.toks[k+1].Kind != token.Number && r.toks[k+1].Kind != token.Code && !r.toks[k+1].Cap
}

// plain reports whether a statement hides no order.
func (r *reader) plain(k, to int) bool {
	for j := k + 1; j < to; j++ {
		if r.toks[j].Is(lexicon.And|lexicon.Then) && r.orders(j+1) {
			return false
		}
	}
	return true
}

// subjectAt: the words before a form like "keeps" name one thing that does it.
func (r *reader) subjectAt(i, k int) bool {
	return !r.is(k-1, lexicon.Det|lexicon.Prep|lexicon.And|lexicon.Of) &&
		(r.toks[i].Is(lexicon.Det|lexicon.Subject) || r.toks[i].Cap)
}

// passive reads "should be locked", "must not be moved", "needs to be cleaned".
func (r *reader) passive(p piece, i, k int) bool {
	v := k + 1
	for v < p.to && (r.toks[v].Is(lexicon.Aux) || r.toks[v].Is(lexicon.Filler)) {
		v++
	}
	if v >= p.to {
		return false
	}
	if r.toks[v].Is(lexicon.Not | lexicon.Never) {
		r.refuse(i, p.to)
		r.push(Item{Forbidden: true, Said: r.said(i, p.to), span: r.Text.Between(i, p.to)})
		return true
	}
	e := r.toks[v].Entry
	if r.toks[v].Form != lexicon.Past && !r.toks[v].Is(lexicon.Past) || e == nil || e.Action == "" {
		return false
	}
	if strings.HasPrefix(r.key(k), "can") || strings.HasPrefix(r.key(k), "may") {
		if len(r.s.pending) == 0 && r.has(v, p.to, lexicon.If) < 0 {
			return false
		}
	}
	it := Item{
		Lemma:  e.Lemma,
		Action: e.Action,
		Said:   r.said(i, p.to),
		span:   r.Text.Between(p.from, p.to),
		object: r.Text.Between(i, k),
	}
	a := arguments{r: r, it: &it, verb: v, i: v + 1, to: r.withoutTail(v+1, p.to), start: -1}
	a.read()
	it.Target = r.Text.Of(it.object)
	r.add(it, lead{also: true}, p)
	return true
}

// toldHan: something done, something that somebody says or thinks, something that is.
func (r *reader) toldHan(i, to int) bool {
	_, ok := r.order(i, to)
	done := r.has(i, to, lexicon.Done) >= 0
	subject := r.toks[i].Is(lexicon.Subject|lexicon.Pronoun) && !r.toks[i].Is(lexicon.Det) ||
		r.toks[i].Is(lexicon.Time) && r.has(i, to, lexicon.Subject) >= 0
	ends := strings.HasSuffix(r.key(to-1), "了") || strings.HasSuffix(r.key(to-1), "过")
	switch {
	case r.has(i, to, lexicon.Polite|lexicon.Front|lexicon.Never) >= 0 && !done && !subject:
		return false
	case r.has(i, to, lexicon.Never|lexicon.Modal) > i && !done:
		return false
	case done && !ok,
		subject && !ok && r.has(i, to, lexicon.Report|lexicon.Aux|lexicon.Done|lexicon.Time|lexicon.Verb|lexicon.Weak) >= 0,
		ends && !ok && !r.toks[i].Is(lexicon.Verb|lexicon.Weak|lexicon.Forget),
		r.has(i+1, to, lexicon.Aux|lexicon.Report) > 0 && !ok && !r.mentions(i, to):
		return true
	}
	return false
}

// want reads "I need a table for four". What it wants done is plain only if the thing is new.
func (r *reader) want(p piece, l lead, i int) bool {
	if i+1 >= p.to || !r.s.han && r.toks[i+1].Base() && r.orders(i+1) {
		return false
	}
	if r.is(i+1, lexicon.Never|lexicon.Not) {
		return false
	}
	to := r.withoutTail(i+1, p.to)
	it := Item{
		Lemma:  "order",
		Action: intent.ActionOther,
		Said:   r.said(i, to),
		span:   r.Text.Between(p.from, p.to),
	}
	v := i
	a := arguments{r: r, it: &it, verb: v, i: i + 1, to: to, start: -1}
	a.read()
	it.Target = r.Text.Of(it.object)
	new := r.s.han || r.toks[i+1].Is(lexicon.Number) || r.toks[i+1].Kind == token.Number ||
		r.key(i+1) == "a" ||
		r.key(i+1) == "an" ||
		r.key(i+1) == "another" ||
		r.key(i+1) == "some"
	head := it.Target[strings.LastIndex(it.Target, " ")+1:]
	if cut, _, ok := strings.Cut(it.Target, " of "); ok {
		head = cut[strings.LastIndex(cut, " ")+1:]
	}
	switch {
	case !new:
		it.Action = ""
	case head == "list":
		it.Action = intent.ActionQuery
	case r.words.Find(strings.ToLower(head)).Has(lexicon.Made) || r.s.han && r.madeHan(it.Target):
		it.Action = intent.ActionGenerate
	}
	r.add(it, l, p)
	return true
}

// madeHan reports whether a Chinese name ends in something that is written.
func (r *reader) madeHan(target string) bool {
	c := []rune(target)
	for n := 1; n <= 3 && n <= len(c); n++ {
		if r.words.Find(string(c[len(c)-n:])).Has(lexicon.Made) {
			return true
		}
	}
	return false
}

// modifier reads a time, a place or a label by itself: it bounds the order before it, or the one that
// follows.
func (r *reader) modifier(p piece, i int) bool {
	if !r.toks[i].Is(lexicon.Time|lexicon.Prep) || r.mentions(i+1, p.to) || r.finite(i, p.to) ||
		r.has(i, p.to, lexicon.Never|lexicon.No) >= 0 {
		return false
	}
	text := r.said(i, p.to)
	switch {
	case r.lastOrder(true) != nil:
		r.need(text)
	case r.s.to > p.to:
		r.s.fronted = append(r.s.fronted, text)
	default:
		return false
	}
	return true
}

// fragment reads what is no clause: one that nothing accounts for is asked about.
func (r *reader) fragment(p piece, l lead, i int) {
	if r.s.aside && !l.polite || r.toks[i].Is(lexicon.Yes|lexicon.Resume) {
		return
	}
	if v, ok := r.misspelt(i, p.to); ok {
		r.toks[i].Entry = v
		r.request(p, l, order{verb: i})
		return
	}
	if r.toks[i].Kind == token.Quote && i+1 == p.to && r.last(false) != nil {
		r.need(r.said(i, p.to))
		return
	}
	r.unclear(i, p.to)
}

// misspelt finds the verb that an unknown first word is one slip away from, if there is only one.
func (r *reader) misspelt(i, to int) (*lexicon.Entry, bool) {
	t := r.toks[i]
	if t.Entry != nil || t.Kind != token.Word || t.Han || len(t.Key) < 5 ||
		!r.is(i+1, lexicon.Det|lexicon.Me|lexicon.Number) {
		return nil, false
	}
	var found *lexicon.Entry
	for _, near := range slips(t.Key) {
		if e := r.words.Find(near); e.Has(lexicon.Verb) && e.Lemma == near {
			if found != nil && found != e {
				return nil, false
			}
			found = e
		}
	}
	return found, found != nil && i+1 < to
}

// slips gives the words that one slip turns into this one: two letters changed over, one too many, one
// missing, one wrong.
func slips(word string) []string {
	var out []string
	const letters = "abcdefghijklmnopqrstuvwxyz"
	for k := range len(word) {
		if k+1 < len(word) && word[k] != word[k+1] {
			out = append(out, word[:k]+string(word[k+1])+string(word[k])+word[k+2:])
		}
		out = append(out, word[:k]+word[k+1:])
		for j := range len(letters) {
			out = append(out, word[:k]+letters[j:j+1]+word[k+1:], word[:k]+letters[j:j+1]+word[k:])
		}
	}
	return out
}
