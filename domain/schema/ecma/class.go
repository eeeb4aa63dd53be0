package ecma

import "strings"

// class reads a character class from its "[" on.
func (p *parser) class() error {
	start := p.at
	p.at++
	p.out.openClass(p.accept('^'))
	for !p.accept(']') {
		if p.at >= len(p.src) {
			return invalid("class", "it is not closed", start)
		}
		if p.stopped() {
			return errStopped
		}
		if err := p.classMember(); err != nil {
			return err
		}
	}
	p.out.closeClass()
	p.posix = strings.HasPrefix(p.src[start:], "[[:") && strings.HasSuffix(p.src[:p.at], ":]")
	p.repeatable = true
	return nil
}

// classMember reads one atom of a class, or a range of two.
func (p *parser) classMember() error {
	start := p.at
	low, single, err := p.classAtom()
	if err != nil {
		return err
	}
	if p.peek(0) != '-' || p.peek(1) == ']' || p.at+1 >= len(p.src) {
		if single {
			p.out.member(low, low)
		}
		return nil
	}
	p.at++
	high, alsoSingle, err := p.classAtom()
	if err != nil {
		return err
	}
	if !single || !alsoSingle {
		return invalid("class range", "its ends are single characters", start)
	}
	if low > high {
		return invalid("class range", "its ends are out of order", start)
	}
	p.out.member(low, high)
	return nil
}

// classAtom reads a ClassAtom. It is single where it stands for one character,
// which the caller hands on; otherwise it has been handed on already.
func (p *parser) classAtom() (r rune, single bool, err error) {
	start := p.at
	if p.src[p.at] != '\\' {
		return p.rune(), true, nil
	}
	p.at++
	switch c := p.peek(0); {
	case c == 'b':
		p.at++
		return '\b', true, nil
	case c == '-':
		p.at++
		return '-', true, nil
	case isShorthand(c):
		p.at++
		p.out.shorthand(c)
		return 0, false, nil
	case c == 'p' || c == 'P':
		return 0, false, p.property(start)
	}
	if r, err = p.character(start, true); err == nil {
		p.checkSurrogate(r, start)
	}
	return r, true, err
}
