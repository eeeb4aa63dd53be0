package ecma

import (
	"strconv"
	"unicode"
)

// syntaxCharacters are those that always stand for themselves behind a
// backslash: SyntaxCharacter of ECMA-262 and the solidus.
const syntaxCharacters = `^$\.*+?()[]{}|/`

// escape reads a backslash outside a class and what belongs to it.
func (p *parser) escape() error {
	start := p.at
	p.at++
	c := p.peek(0)
	p.repeatable = true
	switch {
	case c == 'b' || c == 'B':
		p.at++
		p.repeatable = false
		p.out.assertion(c)
	case c >= '1' && c <= '9':
		p.backReference(start)
	case c == 'k':
		return p.namedReference(start)
	case isShorthand(c):
		p.at++
		p.out.shorthand(c)
	case c == 'p' || c == 'P':
		return p.property(start)
	default:
		r, err := p.character(start, false)
		if err != nil {
			return err
		}
		p.checkSurrogate(r, start)
		p.out.literal(r)
	}
	return nil
}

// isShorthand reports whether a backslash and c are one of the six classes.
func isShorthand(c byte) bool {
	switch c {
	case 'd', 'D', 's', 'S', 'w', 'W':
		return true
	}
	return false
}

// backReference reads the digits of a DecimalEscape.
func (p *parser) backReference(start int) {
	digits, _ := p.digits()
	number, err := strconv.Atoi(digits)
	if err != nil {
		number = len(p.src) + 1 // more groups than any pattern of this length has
	}
	if number > p.highest.number {
		p.highest = reference{number: number, at: start}
	}
	p.refuse(constructReference, "a linear-time engine cannot refer back", start)
}

// namedReference reads "k<name>".
func (p *parser) namedReference(start int) error {
	p.at++
	if !p.accept('<') {
		return invalid(constructNamed, "it is written \\k<name>", start)
	}
	name, err := p.groupName(start)
	if err != nil {
		return err
	}
	p.references = append(p.references, reference{name: name, at: start})
	p.refuse(constructNamed, "a linear-time engine cannot refer back", start)
	return nil
}

// character reads a CharacterEscape behind its backslash. Surrogates may come
// out of it: see checkSurrogate.
func (p *parser) character(start int, inClass bool) (rune, error) {
	if p.at >= len(p.src) {
		return 0, invalid("escape", "nothing follows the backslash", start)
	}
	r := p.rune()
	switch r {
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'v':
		return '\v', nil
	case 'f':
		return '\f', nil
	case 'r':
		return '\r', nil
	case '0':
		if isDigit(p.peek(0)) {
			return 0, invalid("octal escape", "the u flag forbids it; use \\x or \\u", start)
		}
		return 0, nil
	case 'c':
		return p.control(start)
	case 'x':
		if v, ok := p.hex(2); ok {
			return v, nil
		}
		return 0, invalid("escape \\x", "two hexadecimal digits follow", start)
	case 'u':
		if v, ok := p.unicodeEscape(); ok {
			return v, nil
		}
		return 0, invalid("escape \\u", "four hexadecimal digits or a code point in braces follow", start)
	}
	return p.identity(r, start, inClass)
}

// identity reads an IdentityEscape: the u flag knows those of the syntax
// characters; outside classes other punctuation passes where p.lax is set.
func (p *parser) identity(r rune, start int, inClass bool) (rune, error) {
	for _, c := range syntaxCharacters {
		if r == c {
			return r, nil
		}
	}
	if p.lax && !inClass && (r == '_' || !identifierPart(r, false) && !unicode.IsMark(r)) {
		p.usedLax = true
		return r, nil
	}
	construct := "escape"
	if r > ' ' && r < 0x7f {
		construct = "escape \\" + string(r)
	}
	return 0, invalid(construct, "the u flag knows no such escape", start)
}

// control reads the letter of \cX.
func (p *parser) control(start int) (rune, error) {
	c := p.peek(0)
	if c|0x20 < 'a' || c|0x20 > 'z' {
		return 0, invalid("escape \\c", "a letter A to Z follows", start)
	}
	p.at++
	return rune(c % 32), nil
}

// hex reads exactly n hexadecimal digits.
func (p *parser) hex(n int) (rune, bool) {
	if p.at+n > len(p.src) {
		return 0, false
	}
	var v rune
	for i := range n {
		d, ok := hexDigit(p.src[p.at+i])
		if !ok {
			return 0, false
		}
		v = v<<4 | d
	}
	p.at += n
	return v, true
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case isDigit(c):
		return rune(c - '0'), true
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10, true
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10, true
	}
	return 0, false
}

// unicodeEscape reads what follows \u: "{…}" or four digits, two of which make
// one code point where they are a surrogate pair.
func (p *parser) unicodeEscape() (rune, bool) {
	if p.accept('{') {
		return p.codePoint()
	}
	lead, ok := p.hex(4)
	if !ok || !isLead(lead) || p.peek(0) != '\\' || p.peek(1) != 'u' {
		return lead, ok
	}
	behindLead := p.at
	p.at += 2
	if trail, ok := p.hex(4); ok && isTrail(trail) {
		return (lead-0xD800)<<10 + (trail - 0xDC00) + 0x10000, true
	}
	p.at = behindLead
	return lead, true
}

// codePoint reads the rest of \u{…}: any number of digits, at most U+10FFFF.
func (p *parser) codePoint() (rune, bool) {
	var v rune
	for from := p.at; ; p.at++ {
		d, ok := hexDigit(p.peek(0))
		if !ok {
			return v, p.at > from && p.accept('}')
		}
		if v = v<<4 | d; v > unicode.MaxRune {
			return 0, false
		}
	}
}

func isLead(r rune) bool  { return r >= 0xD800 && r <= 0xDBFF }
func isTrail(r rune) bool { return r >= 0xDC00 && r <= 0xDFFF }

// checkSurrogate refuses half a surrogate pair: no valid text holds one.
func (p *parser) checkSurrogate(r rune, start int) {
	if isLead(r) || isTrail(r) {
		p.refuse(constructSurrogate, "no valid text holds half of a pair", start)
	}
}
