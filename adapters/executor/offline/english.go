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

var openers = openingPhrases([]openingList{
	{filler, `just; now; so; well; ok; okay; alright; all right; yes; yeah; yep; sure; hi; hello; hey; and; or; &;
		simply; quickly; immediately; again; once more; maybe; perhaps; meanwhile; by the way; btw; today; still; hmm;
		great; good; perfect; cool; fine; right; both; either; at once; right away; for now; this time; as soon as possible;
		asap; urgently; task; tasks; todo; request; instead; if you can; if possible; when you can; in short`},
	{polite, `please; kindly; pls; could you; can you; would you; will you; i'd like you to; i would like you to;
		i want you to; i need you to; we need you to; we want you to; we'd like you to; i'd like to; i would like to;
		i want to; i need to; we need to; we want to; we'd like to; we would like to; can we; could we; can i; could i;
		may i; help me; help me to; help us; help; let's; let us; you should; you must; you need to; you have to; you can;
		you may; you could; go ahead and; go and; be sure to; make sure to; make sure you; remember to; don't forget to;
		do not forget to; never forget to; please don't forget to; try to; try and; feel free to; don't hesitate to;
		would you mind; do you mind; is it possible to; is it possible for you to; would it be possible to;
		i was wondering if you could; i wonder if you could; it would be great if you could; it'd be great if you could;
		it would be nice if you could; i'd appreciate it if you could; i would appreciate it if you could; do me a favor and;
		do me a favour and; your task is to; your job is to; the task is to; start by; begin by; start with; begin with;
		finish by; end by; i'm asking you to; i ask you to; i am asking you to; we should; we must; we have to;
		can someone; could someone; could somebody; someone should; someone please; it is time to; it's time to;
		i expect you to; i'd love you to; i'd love to; you are to; you're to; followed by; in order to; have a go at;
		do you think you could; would you be able to; are you able to; could you possibly; be so kind as to; need you to;
		want you to; all i want is to; what i want is to; what i need is to; my request is to; the goal is to`},
	{then, `then; and then; next; afterwards; afterward; after that; after this; subsequently; later on; thereafter;
		finally; lastly; at last; at the end; second; secondly; third; thirdly; fourth; step two; once that's done;
		once that is done; once done; once you're done; once you are done; when done; when you're done; when you are done;
		when that's done; when that is done; when finished; once finished; after which; once this is done; when this is done`},
	{first, "first; firstly; first of all; to begin with; to start; step one"},
	{also, "also; in addition; additionally; moreover; furthermore; plus; besides; on top of that; while you're at it; as well as"},
	{never, `don't; do not; dont; never; must not; mustn't; may not; should not; shouldn't; cannot; can't; you must not;
		you mustn't; you may not; you should not; you shouldn't; you can't; you cannot; we must not; we should not; we can't;
		we mustn't; avoid; refrain from; under no circumstances; by no means; hands off; stay away from; keep away from;
		keep your hands off; never ever; nobody; no one; steer clear of; i don't want you to; i do not want you to;
		make sure not to; be careful not to; take care not to; be sure not to; try not to; make sure you don't; not to;
		make sure nobody; make sure no one; it is forbidden to; it is not allowed to; let's not;
		you are not allowed to; you're not allowed to; you are not to; ensure you don't; please no; i'd rather you didn't`},
	{chat, `thanks; thank you; thx; many thanks; cheers; good morning; good evening; good afternoon; good night; dear; regards;
		best regards; kind regards; best; welcome; bye; goodbye; congratulations; congrats; sorry for; sorry about;
		don't worry; do not worry; no problem; no worries; much appreciated; i appreciate; well done; nice work; great job;
		good job; sincerely; you're welcome; have a nice; have a good; have a great; see you; take care; my apologies; talk to you`},
	{story, `i wish; someday; some day; one day; eventually; it would be nice to; it would be great to; it'd be nice to;
		i might; we might; i may; i was thinking; i'm thinking; i am thinking; i'm planning; i am planning; i plan to; we plan to;
		we're planning; i will; i'll; we'll; we will; i'm going to; i am going to; we're going to; we are going to; you said;
		you told; you suggested; already; yesterday; last week; last month; last year; i've; i have; we've; we have; i had; we had;
		i used to; we used to; i did; i didn't; we didn't; don't know; not sure; i hope; i think; i believe; i guess; fyi; if only;
		it turns out; recently; earlier; previously; they want; he wants; she wants; in the past`},
	{wrong, `no wait; no no; scratch that; strike that; correction; i mean; i meant; i mean to say; oops; or rather; on second thought;
		on second thoughts; sorry i mean; sorry i meant; my mistake; wait no; no sorry; actually no; forget that; make that; my bad;
		i misspoke; not that; i take that back; let me correct that; let me rephrase; ah no; oh no; what i meant was; i meant to say;
		change of plan; change of plans; i changed my mind; i've changed my mind; wait actually; no actually; hang on; hold on; no hold on`},
	{doubt, "actually; sorry; no; rather; nope; pardon; better; nah; er; uh"},
	{forget, `never mind; nevermind; forget it; forget about it; ignore that; disregard that; ignore this; disregard this; drop it; leave it; don't bother; cancel that; no need`},
	{wanting, `i want; i need; i'd like; i would like; we need; we want; we'd like; we would like; i'd love; can i have; could i have;
		may i have; can i get; could i get; i am looking for; i'm looking for; we're looking for; let me have; give me; get me; could we have; can we have; i require; have; get`},
	{rule, `keep; leave out; exclude; make sure; ensure; stay; spend; use; limit; respect; follow; note; please note; wait; leave; treat; stick to;
		be careful; be sure; be; observe; adhere to; comply with; preserve; maintain; restrict; assume; remember; bear in mind; keep in mind;
		pay attention; obey; retain; the budget; budget; deadline; the deadline; max; maximum; minimum; at most; at least; no more than;
		up to; not more than; it must; it should; they must; they should; the total; total; only; focus on; include; mind; aim for; allow; take into account`},
	{supposed, "assume we; assume that; assume the; assume for a moment; suppose; supposing; imagine; let's say; hypothetically; let's assume; let's imagine; let's suppose; let us suppose; in theory; theoretically"},
	{needless, `no need to; you don't need to; you do not need to; you don't have to; you do not have to; you needn't; there's no need to;
		there is no need to; don't bother to; it's not necessary to; it is not necessary to; don't need to; it isn't necessary to`},
	{other, "otherwise; else; if not; or else; failing that; if so"},
})

