package schema

import (
	"bytes"
	"slices"
)

// withoutMark takes a byte order mark off.
func (p *preparer) withoutMark(text []byte) []byte {
	plain, found := bytes.CutPrefix(text, []byte("\ufeff"))
	if found {
		p.changedText("a byte order mark at the beginning left out")
	}
	return plain
}

// withoutComments blanks the comments of JSON with comments, and commas before a closing bracket, so that
// every byte keeps its place. It reports whether there were any; a text without is returned as it is.
func withoutComments(text []byte) (plain []byte, found bool) {
	plain = slices.Clone(text)
	comma := -1 // of a comma behind which nothing has come yet
	for i := 0; i < len(plain); i++ {
		switch c := plain[i]; {
		case c == '"':
			i = stringEnd(plain, i)
			comma = -1
		case c == '/' && i+1 < len(plain) && (plain[i+1] == '/' || plain[i+1] == '*'):
			end := commentEnd(plain, i)
			blank(plain[i:end])
			i, found = end-1, true
		case c == ',':
			comma = i
		case (c == ']' || c == '}') && comma >= 0:
			plain[comma], comma, found = ' ', -1, true
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
	}
	return plain, found
}

// stringEnd returns where the closing quotation mark of a string stands, or the text's last byte.
func stringEnd(text []byte, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(text) - 1
}

func commentEnd(text []byte, start int) int {
	end, length := "\n", 0
	if text[start+1] == '*' {
		end, length = "*/", len("*/")
	}
	i := bytes.Index(text[start+2:], []byte(end))
	if i < 0 {
		return len(text)
	}
	return start + 2 + i + length
}

func blank(text []byte) {
	for i := range text {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}
