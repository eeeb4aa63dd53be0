package clause

import (
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// arguments reads what follows the verb of an order: its object, then what bounds it. The object needs
// no words of the lists; but words that cannot be part of one make the clause unclear.
type arguments struct {
	r       *reader
	it      *Item
	verb    int
	i, to   int
	start   int  // where the running piece begins, -1 between pieces
	bound   bool // the running piece bounds the order, it is not its object
	tied    bool // prepositions belong to the running piece: "orders placed in March"
	receive bool // the running piece may turn out to be a receiver: "send Ana the report"
	nouns   int  // words of the running piece that name something
}

func (a *arguments) read() {
	if v := a.r.toks[a.verb]; v.Han && v.Form == lexicon.Open {
		a.open(a.verb, true)
	}
	if a.r.toks[a.verb].Is(lexicon.Say) {
		a.say()
	}
	for a.i < a.to {
		a.step()
	}
	a.close(a.to)
}

func (a *arguments) open(at int, bound bool) { a.start, a.bound, a.tied, a.nouns = at, bound, false, 0 }

// close ends the running piece before token end.
func (a *arguments) close(end int) {
	if a.start < 0 || a.start >= end {
		return
	}
	s := a.r.Text.Between(a.start, end)
	switch {
	case a.bound || a.it.object.End > 0:
		a.it.Needs = append(a.it.Needs, a.r.Text.Of(s))
	default:
		a.it.object = s
	}
	a.start = -1
}

// step reads one word.
func (a *arguments) step() {
	r, t := a.r, a.r.toks[a.i]
	switch {
	case t.Kind == token.Mark && !t.Is(lexicon.And), t.Is(lexicon.And | lexicon.Or):
		a.join(t)
	case t.Is(lexicon.Except|lexicon.Not|lexicon.No) && !(r.s.han && t.Is(lexicon.No)),
		t.Is(lexicon.But) && a.all():
		a.rest()
	case t.Is(lexicon.Never|lexicon.But|lexicon.Else|lexicon.Chat|lexicon.Wrong) && !t.Is(lexicon.Tail):
		a.lost()
	case t.Key == "back" && a.start >= 0 && a.i+1 < a.to && a.r.toks[a.i+1].Is(lexicon.Prep):
		a.close(a.i)
		a.i++
	case a.clausal(t):
		a.remainder()
	case !r.s.han && a.turnsTo(t):
	case t.Is(lexicon.Prep) && !(t.Han && t.Base() && a.start < 0):
		a.preposition()
	case a.time(t):
		a.close(a.i)
		a.open(a.i, true)
		a.i++
		for a.i < a.to && r.toks[a.i].Is(lexicon.Time|lexicon.Number) {
			a.i++
		}
		a.close(a.i)
	case a.second(t):
	default:
		a.word(t)
	}
}

// word adds a word to the running piece, or finds that it cannot be part of one.
func (a *arguments) word(t token.Token) {
	r := a.r
	switch {
	case !r.s.han && (t.Is(lexicon.Aux|lexicon.Modal) && !t.Is(lexicon.Det)),
		!r.s.han && t.Base() && !t.Is(lexicon.Nounish) && !r.is(a.i-1, lexicon.Prep|lexicon.Det) && t.Kind == token.Word,
		t.Is(lexicon.Polite) && !t.Is(lexicon.Number|lexicon.Tail) && t.Kind == token.Word && !(r.s.han && t.Is(lexicon.Rule)),
		r.s.han && t.Base() && t.Form == 0 && a.nouns > 0 && (r.is(a.i+1, lexicon.Det|lexicon.Pronoun|lexicon.Subject) || r.is(a.i, lexicon.Say)):
		a.lost()
		return
	}
	if a.start < 0 {
		a.open(a.i, false)
		a.receive = r.toks[a.verb].Is(lexicon.Pair)
	}
	if !t.Is(lexicon.Det) || t.Is(lexicon.Pronoun) {
		a.nouns++
	}
	if !r.s.han && a.nouns > 0 && (t.Form == lexicon.Past || t.Form == lexicon.Ing) {
		a.tied = true
	}
	a.i++
}

// all reports whether the object so far is all of something, so that "but" excludes.
func (a *arguments) all() bool {
	if a.start < 0 {
		return false
	}
	for _, t := range a.r.toks[a.start:a.i] {
		switch t.Key {
		case "all",
			"every",
			"everyone",
			"everybody",
			"everything",
			"any",
			"anything",
			"each",
			"all the",
			"all of the",
			"anyone",
			"nothing",
			"所有",
			"全部":
			return true
		}
	}
	return false
}

// rest makes what follows a bound: "except …", "not by air but by sea", "instead of …".
func (a *arguments) rest() {
	a.close(a.i)
	end := a.i + 1
	for end < a.to && !a.r.toks[end].Is(lexicon.That) && !(a.r.toks[end].Is(lexicon.And) && a.r.orders(end+1)) {
		end++
	}
	if !a.r.toks[a.i].Is(lexicon.Not) {
		a.r.refuse(a.i, a.to)
	} else if but := a.r.has(a.i, a.to, lexicon.But); but > 0 {
		a.r.refuse(a.i, but)
	} else {
		a.r.refuse(a.i, a.to)
	}
	a.open(a.i, true)
	a.i = a.to
	a.close(a.to)
}

// lost asks about the words from here on.
func (a *arguments) lost() {
	a.close(a.i)
	a.it.Unclear = append(a.it.Unclear, a.r.said(a.i, a.to))
	if a.it.object.End == 0 {
		a.it.object = a.r.Text.Between(a.i, a.to)
	}
	a.i = a.to
}

// clausal reports whether a clause begins here that belongs to the object: "the file that Ana sent",
// "the file I sent", "why it failed", "how many are left".
func (a *arguments) clausal(t token.Token) bool {
	r := a.r
	if r.s.han {
		return a.start < 0 && t.Is(lexicon.Question|lexicon.Why) ||
			r.looksUpAt(a.verb) && t.Is(lexicon.Question|lexicon.Why)
	}
	if t.Is(lexicon.That|lexicon.Question|lexicon.Why) && !t.Is(lexicon.Det) {
		return true
	}
	if t.Key == "that" || t.Key == "if" {
		return a.nouns > 0 &&
			(r.is(a.i+1, lexicon.Aux|lexicon.Subject|lexicon.Det) || r.is(a.i+1, lexicon.Verb)) ||
			a.start < 0 && (t.Key == "if" || r.is(a.i+1, lexicon.Det|lexicon.Subject))
	}
	return a.nouns > 0 && t.Is(lexicon.Subject) && !t.Is(lexicon.Pronoun|lexicon.Det|lexicon.Time)
}

// remainder takes the rest of the clause into the running piece.
func (a *arguments) remainder() {
	if a.start < 0 {
		a.open(a.i, false)
	}
	a.i = a.to
	a.close(a.to)
}

// join reads "and", "or" and the commas of a list.
func (a *arguments) join(t token.Token) {
	if t.Is(lexicon.Or) && a.it.Action == intent.ActionDelete {
		a.lost()
		return
	}
	if a.r.s.han && a.i+2 < a.to && a.start >= 0 && a.r.toks[a.i+1].Base() &&
		!a.r.toks[a.i+1].Is(lexicon.Weak) &&
		!a.r.is(a.i+2, lexicon.Of|lexicon.And) &&
		t.Key != "、" {
		a.lost()
		return
	}
	if a.i+1 < a.to && a.start >= 0 && !a.r.s.han {
		next := a.r.toks[a.i+1]
		if next.Base() && !next.Is(lexicon.Nounish) || next.Base() && a.i+2 < a.to && !next.Cap &&
			!a.r.is(a.i+2, lexicon.Of|lexicon.And|lexicon.Or) && a.r.toks[a.i+2].Kind != token.Mark ||
			next.Name() && next.Kind == token.Word && a.r.is(a.i+2, lexicon.Det|lexicon.Pronoun) &&
				!next.Cap {
			a.lost()
			return
		}
	}
	if a.start < 0 {
		a.open(a.i, true)
	}
	a.nouns = 0
	a.i++
}

// turnsTo reads the particle of a verb that stands behind the object: "turn the lamp off", "let Ana
// know".
func (a *arguments) turnsTo(t token.Token) bool {
	e := a.r.words.Find(a.it.Lemma + " " + t.Key)
	if !e.Has(lexicon.Verb) || a.i == a.verb+1 && !t.Is(lexicon.Prep) {
		return false
	}
	next := a.i + 1
	if t.Is(lexicon.Prep) && next < a.to &&
		!a.r.toks[next].Is(lexicon.Time|lexicon.Prep|lexicon.And|lexicon.Tail) {
		return false
	}
	a.close(a.i)
	a.it.Lemma, a.it.Action = e.Lemma, e.Action
	a.i = next
	return true
}

// preposition opens a bound, or goes on with the object where the act is about its contents.
func (a *arguments) preposition() {
	r, t := a.r, a.r.toks[a.i]
	stays := a.tied || t.Is(lexicon.Of) || a.start >= 0 && !a.bound && !r.timed(a.i+1) && a.contents(t.Key) ||
		a.start == a.i-1 && a.bound &&
			r.toks[a.i-1].Is(
				lexicon.Prep,
			) || a.nouns > 0 && (t.Key == "than" || t.Key == "per" || t.Key == "x")
	if !r.s.han && a.start < 0 && a.i == a.verb+1 && t.Key != "to" && !r.timed(a.i+1) && a.contents(t.Key) {
		stays = true
		a.open(a.i, false)
	}
	if !stays {
		a.close(a.i)
		a.open(a.i, true)
	}
	a.i++
	if t.Key == "to" && a.i < a.to && r.toks[a.i].Base() && !r.toks[a.i].Is(lexicon.Nounish) {
		a.remainder()
	}
}

// contents reports whether a preposition tells what the object holds, for acts that look at it.
func (a *arguments) contents(word string) bool {
	switch word {
	case "about",
		"on",
		"in",
		"from",
		"between",
		"for",
		"under",
		"over",
		"at",
		"regarding",
		"against",
		"like",
		"around",
		"near",
		"during":
	default:
		return false
	}
	switch a.it.Action {
	case intent.ActionQuery, intent.ActionAnalyze, intent.ActionGenerate, intent.ActionDelete:
		return true
	}
	return false
}

// time reports whether a time stands here by itself, not as part of a name: "the Thursday class".
func (a *arguments) time(t token.Token) bool {
	if !t.Is(lexicon.Time) || t.Base() && a.start < 0 {
		return false
	}
	if a.r.s.han || a.r.is(a.i-1, lexicon.Number) || a.i > 0 && a.r.toks[a.i-1].Kind == token.Number {
		return false
	}
	if a.r.is(a.i-1, lexicon.Det|lexicon.Prep|lexicon.Of) || a.start < 0 && a.i == a.verb+1 {
		return false
	}
	if next := a.i + 1; next < a.to && a.r.toks[next].Kind == token.Word {
		return a.r.toks[next].Is(
			lexicon.Prep | lexicon.Time | lexicon.And | lexicon.Or | lexicon.Tail | lexicon.That | lexicon.Number | lexicon.Except | lexicon.Not,
		)
	}
	return true
}

// second reads the object behind a receiver: "send Ana the report", 寄给王总一份样品.
func (a *arguments) second(t token.Token) bool {
	r := a.r
	begins := t.Is(lexicon.Det) || t.Is(lexicon.Number) || t.Kind == token.Number && r.s.han
	if !begins || a.start < 0 || a.nouns == 0 ||
		r.is(a.i-1, lexicon.Prep|lexicon.Det|lexicon.And|lexicon.Or|lexicon.Of|lexicon.Number) &&
			!r.is(a.i-1, lexicon.Pronoun|lexicon.Me) ||
		r.mark(a.i-1, ",") {
		return false
	}
	switch {
	case r.s.han && a.bound && a.it.object.End == 0:
		a.close(a.i)
	case !r.s.han && a.receive && a.it.object.End == 0 && !a.bound:
		a.it.Needs = append(a.it.Needs, r.said(a.start, a.i))
		a.start = -1
	case r.s.han, t.Key == "each", t.Key == "all", t.Key == "both", t.Is(lexicon.Number):
		return false
	default:
		a.lost()
		return true
	}
	a.open(a.i, false)
	a.i++
	return true
}

// say reads who is told or asked; what comes after is said, whatever it is.
func (a *arguments) say() {
	r := a.r
	from := a.i
	for a.i < a.to && !a.endsReceiver(from) {
		a.i++
	}
	if a.i == from {
		return
	}
	if e := r.toks[from]; a.i == from+1 && e.Is(lexicon.Me) &&
		(a.it.Lemma == "tell" || a.it.Lemma == "告诉" || a.it.Lemma == "告知") {
		a.it.Action = intent.ActionQuery // "tell me" asks
		return
	}
	a.it.object = r.Text.Between(from, a.i)
	if a.i == a.to {
		return
	}
	a.it.told = r.toks[a.i].Key == "to" || r.s.han
	if t := r.toks[a.i]; t.Is(lexicon.Prep) && t.Key != "to" && t.Key != "about" ||
		r.is(a.i, lexicon.Time) && a.i+1 == a.to ||
		a.it.Lemma == "let" {
		return
	}
	a.it.Needs = append(a.it.Needs, r.said(a.i, a.to))
	a.i = a.to
}

func (a *arguments) endsReceiver(from int) bool {
	r, t := a.r, a.r.toks[a.i]
	if r.s.han {
		return a.i > from &&
			(r.toks[a.i-1].Is(lexicon.Pronoun|lexicon.Subject) && !t.Is(lexicon.Of|lexicon.And) ||
				t.Base() && !t.Is(lexicon.Weak) || t.Is(lexicon.Time|lexicon.Done|lexicon.Aux|lexicon.Prep|lexicon.Never) ||
				t.Is(lexicon.Subject) && !r.toks[a.i-1].Is(lexicon.Det)) ||
			t.Is(lexicon.Except|lexicon.Not)
	}
	if a.i == from+1 && r.toks[from].Is(lexicon.Me) && !t.Is(lexicon.And|lexicon.Or) {
		return true
	}
	if t.Is(lexicon.Det) && a.i > from && a.r.toks[a.i-1].Name() && a.r.toks[a.verb].Is(lexicon.Pair) {
		return true
	}
	return t.Is(lexicon.Prep|lexicon.That|lexicon.Question|lexicon.Why|lexicon.Except|lexicon.Not|lexicon.But|lexicon.If) && !t.Is(lexicon.Of|lexicon.Det) ||
		t.Kind == token.Mark && t.Key == ":" ||
		t.Key == "that" ||
		t.Kind == token.Quote ||
		t.Key == "know" ||
		t.Is(lexicon.Time) && !r.is(a.i-1, lexicon.Det) ||
		t.Is(lexicon.Subject) && a.i > from && !t.Is(lexicon.Det|lexicon.Pronoun) && !r.is(a.i, lexicon.Filler)
}
