package text_test

import (
	"testing"
	"unicode"

	"github.com/devcodex/intent-runtime/domain/text"
)

// TestBlankIsUnicodes composes Default_Ignorable_Code_Point from the tables of the standard library
// as DerivedCoreProperties.txt defines it, and holds every code point against it.
func TestBlankIsUnicodes(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xD800 && r <= 0xDFFF {
			continue
		}
		exception := unicode.Is(unicode.White_Space, r) || r >= 0xFFF9 && r <= 0xFFFB ||
			r >= 0x13430 && r <= 0x13440 || unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		ignorable := !exception && (unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
			unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r))
		want := unicode.Is(unicode.White_Space, r) || r == 0xFEFF || ignorable
		if got := text.Blank(string(r)); got != want {
			t.Errorf("%U: %v", r, got)
		}
	}
}

func TestBlankTexts(t *testing.T) {
	for sample, want := range map[string]bool{
		"": true, " \t\r\n\u2003\ufeff\u200b\u3164": true, " .": false, "\u200bx": false, "\xff": false, "0": false, "\u0000": false,
	} {
		if text.Blank(sample) != want {
			t.Errorf("%q: %v", sample, !want)
		}
	}
}
