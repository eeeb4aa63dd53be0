package offline

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// verb is one entry of a word list: a request verb in its plain form. An empty action means that the
// word asks for something without saying what.
type verb struct {
	lemma  string
	action intent.Action
}

// phrases finds the longest listed phrase at a place. English ones are keyed by first word, Chinese
// ones by first character; both lists are short, so a look-up costs a handful of comparisons.
type phrases[T any] map[string][]phrase[T]

type phrase[T any] struct {
	words []string // English
	text  string   // Chinese
	value T
}

func (p phrases[T]) add(entries []string, value T) {
	for _, item := range entries {
		words := strings.Fields(item)
		key := words[0]
		if _, n := utf8.DecodeRuneInString(item); hasHan(item) {
			key = item[:n]
		}
		p[key] = append(p[key], phrase[T]{words: words, text: item, value: value})
	}
}

// words gives the longest phrase that toks begin with, and its number of tokens (0 for none).
func (p phrases[T]) words(toks []token) (value T, n int) {
	if len(toks) == 0 {
		return value, 0
	}
	for _, e := range p[toks[0].word] {
		if len(e.words) > n && startsWith(toks, e.words) {
			value, n = e.value, len(e.words)
		}
	}
	return value, n
}

// text gives the longest phrase that s begins with, and its length in bytes (0 for none).
func (p phrases[T]) text(s string) (value T, n int) {
	if len(s) < 3 || s[0] < 0x80 {
		return value, 0
	}
	for _, e := range p[s[:3]] {
		if len(e.text) > n && strings.HasPrefix(s, e.text) {
			value, n = e.value, len(e.text)
		}
	}
	return value, n
}

func startsWith(toks []token, words []string) bool {
	if len(toks) < len(words) {
		return false
	}
	for i, w := range words {
		if toks[i].word != w {
			return false
		}
	}
	return true
}

// particles: verbs that may take their object before the particle ("back the database up").
var particles = map[string]string{
	"back": "up", "look": "up", "turn": "off on", "switch": "off on", "shut": "down", "roll": "back out",
	"clean": "up out", "sum": "up", "call": "off", "put": "off together", "take": "down", "throw": "away",
	"push": "back", "draw": "up", "sort": "out", "write": "up", "track": "down", "power": "off on",
	"break": "down",
}

var (
	verbs        = sync.OnceValue(func() phrases[verb] { return englishLists().verbs() })
	openers      = sync.OnceValue(func() phrases[opening] { return englishLists().openings("opening") })
	affirmations = sync.OnceValue(func() phrases[opening] { return englishLists().openings("affirmation") })

	// nounish verbs are as often nouns; they count as verbs only where the words after them allow it.
	nounish = listed("nounish")

	// subordinators are conjunctions that open a clause of its own.
	subordinators = sync.OnceValue(func() phrases[bool] { return englishLists().phrases("subordinators") })

	// tails are courtesies behind an object.
	tails   = sync.OnceValue(func() [][]string { return wordSets(englishLists().words("tails")) })
	gerunds = sync.OnceValue(func() map[string]string { return forms(gerund) })
	pasts   = sync.OnceValue(func() map[string]string { return forms(participle) })
)

// forms maps an inflected first word to the plain one.
func forms(inflect func(string) []string) map[string]string {
	out := map[string]string{}
	for first := range verbs() {
		for _, form := range inflect(first) {
			out[form] = first
		}
	}
	return out
}

func stem(w string) string {
	n := len(w)
	switch {
	case strings.HasSuffix(w, "ee"):
		return w
	case strings.HasSuffix(w, "e"):
		return w[:n-1]
	case doubles.has(w):
		return w + w[n-1:]
	}
	return w
}

var doubles = listed("doubles")

func gerund(w string) []string {
	out := []string{stem(w) + "ing"}
	if w == "cancel" || w == "label" || w == "format" {
		out = append(out, w+"ing")
	}
	return out
}

var irregular = map[string]string{
	"write": "written wrote", "send": "sent", "find": "found", "get": "got", "make": "made", "build": "built",
	"draw": "drawn drew", "rewrite": "rewritten", "buy": "bought", "pay": "paid", "run": "ran",
	"take": "taken took",
	"see":  "seen", "hide": "hidden", "undo": "undone", "throw": "thrown", "do": "done did",
	"show": "shown showed",
	"put":  "put", "set": "set", "read": "read", "tell": "told", "freeze": "frozen", "withdraw": "withdrawn",
	"shrink": "shrunk", "rebuild": "rebuilt", "give": "given gave", "think": "thought", "rerun": "rerun",
	"shut": "shut",
}

func participle(w string) []string {
	if form, ok := irregular[w]; ok {
		return strings.Fields(form)
	}
	if n := len(w); strings.HasSuffix(w, "y") && !strings.ContainsAny(w[n-2:n-1], "aeou") {
		return []string{w[:n-1] + "ied"}
	}
	out := []string{strings.TrimSuffix(stem(w), "e") + "ed"}
	if w == "cancel" || w == "label" || w == "format" {
		out = append(out, w+"ed")
	}
	return out
}

// refine settles the action of verbs whose result depends on their object.
func (v verb) refine(rest []token) verb {
	early := rest[:min(len(rest), 6)]
	switch v.lemma {
	case "create", "make", "add", "open", "set up", "raise", "log", "put", "start", "place", "file", "prepare":
		if hasAny(early[:min(len(early), 4)], businessObjects) && v.lemma != "prepare" {
			v.action = intent.ActionOther
		}
	case "check":
		if hasAny(early, set("for against")) || hasAny(rest, set("consistent consistency correctness errors "+
			"typos bugs mistakes")) &&
			!hasAny(rest, set("rate log")) {
			v.action = intent.ActionAnalyze
		}
	case "give", "get", "show", "find", "send", "have":
		if action := nounAction(early); action != "" && v.lemma != "send" {
			v.action = action
		}
	case "take":
		v.action = intent.ActionExecute
	case "tell":
		if len(rest) > 0 && rest[0].word != "me" && rest[0].word != "us" {
			v.action = intent.ActionExecute
		}
	}
	if v.action == intent.ActionQuery && hasAny(rest[:min(len(rest), 8)], causes) {
		v.action = intent.ActionAnalyze
	}
	return v
}

var (
	businessObjects = listed("businessObjects")
	causes          = listed("causes")
	made            = listed("made")
	judged          = listed("judged")
)

// nounAction reads "a summary of …" as the generating, "a comparison of …" as the judging it stands for.
func nounAction(toks []token) intent.Action {
	for _, t := range toks {
		switch {
		case t.word == "of" || t.word == "on" || t.word == "for" || t.word == "about":
			return ""
		case made.has(t.word):
			return intent.ActionGenerate
		case judged.has(t.word):
			return intent.ActionAnalyze
		}
	}
	return ""
}

func hasAny(toks []token, words bag) bool {
	for _, t := range toks {
		if words.has(t.word) {
			return true
		}
	}
	return false
}
