package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/text"
)

// DidYouMean returns a hint at the known word that a mistyped one is nearest to, such as
// `; did you mean "parse"?`; "" if none is near.
func DidYouMean(word string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return "; did you mean " + Quoted(nearest) + "?"
	}
	return ""
}

// Nearest returns the known word that a mistyped one is nearest to; "" if none is near. Near is a word
// that differs in case or in a third of its letters at most, or that the mistyped one begins.
func Nearest(word string, known []string) string {
	nearest, least := "", 1<<30
	if word == "" || len(word) > longestTypo {
		return ""
	}
	for _, k := range known {
		if len(k) > longestTypo {
			continue
		}
		d := text.Distance(strings.ToLower(word), strings.ToLower(k))
		if strings.HasPrefix(strings.ToLower(k), strings.ToLower(word)) && len(word) > 1 {
			d = min(d, 1)
		}
		if d <= utf8.RuneCountInString(k)/3 && d < least {
			nearest, least = k, d
		}
	}
	return nearest
}

// longestTypo bounds the words that are compared: the comparison is quadratic in them.
const longestTypo = 128
