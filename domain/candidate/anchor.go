package candidate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// MaxAnchorRanges bounds how many ranges the anchors of a result list in all.
const MaxAnchorRanges = 10_000

// minWordRunes is the length from which a word without a digit anchors anything: shorter ones are mostly
// articles and prepositions.
const minWordRunes = 4

// Anchors computes where the materials have the words and numbers of each intent, requirement, prohibition
// and question of a result. Its time is linear in the texts and in what it lists.
func Anchors(result intent.Result, materials []intent.Material) []intent.Anchor {
	f := anchorFinder{left: MaxAnchorRanges, places: map[string][]intent.AnchorRange{}}
	for _, m := range materials {
		eachWord(m.Content, func(word string, start, end int) {
			f.places[word] = append(f.places[word], intent.AnchorRange{SourceID: m.ID, Start: start, End: end})
		})
	}
	f.order = make(map[string]int, len(materials))
	for i, m := range materials {
		f.order[m.ID] = i
	}
	for i, item := range result.Intents {
		at := "/intents/" + strconv.Itoa(i)
		target := ""
		if item.Target != nil {
			target = *item.Target
		}
		f.anchor(at, target)
		f.each(at+"/requirements", item.Requirements)
		for k, c := range item.Clarification {
			f.anchor(at+"/clarification/"+strconv.Itoa(k), c.Question)
		}
	}
	f.each("/requirements", result.Requirements)
	f.each("/prohibitions", result.Prohibitions)
	return f.anchors
}

// anchorFinder gathers the anchors of one result.
type anchorFinder struct {
	places  map[string][]intent.AnchorRange // of each word of the materials
	order   map[string]int                  // of the materials, by id
	left    int                             // ranges that may still be listed
	anchors []intent.Anchor
}

func (f *anchorFinder) each(path string, texts []string) {
	for i, text := range texts {
		f.anchor(path+"/"+strconv.Itoa(i), text)
	}
}

// anchor lists where the words of a text stand. A text without a shared word has no anchor.
func (f *anchorFinder) anchor(path, text string) {
	var ranges []intent.AnchorRange
	seen := map[string]bool{}
	eachWord(text, func(word string, _, _ int) {
		if seen[word] || f.left == 0 {
			return
		}
		seen[word] = true
		places := f.places[word]
		places = places[:min(len(places), f.left)]
		f.left -= len(places)
		ranges = append(ranges, places...)
	})
	if len(ranges) == 0 {
		return
	}

	f.anchors = append(f.anchors, intent.Anchor{Path: path, Ranges: sortRanges(ranges, f.order)})
}

// eachWord calls visit for the words and numbers of a text that can anchor something, in lower case, with
// their range of bytes. In scripts without spaces a word is two characters, one overlapping the next.
func eachWord(text string, visit func(word string, start, end int)) {
	start := -1
	for i, r := range text {
		if inWord(r) && !separate(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			visitWord(text, start, i, visit)
			start = -1
		}
		if separate(r) {
			visitPair(text, i, visit)
		}
	}
	if start >= 0 {
		visitWord(text, start, len(text), visit)
	}
}

func visitWord(text string, start, end int, visit func(string, int, int)) {
	word := text[start:end]
	if strings.ContainsFunc(word, unicode.IsDigit) || utf8.RuneCountInString(word) >= minWordRunes {
		visit(strings.ToLower(word), start, end)
	}
}

func visitPair(text string, at int, visit func(string, int, int)) {
	_, size := utf8.DecodeRuneInString(text[at:])
	next, more := utf8.DecodeRuneInString(text[at+size:])
	if separate(next) {
		visit(text[at:at+size+more], at, at+size+more)
	}
}

// sortRanges puts ranges in the order of the materials and joins those that touch or overlap in place;
// the caller takes what it returns.
func sortRanges(ranges []intent.AnchorRange, order map[string]int) []intent.AnchorRange {
	slices.SortFunc(ranges, func(a, b intent.AnchorRange) int {
		return cmp.Or(cmp.Compare(order[a.SourceID], order[b.SourceID]), cmp.Compare(a.Start, b.Start))
	})
	joined := ranges[:1]
	for _, r := range ranges[1:] {
		if last := &joined[len(joined)-1]; last.SourceID == r.SourceID && r.Start <= last.End {
			last.End = max(last.End, r.End)
			continue
		}
		joined = append(joined, r)
	}
	return joined
}