type openingList struct {
	kind opening
	list string
}

// openingPhrases keeps the order of the lists: of two equal phrases the first counts.
func openingPhrases(lists []openingList) phrases[opening] {
	out := phrases[opening]{}
	for _, l := range lists {
		out.add(strings.Join(strings.Fields(l.list), " "), l.kind)
	}
	return out
}

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
		kind, n := openers.words(toks[h.n:])
		if n == 0 && h.n < len(toks)-1 && strings.HasSuffix(toks[h.n].word, "ly") && !known(toks[h.n].word) {
			kind, n = filler, 1
		}
		if v, vn := verbs.words(toks[h.n:]); vn > n || vn == n && n > 0 && kind&(filler|rule|wanting) != 0 && v.lemma != "keep" {
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
		h.verb, h.vn = verbByForm(gerunds, toks[h.n:])
		h.ing = h.vn > 0
	}
	return h
}

// verbAt reads a verb in its plain form: a listed one, one with "re" before it, or one that holds its
// object before its particle ("shut the pump down").
func verbAt(toks []token) (verb, int) {
	v, n := verbs.words(toks)
	if n > 0 || len(toks) == 0 {
		return v, n
	}
	if again, ok := strings.CutPrefix(toks[0].word, "re"); ok && len(again) > 2 {
		if v, n = verbs.words([]token{{word: strings.TrimPrefix(again, "-")}}); n > 0 {
			return v, n
		}
	}
	return separable(toks[:min(len(toks), 12)], toks[min(len(toks), 1):])
}

func known(word string) bool { return len(verbs[word]) > 0 || gerunds[word] != "" }

