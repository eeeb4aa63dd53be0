package text

import "unicode"

// Blank reports whether a text shows a reader nothing: it holds only code points that have the
// Unicode property White_Space or Default_Ignorable_Code_Point, or U+FEFF. The empty text is blank.
func Blank(text string) bool {
	for _, r := range text {
		if !unicode.Is(unicode.White_Space, r) && !ignorable(r) {
			return false
		}
	}
	return true
}

// ignorable is the derived property Default_Ignorable_Code_Point (Unicode 15, DerivedCoreProperties),
// composed as the standard composes it: the listed exceptions are visible format characters.
func ignorable(r rune) bool {
	switch {
	case r == '\uFEFF', r == '\u00AD', r == '\u034F', r == '\u061C', r == '\u3164', r == '\uFFA0':
		return true
	case r >= '\u115F' && r <= '\u1160', r >= '\u17B4' && r <= '\u17B5', r >= '\u180B' && r <= '\u180F':
		return true
	case r >= '\u200B' && r <= '\u200F', r >= '\u202A' && r <= '\u202E', r >= '\u2060' && r <= '\u206F':
		return true
	case r >= '\uFE00' && r <= '\uFE0F', r >= '\uFFF0' && r <= '\uFFF8':
		return true
	case r >= 0x1BCA0 && r <= 0x1BCA3, r >= 0x1D173 && r <= 0x1D17A, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	default:
		return false
	}
}
