package offline

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func spanOf(toks []token) span {
	if len(toks) == 0 {
		return span{}
	}
	return span{toks[0].start, toks[len(toks)-1].end}
}

var (
	self       = set("my our")
	selves     = set("i we i've we've")
	objects    = set("me us")
	consents   = listed("consents")
	consenting = listed("consenting")
	looking    = set("review reviewed see seen check checked look looked read verify verified decide decided")
	holds      = listed("holds")
	asking     = set("ask check consult confirm clear run verify")
)

// consent tells whether a clause makes something wait for the requester's own word.
func consent(toks []token) bool {
	if !hasAny(toks, consentWords) {
		return false
	}
	gated, heldAt, soonerAt := false, lastOf(toks, holds), lastOf(toks, sooner)
	for i, t := range toks {
		gated = gated || holds.has(t.word)
		switch {
		case self.has(t.word):
			if ownWord(toks[i:]) && heldAt >= 0 {
				return true
			}
		case selves.has(t.word) && gated && ownDeed(toks[i:]), objects.has(t.word) && asked(toks, i, soonerAt > i):
			return true
		case awaiting.has(t.word) && i < 3 && hasAny(toks[i:min(len(toks), i+5)], granted):
			return true
		}
	}
	return false
}

// lastOf gives the last place of one of the words, -1 for none.
func lastOf(toks []token, words bag) int {
	for i := len(toks) - 1; i >= 0; i-- {
		if words.has(toks[i].word) {
			return i
		}
	}
	return -1
}

func wordAt(toks []token, i int) string {
	if i < 0 || i >= len(toks) {
		return ""
	}
	return toks[i].word
}

// ownWord: "my approval", "my explicit approval".
func ownWord(toks []token) bool {
	return consents.has(wordAt(toks, 1)) || consents.has(wordAt(toks, 2)) && wordAt(toks, 1) != "new"
}

// ownDeed: "I confirm", "I have reviewed", "I tell you".
func ownDeed(toks []token) bool {
	k := 1
	if w := wordAt(toks, 1); w == "have" || w == "explicitly" {
		k = 2
	}
	w := wordAt(toks, k)
	return consenting.has(w) || looking.has(w) || w == "tell"
}

// asked: "ask me first", "check with me", "let me review it first".
func asked(toks []token, i int, sooner bool) bool {
	before := wordAt(toks, i-1)
	if before == "let" {
		next := wordAt(toks, i+1)
		return next == "confirm" || next == "approve" || looking.has(next) && sooner
	}
	return (asking.has(before) || asking.has(wordAt(toks, i-2))) && (sooner || before == "with")
}

var (
	awaiting     = set("wait hold await ask")
	consentWords = set("i i've we we've me us my our wait hold await ask")
	sooner       = set("first before beforehand")
	granted      = set("approval confirmation permission go-ahead sign-off consent authorization")
)

// approvalLead tells whether the words so far lead up to an approval, so that "before" and "until"
// after them belong to it.
func approvalLead(toks []token) bool {
	if len(toks) == 0 {
		return false
	}
	toks = toks[:min(len(toks), 12)]
	for i, t := range toks {
		if t.word == "wait" || t.word == "hold" || t.word == "await" {
			return i < 3
		}
		if objects.has(t.word) && i > 0 && (asking.has(toks[i-1].word) || toks[i-1].word == "let" ||
			i > 1 && asking.has(toks[i-2].word)) ||
			self.has(t.word) && i+1 < len(toks) && consents.has(toks[i+1].word) {
			return true
		}
	}
	return false
}

// approved reads a clause that makes intents wait for the requester's word.
func (r *reading) approved(toks []token, whole span) bool {
	kind := consent(toks)
	short := len(toks) <= 4 && hasAny(toks, objects) && hasAny(toks, asking)
	if !kind && !((r.beforehand || r.later != nil) && short) {
		return false
	}
	if r.forbidsOther(toks) {
		r.forbid(whole)
		return true
	}
	g := gate{true, r.cut(whole)}
	if r.later != nil && !kind {
		r.later.gates = append(r.later.gates, g)
		return true
	}
	v, target, all := gatedDeed(toks)
	switch {
	case v.lemma != "" && !all && len(r.items) == 0 && len(target) > 0 && !pronouns.has(target[0].word):
		r.await(g)
		r.ask(v.refine(target), whole, spanOf(target))
		r.pending = nil
	case all || v.lemma != "" && r.has(v.lemma), r.current() != nil:
		r.hold(g, v.lemma, all && !r.has(v.lemma))
	default:
		r.await(g)
	}
	r.doubted = false
	return true
}

