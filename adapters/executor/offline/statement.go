package offline

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// statement reads a clause without a request verb at its head: a question, a wish in the passive, a
// constraint, a piece of the clause before it, an order with an unknown verb, or a mere fact.
func (r *reading) statement(h head, toks []token, s segment, whole span) {
	body := toks[min(h.n, len(toks)-1):]
	end := finiteAt(body)
	switch {
	case h.n == len(toks) && h.marks&polite == 0:
		return
	case h.n == len(toks):
		if r.loose != nil && len(r.items) == r.fresh {
			r.phrase(r.loose, spanOf(r.loose), s)
		}
	case r.correcting && r.last != nil && end < 0:
		r.replace(spanOf(trimTail(body)))
	case (body[0].word == "should" || body[0].word == "had" || body[0].word == "were") && !s.question &&
		len(body) > 2:
		r.condition(whole, true)
	case wh[body[0].word], aux[body[0].word] && (s.question || h.marks&polite != 0), r.hypothetical &&
		s.question:
		r.question(body, whole, s)
	case r.passive(body, whole):
	case forbidding(body):
		r.forbid(whole)
	case end >= 0 && !hasAny(body, reporting) && constrains(body):
		r.note(whole, hasAny(body, overall) || r.current() == nil)
	case end > 0 && !relatives[body[end-1].word]:
		r.fact(body)
	case body[0].word == "no" || body[0].word == "not":
		r.scope(body, whole)
	case r.current() != nil && len(body) > 2 && imperative(h, body) && !plural(body[0].word) &&
		articles[body[1].word]:
		r.order(head{n: min(h.n, len(toks)-1), verb: verb{body[0].word, ""}, vn: 1}, toks, whole)
	case r.current() != nil:
		r.extend(body, whole)
	case len(r.items) > r.fresh && len(toks) > 0:
		it := &r.items[len(r.items)-1]
		it.said += r.w.comma + r.cut(whole)
	case constrains(body):
		r.note(whole, true)
	case r.chatter:
	case imperative(h, body):
		r.order(head{n: min(h.n, len(toks)-1), verb: verb{body[0].word, ""}, vn: 1}, toks, whole)
	case s.question, h.marks&polite != 0:
		r.phrase(body, whole, s)
	default:
		r.loose = body
		r.fact(body)
	}
}

func finiteAt(toks []token) int {
	for i, t := range toks {
		if finite[t.word] || t.word == "must" || t.word == "should" || t.word == "may" || t.word == "need" ||
			t.word == "costs" {
			return i
		}
	}
	return -1
}

var reporting = englishLists.set("reporting")

// constrains: words of measure and duty make a clause a requirement.
func constrains(toks []token) bool {
	for i, t := range toks {
		if duties[t.word] || limiting(toks[i:]) && t.word != "without" && t.word != "but" && t.word != "on" {
			return true
		}
	}
	return false
}

var duties = englishLists.set("duties")

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
		if !modals[t.word] || i == 0 || i+1 >= len(toks) {
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
		v, n := verbByForm(pasts, toks[k:])
		if n == 0 || toks[k-1].word != "be" {
			if v, n = verbByForm(gerunds, toks[k:]); n == 0 || t.word != "needs" && t.word != "need" {
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
	circumstance := prepositions[body[0].word] || constrains(body) ||
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
		pasts[body[0].word] != "" || determiners[body[0].word] || prepositions[body[0].word] ||
		subjectWord(body[0].word) {
		return false
	}
	next := body[1].word
	return articles[next] || next[0] == mask || h.marks&(polite|then|first) != 0 && (hasDigit(next) ||
		articles[next])
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
func (r *reading) question(body []token, whole span, s segment) {
	action := intent.ActionQuery
	early := body[:min(len(body), 8)]
	w := body[0].word
	supposing := len(r.pending) > 0 || r.hypothetical
	switch {
	case w == "why", supposing && !r.pendingConfirm(), hasAny(early, judging), w == "how" &&
		hasAny(early, set("come better compare compares")):
		action = intent.ActionAnalyze
	case w == "what" && (hasAny(early, set("would could if happen happens wrong causes caused causing")) ||
		hasAny(body, causes)):
		action = intent.ActionAnalyze
	case (w == "should" || w == "would" || w == "could" || w == "is" ||
		w == "are") && hasAny(body, set("than better worth should we enough safe wise")):
		action = intent.ActionAnalyze
	case hasAny(body, hypotheticals):
		action = intent.ActionAnalyze
	}
	target := spanOf(trimTail(body))
	if supposing && len(r.pending) > 0 && !r.pendingConfirm() {
		target.start = r.held.start
		whole.start = r.held.start
		r.pending = nil
	}
	if wh[w] && len(body) > 2 && (body[1].word == "is" || body[1].word == "are") &&
		action == intent.ActionQuery {
		target.start = body[2].start
	}
	r.ask(verb{"", action}, whole, target)
}

func (r *reading) pendingConfirm() bool { return len(r.pending) > 0 && r.pending[0].confirm }

var (
	judging       = englishLists.set("judging")
	hypotheticals = set("would if")
)
