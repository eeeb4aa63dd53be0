package html

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// kind is what a mark stands for. Its value is its class in the page.
type kind string

const (
	valueMark       kind = "kv"
	intentMark      kind = "ki"
	requirementMark kind = "kr"
	prohibitionMark kind = "kp"
	questionMark    kind = "kq"
)

// kinds lists the kinds in the order of the legend.
var kinds = []kind{valueMark, intentMark, requirementMark, prohibitionMark, questionMark}

// The bounds of what is marked. What is beyond them is listed or shown all the same, only not marked.
const (
	maxMarks  = 5000 // places on a page
	maxPlaces = 100  // places of one quotation
	maxLinked = 400  // things that light up with their marks
)

// thing is what marks stand for: a value, an intent, a condition.
type thing struct {
	id   int // of its element, and the class of its marks
	kind kind
	name string // for the tip of a mark

	places int // that were numbered
}

// mark is one place of a thing in a material.
type mark struct {
	thing     *thing
	start     int // bytes
	end       int
	place     int // which of the thing's places, from 1
	shown     int // where its number is shown, at a word's end; 0 for no number
	ambiguous bool
}

// marker gathers the marks of a page.
type marker struct {
	materials map[string]intent.Material
	marks     map[string][]mark // by material
	anchors   map[string][]intent.AnchorRange
	count     int
	things    int
	bounded   bool // there were more places than may be marked
	used      map[kind]bool
	doubt     bool
}

func newMarker(c page.Content) *marker {
	m := &marker{
		materials: map[string]intent.Material{}, marks: map[string][]mark{},
		anchors: map[string][]intent.AnchorRange{}, used: map[kind]bool{},
	}
	for _, material := range c.Materials {
		m.materials[material.ID] = material
	}
	if c.Audit != nil {
		for _, anchor := range c.Audit.Anchors {
			m.anchors[anchor.Path] = anchor.Ranges
		}
	}
	return m
}

// thing numbers a thing.
func (m *marker) thing(kind kind, name string) *thing {
	m.things++
	return &thing{id: m.things, kind: kind, name: page.Plain(name)}
}

// add marks a place, if it is one of its material and there is room. It reports whether it did.
func (m *marker) add(source string, at mark) bool {
	text := m.materials[source].Content
	if at.start < 0 || at.end > len(text) || at.start >= at.end {
		return false // not an audit of this material
	}
	if m.count == maxMarks {
		m.bounded = true
		return false
	}
	m.count++
	m.used[at.thing.kind] = true
	m.doubt = m.doubt || at.ambiguous
	m.marks[source] = append(m.marks[source], at)
	return true
}

// anchor marks the words that a text of the result shares with the materials. It reports whether there
// are any.
func (m *marker) anchor(thing *thing, path string) bool {
	ranges := m.anchors[path]
	for i := 0; i < len(ranges); i++ {
		start, end := ranges[i].Start, ranges[i].End
		text := m.materials[ranges[i].SourceID].Content
		for i+1 < len(ranges) && ranges[i+1].SourceID == ranges[i].SourceID &&
			together(text, end, ranges[i+1].Start) {
			i++
			end = ranges[i].End
		}
		if m.add(ranges[i].SourceID, mark{thing: thing, start: start, end: end, place: thing.places + 1}) {
			thing.places++
		}
	}
	return thing.places > 0
}

// together reports whether two marked words belong to one phrase: only a few short words stand between
// them.
func together(text string, end, start int) bool {
	const few = 24
	if start > len(text) || start < end || start-end > few {
		return false
	}
	for _, r := range text[end:start] {
		if !unicode.IsLetter(r) && r != ' ' && r != '\'' && r != '’' && r != '-' {
			return false
		}
	}
	return true
}

// wordEnd returns where the word that a mark ends in ends: a number is set behind it and not into it.
func wordEnd(text string, at int) int {
	const longest = 80
	if before, _ := utf8.DecodeLastRuneInString(text[:at]); !inWord(before) {
		return at
	}
	for i, r := range text[at:min(len(text), at+longest)] {
		if !inWord(r) {
			return at + i
		}
	}
	if len(text)-at <= longest {
		return len(text)
	}
	return at
}

// inWord reports whether a word in a script with spaces, an address or a number goes on with r. A
// full stop and a comma may end a sentence.
func inWord(r rune) bool {
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai) {
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("-_/@", r)
}

func (t *thing) class() string { return "n" + strconv.Itoa(t.id) }

// placeID is the id of a mark's element.
func (a mark) placeID() string { return "m" + strconv.Itoa(a.thing.id) + "-" + strconv.Itoa(a.place) }
