package page

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// Words are the page's own words in one language.
type Words struct {
	Tag string // of the language, for a document's lang

	Asked, Goal, Intents, NoIntents, Requirements, Prohibitions, Data, NoData string
	Field, Value, Evidence, Question, Materials                               string
	Failed, Reason, Hint, Issues, Understood, Next                            string

	Request, Background string
	Messages            map[intent.Role]string // "user message %d"

	Colon, Comma, Open, Close string // punctuation with its spaces
	Quote, Unquote            string // of a width that all terminals agree on, as far as there is one

	NoAction string
	Actions  map[intent.Action]string
	Statuses map[intent.Status]string

	Exact, Derived string // how a value rests on its quotation
	Places         string // of an ambiguous quotation: "%d places"
	InsideWord     string // of a quotation that cuts a word or a number
	Unconfirmed    string // above the data of a reading that failed
	Skipped        string // why there are no data, if an intent needs clarification first

	Legend Legend

	Readings string // the title of an index: "%d requests"

	ReadBy string // "Read by %s, explained in %s, instructions %s"
	Wait   string // "The provider asks to wait %s."

	LimitOf   string // "Limit %s: %d, at most %d"
	Reasons   map[intent.FailureReason]string
	Provider  string            // "The provider's code: "
	Providers map[string]string // what to do about a provider's code

	Stages map[intent.Stage]string
	Codes  map[intent.Code]Advice
}

// Legend says what the marks of a page in HTML mean.
type Legend struct {
	Title, Value, Doubt                        string
	Intent, Requirement, Prohibition, Question string

	Computed string // of all marks but those of values
	Show     string // the link to the words
	At       string // "at %d", an offset
	Offsets  string // "byte %d, code point %d, UTF-16 unit %d"
	More     string // "and %d more"
	Bounded  string // "only the first %d places are marked"
}

// Advice says what an error means to a person and what to do about it.
type Advice struct{ Means, Next string }

// WordsFor gives the words for a language tag: Chinese for zh and cmn, else English. They are shared and
// must not be changed.
func WordsFor(language string) *Words {
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	if primary == "zh" || primary == "cmn" {
		return &chinese
	}
	return &english
}

// Mark is a status as one sign, told apart by its shape.
func Mark(status intent.Status) string {
	switch status {
	case intent.StatusReady:
		return "✓"
	case intent.StatusNeedsClarification:
		return "?"
	case intent.StatusAwaitingConfirmation:
		return "!"
	default:
		return "~"
	}
}
