package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
)

// cutter holds one text while it is cut.
type cutter struct {
	source string
	words  *lexicon.Lexicon
	parts  []Token // atoms: words, single Chinese characters, marks
	tokens []Token
	lost   map[string]bool // closing marks that do not occur any more
}

var closers = map[rune]string{'"': "\"", '“': "”", '„': "“", '`': "`", '「': "」", '『': "』", '《': "》",
	'«': "»", '{': "}", '‘': "’"}

// atoms cuts the text into its smallest pieces.
func (c *cutter) atoms() {
	c.lost = map[string]bool{}
	capitals := strings.ToUpper(c.source) == c.source
	first := true
	for i := 0; i < len(c.source); {
		r, n := utf8.DecodeRuneInString(c.source[i:])
		if r == '\n' {
			c.parts = append(c.parts, Token{Span: Span{i, i + n}, Kind: Mark, Key: "\n"})
			first = true
		}
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		t := c.atom(i, first)
		t.First = first
		t.Cap = t.Cap && !capitals
		c.parts = append(c.parts, t)
		i, first = t.End, false
	}
}

func (c *cutter) atom(i int, first bool) Token {
	r, n := utf8.DecodeRuneInString(c.source[i:])
	if end := c.bullet(i, first); end > i {
		return Token{Span: Span{i, end}, Kind: Bullet}
	}
	if end := c.quotation(i, first); end > i {
		return Token{Span: Span{i, end}, Kind: Quote, Key: "\""}
	}
	if lexicon.IsHan(r) {
		return Token{Span: Span{i, i + n}, Key: string(c.words.Simple(r)), Han: true}
	}
	end := wordEnd(c.source, i)
	if end == 0 {
		return Token{Span: Span{i, i + n}, Kind: Mark, Key: string(narrow(r))}
	}
	word := c.source[i:end]
	key := strings.ToLower(strings.Map(narrow, word))
	kind := Word
	switch {
	case IsNumber(key):
		kind = Number
	case strings.ContainsAny(key, "0123456789_/@:.#&?=+~"):
		kind = Code
	}
	return Token{Span: Span{i, end}, Kind: kind, Key: key, Cap: unicode.IsUpper(r)}
}

// bullet finds what opens an item of a list: "1.", "2)", "-", "*".
func (c *cutter) bullet(i int, first bool) int {
	if !first {
		return 0
	}
	j := i
	for j < len(c.source) && c.source[j] >= '0' && c.source[j] <= '9' && j < i+3 {
		j++
	}
	rest := c.source[j:]
	for _, mark := range []string{". ", ") ", "、"} {
		if j > i && strings.HasPrefix(rest, mark) {
			return j + len(mark)
		}
	}
	for _, mark := range []string{"- ", "* ", "• ", "·", "– ", "☐ ", "[ ] "} {
		if j == i && strings.HasPrefix(rest, mark) {
			return i + len(mark)
		}
	}
	return 0
}

// quotation gives the end of a quotation that begins at i. One without its end is none.
func (c *cutter) quotation(i int, first bool) int {
	rest := c.source[i:]
	if first && rest[0] == '>' {
		if k := strings.IndexByte(rest, '\n'); k >= 0 {
			return i + k
		}
		return len(c.source)
	}
	r, n := utf8.DecodeRuneInString(rest)
	closer, opens := closers[r]
	if strings.HasPrefix(rest, "```") {
		closer, n = "```", 3
	}
	if r == '\'' && (i == 0 || !wordRune(lastRune(c.source[:i]))) {
		return c.apostrophes(i)
	}
	if !opens || c.lost[closer] {
		return 0
	}
	k := strings.Index(rest[n:], closer)
	if k < 0 {
		c.lost[closer] = true
		return 0
	}
	return i + n + k + len(closer)
}

