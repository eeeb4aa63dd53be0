package journaltest

import (
	"context"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/ports/acting"
)

// Subject is a journal under test, empty at first.
type Subject struct {
	Journal acting.Journal

	// Reopen opens the same store anew, as another process would after a crash: the first handle is not
	// closed. nil for a journal that does not claim to be durable.
	Reopen func() (acting.Journal, error)

	// Fail makes every later commit through Journal fail without being stored, as a full disk does. nil if
	// the journal cannot fail.
	Fail func()
}

// Check is one thing that a journal must do. It returns why the journal does not.
type Check struct {
	Name string
	Do   func(ctx context.Context, s Subject) error

	durable bool // needs Reopen
	failing bool // needs Fail
}

// Checks lists the checks in order. The slice is the caller's own.
func Checks() []Check {
	return []Check{
		{Name: "atomic_commit", Do: atomicCommit},
		{Name: "direct_execution_commit", Do: directExecutionCommit},
		{Name: "failed_commit", Do: failedCommit, failing: true},
		{Name: "incarnation_fence", Do: incarnationFence},
		{Name: "outstanding_effect_reconstruction", Do: outstandingEffects},
		{Name: "restart_reconstruction", Do: restart, durable: true},
		{Name: "stale_revision", Do: staleRevision},
		{Name: "terminal_reconstruction", Do: terminal},
		{Name: "uncertain_effect_fencing", Do: uncertainFencing},
		{Name: "durable_claim", Do: durableClaim},
		{Name: "blobs_once", Do: blobsOnce},
		{Name: "pages", Do: pages},
		{Name: "lists", Do: lists},
		{Name: "one_winner", Do: oneWinner},
	}
}

// Applies reports whether a check can be made of a subject.
func (c Check) Applies(s Subject) bool {
	return (!c.durable || s.Reopen != nil) && (!c.failing || s.Fail != nil)
}

// Run makes every check that applies, each with a subject of its own. A journal that claims to be durable
// must be given with Reopen.
func Run(t *testing.T, open func(t *testing.T) Subject) {
	for _, check := range Checks() {
		t.Run(check.Name, func(t *testing.T) {
			subject := open(t)
			if !check.Applies(subject) {
				if check.durable && subject.Journal.Capabilities().Durable {
					t.Fatal("the journal claims to be durable and was given without Reopen")
				}
				t.Skip("needs what the journal does not claim")
			}
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			if err := check.Do(ctx, subject); err != nil {
				t.Fatal(err)
			}
		})
	}
}
