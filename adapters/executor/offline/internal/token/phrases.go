package token

import (
	"strings"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
)

// phrases joins the atoms to the longest phrases that the lists know, and characters that no list knows
// to one word each run.
func (c *cutter) phrases() {
	run := -1 // the first atom of a run of unknown characters
	flush := func(end int) {
		if run >= 0 {
			c.tokens = append(c.tokens, c.join(run, end, lexicon.Match{}))
			run = -1
		}
	}
	for i := 0; i < len(c.parts); {
		m := c.match(i)
		unknown := m.Entry == nil || run >= 0 && m.Steps == 1 && !m.Entry.Has(lexicon.Solo)
		if c.parts[i].Han && unknown {
			if run < 0 {
				run = i
			}
			i++
			continue
		}
		flush(i)
		n := max(m.Steps, 1)
		c.tokens = append(c.tokens, c.join(i, i+n, m))
		i += n
	}
	flush(len(c.parts))
}

func (c *cutter) match(i int) lexicon.Match {
	first := c.parts[i]
	if first.Kind == Quote || first.Kind == Bullet || first.Kind == Mark && first.Key == "\n" {
		return lexicon.Match{}
	}
	step := func(k int) (string, bool) {
		if i+k >= len(c.parts) || c.parts[i+k].Kind == Quote || c.parts[i+k].Kind == Bullet {
			return "", false
		}
		return c.parts[i+k].Key, true
	}
	m := c.words.Match(step)
	if n := len(c.tokens); m.Steps > 1 && !first.Han && m.Entry.Roles == lexicon.Verb && n > 0 &&
		c.tokens[n-1].Is(lexicon.Det) {
		m = c.words.Match(
			func(k int) (string, bool) { return first.Key, k == 0 },
		) // "the talk to Ana": a noun
	}
	if m.Entry == nil && first.Kind == Word && !first.Han {
		return c.possessive(i)
	}
	return m
}

// possessive: "Ana's" names, "it's" is listed.
func (c *cutter) possessive(i int) lexicon.Match {
	key := strings.TrimSuffix(c.parts[i].Key, "'s")
	if key == c.parts[i].Key {
		return lexicon.Match{}
	}
	if e := c.words.Find(key); e.Has(lexicon.Time | lexicon.Det) {
		return lexicon.Match{Entry: &lexicon.Entry{Roles: lexicon.Det}, Steps: 1}
	}
	return lexicon.Match{}
}

// join makes one token of atoms.
func (c *cutter) join(from, to int, m lexicon.Match) Token {
	t := c.parts[from]
	t.Entry, t.Form = m.Entry, m.Form
	if to-from > 1 {
		var key strings.Builder
		for k := from; k < to; k++ {
			if r, _ := utf8.DecodeRuneInString(c.parts[k].Key); k > from && !lexicon.IsHan(r) {
				key.WriteByte(' ')
			}
			key.WriteString(c.parts[k].Key)
		}
		t.Key, t.End, t.Kind = key.String(), c.parts[to-1].End, Word
	}
	return t
}
