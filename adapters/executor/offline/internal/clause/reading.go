// Package clause reads what a text asks for. One grammar reads English and Chinese: it goes by the roles
// of the words alone (package lexicon), sentence by sentence, clause by clause.
//
// Every word of a clause has to be accounted for by the rule that reads it. Words that no rule accounts
// for make the clause unclear: its item says so and asks. Nothing that is left over disappears.
package clause

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// Gate is what stands before an item: somebody's approval, or a condition.
type Gate struct {
	Confirm bool
	Text    string
}

// Item is one thing that is asked for or forbidden.
type Item struct {
	Lemma     string
	Action    intent.Action // "" if it is unknown
	Forbidden bool
	Said      string   // the clause in its own words
	Target    string   // "" if it names none
	Needs     []string // what bounds it
	After     string   // the clause that comes before it in the order asked for
	OneOf     string   // the alternatives that it is one of
	Gates     []Gate
	Unclear   []string // parts that no rule accounts for
	Vague     string   // a pronoun that stands for nothing known
	Options   []string // what it may stand for

	span     token.Span
	object   token.Span
	sentence int
	told     bool // what somebody is told or asked to do ends the clause
}

// Reading is what one text asks for. It is made by [Read] and not changed after.
type Reading struct {
	Text      token.Text
	Items     []Item
	Needs     []string     // what bounds the request as a whole
	Dropped   []token.Span // taken back by a correction
	Refused   []token.Span // what is excluded or forbidden: no value
	Questions []token.Span // what is only asked about
	Supposed  []token.Span // conditions, plans, opinions
	Labels    []Label
	Swaps     []Swap
}

// Label is a name with a value behind a colon.
type Label struct{ Name, Value token.Span }

// Swap is a correction: what stood there and what stands there now.
type Swap struct{ Old, New token.Span }

// reader reads one text. It lives for one call of Read.
type reader struct {
	Reading
	words   *lexicon.Lexicon
	toks    []token.Token
	before  *Reading // the last message of the user before this one, nil if there is none
	s       sentence
	count   int    // sentences so far
	subject string // what a pronoun would stand for
}

// MaxItems is the number of items after which reading stops.
const MaxItems = 100

// Read reads a text. before is the reading of the user's last message, for pronouns, corrections and
// consent; it may be nil.
func Read(text token.Text, words *lexicon.Lexicon, before *Reading) *Reading {
	r := &reader{Reading: Reading{Text: text}, words: words, toks: text.Tokens, before: before}
	for from := 0; from < len(r.toks) && len(r.Items) < MaxItems; {
		to := r.sentenceEnd(from)
		r.read(from, to)
		if from = to; to < len(r.toks) && r.toks[to].Kind == token.Mark {
			from++
		}
	}
	r.finish()
	return &r.Reading
}

// sentenceEnd gives the index of the mark that ends the sentence.
func (r *reader) sentenceEnd(from int) int {
	for i := from; i < len(r.toks); i++ {
		if t := r.toks[i]; t.Kind == token.Mark && strings.Contains(".!?;\n。！？；…", t.Key) &&
			!r.abbreviation(i) {
			return i
		}
		if i > from && r.spoken(i-1) {
			return i
		}
	}
	return len(r.toks)
}

// spoken reports whether a quotation ends a sentence: its own last mark does, and a new one begins.
func (r *reader) spoken(i int) bool {
	q := r.toks[i]
	if q.Kind != token.Quote || !r.toks[i+1].Cap && !r.toks[i+1].Han {
		return false
	}
	inner := strings.TrimRight(r.Text.Source[q.Start:q.End], "\"'”’」』»")
	return strings.HasSuffix(inner, ".") || strings.HasSuffix(inner, "!") || strings.HasSuffix(inner, "。") ||
		strings.HasSuffix(inner, "！")
}

func (r *reader) abbreviation(i int) bool {
	if r.toks[i].Key != "." || i == 0 || i+1 == len(r.toks) || r.toks[i-1].End != r.toks[i].Start {
		return false
	}
	switch r.toks[i-1].Key {
	case "mr", "mrs", "ms", "dr", "st", "vs", "prof", "approx", "nr", "a.m", "p.m":
		return true
	case "no", "inc", "ltd", "co":
		return r.toks[i+1].Kind == token.Number
	}
	return false
}

// is reports whether the token at i plays one of the roles; none does outside of the text.
func (r *reader) is(i int, role lexicon.Role) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].Is(role)
}

func (r *reader) mark(i int, marks string) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].Kind == token.Mark && strings.Contains(marks, r.toks[i].Key)
}

func (r *reader) key(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	return r.toks[i].Key
}

// has gives the first token in a range that plays one of the roles, -1 if none does.
func (r *reader) has(from, to int, role lexicon.Role) int {
	for i := from; i < to; i++ {
		if r.toks[i].Is(role) {
			return i
		}
	}
	return -1
}

func (r *reader) said(from, to int) string { return r.Text.Of(r.Text.Between(from, to)) }

// last gives the last item of the text, of the running sentence if here is set; nil if there is none.
func (r *reader) last(here bool) *Item {
	if n := len(r.Items); n > 0 && (!here || n > r.s.first) {
		return &r.Items[n-1]
	}
	return nil
}

// lastOrder is last for items that are no prohibitions.
func (r *reader) lastOrder(here bool) *Item {
	first := 0
	if here {
		first = r.s.first
	}
	for i := len(r.Items) - 1; i >= first; i-- {
		if !r.Items[i].Forbidden {
			return &r.Items[i]
		}
	}
	return nil
}

// need puts a constraint with the last item of the sentence, else with the whole request.
func (r *reader) need(text string) {
	if it := r.lastOrder(true); it != nil {
		it.Needs = append(it.Needs, text)
	} else if text != "" {
		r.Needs = append(r.Needs, text)
	}
}

// unclear asks about words: with the last item of the sentence, else as an item of its own.
func (r *reader) unclear(from, to int) {
	text := r.said(from, to)
	if text == "" {
		return
	}
	if it := r.last(true); it != nil && !it.Forbidden {
		it.Unclear = append(it.Unclear, text)
		return
	}
	r.push(Item{Target: text, Said: text, Unclear: []string{text}, span: r.Text.Between(from, to)})
}