// verbByForm reads a verb in an inflected form.
func verbByForm(table map[string]string, toks []token) (verb, int) {
	plain, ok := table[toks[0].word]
	if !ok {
		return verb{}, 0
	}
	probe := append([]token{{word: plain}}, toks[1:min(len(toks), 6)]...)
	return verbs.words(probe)
}

var (
	finite      = set("is are was were isn't aren't wasn't weren't has have had will would can can't cannot needs keeps seems looks failed fails works worked went came became does doesn't did didn't it's that's")
	relatives   = set("that which who whether if where what why how when whose because")
	determiners = set("the a an all my our your this these every any each its his her their another some both that those no it them me us him what which whether who how why where everything anyone")
	aux         = set("is are was were does do did has have will would could should can may might am isn't aren't doesn't don't won't shall hasn't")
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
	if !nounish[h.verb.lemma] || determiners[rest[0].word] {
		return true
	}
	for i, t := range rest {
		if relatives[t.word] {
			break
		}
		if finite[t.word] && !(i > 0 && relatives[rest[i-1].word]) {
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
	if !h.asks(toks) || h.n+h.vn > len(toks) {
		return false
	}
	if !nounish[h.verb.lemma] || h.marks&also != 0 || h.n+h.vn == len(toks) && before.n+before.vn > 0 && len(toks) == 1 && !nounish[toks[0].word] {
		return true
	}
	if h.n+h.vn == len(toks) {
		return false
	}
	next := toks[h.n+h.vn].word
	return determiners[next] || prepositions[next] || hasDigit(next) || next[0] == mask || toks[h.n+h.vn].cap && people[h.verb.lemma] || known(toks[h.n].word) && h.vn > 1 || plural(next)
}

func plural(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && gerunds[w] == ""
}

// heralds: who is to be told when something happens, is not told when it did.
var heralds = set("ping notify alert call email text message warn")

// people: verbs whose object is often a bare name.
var people = set("email e-mail mail call text message contact address")

var subordinators = wordPhrases(`if; once; when; whenever; unless; after; before; until; till; as soon as; in case; provided;
	provided that; providing; so long as; as long as; assuming; only if; only when; only after; only once; prior to; even if;
	because; although; though; while; since; as; given that; on condition that; on the condition that; in the event that;
	the moment; upon; with; only with; pending; subject to; without; so that; not before; not until; but only if; but only after; except if`)

func wordPhrases(list string) phrases[bool] {
	out := phrases[bool]{}
	out.add(strings.Join(strings.Fields(list), " "), true)
	return out
}

// subordinator gives the conjunction that toks begin with, "" for none.
func subordinator(toks []token) string {
	if _, n := subordinators.words(toks); n > 0 {
		words := make([]string, n)
		for i := range words {
			words[i] = toks[i].word
		}
		return strings.Join(words, " ")
	}
	return ""
}

// takesClause: after these words "if" and "when" open an object, not a condition.
var takesClause = set(`check see know me us out verify determine test decide sure explain understand analyze show of or
	tell whether what why how to than even as ask find exactly about the a an just not`)

// opensClause tells whether the conjunction at i opens a clause that is to be read by itself.
func opensClause(toks []token, i, from int, h head) bool {
	word := subordinator(toks[i:])
	switch {
	case word == "", i == from, h.marks&(never|story|chat|supposed) != 0:
		return false
	case word == "as" || word == "upon" || word == "while" || word == "since" || word == "without" || word == "so that" ||
		word == "though" || word == "although":
		return (word == "without" || word == "upon") && consent(toks[i:])
	case (word == "when" || word == "if") && toks[i-1].word == "me" && i > 1 && heralds[toks[i-2].word]:
		return true // "ping me when it is done" waits for it
	case word == "once" && i+1 < len(toks) && (toks[i+1].word == "a" || toks[i+1].word == "per" || toks[i+1].word == "every"):
		return false
	case word == "pending" || word == "subject to" || word == "with" || word == "only with":
		return consent(toks[i:min(len(toks), i+6)])
	case approvalLead(toks[from:i]):
		return false
	}
	if word == "if" || word == "when" || word == "whenever" {
		if takesClause[toks[i-1].word] {
			return false
		}
		for _, t := range toks[max(from, i-12):i] {
			if t.word == "what" || t.word == "how" || t.word == "why" || t.word == "whether" {
				return false
			}
		}
	}
	if h.vn == 0 && h.marks&(rule|wanting) == 0 {
		return word == "if" && h.marks&wrong != 0
	}
	return len(toks) > i+1
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

func (r *reading) boundary(toks []token, i, from int, h head, sub bool) bool {
	w := toks[i].word
	if strings.Contains(r.scan[toks[i-1].end:toks[i].start], ":") && (wh[w] || headOf(toks[i:]).asks(toks[i:])) {
		return true
	}
	switch w {
	case "and", "&", "plus", "or":
		if toks[i-1].word == "and" || i-from < 1 {
			return false
		}
		if sub {
			h.vn = 1
		}
		return (w != "or" || i+1 < len(toks) && toks[i+1].word == "else") && joins(toks[i+1:], h)
	case "but":
		prev := toks[i-1].word
		return prev != "all" && prev != "everything" && prev != "anything" && prev != "nothing" && prev != "none" &&
			i+1 < len(toks) && toks[i+1].word != "not"
	case "then":
		return toks[i-1].word != "and" && toks[i-1].word != "but" && i > from
	case "otherwise":
		return true
	case "instead", "please", "no", "actually", "sorry", "first":
		hh := headOf(toks[i:])
		return w != "first" && toks[i-1].word != "and" && h.n < i-from && hh.marks&stops == 0 && hh.vn > 0 && hh.asks(toks[i:]) && w != "no" ||
			w == "no" && i+1 < len(toks) && toks[i+1].word == "wait"
	}
	if sub {
		// A condition without a comma ends where an order begins: "once it is green deploy the app".
		v, n := verbs.words(toks[i:])
		return n > 0 && i-from > 2 && !nounish[v.lemma] && i+n < len(toks) && finite[toks[i-1].word] == false &&
			!subjects[toks[i-1].word] && (determiners[toks[i+n].word] || hasDigit(toks[i+n].word)) && !plural(toks[i-1].word)
	}
	return opensClause(toks, i, from, h)
}

var subjects = set("i you we they he she it to not will would can could should may might must don't doesn't didn't never who that which users people")

// clause reads one clause.
func (r *reading) clause(toks []token, s segment) {
	lead := r.dangling
	r.dangling = false
	for len(toks) > 1 && leading[toks[0].word] {
		r.then = r.then || toks[0].word == "then" && len(r.items) > 0 && len(r.pending) == 0
		toks, lead = toks[1:], true
	}
	whole := spanOf(toks)
	word, h := subordinator(toks), headOf(toks)
	asked := wh[word] && s.question && len(toks) > 1 && aux[toks[1].word]
	if word != "" && !asked && h.marks&(then|filler) == 0 {
		r.subordinate(word, toks, lead || r.current() == nil)
		return
	}
	if h.marks&then != 0 && len(r.items) > 0 {
		r.then = true
	}
	if h.marks&rule != 0 && toks[h.n-1].word == "wait" && (h.n == len(toks) || !waiting[toks[h.n].word]) {
		h.marks = doubt
	}
	switch {
	case h.marks&(story|chat) == 0 && r.approved(toks, whole):
	case (r.doubted || r.correcting && r.last != nil) && h.marks&(wrong|doubt|chat) == 0:
		r.correct(head{marks: doubt}, toks, s)
	case h.marks&chat != 0:
		r.chatter = true
	case h.marks&forget != 0:
		r.takeBack()
	case h.marks&(wrong|doubt) != 0:
		r.correct(h, toks[h.n:], s)
	case h.marks&rule != 0 && toks[h.n-1].word == "only" && headOf(toks[h.n:]).asks(toks[h.n:]):
		r.clause(toks[h.n:], s)
	case h.marks&never != 0:
		r.forbid(whole)
		if _, n := deedOf(append([]token{{word: "you"}}, toks[h.n:]...)); n > 1 && h.n+n-1 < len(toks) {
			r.subject = r.cut(spanOf(trimTail(toks[h.n+n-1:])))
		}
	case h.marks&other != 0:
		r.otherwise(toks, h, s)
	case h.marks&needless != 0:
		r.note(whole, false)
	case h.marks&supposed != 0:
		r.hypothetical = true
	case h.marks&story != 0:
		r.fact(toks)
	case r.affirms(toks):
	case h.marks&wanting != 0:
		r.wanted(h, toks, whole)
	case h.asks(toks):
		r.order(h, toks, whole)
	case h.marks&rule != 0 && forbidding(toks):
		r.forbid(whole)
	case h.marks&rule != 0:
		r.rule(toks[h.n-1:], whole)
	default:
		r.statement(h, toks, s, whole)
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
			v, n := verbs.words([]token{{word: toks[0].word}, {word: p}})
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

var tails = wordSets(`please; for me; for us; thanks; thank you; thx; now; right now; too; as well; instead; again; asap; first;
	right away; immediately; today; if you can; if possible; would you; will you; ok; okay; once more; then; quickly; at once`)

func wordSets(list string) [][]string {
	var out [][]string
	for _, item := range strings.Split(list, ";") {
		out = append(out, strings.Fields(item))
	}
	return out
}

// trimTail drops courtesies behind the object.
func trimTail(toks []token) []token {
again:
	for range 4 {
		for _, tail := range tails {
			if k := len(toks) - len(tail); k >= 0 && startsWith(toks[k:], tail) && (k > 0 || len(tail) > 1 || tail[0] != "first") {
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
		return languages[next]
	case "up":
		return next == "to"
	}
	return false
}

func timely(w string) bool {
	return days[w] || months[w] > 0 || hasDigit(w) || w == "noon" || w == "end" || w == "next" || w == "midnight" || w == "eod"
}

// correct reads what follows "no wait", "I mean", "actually": it takes back what was said last where a
// replacement follows, and puts the replacement in its place.
func (r *reading) correct(h head, rest []token, s segment) {
	firm := h.marks&wrong != 0 || r.doubted && h.n > 0
	if len(rest) == 0 {
		r.doubted = !firm
		if firm && !r.correcting {
			r.correcting = r.takeBack() || r.borrow()
		}
		return
	}
	r.doubted = false
	next := headOf(rest)
	if next.marks&(wrong|doubt) != 0 {
		r.doubted = true
		r.correct(next, rest[next.n:], s)
		return
	}
	deed := next.asks(rest) || next.marks&(never|rule) != 0
	if old := r.corrected(); deed && old != nil && next.marks == 0 && nounish[next.verb.lemma] {
		deed = !strings.Contains(" "+strings.ToLower(old.target)+" ", " "+next.verb.lemma+" ") // "file b.txt" for "file a.txt"
	}
	fragment := !deed && !hasAny(rest, finite) && next.marks&stops == 0 && subordinator(rest) == ""
	if next.marks&also == 0 && !r.correcting && deed && !firm && r.current() == nil && len(r.items) > 0 {
		r.correcting = r.sameObject(rest[min(len(rest), next.n+next.vn):]) && r.takeBack()
	}
	if next.marks&also == 0 && !r.correcting && (firm || fragment || deed && r.current() != nil) {
		r.correcting = r.takeBack() || fragment && r.borrow()
	}
	if fragment && r.correcting {
		r.replace(spanOf(trimTail(rest)))
		return
	}
	r.correcting = false
	r.clause(rest, s)
}

// sameObject tells whether words name what the last intent is about.
func (r *reading) sameObject(toks []token) bool {
	it := r.lastIntent()
	return it != nil && len(toks) > 0 && it.target != "" && strings.EqualFold(it.target, r.cut(spanOf(trimTail(toks))))
}

// corrected is what a correction would stand for.
func (r *reading) corrected() *item {
	if r.correcting {
		return r.last
	}
	return r.current()
}
