package offline

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// statement reads a clause without a request verb at its head: a question, a wish in the passive, a
// constraint, a piece of the clause before it, an order with an unknown verb, or a mere fact.
func (r *reading) statement(h head, toks []token, s segment, whole span) {
	if h.n == len(toks) {
		if h.marks&polite != 0 && r.loose != nil && len(r.items) == r.fresh {
			r.phrase(r.loose, spanOf(r.loose), s)
		}
		return
	}
	body := toks[h.n:]
	w, end := body[0].word, finiteAt(body)
	switch {
	case r.correcting && r.last != nil && end < 0:
		r.replace(spanOf(trimTail(body)))
	case inverted.has(w) && !s.question && len(body) > 2:
		r.condition(whole, true)
	case wh.has(w), aux.has(w) && h.marks&polite != 0, s.question && (aux.has(w) || r.hypothetical):
		r.question(body, whole)
	case r.passive(body, whole):
	case forbidding(body):
		r.forbid(whole)
	default:
		r.declared(h, toks, s, whole)
	}
}

// declared reads a clause that neither asks nor forbids.
func (r *reading) declared(h head, toks []token, s segment, whole span) {
	body := toks[h.n:]
	w, end := body[0].word, finiteAt(body)
	switch {
	case end >= 0 && !hasAny(body, reporting) && constrains(body):
		r.note(whole, hasAny(body, overall) || r.current() == nil)
	case end > 0 && !relatives.has(body[end-1].word):
		r.fact(body)
	case w == "no" || w == "not":
		r.scope(body, whole)
	default:
		r.verbless(h, toks, s, whole)
	}
}

// inverted words open a condition without "if": "should it fail, …".
var inverted = set("should had were")

// verbless reads a clause without a verb that it knows: it goes on with what was said before it in its
// sentence, or stands by itself.
func (r *reading) verbless(h head, toks []token, s segment, whole span) {
	body := toks[h.n:]
	order := imperative(h, body)
	switch {
	case r.current() != nil:
		it := order && (body[1].word == "it" || body[1].word == "them")
		if it || order && len(body) > 2 && !plural(body[0].word) && articles.has(body[1].word) {
			r.orderUnknown(h, toks, whole)
			return
		}
		r.extend(body, whole)
	case len(r.items) > r.fresh:
		it := &r.items[len(r.items)-1]
		it.said += r.w.comma + r.cut(whole)
	case constrains(body):
		r.note(whole, true)
	case r.chatter:
	case order:
		r.orderUnknown(h, toks, whole)
	case s.question, h.marks&polite != 0:
		r.phrase(body, whole, s)
	default:
		r.loose = body
		r.fact(body)
	}
}

// orderUnknown adds an intent with a verb that no list knows.
func (r *reading) orderUnknown(h head, toks []token, whole span) {
	r.order(head{n: h.n, verb: verb{lemma: toks[h.n].word}, vn: 1}, toks, whole)
}

func finiteAt(toks []token) int {
	for i, t := range toks {
		if finite.has(t.word) || t.word == "must" || t.word == "should" || t.word == "may" || t.word == "need" ||
			t.word == "costs" {
			return i
		}
	}
	return -1
}

var reporting = listed("reporting")

// constrains: words of measure and duty make a clause a requirement.
func constrains(toks []token) bool {
	for i, t := range toks {
		if duties.has(t.word) || limiting(toks[i:]) && t.word != "without" && t.word != "but" && t.word != "on" {
			return true
		}
	}
	return false
}

var duties = listed("duties")

// forbidding: "the logs must not be deleted", "nothing may leave the EU", "X is off limits".
func forbidding(toks []token) bool {
	for i, t := range toks {
		next := ""
		if i+1 < len(toks) {
			next = toks[i+1].word
		}
		switch t.word {
		case "mustn't", "shouldn't", "forbidden", "prohibited", "off-limits", "untouchable":
			return true
		case "must", "should", "may", "allowed":
			if next == "not" || next == "never" || i > 0 && toks[i-1].word == "not" ||
				i < 3 && (toks[0].word == "nothing" || toks[0].word == "nobody" || toks[0].word == "no") {
				return true
			}
		case "off":
			if next == "limits" {
				return true
			}
		}
	}
	return false
}

