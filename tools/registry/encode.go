package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The letter that opens each line of the data file: what kind of record it is. Package language reads them.
var kinds = map[string]string{
	"language":      "l",
	"extlang":       "e",
	"script":        "s",
	"region":        "r",
	"variant":       "v",
	"grandfathered": "t",
	"redundant":     "t",
}

// minimum guards against a truncated or reshaped source: the registry never shrinks (RFC 5646, section
// 3.1.2), so a snapshot with fewer records of a kind than this is broken.
var minimum = map[string]int{"l": 8000, "e": 250, "s": 200, "r": 300, "v": 120, "t": 40}

const header = `# Language Subtag Registry of IANA (RFC 5646, section 3), without descriptions and comments.
# Written by tools/registry from the npm package %[1]s %[2]s. Do not edit.
# Licence: CC0-1.0, see LICENSE.md beside this file.
# One record a line, sorted by key: KIND:SUBTAG [<PREFIX]... [!SCOPE] [>PREFERRED]
# Kinds: e extlang, l language, r region, s script, t whole tag, v variant. Ranges are written out.
# File-Date: %[3]s
`

var (
	dateForm   = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	subtagForm = regexp.MustCompile(`^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$`)
)

// encode writes the data file.
func (s snapshot) encode() ([]byte, error) {
	if !dateForm.MatchString(s.date) {
		return nil, fmt.Errorf("file date %q is no date", s.date)
	}
	records := map[string]string{}
	counts := map[string]int{}
	for _, e := range s.entries {
		if err := e.add(records, counts); err != nil {
			return nil, err
		}
	}
	for kind, least := range minimum {
		if counts[kind] < least {
			return nil, fmt.Errorf("kind %s has %d records, fewer than %d", kind, counts[kind], least)
		}
	}
	if err := checkChains(records); err != nil {
		return nil, err
	}
	return write(records, fmt.Sprintf(header, npmPackage, s.version, s.date)), nil
}

// add puts the lines of one entry into records, by key.
func (e entry) add(records map[string]string, counts map[string]int) error {
	kind, ok := kinds[e.Type]
	if !ok {
		return fmt.Errorf("type %q is unknown", e.Type)
	}
	if e.Type == "redundant" && e.Preferred == "" {
		return nil // adds nothing: made of registered subtags, and replaced by nothing
	}
	names, err := expand(strings.ToLower(e.Subtag + e.Tag))
	if err != nil {
		return err
	}
	rest, err := e.attributes()
	if err != nil {
		return err
	}
	for _, name := range names {
		key := kind + ":" + name
		if _, twice := records[key]; twice {
			return fmt.Errorf("%s comes twice", key)
		}
		records[key] = rest
		counts[kind]++
	}
	return nil
}

// attributes writes what follows the key. Prefixes of variants are left out: they are advice (RFC 5646,
// section 3.1.8), those of extlangs are a rule.
func (e entry) attributes() (string, error) {
	var fields []string
	if e.Type == "extlang" {
		for _, prefix := range e.Prefix {
			fields = append(fields, "<"+strings.ToLower(prefix))
		}
	}
	switch e.Scope {
	case "", "macrolanguage", "dialect":
	case "collection", "special", "private-use":
		fields = append(fields, "!"+e.Scope)
	default:
		return "", fmt.Errorf("scope %q is unknown", e.Scope)
	}
	if e.Preferred != "" {
		fields = append(fields, ">"+strings.ToLower(e.Preferred))
	}
	for _, field := range fields {
		if strings.HasPrefix(field, "!") || subtagForm.MatchString(field[1:]) {
			continue
		}
		return "", fmt.Errorf("value %q of %s is no tag", field[1:], e.Subtag+e.Tag)
	}
	return strings.Join(fields, " "), nil
}

// expand turns a range such as qaa..qtz into its members, and leaves a single subtag as it is.
func expand(name string) ([]string, error) {
	first, last, isRange := strings.Cut(name, "..")
	if !isRange {
		if !subtagForm.MatchString(name) {
			return nil, fmt.Errorf("%q is no subtag", name)
		}
		return []string{name}, nil
	}
	ordered := len(first) == len(last) && first <= last
	if !ordered || strings.Trim(first+last, "abcdefghijklmnopqrstuvwxyz") != "" {
		return nil, fmt.Errorf("%q is no range", name)
	}
	members := []string{first}
	for next := first; next != last; {
		next = successor(next)
		members = append(members, next)
	}
	return members, nil
}

// successor counts one up in letters: qaz is followed by qba.
func successor(name string) string {
	letters := []byte(name)
	for i := len(letters) - 1; i >= 0; i-- {
		if letters[i] != 'z' {
			letters[i]++
			break
		}
		letters[i] = 'a'
	}
	return string(letters)
}

// checkChains makes sure that following preferred values from any record ends, at a registered subtag.
// Whole tags are left to the tests of package language, which parse them.
func checkChains(records map[string]string) error {
	for key := range records {
		seen := map[string]bool{}
		for at := key; !strings.HasPrefix(at, "t:"); {
			if seen[at] {
				return fmt.Errorf("preferred values of %s go round in a circle", key)
			}
			seen[at] = true
			rest, ok := records[at]
			if !ok {
				return fmt.Errorf("preferred value %s, reached from %s, is not registered", at, key)
			}
			_, preferred, has := strings.Cut(rest, ">")
			if !has {
				break
			}
			kind, _, _ := strings.Cut(at, ":")
			if kind == "e" {
				kind = "l" // an extlang is replaced by a primary language
			}
			at = kind + ":" + preferred
		}
	}
	return nil
}

func write(records map[string]string, header string) []byte {
	keys := make([]string, 0, len(records))
	for key := range records {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var out bytes.Buffer
	out.WriteString(header)
	for _, key := range keys {
		out.WriteString(key)
		if rest := records[key]; rest != "" {
			out.WriteString(" " + rest)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}
