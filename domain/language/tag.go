// Package language reads language tags of BCP 47 (RFC 5646) and keeps their canonical form.
//
// A [Tag] names one language that a text can be written in. [Parse] therefore asks more than the grammar
// does: every subtag must stand in the IANA Language Subtag Registry and every extension singleton in the
// registry of extensions, and tags that leave the language open, name several, none, a family of them or
// a private one are refused. Both registries are embedded as of a known date ([RegistryDate],
// [ExtensionsDate]); nothing is fetched, and nothing is built when the program starts: look-ups search the
// embedded text itself.
//
// What counts, beyond RFC 5646:
//
//   - Private-use scripts (Qaaa to Qabx) and regions (AA, QM to QZ, XA to XZ, ZZ) are records of the
//     registry, so a tag may carry them (section 2.2.9): en-XK and en-Qaaa are fine. Private-use languages
//     (qaa to qtz) are registered too, but name no language that anyone else knows, and are refused.
//   - A variant that does not fit its registered prefix is kept: the prefix is advice (section 3.1.8).
//   - Preferred values are applied until nothing changes, so that reading a canonical form again gives the
//     same tag: sgn-DD becomes sgn-DE and that becomes gsg. Preferred values of grandfathered and redundant
//     tags replace whole tags only (section 4.5). Suppress-Script is not applied.
//   - A deprecated subtag without a preferred value stays valid (section 2.2.9).
//   - Whether a tag names one language is judged by its canonical form: sgn (a collection) is refused,
//     sgn-ase and sgn-US (both ase) are not.
//   - Extensions are ordered by singleton and stay as they are inside, in lower case. The forms of RFC 6067
//     (u) and RFC 6497 (t) are checked, the meaning of their subtags is not: no locale data is embedded.
//
// Everything here is a pure function of its arguments and safe for concurrent use.
package language

import (
	"fmt"
	"strings"
)

// maxBytes bounds a tag, as written and in canonical form. RFC 5646 sets no limit; its section 4.4.1
// finds that 35 bytes hold any tag without extensions that is likely to be used.
const maxBytes = 255

// Tag is a valid language tag in canonical form. Tags are compared with ==: two are equal exactly when their
// canonical forms are. The zero Tag names no language and its text is empty; every other comes from [Parse].
type Tag struct {
	text string
}

// String returns the canonical form: primary language, variants, extensions and private-use subtags in
// lower case, script in title case, region in upper case (RFC 5646, section 2.1.1).
func (t Tag) String() string { return t.text }

// Base returns the primary language subtag, such as "zh" of zh-Hant-TW. Of the grandfathered tags
// i-enochian and i-mingo, which have none, it is "i".
func (t Tag) Base() string {
	base, _, _ := strings.Cut(t.text, "-")
	return base
}

// Parse reads a language tag in any case and returns it in canonical form. It refuses
//
//   - what is empty, longer than 255 bytes or does not follow the grammar of RFC 5646, section 2.1
//     (names such as English, en_US, surrounding space, two regions);
//   - repeated variants and repeated singletons (section 2.2.9);
//   - subtags that are not registered, and extlangs whose primary language is not their registered prefix;
//   - extensions other than u and t, and forms that theirs do not allow;
//   - tags that do not name one language: und, mul, mis, zxx, i-default, qaa to qtz, collections such as sla,
//     and private use alone (x-…).
//
// An error says which subtag is wrong and why, and what a tag looks like. It repeats up to 64 bytes of the
// tag as written where that holds letters, digits and hyphens only, and else no more of it than a subtag.
func Parse(tag string) (Tag, error) {
	text, err := parse(tag)
	if err != nil {
		return Tag{}, fmt.Errorf(`language tag%w; a tag of one language is needed, such as "en" or "pt-BR"`, err)
	}
	return Tag{text}, nil
}

func parse(tag string) (string, error) {
	if err := checkText(tag); err != nil {
		return "", fmt.Errorf(": %w", err)
	}
	text, err := canonical(strings.ToLower(tag))
	if err != nil {
		return "", fmt.Errorf(" %s: %w", quoted(tag), err)
	}
	if len(text) > maxBytes {
		return "", fmt.Errorf(" %s: %w", quoted(tag), tooLong("its canonical form"))
	}
	return text, nil
}