// forbidsOther: "don't send it until I approve" forbids where nothing was asked to be sent.
func (r *reading) forbidsOther(toks []token) bool {
	h := headOf(toks)
	if h.marks&never == 0 {
		return false
	}
	deed, n := deedOf(append([]token{{word: "you"}}, toks[h.n:]...))
	return n > 0 && !proceeding.has(deed.lemma) && !r.has(deed.lemma)
}

func (r *reading) has(lemma string) bool {
	for _, it := range r.items {
		if !it.forbidden && sameDeed(it.verb.lemma, lemma) {
			return true
		}
	}
	return false
}

// gatedDeed finds what an approval stands before: "… before deleting anything".
func gatedDeed(toks []token) (v verb, target []token, all bool) {
	for i, t := range toks {
		if t.word != "before" && t.word != "to" && t.word != "without" {
			continue
		}
		if deed, n := deedOf(toks[i+1:]); n > 0 {
			target = trimTail(toks[i+1+n:])
			return deed, target, hasAny(target, set("anything any everything all each every either"))
		}
	}
	return verb{}, nil, false
}

// deedOf reads "you delete", "deleting", "you have deleted" at the beginning of toks.
func deedOf(toks []token) (v verb, n int) {
	for n < len(toks) && (subjectWords.has(toks[n].word) || strings.HasSuffix(toks[n].word, "ly")) {
		n++
	}
	if n == len(toks) {
		return verb{}, 0
	}
	v, vn := verbs().words(toks[n:])
	if vn > 0 && n == 0 && nounish.has(v.lemma) {
		vn = 0
	}
	if vn == 0 {
		v, vn = verbByForm(gerunds(), toks[n:])
	}
	if vn == 0 && n > 0 {
		v, vn = verbByForm(pasts(), toks[n:])
	}
	if vn == 0 {
		return verb{}, 0
	}
	return v, n + vn
}

// reasons open a clause that explains and asks for nothing.
var reasons = map[string]bool{
	"because": true, "although": true, "though": true, "while": true, "so that": true, "as": true, "since": true,
}

var subjectWords = set("you we you've you're have i'm actually are it's")

// subordinate reads a clause that a conjunction opens: an approval, a condition, a step of the
// sequence, a date.
func (r *reading) subordinate(word string, toks []token, lead bool) {
	whole := spanOf(toks)
	rest := toks[len(strings.Fields(word)):]
	switch {
	case reasons[word]:
		r.fact(rest)
		return
	case len(rest) == 0 || soft.has(rest[0].word), whens.has(word) && rest[0].word == "you" && len(rest) < 4:
		r.note(whole, false)
		return
	}
	if (r.beforehandClause(word, rest)) && lead {
		r.beforehand = true
		return
	}
	if consent(toks) {
		if r.approved(toks, whole); !lead && len(r.pending) > 0 {
			r.hold(r.pending[0], "", false)
			r.pending = nil
		}
		return
	}
	switch word {
	case "before", "prior to", "not before":
		r.before(rest, whole, lead)
	case "after", "once", "when", "upon", "as soon as", "only after", "only once", "only when":
		r.after(word, rest, whole, lead)
		r.name(rest)
	case "until", "till", "without", "subject to", "even if":
		r.note(whole, false)
	default:
		r.condition(whole, lead)
		r.name(rest)
	}
}

// name lets a pronoun stand for what a condition is about, where nothing was named before.
func (r *reading) name(condition []token) {
	if r.subject == "" {
		r.fact(condition)
	}
}

func (r *reading) beforehandClause(word string, rest []token) bool {
	if word != "before" {
		return false
	}
	v, n := deedOf(rest)
	return n > 0 && (n == len(rest) || proceeding.has(v.lemma) || pronouns.has(rest[n].word) || r.has(v.lemma))
}

var soft = listed("soft")

func (r *reading) condition(at span, lead bool) {
	g := gate{false, r.cut(at)}
	if it := r.current(); it != nil && !lead {
		it.gates = append(it.gates, g)
		r.lastGates = []gate{g}
		return
	}
	r.await(g)
	r.held = at
}

// before: "before deleting X, do Y" asks for both, Y first; "before Friday" is a date.
func (r *reading) before(rest []token, whole span, lead bool) {
	v, n := deedOf(rest)
	target := trimTail(rest[n:])
	switch {
	case n == 0:
		r.note(whole, false)
	case r.has(v.lemma):
		r.note(whole, false)
	case len(target) == 0 || pronouns.has(target[0].word) && r.subject == "":
		r.note(whole, false)
	case lead:
		r.later = &item{verb: v.refine(target), clause: spanOf(rest), target: r.cut(spanOf(target)),
			said: r.cut(spanOf(rest))}
	default:
		r.then = true
		r.ask(v.refine(target), spanOf(rest), spanOf(target))
	}
}

