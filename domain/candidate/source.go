package candidate

import (
	"index/suffixarray"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// quoteIndexes finds quotes in the materials, by their ids. It lives as long as the reading of one
// candidate.
type quoteIndexes map[string]*quoteIndex

// quoteIndex finds quotes in one material. It searches plainly at first; a material that is asked for
// many quotes gets an index, so that the work for all quotes of a candidate stays within a constant
// number of passes over the material plus, for each quote, its length times the logarithm of the
// material's.
type quoteIndex struct {
	text    string
	asked   int
	index   *suffixarray.Index
	answers map[string]bool // by quote

	likenesses int       // quotes that were compared loosely
	folded     [4]string // the text as likeness compares it, made once it is wanted
}

// plainSearches is how often a material is searched before it is indexed. Building the index costs
// about as much as fifty searches that find nothing.
const plainSearches = 64

func newQuoteIndexes(materials []intent.Material) quoteIndexes {
	indexes := make(quoteIndexes, len(materials))
	for _, m := range materials {
		indexes[m.ID] = &quoteIndex{text: m.Content}
	}
	return indexes
}

// holds reports whether the quote occurs byte for byte.
func (q *quoteIndex) holds(quote string) bool {
	found, known := q.answers[quote]
	if known {
		return found
	}
	found = q.search(quote)
	if q.answers == nil {
		q.answers = map[string]bool{}
	}
	q.answers[quote] = found
	return found
}

func (q *quoteIndex) search(quote string) bool {
	if q.asked++; q.asked <= plainSearches {
		return strings.Contains(q.text, quote)
	}
	if q.index == nil {
		q.index = suffixarray.New([]byte(q.text))
	}
	return len(q.index.Lookup([]byte(quote), 1)) > 0
}

// sources reads a non-empty array of quotations, each of a material that holds it.
func (r *dataReader) sources(n *node) []Source {
	items := r.array(n, wantSources)
	if n != nil && isArray(n) && len(items) == 0 {
		r.add(n, RuleSourceNone, "is empty, expected at least one source")
	}
	list := make([]Source, 0, len(items))
	for i := range items {
		if !r.goOn() {
			break
		}
		list = append(list, r.source(&items[i]))
	}
	return list
}

func (r *dataReader) source(n *node) Source {
	if !r.object(n, sourceKeys) {
		return Source{}
	}
	material := r.material(n.child("sourceId"))
	quote := n.child("quote")
	source := Source{Quote: r.text(quote, wantQuote)}
	if id := n.child("sourceId"); id != nil {
		source.SourceID = id.value.Text()
	}
	if material != nil && source.Quote != "" && !material.holds(source.Quote) {
		r.add(quote, RuleSourceQuote, "does not occur in that material"+material.likeness(source.Quote)+
			", expected text copied from it byte for byte")
	}
	return source
}

func (r *dataReader) material(n *node) *quoteIndex {
	if n == nil {
		return nil
	}
	if n.value.Kind() != strictjson.KindString {
		r.wrong(n, wantSourceID)
		return nil
	}
	found, ok := r.quotes[n.value.Text()]
	if !ok {
		r.add(n, RuleSourceUnknown, "is no material's id, expected input or a sourceId of the context")
	}
	return found
}
