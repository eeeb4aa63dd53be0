package candidate

import (
	"strings"
	"unicode"
)

// maxLikenesses is how many quotes of one candidate are compared loosely with a material. A candidate of
// nothing but wrong quotes must not cost a pass over the material for each.
const maxLikenesses = 32

// likeness says in what a quote that does not occur differs from a place of the material that it resembles;
// "" if it resembles none. It shows nothing of either.
func (q *quoteIndex) likeness(quote string) string {
	if q.likenesses++; q.likenesses > maxLikenesses {
		return ""
	}
	for i, way := range [len(q.folded)]struct {
		fold func(string) string
		said string
	}{
		{foldSpace, " (it does with other white space)"},
		{foldMarks, " (it does with other quotation marks or dashes)"},
		{foldForms, " (it does in another Unicode normalisation form)"},
		{func(s string) string { return foldForms(foldMarks(foldSpace(s))) },
			" (it does with other white space, quotation marks or normalisation)"},
	} {
		if q.folded[i] == "" {
			q.folded[i] = way.fold(q.text)
		}
		if folded := way.fold(quote); folded != "" && strings.Contains(q.folded[i], folded) {
			return way.said
		}
	}
	return ""
}

// foldSpace makes each run of white space one space.
func foldSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// foldMarks makes typographic quotation marks and dashes plain.
func foldMarks(text string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\u2018', '\u2019', '\u201A', '\u201B', '\u2032', '`', '\u00B4':
			return '\''
		case '\u201C', '\u201D', '\u201E', '\u201F', '\u2033', '\u00AB', '\u00BB', '\u300C', '\u300D':
			return '"'
		case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212':
			return '-'
		default:
			return r
		}
	}, text)
}

// latinBases are the base letters of U+00C0 to U+017F, a dot if there is none (Unicode Character Database,
// decomposition mappings).
const latinBases = "AAAAAA.CEEEEIIII.NOOOOO..UUUUY..aaaaaa.ceeeeiiii.nooooo..uuuuy.y" +
	"AaAaAaCcCcCcCcDd..EeEeEeEeEeGgGgGgGgHh..IiIiIiIiI...JjKk.LlLlLl." +
	"...NnNnNn...OoOoOo..RrRrRrSsSsSsSsTtTt..UuUuUuUuUuUuWwYyYZzZzZz."

// base returns the letter below a composed Latin letter, any other rune as it is.
func base(r rune) rune {
	if i := int(r) - 0xC0; i >= 0 && i < len(latinBases) && latinBases[i] != '.' {
		return rune(latinBases[i])
	}
	return r
}

// foldForms leaves of each letter its base, so that composed and decomposed spellings of Latin letters are
// alike, and makes full-width characters plain. It is meant for a hint, not for a judgement: the whole of
// UAX #15 would be a library.
func foldForms(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r >= 0xFF01 && r <= 0xFF5E:
			b.WriteRune(r - 0xFEE0)
		default:
			b.WriteRune(base(r))
		}
	}
	return b.String()
}
