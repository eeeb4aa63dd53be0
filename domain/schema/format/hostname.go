package format

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Lengths of the domain name system (RFC 1034, section 3.1) in text form: the
// 255 octets of a name are 253 characters.
const (
	maxHostname = 253
	maxLabel    = 63
)

// isHostname is a host name by RFC 1123, section 2.1, without a trailing dot
// and, as said there, not in the form of a dotted quad. Labels that begin with
// "xn--" are A-labels of RFC 5890.
func isHostname(s string) bool {
	if len(s) > maxHostname || isDottedDecimal(s) {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !isLabel(label) || !isALabelIfAny(label) {
			return false
		}
	}
	return true
}

// isDottedDecimal reports whether s has the form #.#.#.#, which RFC 1123 keeps
// for addresses, valid ones or not.
func isDottedDecimal(s string) bool {
	parts := strings.SplitN(s, ".", 5)
	for _, part := range parts {
		if !all(part, isDigit) {
			return false
		}
	}
	return len(parts) == 4
}

// isLabel is letters, digits and inner hyphens.
func isLabel(s string) bool {
	return s != "" && len(s) <= maxLabel && s[0] != '-' && s[len(s)-1] != '-' && all(s, isLabelByte)
}

func isLabelByte(c byte) bool { return isAlphanumeric(c) || c == '-' }

// labels checks A-labels: Punycode, normalisation, hyphens, joiners and the
// Bidi rule. It follows UTS 46, which lets more characters pass than IDNA 2008
// does; those are permitted's business.
var labels = idna.New(
	idna.ValidateLabels(true), idna.CheckHyphens(true), idna.CheckJoiners(true),
	idna.BidiRule(), idna.StrictDomainName(true),
)

const prefix = "xn--"

// isALabelIfAny reports whether a label is an A-label in truth if it looks like
// one: it decodes, the text is permitted, and encodes to the same label again.
func isALabelIfAny(label string) bool {
	if len(label) < len(prefix) || !strings.EqualFold(label[:len(prefix)], prefix) {
		return true
	}
	label = strings.ToLower(label)
	text, err := labels.ToUnicode(label)
	if err != nil || text == label {
		return false
	}
	again, err := labels.ToASCII(text)
	return err == nil && again == label && permitted([]rune(text))
}

// permitted reports whether every code point may stand where it stands in a
// U-label by RFC 5892, joiners aside.
func permitted(label []rune) bool {
	for i, r := range label {
		if !permittedAt(label, i, r) {
			return false
		}
	}
	return !hasBoth(label, 0x0660, 0x06F0)
}

// permittedAt applies the exceptions (section 2.6) and the contextual rules
// (appendix A.3 to A.7); then letters, marks and digits are permitted (section
// 2.1). Upper case and other unstable ones have failed before.
func permittedAt(label []rune, i int, r rune) bool {
	switch r {
	case 0x00B7: // MIDDLE DOT: between two l
		return runeAt(label, i-1) == 'l' && runeAt(label, i+1) == 'l'
	case 0x0375: // GREEK LOWER NUMERAL SIGN: before Greek
		return unicode.Is(unicode.Greek, runeAt(label, i+1))
	case 0x05F3, 0x05F4: // HEBREW GERESH and GERSHAYIM: behind Hebrew
		return unicode.Is(unicode.Hebrew, runeAt(label, i-1))
	case 0x30FB: // KATAKANA MIDDLE DOT: in a label with Japanese writing
		return hasJapanese(label)
	case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B:
		return false
	case '-', 0x200C, 0x200D, 0x06FD, 0x06FE, 0x0F0B, 0x3007:
		return true
	}
	return unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd)
}

// runeAt is the code point at i, or -1 outside the label.
func runeAt(label []rune, i int) rune {
	if i < 0 || i >= len(label) {
		return -1
	}
	return label[i]
}

func hasJapanese(label []rune) bool {
	for _, r := range label {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) {
			return true
		}
	}
	return false
}

// hasBoth reports whether digits of two blocks of ten are mixed (appendix A.8 and
// A.9: Arabic-Indic ones and the extended ones).
func hasBoth(label []rune, first, second rune) bool {
	var a, b bool
	for _, r := range label {
		a = a || r >= first && r < first+10
		b = b || r >= second && r < second+10
	}
	return a && b
}
