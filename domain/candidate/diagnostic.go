package candidate

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Bounds of a diagnostic (contract section 7), the line that tells how many more there are included.
const (
	MaxDiagnosticLines = 32
	MaxDiagnosticBytes = 4096
)

// maxLineBytes bounds one line, so that a deep pointer does not push every other mistake out.
const maxLineBytes = 1024

// moreBytes is room for the last line.
const moreBytes = 64

// Diagnostic tells a model what to fix: a line a mistake, `<pointer>: <what is wrong, what is
// expected>`, in document order, within [MaxDiagnosticLines] and [MaxDiagnosticBytes]. Where not all
// fit, the last line says how many more there are. It is "" without mistakes.
func (m Mistakes) Diagnostic() string {
	shown, more := m.shown()
	lines := make([]string, 0, len(shown)+1)
	for _, mistake := range shown {
		lines = append(lines, mistake.line())
	}
	if more != "" {
		lines = append(lines, more)
	}
	return strings.Join(lines, "\n")
}

// shown takes the mistakes whose lines fit, and the line about the rest where there is one.
func (m Mistakes) shown() (Mistakes, string) {
	if m.bytes() <= MaxDiagnosticBytes && len(m) <= MaxDiagnosticLines {
		return m, ""
	}
	used, n := 0, 0
	for n < min(len(m), MaxDiagnosticLines-1) {
		used += len(m[n].line()) + 1
		if used > MaxDiagnosticBytes-moreBytes {
			break
		}
		n++
	}
	least := ""
	if len(m) == MaxMistakes {
		least = "at least "
	}
	return m[:n], fmt.Sprintf("(and %s%d more mistakes)", least, len(m)-n)
}

// bytes sums the lines and the breaks between them, no further than it matters.
func (m Mistakes) bytes() int {
	sum := -1
	for _, mistake := range m {
		sum += len(mistake.line()) + 1
		if sum > MaxDiagnosticBytes {
			break
		}
	}
	return sum
}

// line writes one mistake. The root's pointer is empty, which a reader could overlook: it is shown
// as the word that people use for it.
func (m Mistake) line() string {
	pointer := m.Pointer
	if pointer == "" {
		pointer = "(root)"
	}
	return strictjson.CutText(oneLine(pointer+": "+m.Message), maxLineBytes)
}

// oneLine shows control characters and line separators, which a key may hold, as escapes.
func oneLine(text string) string {
	if strings.IndexFunc(text, breaks) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if breaks(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func breaks(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
