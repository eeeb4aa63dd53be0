package html

import (
	"cmp"
	"container/list"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
)

// segment is a stretch of material that the same marks cover.
type segment struct {
	Text  string
	Class string // "" if nothing covers it
	Link  int    // the thing that a click leads to; 0 for none
	Tip   string
	IDs   []string // of the marks that begin here
	Refs  []int    // the values whose numbers stand behind it
}

// The bounds of what one stretch names, so that a thousand marks of one place do not name each other.
const (
	maxNamed = 8
	maxRefs  = 8
)

// sweep goes over a material once, from edge to edge, and knows which marks it is in.
type sweep struct {
	text   string
	active *list.List // of *mark, in the order in which they began
	places map[*mark]*list.Element
	count  map[kind]int
	doubts int // of the quotations, those that are ambiguous

	starts, ends, shown []*mark
}

// segments cuts a text at every edge of a mark, so that marks never overlap. Its time is linear in the
// text and in the marks, but for sorting them.
func segments(text string, marks []mark) []segment {
	s := &sweep{text: text, active: list.New(), places: map[*mark]*list.Element{}, count: map[kind]int{}}
	edges := []int{0, len(text)}
	for i := range marks {
		m := &marks[i]
		s.starts, s.ends = append(s.starts, m), append(s.ends, m)
		edges = append(edges, m.start, m.end)
		if m.shown > 0 {
			s.shown = append(s.shown, m)
			edges = append(edges, m.shown)
		}
	}
	by := func(key func(*mark) int) func(a, b *mark) int {
		return func(a, b *mark) int { return cmp.Compare(key(a), key(b)) }
	}
	slices.SortStableFunc(s.starts, by(func(m *mark) int { return m.start }))
	slices.SortStableFunc(s.ends, by(func(m *mark) int { return m.end }))
	slices.SortStableFunc(s.shown, by(func(m *mark) int { return m.shown }))
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var all []segment
	for i := 1; i < len(edges); i++ {
		all = append(all, s.next(edges[i-1], edges[i]))
	}
	return all
}

// next makes the segment between two edges.
func (s *sweep) next(start, end int) segment {
	var g segment
	for len(s.starts) > 0 && s.starts[0].start == start {
		g.IDs = append(g.IDs, s.starts[0].placeID())
		s.enter(s.starts[0])
		s.starts = s.starts[1:]
	}
	g.Text = page.Block(s.text[start:end])
	s.name(&g)
	for len(s.ends) > 0 && s.ends[0].end == end {
		s.leave(s.ends[0])
		s.ends = s.ends[1:]
	}
	for len(s.shown) > 0 && s.shown[0].shown == end {
		if id := s.shown[0].thing.id; len(g.Refs) < maxRefs && !slices.Contains(g.Refs, id) {
			g.Refs = append(g.Refs, id)
		}
		s.shown = s.shown[1:]
	}
	return g
}

func (s *sweep) enter(m *mark) {
	s.places[m] = s.active.PushBack(m)
	s.count[m.thing.kind]++
	if m.ambiguous {
		s.doubts++
	}
}

func (s *sweep) leave(m *mark) {
	s.active.Remove(s.places[m])
	delete(s.places, m)
	s.count[m.thing.kind]--
	if m.ambiguous {
		s.doubts--
	}
}

// name says which marks cover a segment, those that began last first.
func (s *sweep) name(g *segment) {
	if s.active.Len() == 0 {
		return
	}
	var classes, tips []string
	for _, k := range kinds {
		if s.count[k] > 0 {
			classes = append(classes, string(k))
		}
	}
	if s.doubts > 0 && s.doubts == s.count[valueMark] {
		classes = append(classes, "doubt")
	}
	named := 0
	for e := s.active.Back(); e != nil && named < maxNamed; e = e.Prev() {
		m := e.Value.(*mark)
		if named == 0 && strings.TrimSpace(g.Text) != "" { // a link needs a name
			g.Link = m.thing.id
		}
		named++
		if class := m.thing.class(); !slices.Contains(classes, class) {
			classes, tips = append(classes, class), append(tips, m.thing.name)
		}
	}
	g.Class, g.Tip = strings.Join(classes, " "), strings.Join(tips, "; ")
}
