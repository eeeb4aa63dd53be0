package patch

import (
	"errors"
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// MaxExpectedBytes bounds the lines that a [MismatchError] quotes.
const MaxExpectedBytes = 4096

// ErrNotText is the error of [Apply] for a text that is not UTF-8.
var ErrNotText = errors.New("the file is not UTF-8 text")

// SyntaxError tells why a text is no patch.
type SyntaxError struct {
	Line   int // counted from the begin marker, which is line 1
	Reason string
}

// Error returns line and reason.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// MismatchError tells which chunk of an update does not fit a text.
type MismatchError struct {
	Chunk    int    // from 1
	Anchor   bool   // its anchor was not found; else its lines
	AtEnd    bool   // the lines had to be the last of the text
	Expected string // what was looked for, cut to MaxExpectedBytes
}

// Error returns chunk and expected lines.
func (e *MismatchError) Error() string {
	what := "these lines are not there"
	switch {
	case e.Anchor:
		what = "its anchor is not there"
	case e.AtEnd:
		what = "the file does not end with these lines"
	}
	return fmt.Sprintf("chunk %d: %s:\n%s", e.Chunk, what, e.Expected)
}

func mismatch(chunk int, c Chunk, lines ...string) *MismatchError {
	expected := strictjson.CutText(strings.Join(lines, "\n"), MaxExpectedBytes)
	return &MismatchError{Chunk: chunk, AtEnd: c.AtEnd, Expected: expected}
}