// passive reads "the logs need to be deleted", "the header should be renamed", "X needs fixing".
func (r *reading) passive(toks []token, whole span) bool {
	for i, t := range toks {
		if !modals.has(t.word) || i == 0 || i+1 >= len(toks) {
			continue
		}
		k := i + 1
		for k < len(toks)-1 && (toks[k].word == "to" || toks[k].word == "be" ||
			strings.HasSuffix(toks[k].word, "ly")) {
			k++
		}
		if subjectWord(toks[0].word) && i == 1 || hasAny(toks[:i], reporting) {
			return false
		}
		v, n := verbByForm(pasts(), toks[k:])
		if n == 0 || toks[k-1].word != "be" {
			if v, n = verbByForm(gerunds(), toks[k:]); n == 0 || t.word != "needs" && t.word != "need" {
				return false
			}
		}
		r.ask(v.refine(toks[:i]), whole, spanOf(toks[:i]), r.limits(toks[k+n:])...)
		return true
	}
	return false
}

var modals = set("needs need should must has have ought")

func subjectWord(w string) bool {
	return w == "i" || w == "we" || w == "he" || w == "she" || w == "they" || w == "you"
}

// scope reads "no emails to customers" and "not the backups".
func (r *reading) scope(body []token, whole span) {
	if body[0].word == "not" {
		r.note(whole, false)
		return
	}
	if len(body) > 1 {
		r.forbid(whole)
	}
}

// extend takes a clause without a verb into the intent before it: a list goes on, or a circumstance is
// added.
func (r *reading) extend(body []token, whole span) {
	it := r.current()
	text := r.cut(whole)
	circumstance := prepositions.has(body[0].word) || constrains(body) ||
		strings.ContainsAny(r.scan[whole.start:whole.end], ":=")
	if circumstance || it.target == "" || !strings.HasSuffix(it.said, it.target) {
		it.reqs = append(it.reqs, text)
		return
	}
	if len(it.target) > 4096 {
		return
	}
	it.target += r.w.list + text
	it.said += r.w.list + text
	it.clause.end = whole.end
	r.subject = it.target
}

// imperative: a word that no list knows, before a determiner, an id or a quotation, is an order.
func imperative(h head, body []token) bool {
	if len(body) < 2 || !letters(body[0].word) || strings.HasSuffix(body[0].word, "ed") ||
		pasts()[body[0].word] != "" || determiners.has(body[0].word) || prepositions.has(body[0].word) ||
		subjectWord(body[0].word) {
		return false
	}
	next := body[1].word
	return articles.has(next) || next[0] == mask || h.marks&(polite|then|first) != 0 && (hasDigit(next) ||
		articles.has(next))
}

var articles = set("the a an all my our this these every any each its their them it")

func letters(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return w != ""
}

// phrase reads a question or courtesy that names a thing: "status of order 12?", "a summary, please".
func (r *reading) phrase(body []token, whole span, s segment) {
	action := nounAction(body[:min(len(body), 6)])
	if action == "" && s.question {
		action = intent.ActionQuery
	}
	if (action == "" || len(body) < 2) && !(len(body) > 1 && hasAny(body, knowable)) {
		if len(body) < 2 && s.question || letters(body[0].word) && len(body) == 1 {
			return
		}
	} else if action == "" {
		action = intent.ActionQuery
	}
	r.ask(verb{"", action}.refine(body), whole, spanOf(trimTail(body)), r.limits(body)...)
}

// question reads what is asked with a question word or an auxiliary. What would happen, why, and which
// is better are to be judged, the rest is to be looked up.
func (r *reading) question(body []token, whole span) {
	action := intent.ActionQuery
	supposing := (len(r.pending) > 0 || r.hypothetical) && !r.pendingConfirm()
	if supposing || weighed(body) {
		action = intent.ActionAnalyze
	}
	target := spanOf(trimTail(body))
	if supposing && len(r.pending) > 0 {
		target.start, whole.start, r.pending = r.held.start, r.held.start, nil
	}
	named := len(body) > 2 && (body[1].word == "is" || body[1].word == "are")
	if named && wh.has(body[0].word) && action == intent.ActionQuery {
		target.start = body[2].start
	}
	r.ask(verb{action: action}, whole, target)
}

// weighed tells whether a question asks for a judgement.
func weighed(body []token) bool {
	early := body[:min(len(body), 8)]
	if hasAny(early, judging) || hasAny(body, hypotheticals) {
		return true
	}
	switch body[0].word {
	case "why":
		return true
	case "how":
		return hasAny(early, comparing)
	case "what":
		return hasAny(early, happening) || hasAny(body, causes)
	case "should", "would", "could", "is", "are":
		return hasAny(body, worthwhile)
	}
	return false
}

func (r *reading) pendingConfirm() bool { return len(r.pending) > 0 && r.pending[0].confirm }

var (
	judging       = listed("judging")
	hypotheticals = set("would if")
	comparing     = set("come better compare compares")
	happening     = set("would could if happen happens wrong causes caused causing")
	worthwhile    = set("than better worth should we enough safe wise")
)
