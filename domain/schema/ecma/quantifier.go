package ecma

import (
	"strconv"
	"strings"
)

// MaxRepeat is the largest repetition count that Compile takes, and the largest
// product of nested ones: the bound of Go's regexp.
const MaxRepeat = 1000

// unbounded is the upper count of a quantifier without one.
const unbounded = -1

// quantifier reads "*", "+", "?" or a count in braces, and a "?" behind it that
// makes it lazy.
func (p *parser) quantifier() error {
	start, c := p.at, p.src[p.at]
	if !p.repeatable {
		if c == '{' {
			return invalid("lone brace", "a literal brace is written \\{", start)
		}
		return invalid("quantifier", "there is nothing that it could repeat", start)
	}
	p.at++
	var low, high int
	switch c {
	case '*':
		low, high = 0, unbounded
	case '+':
		low, high = 1, unbounded
	case '?':
		low, high = 0, 1
	default:
		var err error
		if low, high, err = p.counts(start); err != nil {
			return err
		}
	}
	lazy := p.accept('?')
	p.repeatable = false
	p.out.repeat(low, high, lazy)
	return nil
}

// counts reads the rest of "{n}", "{n,}" or "{n,m}".
func (p *parser) counts(start int) (low, high int, err error) {
	bad := invalid("lone brace", "a count is {n}, {n,} or {n,m}; a literal brace is written \\{", start)
	from, ok := p.digits()
	if !ok {
		return 0, 0, bad
	}
	to := from
	open := false
	if p.accept(',') {
		to, ok = p.digits()
		open = !ok
	}
	if !p.accept('}') {
		return 0, 0, bad
	}
	low, high = p.count(from, start), unbounded
	if open {
		return low, high, nil
	}
	if len(from) > len(to) || len(from) == len(to) && from > to {
		return 0, 0, invalid("repetition count", "the lower count is above the upper", start)
	}
	return low, p.count(to, start), nil
}

// digits takes a run of decimal digits and returns it without leading zeros.
// Kept as text, counts of any length compare exactly.
func (p *parser) digits() (string, bool) {
	from := p.at
	for isDigit(p.peek(0)) {
		p.at++
	}
	return strings.TrimLeft(p.src[from:p.at], "0"), p.at > from
}

// count is the number that digits found, refused over MaxRepeat.
func (p *parser) count(digits string, start int) int {
	if digits == "" {
		return 0
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > MaxRepeat {
		p.refuse(constructCount, "a count is at most 1,000", start)
		return MaxRepeat
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
