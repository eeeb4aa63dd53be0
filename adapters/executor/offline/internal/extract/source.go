// Package extract finds the values of schema fields in what was read. A value is taken only if the
// reader knows where it ends and the whole of it fits the schema; otherwise the field has a problem,
// or is left out.
package extract

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/clause"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// Source is one material as the fields are looked up in it: corrections carried out, and known of each
// word whether it is refused, only asked about, or only supposed.
type Source struct {
	ID      string
	text    token.Text
	toks    []token.Token
	labels  []labelPair
	numbers []amount
	days    []date
	refused []bool
	asked   []bool      // in a question
	supp    []bool      // in a condition, a story or a supposition
	index   map[int]int // tokens by where they begin; made when first needed
}

// NewSource prepares a material.
func NewSource(id string, r *clause.Reading) *Source {
	s := &Source{ID: id, text: r.Text}
	s.toks = corrected(r)
	s.refused = s.within(r.Refused)
	s.asked = s.within(r.Questions)
	s.supp = s.within(r.Supposed)
	s.pairs(r.Labels)
	s.numbers, s.days = s.amounts(), s.dates()
	return s
}

// corrected gives the tokens with every correction carried out: the new words stand where the old ones
// stood.
func corrected(r *clause.Reading) []token.Token {
	inside := func(t token.Token, s token.Span) bool { return t.Start >= s.Start && t.End <= s.End }
	find := func(s token.Span) []token.Token {
		var out []token.Token
		for _, t := range r.Text.Tokens {
			if inside(t, s) {
				out = append(out, t)
			}
		}
		return out
	}
	drop, put := map[int]bool{}, map[int][]token.Token{}
	for _, sw := range r.Swaps {
		now := find(sw.New)
		for _, t := range now {
			drop[t.Start] = true
		}
		for n, t := range find(sw.Old) {
			drop[t.Start] = true
			if n == 0 {
				put[t.Start] = now
			}
		}
	}
	gone, dropped := 0, slices.Clone(r.Dropped)
	slices.SortFunc(dropped, func(a, b token.Span) int { return a.Start - b.Start })
	var out []token.Token
	for _, t := range r.Text.Tokens {
		if now := put[t.Start]; now != nil {
			out = append(out, now...)
		}
		for gone < len(dropped) && dropped[gone].End <= t.Start {
			gone++
		}
		if drop[t.Start] || gone < len(dropped) && inside(t, dropped[gone]) {
			continue
		}
		out = append(out, t)
	}
	return out
}

// within marks the tokens that lie in one of the spans, which are in the order of the text.
func (s *Source) within(spans []token.Span) []bool {
	out := make([]bool, len(s.toks)+1)
	if len(spans) == 0 {
		return out
	}
	at := map[int]int{}
	for _, sp := range spans {
		at[sp.Start] = max(at[sp.Start], sp.End)
	}
	end := -1
	for i, t := range s.toks {
		end = max(end, at[t.Start])
		out[i] = t.Start < end
	}
	return out
}

func (s *Source) is(i int, role lexicon.Role) bool {
	return i >= 0 && i < len(s.toks) && s.toks[i].Is(role)
}

func (s *Source) key(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return s.toks[i].Key
}

func (s *Source) mark(i int, marks string) bool {
	return i >= 0 && i < len(s.toks) && s.toks[i].Kind == token.Mark && strings.Contains(marks, s.toks[i].Key)
}

// ends reports whether a clause ends before token i.
func (s *Source) ends(i int) bool {
	return i >= len(s.toks) || s.toks[i].Kind == token.Mark || s.toks[i].Is(lexicon.Tail)
}

// whole reports whether the tokens from i to j stand side by side in the source, so that their span is
// one stretch of it.
func (s *Source) whole(i, j int) bool {
	for k := i + 1; k < j; k++ {
		if s.toks[k].Start < s.toks[k-1].End ||
			strings.Trim(s.text.Source[s.toks[k-1].End:s.toks[k].Start], " \t\u3000") != "" {
			return false
		}
	}
	return i < j
}

func (s *Source) span(i, j int) token.Span {
	return token.Span{Start: s.toks[i].Start, End: s.toks[j-1].End}
}

// labelPair is a name and the value behind its colon, in tokens.
type labelPair struct{ name, value place }

// pairs finds the tokens of the labels, which are in the order of the text.
func (s *Source) pairs(labels []clause.Label) {
	at := func(i *int, sp token.Span) place {
		for *i < len(s.toks) && s.toks[*i].Start < sp.Start {
			*i++
		}
		j := *i
		for j < len(s.toks) && s.toks[j].End <= sp.End && s.toks[j].Start >= sp.Start {
			j++
		}
		return place{*i, j}
	}
	i := 0
	for _, l := range labels {
		p := labelPair{name: at(&i, l.Name)}
		p.value = at(&i, l.Value)
		if p.name.from < p.name.to && p.value.from < p.value.to {
			s.labels = append(s.labels, p)
		}
	}
}
