package offline

import "strings"

// opening says what the first words of a clause make of the rest.
type opening uint16

const (
	filler   opening = 1 << iota
	polite           // a request follows
	then             // after what was asked before
	first            // before what follows
	never            // negated: a prohibition
	chat             // thanks, greetings: nothing is asked
	story            // wishes, plans, reports of others: nothing is asked
	wrong            // takes back what was said before
	doubt            // does so where a replacement follows
	forget           // takes it back for good
	wanting          // a thing is asked for, not a deed
	rule             // a constraint
	supposed         // a supposition
	also             // in addition
	needless         // need not: a scope, no prohibition
	other            // the other branch of a condition
)

// head is what stands at the beginning of a clause.
type head struct {
	marks opening
	n     int // tokens of the opening
	verb  verb
	vn    int  // tokens of the verb, 0 without one
	ing   bool // the verb is a gerund
}

const stops = never | chat | story | wrong | doubt | forget | wanting | rule | supposed | needless | other

// headOf reads the opening words, up to the first that decides, and the verb after them.
func headOf(toks []token) (h head) {
	for range 8 {
		kind, n := openers().words(toks[h.n:])
		if n == 0 && h.n < len(toks)-1 && strings.HasSuffix(toks[h.n].word, "ly") && !known(toks[h.n].word) {
			kind, n = filler, 1
		}
		if v, vn := verbs().words(toks[h.n:]); vn > n || vn == n && n > 0 && kind&(filler|rule|wanting) != 0 &&
			v.lemma != "keep" {
			break
		}
		if n == 0 {
			break
		}
		h.marks |= kind
		h.n += n
		if kind&stops != 0 {
			return h
		}
	}
	h.verb, h.vn = verbAt(toks[h.n:])
	if h.vn == 0 && h.n < len(toks) {
		h.verb, h.vn = verbByForm(gerunds(), toks[h.n:])
		h.ing = h.vn > 0
	}
	return h
}

// verbAt reads a verb in its plain form: a listed one, one with "re" before it, or one that holds its
// object before its particle ("shut the pump down").
func verbAt(toks []token) (verb, int) {
	v, n := verbs().words(toks)
	if n > 0 || len(toks) == 0 {
		return v, n
	}
	if again, ok := strings.CutPrefix(toks[0].word, "re"); ok && len(again) > 2 {
		if v, n = verbs().words([]token{{word: strings.TrimPrefix(again, "-")}}); n > 0 {
			return v, n
		}
	}
	return separable(toks[:min(len(toks), 12)], toks[min(len(toks), 1):])
}

func known(word string) bool { return len(verbs()[word]) > 0 || gerunds()[word] != "" }

// verbByForm reads a verb in an inflected form.
func verbByForm(table map[string]string, toks []token) (verb, int) {
	plain, ok := table[toks[0].word]
	if !ok {
		return verb{}, 0
	}
	probe := append([]token{{word: plain}}, toks[1:min(len(toks), 6)]...)
	return verbs().words(probe)
}

var (
	finite      = listed("finite")
	relatives   = set("that which who whether if where what why how when whose because")
	determiners = listed("determiners")
	aux         = listed("aux")
	wh          = set("what which who whom whose where when why how what's who's where's how's")
)

// asks tells whether a clause with this head requests a deed. A verb that is as often a noun must look
// like a verb: "order 12 is late" reports, "order 12 pens" asks.
func (h head) asks(toks []token) bool {
	if h.vn == 0 || h.marks&stops != 0 {
		return false
	}
	rest := toks[h.n+h.vn:]
	if h.ing {
		return h.marks&polite != 0
	}
	if h.marks&polite != 0 || len(rest) == 0 {
		return true
	}
	if !nounish.has(h.verb.lemma) || determiners.has(rest[0].word) {
		return true
	}
	for i, t := range rest[:min(len(rest), 40)] { // the subject of a report is not longer
		if relatives.has(t.word) {
			break
		}
		if finite.has(t.word) && !(i > 0 && relatives.has(rest[i-1].word)) {
			return false
		}
	}
	return true
}

// joins tells whether toks, which follow "and" or the like, begin a clause of their own.
func joins(toks []token, before head) bool {
	if len(toks) == 0 {
		return false
	}
	h := headOf(toks)
	if h.marks&(polite|then|never|wrong|forget|other|needless) != 0 || subordinator(toks) != "" {
		return h.asks(toks) || h.marks&stops != 0 || subordinator(toks) != ""
	}
	if before.vn == 0 && before.marks&rule == 0 || before.marks&(never|story|wanting) != 0 {
		return h.marks&first != 0 && h.asks(toks)
	}
	if h.marks&rule != 0 {
		return toks[h.n-1].word != "only" && len(toks) > h.n
	}
	return h.asks(toks) && h.objective(toks, before)
}

