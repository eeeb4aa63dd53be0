package language

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxSubtag is the length no subtag may pass (RFC 5646, section 2.1).
const maxSubtag = 8

// parts is a tag taken apart by the production "langtag" of RFC 5646, section 2.1, in lower case.
// Absent subtags are empty.
type parts struct {
	language   string
	extlangs   []string
	script     string
	region     string
	variants   []string
	extensions []extension
	private    []string // what follows x
}

// extension is a singleton with its subtags.
type extension struct {
	singleton string
	subtags   []string
}

// checkText checks what needs no look at the grammar: length, characters, and subtags of 1 to 8 of them.
func checkText(tag string) error {
	if tag == "" {
		return errors.New("it is empty")
	}
	if len(tag) > maxBytes {
		return tooLong("it")
	}
	for i := range len(tag) {
		if c := tag[i]; c != '-' && !isAlphanumeric(c) {
			return badCharacter(i, describe(c))
		}
	}
	for subtag := range strings.SplitSeq(tag, "-") {
		if subtag == "" {
			return errors.New("a subtag is empty: hyphens stand singly and between subtags")
		}
		if len(subtag) > maxSubtag {
			return fmt.Errorf("subtag %s is longer than %d characters", quoted(subtag), maxSubtag)
		}
	}
	return nil
}

// describe names a character that no tag may hold, without repeating it.
func describe(c byte) string {
	switch {
	case c == '_':
		return "underscore"
	case c == ' ':
		return "space"
	case c < ' ' || c == 0x7f:
		return "control character"
	case c >= 0x80:
		return "character outside ASCII"
	default:
		return "punctuation"
	}
}

// split takes a whole tag apart. It checks the grammar and that nothing comes twice, not the registry.
func split(tag string) (parts, error) {
	p, rest, err := splitLanguage(strings.Split(tag, "-"))
	if err != nil {
		return parts{}, err
	}
	for len(rest) > 0 && rest[0] != "x" {
		if len(rest[0]) != 1 {
			return parts{}, misplaced(rest[0], p.last())
		}
		var e extension
		if e, rest, err = splitExtension(rest); err != nil {
			return parts{}, err
		}
		if slices.ContainsFunc(p.extensions, func(o extension) bool { return o.singleton == e.singleton }) {
			return parts{}, repeated(e.singleton, "singleton")
		}
		p.extensions = append(p.extensions, e)
	}
	if len(rest) == 0 {
		return p, nil
	}
	if len(rest) == 1 {
		return parts{}, badExtension("x", "no subtag follows")
	}
	p.private = rest[1:]
	return p, nil
}

// splitLanguage takes the subtags from language to variants off the front. What is left begins with a
// subtag that none of them can be. Extension t holds such a tag too (RFC 6497, section 2.2).
func splitLanguage(subtags []string) (parts, []string, error) {
	p := parts{language: subtags[0]}
	if err := checkPrimary(p.language); err != nil {
		return parts{}, nil, err
	}
	rest := subtags[1:]
	for len(p.language) <= 3 && len(rest) > 0 && isExtlang(rest[0]) {
		p.extlangs, rest = append(p.extlangs, rest[0]), rest[1:]
	}
	if len(p.extlangs) > 1 {
		// The grammar has room for three, section 2.2.2 reserves the second and third for ever.
		return parts{}, nil, misplaced(p.extlangs[1], "extended language")
	}
	if len(rest) > 0 && isScript(rest[0]) {
		p.script, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 && isRegion(rest[0]) {
		p.region, rest = rest[0], rest[1:]
	}
	for len(rest) > 0 && isVariant(rest[0]) {
		if slices.Contains(p.variants, rest[0]) {
			return parts{}, nil, repeated(rest[0], "variant")
		}
		p.variants, rest = append(p.variants, rest[0]), rest[1:]
	}
	return p, rest, nil
}

// checkPrimary checks the form of the first subtag: 2 to 8 letters. Tags that open with x or i are other
// productions.
func checkPrimary(subtag string) error {
	switch {
	case subtag == "x":
		return notOneLanguage(subtag, "opens a tag of private use alone")
	case len(subtag) == 1:
		return fmt.Errorf("subtag %s opens no registered tag", quoted(subtag))
	case !isAlpha(subtag):
		return fmt.Errorf("subtag %s cannot be a language: that is 2 to 8 letters", quoted(subtag))
	}
	return nil
}

// splitExtension takes a singleton and its subtags off the front: all up to the next singleton.
func splitExtension(subtags []string) (extension, []string, error) {
	end := 1
	for end < len(subtags) && len(subtags[end]) > 1 {
		end++
	}
	e := extension{subtags[0], subtags[1:end]}
	if err := e.check(); err != nil {
		return extension{}, nil, err
	}
	return e, subtags[end:], nil
}

// last says in words what the last subtag read was.
func (p parts) last() string {
	switch {
	case len(p.variants) > 0:
		return "variant"
	case p.region != "":
		return "region"
	case p.script != "":
		return "script"
	case len(p.extlangs) > 0:
		return "extended language"
	default:
		return "primary language"
	}
}

func isExtlang(s string) bool { return len(s) == 3 && isAlpha(s) }

func isScript(s string) bool { return len(s) == 4 && isAlpha(s) }

func isRegion(s string) bool {
	return len(s) == 2 && isAlpha(s) || len(s) == 3 && isDigits(s)
}

func isVariant(s string) bool {
	return len(s) >= 5 || len(s) == 4 && isDigits(s[:1])
}

func isAlpha(s string) bool { return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
