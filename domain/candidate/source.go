package candidate

import (
	"index/suffixarray"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// library finds quotes in the materials. A material is searched plainly at first; one that is asked
// for many quotes gets an index, so that the work for all quotes of a candidate stays within a
// constant number of passes over the material plus, for each quote, its length times the logarithm of
// the material's.
type library struct{ shelves map[string]*shelf }

type shelf struct {
	text    string
	asked   int
	index   *suffixarray.Index
	answers map[string]bool // by quote
}

// plainSearches is how often a material is searched before it is indexed. Building the index costs
// about as much as fifty searches that find nothing.
const plainSearches = 64

func newLibrary(materials []intent.Material) library {
	l := library{shelves: make(map[string]*shelf, len(materials))}
	for _, m := range materials {
		l.shelves[m.ID] = &shelf{text: m.Content, answers: map[string]bool{}}
	}
	return l
}

// holds reports whether the quote occurs byte for byte.
func (s *shelf) holds(quote string) bool {
	found, known := s.answers[quote]
	if !known {
		found = s.search(quote)
		s.answers[quote] = found
	}
	return found
}

func (s *shelf) search(quote string) bool {
	if s.asked++; s.asked <= plainSearches {
		return strings.Contains(s.text, quote)
	}
	if s.index == nil {
		s.index = suffixarray.New([]byte(s.text))
	}
	return len(s.index.Lookup([]byte(quote), 1)) > 0
}

// sources reads a non-empty array of quotations, each of a material that holds it.
func (r *dataReader) sources(n *node) []Source {
	items := r.array(n, wantSources)
	if n != nil && isArray(n) && len(items) == 0 {
		r.add(n, RuleSourceNone, "is empty, expected at least one source")
	}
	list := make([]Source, 0, len(items))
	for i := range items {
		list = append(list, r.source(&items[i]))
	}
	return list
}

func (r *dataReader) source(n *node) Source {
	if !r.object(n, sourceKeys) {
		return Source{}
	}
	shelf := r.shelf(n.child("sourceId"))
	quote := n.child("quote")
	source := Source{Quote: r.text(quote, wantQuote)}
	if id := n.child("sourceId"); id != nil {
		source.SourceID = id.value.Text()
	}
	if shelf != nil && source.Quote != "" && !shelf.holds(source.Quote) {
		r.add(quote, RuleSourceQuote,
			"does not occur in that material, expected text copied from it byte for byte")
	}
	return source
}

func (r *dataReader) shelf(n *node) *shelf {
	if n == nil {
		return nil
	}
	if n.value.Kind() != strictjson.KindString {
		r.wrong(n, wantSourceID)
		return nil
	}
	found, ok := r.library.shelves[n.value.Text()]
	if !ok {
		r.add(n, RuleSourceUnknown, "is no material's id, expected input or a sourceId of the context")
	}
	return found
}
