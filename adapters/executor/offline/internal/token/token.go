// Package token cuts a text of English, Chinese or both into one kind of token: words and phrases with
// the role that the lexicon gives them, numbers, codes, quotations and marks.
package token

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
)

// Kind says what a token is made of.
type Kind uint8

// The kinds.
const (
	Word   Kind = iota
	Number      // 12, 1,200.50, €5, 5kg
	Code        // B-1042, src/main.go, a@b.org
	Quote       // what stands in quotation marks or braces, and lines that a mail quotes
	Mark        // punctuation
	Bullet      // what opens an item of a list
)

// Span is a stretch of a text in bytes, end excluded.
type Span struct{ Start, End int }

// Token is one piece of a text. It lives as long as the reading of its text.
type Token struct {
	Span
	Kind  Kind
	Key   string         // lower case, simplified characters, narrow digits, straight apostrophes
	Entry *lexicon.Entry // nil if the lists do not know it
	Form  lexicon.Role   // of a verb: see lexicon.Match
	Cap   bool           // written with a capital, in a text that is not all capitals
	Han   bool
	First bool // opens a line
}

// Is reports whether the token plays one of the roles. An English verb in another form than the plain
// one is no noun and no connective any more.
func (t Token) Is(r lexicon.Role) bool {
	if t.Form == lexicon.Past && r&lexicon.Past != 0 {
		return true
	}
	if t.Form != 0 && !t.Han {
		return t.Entry.Roles&r&^(lexicon.Past) != 0 && r&(lexicon.Verb|lexicon.Say|lexicon.Pair) != 0
	}
	return t.Entry.Has(r)
}

// Base reports whether the token is a verb that can be an order: an English one in its plain form.
func (t Token) Base() bool {
	if t.Han {
		return t.Entry.Has(lexicon.Verb)
	}
	return t.Entry.Has(lexicon.Verb) && t.Form == 0
}

// Name reports whether nothing is known of the token but that it names something.
func (t Token) Name() bool {
	return t.Kind == Word && (t.Entry == nil || t.Entry.Roles == 0) || t.Kind == Number || t.Kind == Code ||
		t.Kind == Quote
}

// Text is a text with its tokens.
type Text struct {
	Source string
	Tokens []Token
}

// Cut cuts a text. The time is linear in its length.
func Cut(source string, words *lexicon.Lexicon) Text {
	c := cutter{source: source, words: words}
	c.atoms()
	c.phrases()
	return Text{source, c.tokens}
}

// Of gives the words of a span on one line.
func (t Text) Of(s Span) string {
	return strings.Join(strings.Fields(t.Source[s.Start:s.End]), " ")
}

// Between gives the span from one token up to another, that one excluded.
func (t Text) Between(from, to int) Span {
	if from >= to {
		at := len(t.Source)
		if from < len(t.Tokens) {
			at = t.Tokens[from].Start
		}
		return Span{at, at}
	}
	return Span{t.Tokens[from].Start, t.Tokens[to-1].End}
}
