package candidate

import (
	"strings"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// MaxOccurrences bounds how many places of one quote are listed. A quote that stands in more says
// nothing about which of them is meant, and a single letter could stand in a hundred thousand.
const MaxOccurrences = 1000

// MaxPlaces bounds how many places an audit lists over all its quotes, repeats of a quote counted each
// time: what was found once is written for every source that gives it. A source past the bound lists
// two, which is enough to see that its quote is ambiguous.
const MaxPlaces = 50_000

// Occurrences lists where a quote begins in a material, also where it overlaps itself, in order, and
// whether there are more than the [MaxOccurrences] listed. An empty quote stands nowhere.
func Occurrences(material, quote string) (places []intent.Occurrence, truncated bool) {
	if quote == "" {
		return nil, false
	}
	at, points := 0, 0 // where the search goes on, and the code points before it
	for {
		next := strings.Index(material[at:], quote)
		if next < 0 {
			return places, false
		}
		if len(places) == MaxOccurrences {
			return places, true
		}
		points += utf8.RuneCountInString(material[at : at+next])
		at += next
		places = append(places, intent.Occurrence{ByteOffset: at, CodePointOffset: points})
		_, size := utf8.DecodeRuneInString(material[at:])
		at, points = at+size, points+1
	}
}
