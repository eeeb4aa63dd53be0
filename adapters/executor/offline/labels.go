package offline

import (
	"strings"
	"unicode"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// label is how the text may name a field: phrases of lower-case words, and Chinese ones, the most
// telling first.
type label struct {
	phrases [][]string
	han     []string
	words   map[string]bool // every word of name, title and description
	whole   string          // the words of the name
	flag    bool            // the name begins with is or has
}

var (
	// vaguely are last words of names that the text may leave out: "order 12" for orderId.
	vaguely = set("id ids number numbers no nr code name date time value ref reference num key type at list " +
		"text flag")
	// hanTails are what a Chinese name may leave out.
	hanTails = []string{"编号", "号码", "名称", "单号", "日期", "时间", "姓名", "地址", "号", "名", "ID", "id"}
	articled = set("the a an of this which for customer's is")
)

func newLabel(name string, definition strictjson.Value) label {
	l := label{words: map[string]bool{}}
	words := splitName(name)
	if len(words) > 1 && (words[0] == "is" || words[0] == "has" || words[0] == "needs" || words[0] == "with") {
		words, l.flag = words[1:], true
	}
	l.whole = strings.Join(words, " ")
	l.add(words)
	l.addHan(name)
	for _, keyword := range []string{"title", "description"} {
		if v, ok := definition.Lookup(keyword); ok {
			l.addText(v.Text(), keyword == "title")
		}
	}
	return l
}

// splitName splits camelCase, snake_case and kebab-case.
func splitName(name string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == ' ' || isHan(r):
			r = ' '
		case unicode.IsUpper(r) && !unicode.IsUpper(before):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	words := strings.Fields(b.String())
	return words[:min(len(words), 8)]
}

func (l *label) add(words []string) {
	for len(words) > 1 && articled.has(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	l.phrases = append(l.phrases, words)
	for _, w := range words {
		l.words[w] = true
	}
	if k := len(words) - 1; k > 0 && vaguely.has(words[k]) {
		l.phrases = append(l.phrases, words[:k])
	}
}

func (l *label) addHan(s string) {
	s = strings.TrimSpace(s)
	if !hasHan(s) || len(s) > 36 {
		return
	}
	l.han = append(l.han, s)
	for _, tail := range hanTails {
		if cut := strings.TrimSuffix(s, tail); cut != s && len(cut) >= 6 {
			l.han = append(l.han, cut)
			break
		}
	}
}

// addText takes a title, or the words of a description before its first comma.
func (l *label) addText(s string, title bool) {
	s = strings.ToLower(cutTo(s, 400))
	if hasHan(s) {
		if k := strings.IndexAny(s, "，。（(：,"); k > 0 && !title {
			s = s[:k]
		}
		l.addHan(s)
		if of := strings.LastIndex(s, "的"); of > 0 && len(s)-of > 6 {
			l.addHan(s[of+3:])
		}
		return
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		l.words[w] = true
	}
	if k := strings.IndexAny(s, ".,;:("); k > 0 {
		s = s[:k]
	}
	words := strings.Fields(s)
	if len(words) > 0 && len(words) <= 4 {
		l.add(words)
	}
	for i, w := range words {
		if i > 0 && i < 5 && w == "of" && len(words)-i < 5 {
			l.add(words[:i])
		}
	}
}

// place is where the text names a label.
type place struct {
	span
	from, to int // its tokens; none for a Chinese one
}

// places finds the label's phrases in a text; the first phrase that occurs counts.
func (l *label) places(s *source) []place {
	for _, p := range l.phrases {
		var out []place
		for _, i := range s.index[singular(p[0])] {
			if len(out) < 16 && phraseAt(s.t.toks[i:], p) {
				out = append(out, place{span{s.t.toks[i].start, s.t.toks[i+len(p)-1].end}, i, i + len(p)})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	for _, p := range l.han {
		var out []place
		for from := 0; len(out) < 16; {
			k := strings.Index(s.t.scan[from:], strings.ToLower(p))
			if k < 0 {
				break
			}
			at := span{from + k, from + k + len(p)}
			out = append(out, place{at, s.tokenFrom(at.start), s.tokenFrom(at.end)})
			from = at.end
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func phraseAt(toks []token, words []string) bool {
	if len(toks) < len(words) {
		return false
	}
	for i, w := range words {
		if toks[i].word != w && singular(toks[i].word) != singular(w) {
			return false
		}
	}
	return true
}

func singular(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}
