package ecma

import (
	"strings"
	"unicode"
)

// openGroup reads what opens a group: "(", "(?:", "(?<name>" or one of the
// four lookarounds.
func (p *parser) openGroup() error {
	start := p.at
	rest := p.src[p.at:]
	switch {
	case strings.HasPrefix(rest, "(?:"):
		p.push(len("(?:"), true)
	case strings.HasPrefix(rest, "(?="), strings.HasPrefix(rest, "(?!"):
		p.refuse(constructLookahead, "a linear-time engine cannot look ahead", start)
		p.push(len("(?="), false)
	case strings.HasPrefix(rest, "(?<="), strings.HasPrefix(rest, "(?<!"):
		p.refuse(constructLookbehind, "a linear-time engine cannot look behind", start)
		p.push(len("(?<="), false)
	case strings.HasPrefix(rest, "(?<"):
		p.captures++
		p.push(len("(?<"), true)
		return p.declareName(start)
	case strings.HasPrefix(rest, "(?"):
		return p.foreignGroup(start)
	default:
		p.captures++
		p.push(len("("), true)
	}
	return nil
}

// push opens a group whose opening takes size bytes.
func (p *parser) push(size int, repeatable bool) {
	p.at += size
	p.open = append(p.open, repeatable)
	p.repeatable = false
	p.out.open()
}

// foreignGroup names the group syntax of other dialects.
func (p *parser) foreignGroup(start int) error {
	switch c := p.peek(len("(?")); {
	case c == 'P':
		return invalid("(?P group", "a named group is written (?<name>…)", start)
	case c == '#':
		return invalid("comment group", "ECMA-262 has no comments in patterns", start)
	case c == '-' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return invalid("inline flags", "flags cannot be set inside a pattern", start)
	}
	return invalid("group", "what follows (? is no kind of group", start)
}

// closeGroup reads ")".
func (p *parser) closeGroup() error {
	if len(p.open) == 0 {
		return invalid("lone parenthesis", "a literal parenthesis is written \\)", p.at)
	}
	p.repeatable = p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	p.at++
	p.out.close()
	return nil
}

// declareName reads the rest of "(?<name>".
func (p *parser) declareName(start int) error {
	name, err := p.groupName(start)
	if err != nil {
		return err
	}
	if _, found := p.names[name]; found {
		return invalid("duplicate group name", "each group needs a name of its own", start)
	}
	if p.names == nil {
		p.names = make(map[string]struct{})
	}
	p.names[name] = struct{}{}
	return nil
}

// groupName reads a RegExpIdentifierName and the ">" behind it, and returns the
// name with its escapes resolved.
func (p *parser) groupName(start int) (string, error) {
	bad := invalid("group name", "it is an identifier between < and >", start)
	from, escaped := p.at, false
	var name strings.Builder
	for first := true; ; first = false {
		if p.at >= len(p.src) {
			return "", bad
		}
		before := p.at
		r := p.rune()
		if r == '>' && !first {
			if !escaped {
				return p.src[from:before], nil
			}
			return name.String(), nil
		}
		if r == '\\' {
			if !escaped {
				escaped = true
				name.WriteString(p.src[from:before])
			}
			var ok bool
			if r, ok = p.nameEscape(); !ok {
				return "", bad
			}
		}
		if !identifierPart(r, first) {
			return "", bad
		}
		if escaped {
			name.WriteRune(r)
		}
	}
}

// nameEscape reads the \u escape of a group name, behind its backslash.
func (p *parser) nameEscape() (rune, bool) {
	if !p.accept('u') {
		return 0, false
	}
	return p.unicodeEscape()
}

// identifierPart reports whether r may stand in an identifier (ECMA-262, 12.7),
// by the Unicode tables of this Go release.
func identifierPart(r rune, first bool) bool {
	if r < 0x80 {
		return r == '$' || r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z' || !first && r >= '0' && r <= '9'
	}
	if !first && (r == 0x200C || r == 0x200D) {
		return true
	}
	if unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space) {
		return false
	}
	if unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	return !first && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}
