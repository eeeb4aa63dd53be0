package ecma

import (
	"strings"
	"unicode"
)

// property reads "p{…}" or "P{…}" behind the backslash.
func (p *parser) property(start int) error {
	negated := p.src[p.at] == 'P'
	p.at++
	bad := invalid("property", "a name of Unicode's stands in braces: \\p{Lu}, \\p{Script=Greek}", start)
	if !p.accept('{') {
		return bad
	}
	end := strings.IndexByte(p.src[p.at:], '}')
	if end < 0 {
		return bad
	}
	name, value, paired := strings.Cut(p.src[p.at:p.at+end], "=")
	p.at += end + 1
	if !paired {
		return p.loneProperty(name, negated, bad, start)
	}
	switch name {
	case "General_Category", "gc":
		return p.category(value, negated, bad)
	case "Script", "sc":
		return p.script(value, negated, bad, start)
	case "Script_Extensions", "scx":
		if canonicalScript(value) == "" {
			return bad
		}
		p.refuse(constructExtensions, "Go has no table of them; use \\p{Script=…}", start)
		return nil
	}
	return bad
}

// loneProperty reads a general category without its name, or a binary property.
func (p *parser) loneProperty(name string, negated bool, bad *Error, start int) error {
	if isBinaryProperty(name) {
		p.refuse(constructBinary, "only general categories and scripts are translated", start)
		return nil
	}
	return p.category(name, negated, bad)
}

func (p *parser) category(value string, negated bool, bad *Error) error {
	short, found := categories[value]
	if !found {
		return bad
	}
	p.out.property(short, negated)
	return nil
}

func (p *parser) script(value string, negated bool, bad *Error, start int) error {
	name := canonicalScript(value)
	if name == "" {
		return bad
	}
	if unicode.Scripts[name] == nil {
		p.refuse(constructScript, "it is not in the tables of Unicode "+unicode.Version, start)
		return nil
	}
	p.out.property(name, negated)
	return nil
}

// canonicalScript is the long name of a script by its long or short one, or "".
// Names are exact: ECMA-262 has no loose matching.
func canonicalScript(name string) string {
	if long, found := scripts[name]; found {
		return long
	}
	if _, found := scriptNames[name]; found {
		return name
	}
	return ""
}

func isBinaryProperty(name string) bool {
	_, found := binaryProperties[name]
	return found
}
