package offline

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// span is a stretch of one text in bytes, end excluded.
type span struct{ start, end int }

// token is one word outside quotations, or one quotation whole (its word then begins with a mask byte).
type token struct {
	cap        bool   // it is written with a capital
	word       string // lower case in ASCII, curly apostrophes made straight
	start, end int
}

// text is one material prepared for reading. scan has the length of src, so that what is found in it
// can be cut out of src: ASCII letters are lower case and what stands in quotation marks is masked,
// because quoted words ask for nothing.
type text struct {
	src, scan string
	toks      []token
}

const mask = '\x01'

var closers = map[rune]string{'"': "\"", '“': "”", '„': "“", '`': "`", '「': "」", '『': "』", '《': "》", '«': "»"}

func newText(src string) *text {
	t := &text{src: src, scan: blind(src)}
	t.toks = tokenize(t.src, t.scan)
	return t
}

// blind makes the scan form. A quotation without its end is none, and that is looked up once a kind of
// mark, so that the time stays linear.
func blind(src string) string {
	out := []byte(src)
	unclosed := map[string]bool{}
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRuneInString(src[i:])
		closer, opens := closers[r]
		if !opens && r == '\'' && (i == 0 || !wordByte(src[i-1])) {
			closer, opens = "'", true
		}
		if opens && !unclosed[closer] {
			if k := strings.Index(src[i+n:], closer); k >= 0 {
				end := i + n + k + len(closer)
				for j := i; j < end; j++ {
					out[j] = mask
				}
				i = end
				continue
			}
			unclosed[closer] = true
		}
		if r >= 'A' && r <= 'Z' {
			out[i] = src[i] + 'a' - 'A'
		}
		i += n
	}
	return string(out)
}

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isHan(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF && !cjkMark(r) || r >= 0xF900 && r <= 0xFAFF
}

func cjkMark(r rune) bool { return r >= 0x3000 && r <= 0x303F }

// wordRune: letters outside ASCII count, Han and full-width marks do not.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return wordByte(byte(r))
	}
	return r >= 0xC0 && r < 0x2000 && r != 0xD7 && r != 0xF7
}

func tokenize(src, scan string) []token {
	var toks []token
	for i := 0; i < len(scan); {
		if scan[i] == mask {
			j := i
			for j < len(scan) && scan[j] == mask {
				j++
			}
			toks = append(toks, token{word: scan[i:j], start: i, end: j})
			i = j
			continue
		}
		if j := wordEnd(scan, i); j > i {
			word := scan[i:j]
			if strings.Contains(word, "’") {
				word = strings.ReplaceAll(word, "’", "'")
			}
			toks = append(toks, token{word: word, start: i, end: j, cap: src[i] != scan[i]})
			i = j
			continue
		}
		_, n := utf8.DecodeRuneInString(scan[i:])
		i += n
	}
	return toks
}

// wordEnd gives the end of the word that begins at i, i where none does. Ids, versions, paths,
// addresses, numbers with separators, and amounts with a sign before them are one word.
func wordEnd(s string, i int) int {
	r, n := utf8.DecodeRuneInString(s[i:])
	if strings.ContainsRune("/~#@$€£¥-", r) && i+n < len(s) && wordByte(s[i+n]) {
		i += n
		r, _ = utf8.DecodeRuneInString(s[i:])
	}
	if !wordRune(r) {
		return 0
	}
	for i < len(s) {
		r, n = utf8.DecodeRuneInString(s[i:])
		if wordRune(r) || r == '%' {
			i += n
			continue
		}
		next := i + n
		if !strings.ContainsRune("-_./@:#'’,&?=+~", r) || next >= len(s) {
			return i
		}
		follow, m := utf8.DecodeRuneInString(s[next:])
		if r == ':' && strings.HasPrefix(s[next:], "//") {
			i = next + 2
			continue
		}
		digits := follow >= '0' && follow <= '9' && s[i-1] >= '0' && s[i-1] <= '9'
		switch {
		case !wordRune(follow), (r == ',' || r == ':') && !digits, strings.ContainsRune("&?=+", r) && m > 1:
			return i
		}
		i = next
	}
	return i
}

