package cli

import (
	"strings"
	"unicode/utf8"
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
		d := distance(strings.ToLower(word), strings.ToLower(k))
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

// distance counts the letters to insert, delete, replace or swap with their neighbour.
func distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	var before, last, row []int // the rows of the table that are still needed
	for i := range len(a) + 1 {
		row = make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			if i == 0 {
				row[j] = j
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return row[len(b)]
}
