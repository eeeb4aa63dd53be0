package ecma

import (
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"
)

// sink takes what a parser reads, in the order of the pattern.
type sink interface {
	literal(r rune)
	dot()
	// shorthand is one of d D s S w W, in a class or outside.
	shorthand(c byte)
	// property is a general category or script by Go's name, in a class or outside.
	property(name string, negated bool)
	// assertion is one of ^ $ b B.
	assertion(c byte)
	open()
	close()
	alternative()
	// repeat applies to the literal, class or group that came last.
	repeat(low, high int, lazy bool)
	openClass(negated bool)
	member(low, high rune)
	closeClass()
}

// discard is the sink of a mere syntax check.
type discard struct{}

func (discard) literal(rune)          {}
func (discard) dot()                  {}
func (discard) shorthand(byte)        {}
func (discard) property(string, bool) {}
func (discard) assertion(byte)        {}
func (discard) open()                 {}
func (discard) close()                {}
func (discard) alternative()          {}
func (discard) repeat(_, _ int, _ bool) {
}
func (discard) openClass(bool)    {}
func (discard) member(rune, rune) {}
func (discard) closeClass()       {}

// ECMA's WhiteSpace and LineTerminator (sections 12.2 and 12.3), which is \s,
// and all other code points, as members of a class. Go's \s is ASCII only and
// lacks the vertical tab.
const (
	spaces = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

	notSpaces = `\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}` +
		`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
)

// everything is every code point, as a member of a class.
const everything = `\x{0}-\x{10ffff}`

// translation writes the RE2 syntax of Go's regexp. Whatever it writes means
// the same under any flags of that package but case folding.
type translation struct {
	strings.Builder
	inClass bool
	negated bool
	// empty tells that the class has no member so far.
	empty bool
	// written holds the items of the class.
	written map[string]bool
}

func (t *translation) literal(r rune) { t.character(r) }

// dot is any code point but a LineTerminator.
func (t *translation) dot() { t.WriteString(`[^\n\r\x{2028}\x{2029}]`) }

func (t *translation) shorthand(c byte) {
	switch {
	case c == 's':
		t.set(spaces)
	case c == 'S':
		t.set(notSpaces)
	default:
		t.item(`\` + string(rune(c)))
	}
}

func (t *translation) property(name string, negated bool) {
	short := `\p{` + name + "}"
	if _, err := syntax.Parse(short, syntax.Perl); err != nil {
		t.set(tableMembers(unicode.Scripts[name], negated))
		return
	}
	if negated {
		short = `\P{` + name + "}"
	}
	t.item(short)
}

// tableMembers spells out a table, or all that is not in it, as members of a
// class. It is for names that Go's regexp does not find: since Go 1.25 those of
// scripts of several words, such as Old_Italic.
func tableMembers(table *unicode.RangeTable, negated bool) string {
	var members strings.Builder
	next := rune(0) // the first code point behind the ranges so far
	add := func(low, high rune) {
		if negated {
			low, high, next = next, low-1, high+1
		}
		if low <= high {
			fmt.Fprintf(&members, `\x{%x}-\x{%x}`, low, high)
		}
	}
	eachRange(table, add)
	if negated {
		add(unicode.MaxRune+1, unicode.MaxRune+1)
	}
	return members.String()
}

// eachRange hands out the ranges of a table in order.
func eachRange(table *unicode.RangeTable, yield func(low, high rune)) {
	each := func(low, high, stride rune) {
		if stride == 1 {
			yield(low, high)
			return
		}
		for r := low; r <= high; r += stride {
			yield(r, r)
		}
	}
	for _, r := range table.R16 {
		each(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range table.R32 {
		each(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
}

// item writes what may stand in a class and outside. A class gets each one
// once: it is cheap to repeat one of hundreds of ranges, and dear to merge it.
func (t *translation) item(text string) {
	if t.inClass && t.written[text] {
		return
	}
	t.beforeMember()
	if t.inClass {
		t.written[text] = true
	}
	t.WriteString(text)
}

// set writes the members of a class, with brackets where there are none yet.
func (t *translation) set(members string) {
	if t.inClass {
		t.item(members)
		return
	}
	t.WriteString("[" + members + "]")
}

// assertion writes those of text, not of lines, whatever the flags.
func (t *translation) assertion(c byte) {
	switch c {
	case '^':
		c = 'A'
	case '$':
		c = 'z'
	}
	t.WriteString(`\` + string(rune(c)))
}

// open makes no capture of any group: only whether a pattern matches counts.
func (t *translation) open()        { t.WriteString("(?:") }
func (t *translation) close()       { t.WriteString(")") }
func (t *translation) alternative() { t.WriteString("|") }

func (t *translation) repeat(low, high int, lazy bool) {
	switch {
	case low == 0 && high == unbounded:
		t.WriteString("*")
	case low == 1 && high == unbounded:
		t.WriteString("+")
	case low == 0 && high == 1:
		t.WriteString("?")
	case high == unbounded:
		t.WriteString("{" + strconv.Itoa(low) + ",}")
	case low == high:
		t.WriteString("{" + strconv.Itoa(low) + "}")
	default:
		t.WriteString("{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}")
	}
	if lazy {
		t.WriteString("?")
	}
}

// openClass writes nothing yet: beforeMember does, or closeClass where no
// member comes.
func (t *translation) openClass(negated bool) {
	t.inClass, t.negated, t.empty = true, negated, true
	if t.written == nil {
		t.written = make(map[string]bool)
	}
	clear(t.written)
}

// beforeMember writes the opening of a class before its first member.
func (t *translation) beforeMember() {
	if !t.inClass || !t.empty {
		return
	}
	t.empty = false
	t.WriteString("[")
	if t.negated {
		t.WriteString("^")
	}
}

func (t *translation) member(low, high rune) {
	t.beforeMember()
	t.character(low)
	if low != high {
		t.WriteString("-")
		t.character(high)
	}
}

// closeClass writes the empty class and its complement, which RE2 has no
// spelling for, by the full class the other way round.
func (t *translation) closeClass() {
	switch {
	case !t.empty:
		t.WriteString("]")
	case t.negated:
		t.WriteString("[" + everything + "]")
	default:
		t.WriteString("[^" + everything + "]")
	}
	t.inClass = false
}

// character writes one code point so that it means itself, in a class too.
func (t *translation) character(r rune) {
	switch {
	case r == ' ' || r|0x20 >= 'a' && r|0x20 <= 'z' && r < 0x80 || r >= '0' && r <= '9':
		t.WriteByte(byte(r))
	case r > ' ' && r < 0x7f:
		t.WriteByte('\\')
		t.WriteByte(byte(r))
	default:
		t.WriteString(`\x{` + strconv.FormatInt(int64(r), 16) + "}")
	}
}