// apostrophes ends a quotation in single marks: at the first one that no letter follows.
func (c *cutter) apostrophes(i int) int {
	if c.lost["'"] {
		return 0
	}
	for j := i + 1; j < len(c.source); j++ {
		if c.source[j] == '\'' && j > i+1 {
			if r, _ := utf8.DecodeRuneInString(c.source[j+1:]); j+1 == len(c.source) || !wordRune(r) {
				return j + 1
			}
		}
	}
	c.lost["'"] = true
	return 0
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func narrow(r rune) rune {
	switch {
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case r == '’' || r == '‘':
		return '\''
	}
	return r
}

// wordRune: letters of every alphabet, digits, wide ones too; Chinese characters are none.
func wordRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || unicode.Is(unicode.Mn, r)) &&
		!lexicon.IsHan(r)
}

func digit(r rune) bool { return r >= '0' && r <= '9' || r >= '０' && r <= '９' }

// wordEnd gives the end of the word that begins at i, 0 if none does. Ids, versions, paths, addresses,
// numbers with separators, and amounts with a sign before them are one word.
func wordEnd(s string, i int) int {
	r, n := utf8.DecodeRuneInString(s[i:])
	if strings.ContainsRune("/~#@$€£¥-.", r) && i+n < len(s) {
		if follow, _ := utf8.DecodeRuneInString(s[i+n:]); !wordRune(follow) ||
			r == '.' && i > 0 && s[i-1] == '.' {
			return 0
		}
		i += n
		r, _ = utf8.DecodeRuneInString(s[i:])
	}
	if !wordRune(r) {
		return 0
	}
	for i < len(s) {
		r, n = utf8.DecodeRuneInString(s[i:])
		next := i + n
		if wordRune(r) || r == '%' || r == '°' {
			i = next
			continue
		}
		if end := inWord(s, i, next, r); end > 0 {
			i = end
			continue
		}
		return i
	}
	return i
}

// inWord gives where a word goes on behind a mark inside it, 0 if the mark ends it.
func inWord(s string, i, next int, r rune) int {
	if next >= len(s) {
		if r == '/' {
			return next
		}
		return 0
	}
	follow, m := utf8.DecodeRuneInString(s[next:])
	if r == '(' {
		if closing, _ := utf8.DecodeRuneInString(s[next+m:]); closing == ')' && wordRune(follow) {
			return next + m + 1
		}
	}
	if strings.HasPrefix(s[i:], "://") {
		return i + 3
	}
	if r == '/' && unicode.IsSpace(follow) && i > 0 && wordRune(lastRune(s[:i])) {
		return next
	}
	before := lastRune(s[:i])
	switch {
	case !strings.ContainsRune("-_./@:#'’,&?=+~．，", r), !wordRune(follow):
		return 0
	case r == ',' || r == ':' || r == '，' || r == '．':
		if !digit(before) || !digit(follow) || r == '，' {
			return 0
		}
	}
	return next
}

// IsNumber reports whether a word is a number, with its separators, sign of currency or unit.
func IsNumber(key string) bool {
	key = strings.TrimLeft(key, "$€£¥-")
	digits, i := 0, 0
	for i < len(key) && (key[i] >= '0' && key[i] <= '9' || (key[i] == '.' || key[i] == ',') && digits > 0) {
		if key[i] >= '0' {
			digits++
		}
		i++
	}
	rest := key[i:]
	if digits == 0 || strings.Count(key[:i], ".") > 1 || strings.HasSuffix(key[:i], ".") {
		return false
	}
	switch rest {
	case "",
		"%",
		"kg",
		"g",
		"m",
		"km",
		"cm",
		"mm",
		"h",
		"hr",
		"min",
		"s",
		"l",
		"ml",
		"k",
		"°",
		"°c",
		"eur",
		"usd",
		"t",
		"mg",
		"gb",
		"mb",
		"tb",
		"hz",
		"khz",
		"w",
		"kw",
		"v":
		return true
	}
	return false
}
