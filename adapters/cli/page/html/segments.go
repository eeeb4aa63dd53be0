package html

import (
	"slices"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// span is one place of a quotation in a material.
type span struct {
	start, end int // bytes
	value      int // the number of the value that rests on it
	place      int // which of the quotation's places, from 1
	ambiguous  bool
}

// segment is a stretch of material that the same quotations cover.
type segment struct {
	Text      string
	Marked    bool
	Ambiguous bool
	Refs      []ref // the values whose quotations end here, for the reader to jump to
	IDs       []string
}

// ref leads from a quotation to the value that rests on it.
type ref struct{ Value int }

// spansOf gathers the places of all quotations in one material.
func spansOf(entries []page.Entry, material intent.Material) []span {
	var spans []span
	for i, entry := range entries {
		for _, source := range entry.Sources {
			if source.SourceID != material.ID {
				continue
			}
			for k, at := range source.Occurrences {
				end := at.ByteOffset + len(source.Quote)
				if at.ByteOffset < 0 || end > len(material.Content) {
					continue // not an audit of this material
				}
				spans = append(spans, span{at.ByteOffset, end, i + 1, k + 1, source.Ambiguous()})
			}
		}
	}
	return spans
}

// segments cuts a text at every edge of a span, so that marks never overlap.
func segments(text string, spans []span) []segment {
	edges := []int{0, len(text)}
	for _, s := range spans {
		edges = append(edges, s.start, s.end)
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var all []segment
	for i := 1; i < len(edges); i++ {
		all = append(all, segmentOf(text, edges[i-1], edges[i], spans))
	}
	return all
}

func segmentOf(text string, start, end int, spans []span) segment {
	s := segment{Text: page.Block(text[start:end]), Ambiguous: true}
	for _, span := range spans {
		if span.end <= start || span.start >= end {
			continue
		}
		s.Marked = true
		s.Ambiguous = s.Ambiguous && span.ambiguous
		if span.start == start {
			s.IDs = append(s.IDs, anchor(span))
		}
		if span.end == end && !slices.Contains(s.Refs, ref{span.value}) {
			s.Refs = append(s.Refs, ref{span.value})
		}
	}
	s.Ambiguous = s.Ambiguous && s.Marked
	return s
}
