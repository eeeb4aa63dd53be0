package providertest

import (
	"testing"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Answer is what a double does with one request: exactly one of a reply, a status, a drop or a silence.
type Answer struct {
	Items   []run.Item // a reply; an opaque item's payload is sent as it is
	Unknown string     // an item of a type that nobody knows, behind the others
	Refused string     // the model refuses, with that text
	Usage   *run.Usage
	End     run.End

	Status       int // of a refusal by HTTP
	RetryAfterMs int
	Code         string // the provider's own code, with a status or within the stream if there is none
	Drop         bool   // the connection ends within the stream
	Hang         bool   // nothing comes until the request is given up
}

// Double is a provider's wire under control of the kit.
type Double interface {
	URL() string
	Requests() []string // the bodies that came in, in order
	Close()
}

// Key is the API key that the kit gives; it must show nowhere.
const Key = "sk-provider-4f1c0ffee-5ecret"

// Subject is an adapter under test.
type Subject struct {
	// Double starts a double that gives the answers in order.
	Double func(answers ...Answer) Double
	// Open makes the adapter's provider against an address, with [Key].
	Open func(t testing.TB, url string) acting.Provider
}