// objective tells whether a verb after "and" has an object of its own, so that it is no noun of a list.
func (h head) objective(toks []token, before head) bool {
	if !nounish.has(h.verb.lemma) || h.marks&also != 0 {
		return true
	}
	if h.n+h.vn == len(toks) {
		return before.n+before.vn > 0 && len(toks) == 1 && !nounish.has(toks[0].word)
	}
	object := toks[h.n+h.vn]
	next := object.word
	return determiners.has(next) || prepositions.has(next) || hasDigit(next) || next[0] == mask ||
		plural(next) || object.cap && people.has(h.verb.lemma) || known(toks[h.n].word) && h.vn > 1
}

func plural(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") &&
		!strings.HasSuffix(w, "us") && gerunds()[w] == ""
}

// heralds: who is to be told when something happens, is not told when it did.
var heralds = set("ping notify alert call email text message warn")

// people: verbs whose object is often a bare name.
var people = set("email e-mail mail call text message contact address")

// subordinator gives the conjunction that toks begin with, "" for none.
func subordinator(toks []token) string {
	if _, n := subordinators().words(toks); n > 0 {
		words := make([]string, n)
		for i := range words {
			words[i] = toks[i].word
		}
		return strings.Join(words, " ")
	}
	return ""
}

// takesClause: after these words "if" and "when" open an object, not a condition.
var takesClause = listed("takesClause")

var (
	// seldom are conjunctions that open a clause only where the requester's word follows, never not at all.
	seldom    = set("upon without pending with")
	nearly    = set("as while since though although")
	often     = set("a per every")
	inquiring = set("what how why whether")
	whens     = set("if when whenever")
)

// opensClause tells whether the conjunction at i opens a clause that is to be read by itself.
func opensClause(toks []token, i, from int, h head) bool {
	word := subordinator(toks[i:])
	first, _, _ := strings.Cut(word, " ")
	switch {
	case word == "", i == from, h.marks&(never|story|chat|supposed) != 0, nearly.has(word), word == "so that":
		return false
	case heralded(toks, i):
		return true // "ping me when it is done" waits for it
	case word == "once" && i+1 < len(toks) && often.has(toks[i+1].word):
		return false
	case seldom.has(first), word == "subject to", word == "only with":
		return consent(toks[i:min(len(toks), i+6)])
	case approvalLead(toks[from:i]), whens.has(word) && objectClause(toks, i, from):
		return false
	case h.vn == 0 && h.marks&(rule|wanting) == 0:
		return word == "if" && h.marks&wrong != 0
	}
	return len(toks) > i+1
}

func heralded(toks []token, i int) bool {
	return i > 1 && whens.has(toks[i].word) && toks[i-1].word == "me" && heralds.has(toks[i-2].word)
}

// objectClause: "if" and "when" after some words say what is asked about, and set no condition.
func objectClause(toks []token, i, from int) bool {
	return takesClause.has(toks[i-1].word) || hasAny(toks[max(from, i-12):i], inquiring)
}

// english reads one segment: it splits it into clauses and reads each.
func (r *reading) english(s segment) {
	toks := r.toks[s.tf:s.tt]
	if n := len(toks); n > 1 && (toks[n-1].word == "and" || toks[n-1].word == "but") {
		defer func() { r.dangling = true }()
		toks = toks[:n-1]
	}
	for from := 0; from < len(toks); {
		h := headOf(toks[from:])
		sub := h.marks == 0 && subordinator(toks[from:]) != ""
		to := from + max(1, h.n)
		for ; to < len(toks); to++ {
			if r.boundary(toks, to, from, h, sub) {
				break
			}
		}
		r.clause(toks[from:to], s)
		from = to
	}
}

// boundary tells whether a new clause begins at token i.
func (r *reading) boundary(toks []token, i, from int, h head, sub bool) bool {
	w, prev := toks[i].word, toks[i-1].word
	colon := strings.Contains(r.scan[toks[i-1].end:toks[i].start], ":")
	next := wordAt(toks, i+1)
	switch {
	case colon && (wh.has(w) || headOf(toks[i:]).asks(toks[i:])), w == "otherwise":
		return true
	case joining.has(w), w == "or" && next == "else":
		if sub {
			h.vn = 1
		}
		return prev != "and" && joins(toks[i+1:], h)
	case w == "but":
		return !excepting.has(prev) && next != "" && next != "not"
	case w == "then":
		return prev != "and" && prev != "but"
	case w == "no":
		return next == "wait"
	case turning.has(w):
		hh := headOf(toks[i:])
		return prev != "and" && h.n < i-from && hh.marks&stops == 0 && hh.asks(toks[i:])
	case sub:
		return i-from > 2 && beginsOrder(toks, i)
	}
	return opensClause(toks, i, from, h)
}

var (
	joining   = set("and & plus")
	excepting = set("all everything anything nothing none")
	turning   = set("instead please actually sorry")
)

