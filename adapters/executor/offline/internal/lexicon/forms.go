package lexicon

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Match is what stands at a place of a text.
type Match struct {
	Entry *Entry
	Steps int
	Form  Role // of a verb: Past, Ing, Third, or for Chinese Open and Past; 0 for the plain form
}

// Match finds the longest phrase at a place, forms of verbs included: "turned off" by "turn off", 改成
// by 改 and its complement.
func (l *Lexicon) Match(step func(i int) (string, bool)) Match {
	first, ok := step(0)
	if !ok {
		return Match{}
	}
	e, n := l.Longest(step)
	best := Match{Entry: e, Steps: n}
	if r, _ := utf8.DecodeRuneInString(first); IsHan(r) {
		return l.complement(best, step)
	}
	for _, s := range stems(first) {
		e, n := l.Longest(func(i int) (string, bool) {
			if i == 0 {
				return s.verb, true
			}
			return step(i)
		})
		if e.Has(Verb) && n > best.Steps {
			best = Match{e, n, s.form}
		}
	}
	return best
}

type stem struct {
	verb string
	form Role
}

// stems gives the plain forms that a word may be a form of. Most are no words; the lists decide.
func stems(word string) []stem {
	var out []stem
	add := func(verb string, form Role) {
		if len(verb) > 1 {
			out = append(out, stem{verb, form})
		}
	}
	undouble := func(s string) string {
		if n := len(s); n > 2 && s[n-1] == s[n-2] {
			return s[:n-1]
		}
		return ""
	}
	if s, ok := strings.CutSuffix(word, "ied"); ok {
		add(s+"y", Past)
	}
	if s, ok := strings.CutSuffix(word, "ed"); ok {
		add(s, Past)
		add(s+"e", Past)
		add(undouble(s), Past)
	}
	if s, ok := strings.CutSuffix(word, "ing"); ok {
		add(s, Ing)
		add(s+"e", Ing)
		add(undouble(s), Ing)
	}
	if s, ok := strings.CutSuffix(word, "ies"); ok {
		add(s+"y", Third)
	}
	if s, ok := strings.CutSuffix(word, "s"); ok {
		add(s, Third)
		if s, ok := strings.CutSuffix(s, "e"); ok {
			add(s, Third)
		}
	}
	return out
}

// general is the number of complements that verbs of two characters take too.
const general = 16

// complements follow a Chinese verb and make one word of it. Those in open await the place, receiver
// or result that comes next; those in past tell of something done.
var (
	complements = []string{
		"出去",
		"上去",
		"出来",
		"起来",
		"下来",
		"下去",
		"回去",
		"一下",
		"一遍",
		"干净",
		"完成",
		"掉",
		"好",
		"完",
		"了",
		"过",
		"上",
		"下",
		"出",
		"走",
		"回",
		"个",
	}
	open = []string{"给", "到", "成", "为", "至", "往", "在", "入", "进", "作"}
)

func (l *Lexicon) complement(m Match, step func(int) (string, bool)) Match {
	if !m.Entry.Has(Verb) {
		return m
	}
	follows := func(word string) bool {
		for i, want := range Steps(word) {
			if got, ok := step(m.Steps + i); !ok || got != want {
				return false
			}
		}
		return true
	}
	if first, _ := step(0); m.Steps == 1 {
		for _, again := range []string{"一" + first, first} {
			if follows(again) {
				return Match{m.Entry, 1 + utf8.RuneCountInString(again), Third}
			}
		}
	}
	if r, n := utf8.DecodeLastRuneInString(m.Entry.Lemma); m.Steps > 1 && slices.Contains(open, string(r)) &&
		n > 0 {
		m.Form = Open
		return m
	}
	for i, c := range complements {
		if follows(c) && (i < general || m.Entry.Has(Weak)) {
			m.Steps += utf8.RuneCountInString(c)
			m.Form = Third
			if c == "了" || c == "过" {
				m.Form = Past
			}
			return m
		}
	}
	for _, c := range open {
		if follows(c) {
			m.Steps++
			m.Form = Open
			return m
		}
	}
	return m
}