// segment is what stands between two marks of punctuation.
type segment struct {
	span
	hard     bool // a sentence begins here
	question bool // its sentence ends with a question mark
	bullet   bool // it begins a line with a number
	tf, tt   int  // its tokens, first and after the last
}

const (
	hardMarks = ".!?;\n。！？；"
	softMarks = ",，()（）—–|…"
)

// segments splits the text at punctuation. A dot that ends a common abbreviation splits nothing.
func (t *text) segments() []segment {
	var out []segment
	first, start, tok, hard, bullet := 0, 0, 0, true, false
	flush := func(end int, r rune) {
		lo := tok
		for tok < len(t.toks) && t.toks[tok].end <= end {
			tok++
		}
		if s := trim(t.scan, span{start, end}); s.start < s.end {
			if tok == lo+1 && r == '.' && hard && number(t.toks[lo].word) && s.end-s.start <= 3 {
				bullet = true
			} else {
				out = append(out, segment{span: s, hard: hard, bullet: bullet, tf: lo, tt: tok})
				hard, bullet = false, false
			}
		}
		if strings.ContainsRune(hardMarks, r) {
			hard = true
			for ; first < len(out); first++ {
				out[first].question = r == '?' || r == '？'
			}
		}
	}
	word := 0
	for i := 0; i < len(t.scan); {
		for word < len(t.toks) && t.toks[word].end <= i {
			word++
		}
		if word < len(t.toks) && t.toks[word].start <= i {
			i = t.toks[word].end
			continue
		}
		r, n := utf8.DecodeRuneInString(t.scan[i:])
		if t.parts(i, n, r, word) {
			flush(i, r)
			start = i + n
		}
		i += n
	}
	flush(len(t.scan), '\n')
	return out
}

// parts tells whether the mark at i, before token next, ends a segment.
func (t *text) parts(i, size int, r rune, next int) bool {
	switch {
	case strings.ContainsRune(hardMarks, r):
		return r != '.' || !t.abbreviated(next)
	case r == '-':
		return i > 0 && t.scan[i-1] == ' ' && strings.HasPrefix(t.scan[i+size:], " ")
	}
	return strings.ContainsRune(softMarks, r)
}

var abbreviations = set("mr mrs ms dr e.g i.e vs etc approx no inc ltd st")

func (t *text) abbreviated(next int) bool {
	if next == 0 || next >= len(t.toks) {
		return false
	}
	before := t.toks[next-1].word
	return abbreviations.has(before) && (before != "no" || number(t.toks[next].word))
}

// trim drops white space and loose marks from both ends.
func trim(s string, at span) span {
	const loose = " \t\r\n\u3000:：、*•·-"
	cut := strings.TrimLeft(s[at.start:at.end], loose)
	start := at.end - len(cut)
	return span{start, start + len(strings.TrimRight(cut, loose))}
}

func number(word string) bool {
	if word == "" {
		return false
	}
	for i := range len(word) {
		if c := word[i]; (c < '0' || c > '9') && c != '.' && c != ',' {
			return false
		}
	}
	return word[0] >= '0' && word[0] <= '9'
}

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }

func hasHan(s string) bool {
	for _, r := range s {
		if isHan(r) {
			return true
		}
	}
	return false
}

// bag is a set of words, made when first needed.
type bag func() map[string]bool

func (b bag) has(word string) bool { return b()[word] }

// set makes a bag of the words in one text.
func set(words string) bag { return bagOf(func() []string { return strings.Fields(words) }) }

func bagOf(words func() []string) bag {
	return sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for _, w := range words() {
			out[w] = true
		}
		return out
	})
}

// list makes a list of the words in one text, pattern a compiled expression, both when first needed.
func list(words string) func() []string {
	return sync.OnceValue(func() []string { return strings.Fields(words) })
}

func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