// beginsOrder: a condition without a comma ends where an order begins ("once it is green deploy the app").
func beginsOrder(toks []token, i int) bool {
	v, n := verbs().words(toks[i:])
	if n == 0 || nounish.has(v.lemma) || i+n >= len(toks) {
		return false
	}
	before, after := toks[i-1].word, toks[i+n].word
	return !finite.has(before) && !subjects.has(before) && !plural(before) && !determiners.has(before) &&
		(determiners.has(after) || prepositions.has(after) || hasDigit(after))
}

var subjects = listed("subjects")

// clause reads one clause.
func (r *reading) clause(toks []token, s segment) {
	toks, lead := r.withoutLead(toks)
	whole := spanOf(toks)
	word, h := subordinator(toks), headOf(toks)
	asked := wh.has(word) && s.question && aux.has(wordAt(toks, 1))
	if word != "" && !asked && h.marks&(then|filler) == 0 {
		r.subordinate(word, toks, lead || r.current() == nil)
		return
	}
	if h.marks&then != 0 && len(r.items) > 0 {
		r.then = true
	}
	if h.opens("wait", toks) && !waiting.has(wordAt(toks, h.n)) {
		h.marks = doubt
	}
	switch {
	case h.marks&(story|chat) == 0 && r.approved(toks, whole):
	case r.replacing(h.marks):
		r.correct(head{marks: doubt}, toks, s)
	case h.opens("only", toks) && headOf(toks[h.n:]).asks(toks[h.n:]):
		r.clause(toks[h.n:], s)
	case r.byOpening(h.marks, whole, acts{
		correct:   func() { r.correct(h, toks[h.n:], s) },
		forbid:    func() { r.forbidDeed(h, toks, whole) },
		otherwise: func() { r.otherwise(toks, h, s) },
		story:     func() { r.fact(toks) },
	}):
	case r.affirms(toks):
	default:
		r.plain(h, toks, s, whole)
	}
}

// plain reads a clause that no opening settles.
func (r *reading) plain(h head, toks []token, s segment, whole span) {
	switch {
	case h.marks&wanting != 0:
		r.wanted(h, toks, whole)
	case h.asks(toks):
		r.order(h, toks, whole)
	case h.marks&rule != 0:
		r.rule(toks, h.n-1, whole)
	default:
		r.statement(h, toks, s, whole)
	}
}

// withoutLead drops the words that join a clause to the one before; it tells whether there were any.
func (r *reading) withoutLead(toks []token) (rest []token, lead bool) {
	lead, r.dangling = r.dangling, false
	for len(toks) > 1 && leading.has(toks[0].word) {
		r.then = r.then || toks[0].word == "then" && len(r.items) > 0 && len(r.pending) == 0
		toks, lead = toks[1:], true
	}
	return toks, lead
}

// opens tells whether a constraint begins with that word.
func (h head) opens(word string, toks []token) bool {
	return h.marks&rule != 0 && toks[h.n-1].word == word
}

// forbidDeed adds a prohibition; what it protects may be meant by a later "it".
func (r *reading) forbidDeed(h head, toks []token, whole span) {
	r.forbid(whole)
	if _, n := deedOf(append([]token{{word: "you"}}, toks[h.n:]...)); n > 1 && h.n+n-1 < len(toks) {
		r.subject = r.cut(spanOf(trimTail(toks[h.n+n-1:])))
	}
}

var (
	leading = set("and but then so now")
	waiting = set("for until till on")
)

// order adds the intent that a request verb names.
func (r *reading) order(h head, toks []token, whole span) {
	rest := trimTail(toks[h.n+h.vn:])
	if n := len(toks); toks[n-1].word == "instead" && len(r.items) > 0 && !r.items[len(r.items)-1].forbidden {
		r.takeBack()
	}
	if v, n := separable(toks[h.n:], rest); h.vn == 1 && n > 0 {
		h.verb = v
		rest = withoutParticle(rest, v)
	}
	v := h.verb
	if h.verb.action != "" || v.lemma == "do" {
		v = v.refine(rest)
	}
	if v.lemma == "do" {
		v = r.doing(rest)
	}
	target := spanOf(rest)
	r.ask(v, span{toks[h.n].start, whole.end}, target, r.limits(rest)...)
}

// doing: "do the same for B" repeats the deed asked for before; "do an analysis" names it by a noun.
func (r *reading) doing(rest []token) verb {
	if prev := r.lastIntent(); prev != nil && len(rest) > 1 && rest[0].word == "the" && rest[1].word == "same" {
		return prev.verb
	}
	return verb{"do", nounAction(rest[:min(len(rest), 6)])}
}

