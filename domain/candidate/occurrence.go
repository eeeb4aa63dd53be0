package candidate

import (
	"strings"
	"unicode"
	"unicode/utf16"
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
	at := intent.Occurrence{} // where the search goes on
	for {
		next := strings.Index(material[at.ByteOffset:], quote)
		if next < 0 {
			return places, false
		}
		if len(places) == MaxOccurrences {
			return places, true
		}
		at = behind(at, material[at.ByteOffset:at.ByteOffset+next])
		found := at
		found.InsideWord = cuts(material, at.ByteOffset, at.ByteOffset+len(quote))
		places = append(places, found)
		_, size := utf8.DecodeRuneInString(material[at.ByteOffset:])
		at = behind(at, material[at.ByteOffset:at.ByteOffset+size])
	}
}

// behind returns the place after a text that begins at a place.
func behind(at intent.Occurrence, text string) intent.Occurrence {
	at.ByteOffset += len(text)
	for _, r := range text {
		at.CodePointOffset++
		at.UTF16Offset += max(utf16.RuneLen(r), 1) // invalid bytes become U+FFFD, one unit
	}
	return at
}

// cuts reports whether a word or number goes on at either end of a range. A decimal point or a comma
// between digits belongs to a number, and so does a sign before it.
func cuts(material string, start, end int) bool {
	return joined(material[:start], material[start:]) || joined(material[:end], material[end:])
}

// joined reports whether two texts that follow each other share a word or number.
func joined(left, right string) bool {
	a, sizeA := utf8.DecodeLastRuneInString(left)
	b, sizeB := utf8.DecodeRuneInString(right)
	switch {
	case sizeA == 0 || sizeB == 0:
		return false
	case separate(a) || separate(b):
		return false
	case inWord(a) && inWord(b):
		return true
	case inWord(a) && point(b):
		c, _ := utf8.DecodeRuneInString(right[sizeB:])
		return unicode.IsDigit(a) && unicode.IsDigit(c)
	case sign(a) && unicode.IsDigit(b):
		c, _ := utf8.DecodeLastRuneInString(left[:len(left)-sizeA])
		return !inWord(c)
	case point(a) && inWord(b):
		c, _ := utf8.DecodeLastRuneInString(left[:len(left)-sizeA])
		return unicode.IsDigit(b) && unicode.IsDigit(c)
	default:
		return false
	}
}

// sign reports whether a rune makes a number negative or positive, if no word ends before it.
func sign(r rune) bool { return r == '-' || r == '+' || r == '\u2212' }

func point(r rune) bool { return r == '.' || r == ',' }

// inWord reports whether a rune is part of a word or number.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

// separate reports whether a rune is of a script that writes words without a space between them, so that
// nothing says where a word ends.
func separate(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}
