package ecma

import (
	"io"
	"unicode/utf8"
)

// stoppableWork is the number of instructions times bytes from which a match
// is made stoppable: a few milliseconds at worst. Below it the faster matchers
// of regexp are used.
const stoppableWork = 1 << 18

// stopWork is the work, in instructions times runes, between two questions to
// the stop function: some hundred microseconds at worst.
const stopWork = 1 << 14

// MatchString reports whether the pattern matches anywhere in s. A byte that is
// no UTF-8 counts as U+FFFD.
func (p *Pattern) MatchString(s string) bool { return p.program.MatchString(s) }

// Match is MatchString for texts of any length: where the work may be long, it
// asks stop from time to time and gives up once that says true. A stopped match
// is no match. A nil stop never stops.
func (p *Pattern) Match(s string, stop func() bool) (matched, stopped bool) {
	if stop == nil || len(s) <= stoppableWork/p.instructions {
		return p.program.MatchString(s), false
	}
	every := max(stopWork/p.instructions, 1)
	text := stoppableText{text: s, stop: stop, every: every}
	matched = p.program.MatchReader(&text)
	return matched && !text.stopped, text.stopped
}

// stoppableText hands out the runes of a text, and ends early when stopped.
// Not safe for concurrent use.
type stoppableText struct {
	text    string
	at      int
	stop    func() bool
	every   int
	left    int
	stopped bool
}

// ReadRune is that of io.RuneReader.
func (t *stoppableText) ReadRune() (r rune, size int, err error) {
	if t.left == 0 {
		t.left = t.every
		t.stopped = t.stopped || t.stop()
	}
	if t.stopped || t.at >= len(t.text) {
		return 0, 0, io.EOF
	}
	t.left--
	r, size = rune(t.text[t.at]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(t.text[t.at:])
	}
	t.at += size
	return r, size, nil
}
