package ecma

import (
	"errors"
	"unicode/utf8"
)

// errStopped ends a parse whose stop function said so.
var errStopped = errors.New("stopped")

// stopEvery is how many terms or class members pass between two questions to
// the stop function: some ten microseconds of work.
const stopEvery = 1024

// parser reads the Pattern grammar of ECMA-262 (2024, section 22.2.1) with the
// parameters UnicodeMode and NamedCaptureGroups, without Annex B. It keeps its
// own stack of open groups, so that nesting costs heap and never call stack,
// and looks at each byte a bounded number of times.
type parser struct {
	src  string
	at   int
	out  sink
	stop func() bool
	// lax takes identity escapes of punctuation outside classes as literals.
	lax     bool
	usedLax bool
	ticks   int
	// open holds for each open group whether it may be repeated once closed.
	open []bool
	// repeatable reports whether what was read last may take a quantifier.
	repeatable bool
	// posix tells that the class read last looked like a POSIX bracket.
	posix bool
	// The early errors about references wait for the end of the pattern.
	captures   int
	highest    reference
	names      map[string]struct{}
	references []reference
	// refused is the first construct without a translation.
	refused *Error
}

// reference is a back-reference: by name, or by number where name is empty.
type reference struct {
	name   string
	number int
	at     int
}

// parse reads the whole pattern. An *Error is a syntax error; constructs that
// are valid but refused are left in p.refused.
func (p *parser) parse() error {
	if at := firstInvalidByte(p.src); at >= 0 {
		return invalid("encoding", "a pattern is valid UTF-8", at)
	}
	for p.at < len(p.src) {
		if p.stopped() {
			return errStopped
		}
		if err := p.term(); err != nil {
			return err
		}
	}
	if len(p.open) > 0 {
		return invalid("group", "it is not closed", len(p.src))
	}
	return p.checkReferences()
}

// stopped asks the stop function every so many calls.
func (p *parser) stopped() bool {
	p.ticks++
	return p.ticks%stopEvery == 0 && p.stop != nil && p.stop()
}

// refuse notes a construct that has no translation; the first one counts.
// Reading goes on, since a syntax error further on says more.
func (p *parser) refuse(construct, reason string, at int) {
	if p.refused == nil {
		p.refused = &Error{Construct: construct, Reason: reason, Offset: at}
	}
}

// term reads one Term, or a delimiter between terms.
func (p *parser) term() error {
	switch c := p.src[p.at]; c {
	case '|':
		p.at++
		p.repeatable = false
		p.out.alternative()
	case '^', '$':
		p.at++
		p.repeatable = false
		p.out.assertion(c)
	case '.':
		p.at++
		p.repeatable = true
		p.out.dot()
	case '(':
		return p.openGroup()
	case ')':
		return p.closeGroup()
	case '[':
		return p.class()
	case '\\':
		return p.escape()
	case '*', '+', '?', '{':
		return p.quantifier()
	case ']', '}':
		return p.lone(c)
	default:
		r := p.rune()
		p.repeatable = true
		p.out.literal(r)
	}
	return nil
}

// lone refuses a closing bracket that closes nothing.
func (p *parser) lone(c byte) error {
	if c == '}' {
		return invalid("lone brace", "a literal brace is written \\}", p.at)
	}
	if p.posix && p.src[p.at-1] == ']' {
		return invalid("POSIX class", "ECMA-262 has none; name the members or use \\p", p.at)
	}
	return invalid("lone bracket", "a literal bracket is written \\]", p.at)
}

// rune takes the next code point. There must be one.
func (p *parser) rune() rune {
	r, size := utf8.DecodeRuneInString(p.src[p.at:])
	p.at += size
	return r
}

// peek is the byte at the given distance, or 0 past the end.
func (p *parser) peek(ahead int) byte {
	if p.at+ahead >= len(p.src) {
		return 0
	}
	return p.src[p.at+ahead]
}

// accept takes the byte c where it comes next.
func (p *parser) accept(c byte) bool {
	if p.at < len(p.src) && p.src[p.at] == c {
		p.at++
		return true
	}
	return false
}

// checkReferences judges back-references once all groups are known, since a
// reference may stand before its group.
func (p *parser) checkReferences() error {
	if p.highest.number > p.captures {
		return invalid(constructReference, "there is no such group", p.highest.at)
	}
	for _, r := range p.references {
		if _, found := p.names[r.name]; !found {
			return invalid(constructNamed, "there is no group of that name", r.at)
		}
	}
	return nil
}

// firstInvalidByte is the offset of the first byte that is no UTF-8, or -1.
func firstInvalidByte(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
			return i
		}
	}
	return -1
}