// separable finds a verb whose particle stands behind its object.
func separable(toks, rest []token) (verb, int) {
	if particles[toks[0].word] == "" || len(rest) < 2 {
		return verb{}, 0
	}
	for _, p := range strings.Fields(particles[toks[0].word]) {
		if rest[len(rest)-1].word == p || rest[1].word == p {
			v, n := verbs().words([]token{{word: toks[0].word}, {word: p}})
			return v, n / 2
		}
	}
	return verb{}, 0
}

func withoutParticle(rest []token, v verb) []token {
	if last := rest[len(rest)-1].word; strings.HasSuffix(v.lemma, " "+last) {
		return rest[:len(rest)-1]
	}
	return rest
}

func wordSets(entries []string) [][]string {
	var out [][]string
	for _, item := range entries {
		out = append(out, strings.Fields(item))
	}
	return out
}

// trimTail drops courtesies behind the object.
func trimTail(toks []token) []token {
again:
	for range 4 {
		for _, tail := range tails() {
			if k := len(toks) - len(tail); k >= 0 && startsWith(toks[k:], tail) && (k > 0 || len(tail) > 1 ||
				tail[0] != "first") {
				toks = toks[:k]
				continue again
			}
		}
		break
	}
	return toks
}

// limits finds the constraints inside an object: exceptions, bounds, deadlines, languages, frequency.
func (r *reading) limits(toks []token) []string {
	var out []string
	from := -1
	flush := func(to int) {
		if from >= 0 && to > from {
			out = append(out, r.cut(span{toks[from].start, toks[to-1].end}))
		}
		from = -1
	}
	for i := range toks {
		if len(out) > 8 {
			break
		}
		if limiting(toks[i:]) && !(from >= 0 && i-from < 2) {
			flush(i)
			from = i
		}
	}
	flush(len(toks))
	return out
}

func limiting(toks []token) bool {
	next := ""
	if len(toks) > 1 {
		next = toks[1].word
	}
	switch toks[0].word {
	case "except", "excluding", "without", "only", "every", "within", "until", "till", "exactly", "but":
		return next != ""
	case "apart", "other":
		return next == "from" || next == "than"
	case "by", "before", "no", "after", "on":
		return timely(next) || next == "more" || next == "later" || next == "less"
	case "at":
		return next == "most" || next == "least"
	case "under", "over", "less", "more", "max", "maximum":
		return hasDigit(next) || next == "than" || next == "of"
	case "in", "into":
		return languages.has(next)
	case "up":
		return next == "to"
	}
	return false
}

func timely(w string) bool {
	return days.has(w) || months()[w] > 0 || hasDigit(w) || w == "noon" || w == "end" || w == "next" ||
		w == "midnight" || w == "eod"
}

// correct reads what follows "no wait", "I mean", "actually": it takes back what was said last where a
// replacement follows, and puts the replacement in its place.
func (r *reading) correct(h head, rest []token, s segment) {
	firm := h.marks&wrong != 0 || r.doubted && h.n > 0
	if len(rest) == 0 {
		r.emptyCorrection(firm)
		return
	}
	if r.nested >= maxNested {
		return
	}
	r.nested++
	defer func() { r.nested-- }()
	r.doubted = false
	next := headOf(rest)
	if next.marks&(wrong|doubt) != 0 {
		r.doubted = true
		r.correct(next, rest[next.n:], s)
		return
	}
	fragment := r.fragment(next, rest)
	if next.marks&also == 0 && !r.correcting {
		again := rest[min(len(rest), next.n+next.vn):]
		if firm || fragment || next.marks&wanting == 0 && (r.current() != nil || r.sameObject(again)) {
			r.correcting = r.takeBack() || fragment && r.borrow()
		}
	}
	if fragment && r.correcting {
		r.replace(spanOf(trimTail(rest)))
		return
	}
	r.correcting = false
	r.clause(rest, s)
}

// fragment tells whether a correction is only a part of the clause that it corrects.
func (r *reading) fragment(next head, rest []token) bool {
	if next.marks&stops != 0 || hasAny(rest, finite) || subordinator(rest) != "" {
		return false
	}
	if !next.asks(rest) {
		return true
	}
	// "file b.txt" for "file a.txt"
	old := r.corrected()
	return old != nil && next.marks == 0 && nounish.has(next.verb.lemma) &&
		strings.Contains(" "+strings.ToLower(old.target)+" ", " "+next.verb.lemma+" ")
}

// sameObject tells whether words name what the last intent is about.
func (r *reading) sameObject(toks []token) bool {
	it := r.lastIntent()
	return it != nil && len(toks) > 0 && it.target != "" && strings.EqualFold(it.target,
		r.cut(spanOf(trimTail(toks))))
}

// maxNested bounds corrections of corrections in one clause; no one means what lies deeper.
const maxNested = 8

// corrected is what a correction would stand for.
func (r *reading) corrected() *item {
	if r.correcting {
		return r.last
	}
	return r.current()
}
