package patch

import "slices"

// index finds sequences of lines under one fold. Equal lines have one number, so that a search compares
// numbers, and a line that the text does not have ends it at once.
type index struct {
	fold    func(string) string
	numbers map[string]int32
	text    []int32   // the text's lines
	places  [][]int32 // of each number, ascending
}

func newIndex(lines []string, fold func(string) string) *index {
	x := &index{fold: fold, numbers: make(map[string]int32, len(lines)), text: make([]int32, len(lines))}
	var counts []int32
	for i, line := range lines {
		folded := fold(line)
		n, ok := x.numbers[folded]
		if !ok {
			n = int32(len(counts))
			x.numbers[folded] = n
			counts = append(counts, 0)
		}
		x.text[i] = n
		counts[n]++
	}
	all := make([]int32, len(lines))
	x.places = make([][]int32, len(counts))
	for n, count := range counts {
		x.places[n], all = all[:0:count], all[count:]
	}
	for i, n := range x.text {
		x.places[n] = append(x.places[n], int32(i))
	}
	return x
}

// sequence returns the numbers of lines; false if the text lacks one of them.
func (x *index) sequence(lines []string) ([]int32, bool) {
	numbers := make([]int32, len(lines))
	for i, line := range lines {
		n, ok := x.numbers[x.fold(line)]
		if !ok {
			return nil, false
		}
		numbers[i] = n
	}
	return numbers, true
}

func (x *index) fits(sequence []int32, at int) bool {
	return at >= 0 && at+len(sequence) <= len(x.text) && slices.Equal(x.text[at:at+len(sequence)], sequence)
}

// find returns the first place of a sequence, not before from; -1 if there is none. It goes by the
// places of the rarest line if that is cheap for certain, else it walks the text once.
func (x *index) find(sequence []int32, from int) int {
	rarest := 0
	for i, n := range sequence {
		if len(x.places[n]) < len(x.places[sequence[rarest]]) {
			rarest = i
		}
	}
	places := x.places[sequence[rarest]]
	if len(sequence) > 1 && len(places)*len(sequence) > len(x.text) {
		return x.walk(sequence, from)
	}
	start, _ := slices.BinarySearch(places, int32(from+rarest))
	for _, place := range places[start:] {
		if at := int(place) - rarest; x.fits(sequence, at) {
			return at
		}
	}
	return -1
}

// walk is the search of Knuth, Morris and Pratt: no line of the text is read twice.
func (x *index) walk(sequence []int32, from int) int {
	back := borders(sequence)
	matched := 0
	for i := from; i < len(x.text); i++ {
		for matched > 0 && sequence[matched] != x.text[i] {
			matched = back[matched-1]
		}
		if sequence[matched] == x.text[i] {
			matched++
		}
		if matched == len(sequence) {
			return i + 1 - matched
		}
	}
	return -1
}

// borders returns, for each prefix of a sequence, the length of the longest proper prefix of it that
// is its suffix too.
func borders(sequence []int32) []int {
	back := make([]int, len(sequence))
	k := 0
	for i := 1; i < len(sequence); i++ {
		for k > 0 && sequence[i] != sequence[k] {
			k = back[k-1]
		}
		if sequence[i] == sequence[k] {
			k++
		}
		back[i] = k
	}
	return back
}
