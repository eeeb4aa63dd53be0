package executortest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Kind says what the provider behind an executor does with every call.
type Kind string

// The kinds of behaviour.
const (
	Completes Kind = "completes" // answers with Behaviour.Text, whole
	Echoes    Kind = "echoes"    // answers with the payload that it was sent, as the candidate
	Refuses   Kind = "refuses"   // declines
	Stops     Kind = "stops"     // breaks off: the answer is incomplete
	Hangs     Kind = "hangs"     // takes the call and says nothing
	Fails     Kind = "fails"     // answers with HTTP status Behaviour.Status and Behaviour.RetryAfter
	Drops     Kind = "drops"     // takes the call and closes the connection
	Redirects Kind = "redirects" // answers with HTTP status Behaviour.Status and Location Behaviour.Location
	Floods    Kind = "floods"    // answers well, but with a candidate of FloodBytes
	Holds     Kind = "holds"     // takes the first call and says nothing; answers every other as Completes does
)

// FloodBytes is how long a candidate is that no executor may read to its end.
const FloodBytes = 16 << 20

// Behaviour is what a rule wants of the provider.
type Behaviour struct {
	Kind       Kind
	Text       string        // for Completes and Holds: the candidate, byte for byte
	Status     int           // for Fails and Redirects
	RetryAfter time.Duration // for Fails: whole seconds, in the header Retry-After; 0 is no header
	Location   string        // for Redirects

	// Usage is what an answer of Completes says that it cost: InputTokens and OutputTokens. The zero
	// value leaves it to the maker.
	Usage intent.Usage

	// Timeout is what the executor's own client is given, such as http.Client.Timeout; 0 is none.
	Timeout time.Duration
}

// String names the behaviour as it stands in reports.
func (b Behaviour) String() string {
	if b.Status != 0 {
		return fmt.Sprintf("%s %d", b.Kind, b.Status)
	}
	return string(b.Kind)
}

// Subject is an executor in front of a provider that behaves as was asked.
type Subject struct {
	Executor ports.Executor

	// Sent lists what reached the provider so far, a text a call (a request's body, say). It must be safe
	// for concurrent use. Nil where there is no provider to ask; rules that look at it are then skipped.
	Sent func() []string

	// Gone delivers once for every call that the provider saw its caller leave. Nil where there is no
	// connection to watch.
	Gone <-chan struct{}

	// Open returns how many connections to the provider are open now. Nil where they cannot be counted.
	Open func() int
}

// Maker makes a new executor and its provider. What must be closed is closed with t.Cleanup.
type Maker func(t testing.TB, behaviour Behaviour) Subject

// Features tells what a rule cannot find out by itself.
type Features struct {
	// Secret is the key that every executor of the maker holds; it must come to light nowhere. "" where
	// there is none.
	Secret string

	// Config is what an executor is configured with, holding Secret: it must not show it either.
	Config any

	// OwnText: the executor writes its candidates itself, so that Behaviour.Text does not apply to it.
	OwnText bool

	// Cannot lists behaviours that the maker cannot bring about.
	Cannot []Kind

	// Repeats: the executor is one around executors that asks again or asks another, by its caller's
	// choice. The rule of one generation does not hold for it.
	Repeats bool

	// NoUsage: the provider does not say what a call cost, or the executor hands nothing on.
	NoUsage bool

	// NoRetryAfter: the provider does not say how long to wait.
	NoRetryAfter bool

	// NoTimeout: the executor has no client that could be given a timeout of its own.
	NoTimeout bool

	// Within is how soon after its context ends a call must have returned, and its provider be free of
	// it; 0 is [DefaultWithin].
	Within time.Duration
}

// DefaultWithin leaves a loaded machine room; a good executor takes a thousandth of it.
const DefaultWithin = 2 * time.Second

// Run checks every rule as a subtest of t.
func Run(t *testing.T, maker Maker, features Features) {
	t.Helper()
	if features.Within == 0 {
		features.Within = DefaultWithin
	}
	for _, r := range rules() {
		t.Run(strings.ReplaceAll(r.name, " ", "_"), func(t *testing.T) {
			for _, kind := range r.needs {
				if slices.Contains(features.Cannot, kind) {
					t.Skipf("the maker cannot bring about a provider that %s", kind)
				}
			}
			report(t, r, r.check(bench{t: t, maker: maker, features: features}))
		})
	}
}

// report tells what a rule found, grouped, and what would fix it.
func report(t *testing.T, r rule, faults found) {
	t.Helper()
	if len(faults) > 0 {
		t.Errorf("%s.\n%s\tfix: %s", r.states, faults.grouped(), r.fix)
	}
}

// rule is one sentence of the port's contract and how it is found broken.
type rule struct {
	name   string
	states string // the sentence
	fix    string // what an author does about a breach
	needs  []Kind
	check  func(b bench) found // nothing if the rule is kept
}

// bench is what a rule works with.
type bench struct {
	t        testing.TB
	maker    Maker
	features Features
}

func (b bench) subject(behaviour Behaviour) Subject { return b.maker(b.t, behaviour) }

// must skips the rule where it has nothing to look at, so that no rule passes unseen.
func (b bench) must(there bool, what string) {
	b.t.Helper()
	if !there {
		b.t.Skip("there is no " + what)
	}
}

func rules() []rule {
	return slices.Concat(
		identityRules(), answerRules(), formatRules(), failureRules(), networkRules(), contextRules(),
		isolationRules(), secretRules(),
	)
}
