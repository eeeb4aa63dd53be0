package language

import "slices"

// The registry of extension singletons is no part of the subtag registry's package, so it is kept here by
// hand, in the switch of check. A new one brings its own form. IANA publishes the list at
// https://www.iana.org/assignments/language-tag-extensions-registry.

// ExtensionsDate is the year and month up to which the list of extension singletons reaches: that of its
// youngest registration. It holds u (Unicode locale, RFC 6067, December 2010) and t (transformed content,
// RFC 6497, February 2012).
const ExtensionsDate = "2012-02"

// check checks that the singleton is registered and that the subtags have the form its RFC gives them.
func (e extension) check() error {
	registered := e.singleton == "u" || e.singleton == "t"
	switch {
	case !registered:
		return unregistered(e.singleton, "extension singleton")
	case len(e.subtags) == 0:
		return badExtension(e.singleton, "no subtag follows")
	case e.singleton == "t":
		return checkTransform(e.subtags)
	}
	// RFC 6067, section 2.1: attributes of 3 to 8 characters, then keys of 2, each with types of 3 to 8. Any
	// sequence of such subtags reads so, and of a repeated attribute or key the first counts.
	return nil
}

// checkTransform checks extension t by RFC 6497, section 2.2: a language tag up to its variants, then
// fields, each a separator of a letter and a digit with one or more subtags of 3 to 8 characters; either
// may be absent, and no separator may come twice.
func checkTransform(subtags []string) error {
	rest := subtags
	if !isSeparator(rest[0]) {
		var err error
		if _, rest, err = splitLanguage(rest); err != nil {
			return badExtension("t", "its source language: "+err.Error())
		}
	}
	var seen []string
	for len(rest) > 0 {
		separator := rest[0]
		if !isSeparator(separator) {
			return badExtension("t", "subtag "+quoted(separator)+" is out of place")
		}
		if slices.Contains(seen, separator) {
			return badExtension("t", "field "+quoted(separator)+" comes twice")
		}
		seen = append(seen, separator)
		values := 1
		for values < len(rest) && len(rest[values]) >= 3 {
			values++
		}
		if values == 1 {
			return badExtension("t", "field "+quoted(separator)+" has no value")
		}
		rest = rest[values:]
	}
	return nil
}

// isSeparator reports whether a subtag opens a field of extension t, such as m0.
func isSeparator(s string) bool {
	return len(s) == 2 && isAlpha(s[:1]) && isDigits(s[1:])
}