// after: "after checking X, do Y" asks for both in that order; "after the checks pass" is a condition.
func (r *reading) after(word string, rest []token, whole span, lead bool) {
	if timely(rest[0].word) || clockWords.has(rest[0].word) {
		r.note(whole, false)
		return
	}
	v, n := deedOf(rest)
	target := trimTail(rest[n:])
	if n == 0 || len(target) == 0 || pronouns.has(target[0].word) || r.has(v.lemma) {
		r.condition(whole, lead)
		return
	}
	step := item{verb: v.refine(target), clause: spanOf(rest), target: r.cut(spanOf(target)),
		said: r.cut(spanOf(rest))}
	it := r.current()
	if lead || it == nil {
		r.add(step)
		r.then = true
		return
	}
	moved := *it
	r.items = r.items[:len(r.items)-1]
	r.add(step)
	moved.reqs = append(moved.reqs, r.w.after(step.said))
	r.items = append(r.items, moved)
}

var clockWords = set("lunch breakfast dinner work hours midnight noon tomorrow today that this which")

// otherwise reads the other branch of a condition.
func (r *reading) otherwise(toks []token, h head, s segment) {
	text := r.cut(spanOf(toks[:h.n]))
	if len(r.lastGates) > 0 {
		text = r.w.unless(text, r.lastGates[0].text)
	}
	r.await(gate{false, text})
	if h.n < len(toks) {
		r.clause(toks[h.n:], s)
	}
}

// fact remembers what a statement is about; it asks for nothing.
func (r *reading) fact(toks []token) {
	for i, t := range toks {
		if finite.has(t.word) && i > 0 {
			if !subjects.has(toks[0].word) {
				r.subject = r.cut(spanOf(toks[:i]))
			}
			return
		}
	}
	for i, t := range toks {
		if hasDigit(t.word) || t.word[0] == mask {
			r.subject = r.cut(spanOf(toks[max(0, i-1) : i+1]))
			return
		}
	}
	if len(toks) > 1 && articles.has(toks[0].word) {
		r.subject = r.cut(spanOf(toks[:2]))
	}
}

// affirms reads a clause that says nothing but yes.
func (r *reading) affirms(toks []token) bool {
	var marks opening
	for i := 0; i < len(toks); {
		kind, n := affirmations().words(toks[i:])
		if n == 0 || i > 12 {
			return false
		}
		marks |= kind
		i += n
	}
	if marks&(polite|then|also) == 0 {
		return false
	}
	r.affirmed = true
	if prev := r.lastIntent(); prev != nil {
		prev.gates = append(prev.gates, r.pending...)
		r.pending, r.then = nil, false
	} else if marks&then != 0 {
		r.goAhead = r.cut(spanOf(toks))
	}
	return true
}

// wanted reads "I need a summary", "I want X deleted", "give me the status".
func (r *reading) wanted(h head, toks []token, whole span) {
	rest := trimTail(toks[h.n:])
	if len(rest) == 0 {
		return
	}
	last := rest[len(rest)-1:]
	if v, n := verbByForm(pasts(), last); n > 0 && len(rest) > 1 && !made.has(last[0].word) {
		rest = rest[:len(rest)-1]
		if k := len(rest) - 1; k > 0 && rest[k].word == "be" && rest[k-1].word == "to" {
			rest = rest[:k-1]
		}
		r.ask(v.refine(rest), whole, spanOf(rest), r.limits(rest)...)
		return
	}
	action := nounAction(rest[:min(len(rest), 8)])
	by := toks[h.n-1].word
	switch {
	case action != "":
	case by == "me" || by == "get":
		action = intent.ActionQuery
	case hasAny(rest, set("that you if")) || subjects.has(rest[0].word):
		return
	case hasAny(rest[:min(len(rest), 6)], knowable):
		action = intent.ActionQuery
	default:
		action = intent.ActionOther
	}
	r.ask(verb{by, action}.refine(rest), whole, spanOf(rest), r.limits(rest)...)
}

var knowable = listed("knowable")

// rule reads a constraint: "keep it short", "spend at most 500 in total", "wait for the build".
func (r *reading) rule(toks []token, at int, whole span) {
	switch {
	case forbidding(toks):
		r.forbid(whole)
	case toks[at].word == "wait":
		r.await(gate{false, r.cut(whole)})
	default:
		r.note(whole, hasAny(toks, overall))
	}
}

var overall = set("total overall altogether budget combined everything throughout all always entire")
