package page

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Plain makes a text harmless on one line: line breaks and control characters become their pictures
// (U+2400 block), marks that reorder text and broken UTF-8 become U+FFFD.
func Plain(text string) string {
	return clean(text, func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		return picture(r)
	})
}

// Block makes a text harmless and keeps its line breaks.
func Block(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return clean(text, func(r rune) rune {
		switch r {
		case '\n', '\u2028', '\u2029', '\u0085':
			return '\n'
		case '\t':
			return ' '
		default:
			return picture(r)
		}
	})
}

// EscapeJSON escapes in JSON text what [Plain] would make harmless. Such characters occur in strings only,
// so that the text means what it meant.
func EscapeJSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, escapable) {
		return text
	}
	var escaped []byte
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if escapable(r) {
			for _, unit := range utf16.Encode([]rune{r}) {
				escaped = fmt.Appendf(escaped, `\u%04x`, unit)
			}
		} else {
			escaped = append(escaped, text[:size]...)
		}
		text = text[size:]
	}
	return escaped
}

func escapable(r rune) bool { return suspicious(r) && r != '\n' }

func clean(text string, show func(rune) rune) string {
	if !strings.ContainsFunc(text, suspicious) && utf8.ValidString(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if suspicious(r) {
			return show(r)
		}
		return r // strings.Map has turned broken UTF-8 into U+FFFD
	}, text)
}

// suspicious tells what a terminal or browser might obey instead of showing it.
func suspicious(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || reorders(r) || tags(r)
}

// reorders tells the marks of Unicode's bidirectional algorithm (UAX 9, section 2).
func reorders(r rune) bool {
	return r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069' ||
		r == '\u200E' || r == '\u200F' || r == '\u061C'
}

// tags tells characters that nothing shows and a model reads all the same.
func tags(r rune) bool { return r >= 0xE0000 && r <= 0xE007F || r == '\uFEFF' }

func picture(r rune) rune {
	switch {
	case r < ' ':
		return 0x2400 + r
	case r == 0x7F:
		return 0x2421
	default:
		return utf8.RuneError
	}
}
