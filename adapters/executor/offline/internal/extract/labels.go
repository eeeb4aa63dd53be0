package extract

import (
	"slices"
	"strings"
	"unicode"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// label is how a text may name a field.
type label struct {
	phrases []string        // lower case, simplified characters; the most telling first
	words   map[string]bool // every word of name, title and description
	kinds   kinds
}

// vaguely are last words of names that the text may leave out: "order 12" for orderId.
var vaguely = strings.Fields(
	"id ids number numbers no nr code name date time value ref reference num key type at list " +
		"text flag count 编号 号码 名称 单号 日期 时间 姓名 地址 号 名 id",
)

func newLabel(name string, definition strictjson.Value, words *lexicon.Lexicon) label {
	l := label{words: map[string]bool{}}
	l.add(strings.Join(splitName(name), " "), words)
	for _, keyword := range []string{"title", "description"} {
		if v, ok := definition.Lookup(keyword); ok {
			l.text(v.Text(), words)
		}
	}
	l.kinds = l.number(words)
	return l
}

// splitName splits camelCase, snake_case and kebab-case, and drops "is" and "has" before a flag's name.
func splitName(name string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.':
			r = ' '
		case unicode.IsUpper(r) && !unicode.IsUpper(before):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	out := strings.Fields(b.String())
	if len(out) > 1 && slices.Contains([]string{"is", "has", "needs", "with", "the"}, out[0]) {
		out = out[1:]
	}
	return out[:min(len(out), 8)]
}

func (l *label) add(phrase string, words *lexicon.Lexicon) {
	phrase = strings.TrimSpace(strings.Map(words.Simple, strings.ToLower(phrase)))
	if phrase == "" || len(phrase) > 60 || slices.Contains(l.phrases, phrase) {
		return
	}
	l.phrases = append(l.phrases, phrase)
	for _, w := range strings.Fields(phrase) {
		l.words[w] = true
	}
	for _, tail := range vaguely {
		cut, ok := strings.CutSuffix(phrase, tail)
		if han := lexicon.IsHan([]rune(tail)[0]); ok &&
			(han && len(cut) >= 6 || strings.HasSuffix(cut, " ")) {
			l.phrases = append(l.phrases, strings.TrimSpace(cut))
			return
		}
	}
}

// text takes a title, or the words of a description before its first mark.
func (l *label) text(s string, words *lexicon.Lexicon) {
	s = strings.ToLower(s[:min(len(s), 400)])
	if k := strings.IndexAny(s, ".,;:(，。（：；"); k > 0 {
		s = s[:k]
	}
	for _, w := range strings.Fields(s) {
		l.words[w] = true
	}
	parts := strings.Fields(s)
	for len(parts) > 1 && slices.Contains([]string{"the", "a", "an"}, parts[0]) {
		parts = parts[1:]
	}
	if k := slices.Index(parts, "of"); k > 0 {
		if k+1 < len(parts) && parts[k-1] == "number" {
			l.add(strings.Join(parts[k+1:], " "), words)
		}
		parts = parts[:k]
	}
	if len(parts) <= 4 {
		l.add(strings.Join(parts, " "), words)
	}
}

// is reports whether one of the label's phrases, or the last word of one, is among the words.
func (l *label) is(words string) bool {
	for _, p := range l.phrases {
		parts := strings.Fields(p)
		for _, w := range strings.Fields(words) {
			if w == parts[len(parts)-1] || w == parts[0] ||
				lexicon.IsHan([]rune(w)[0]) && strings.HasSuffix(p, w) {
				return true
			}
		}
	}
	return false
}

// place is where the text names a label, in tokens.
type place struct{ from, to int }

// places finds the label's phrases in a text; the first phrase that occurs counts.
func (l *label) places(s *Source) []place {
	for _, p := range l.phrases {
		var out []place
		for i := range s.toks {
			if n := s.phrase(i, p); n > 0 && len(out) < 16 {
				out = append(out, place{i, i + n})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// phrase gives how many tokens at i make up a phrase, 0 if they do not.
func (s *Source) phrase(i int, p string) int {
	for j := i; j < len(s.toks); j++ {
		key := s.toks[j].Key
		if key == "" || key == "\n" {
			return 0
		}
		rest, ok := strings.CutPrefix(p, key)
		if !ok {
			if j+1 > i && singular(p) == singular(key) {
				return j + 1 - i
			}
			return 0
		}
		if rest == "" || rest == "s" {
			return j + 1 - i
		}
		p = strings.TrimPrefix(rest, " ")
		if p == rest && !s.toks[j].Han {
			return 0
		}
	}
	return 0
}

func singular(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}
