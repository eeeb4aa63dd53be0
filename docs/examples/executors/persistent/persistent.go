// Package persistent wraps executors: it asks again within a budget, then asks the next one.
package persistent

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Executor asks its executors in turn. It is immutable and safe for concurrent use.
type Executor struct {
	attempts  int
	budget    time.Duration
	executors []ports.Executor
}

// New makes an executor that asks each of the given ones up to attempts times and waits, over all
// attempts of a call together, no longer than budget.
func New(attempts int, budget time.Duration, first ports.Executor, fallbacks ...ports.Executor) *Executor {
	return &Executor{attempts, budget, append([]ports.Executor{first}, fallbacks...)}
}

// ID is that of the first executor, marked.
func (e *Executor) ID() string { return e.executors[0].ID() + ", persistent" }

// Capabilities gives what all have: a request that is made once must suit whoever answers it.
func (e *Executor) Capabilities() ports.Capabilities {
	all := e.executors[0].Capabilities()
	for _, executor := range e.executors[1:] {
		c := executor.Capabilities()
		all.NativeJSONSchema = all.NativeJSONSchema && c.NativeJSONSchema
		all.NativeJSONObject = all.NativeJSONObject && c.NativeJSONObject
		all.IsolatedTurn = all.IsolatedTurn && c.IsolatedTurn
		all.SupportsAbort = all.SupportsAbort && c.SupportsAbort
	}
	return all
}

// Generate gives the first answer, whatever it says: a refusal is an answer. The error is the last one.
func (e *Executor) Generate(ctx context.Context, r intent.ModelRequest) (reply intent.ModelReply, err error) {
	left := e.budget
	for _, executor := range e.executors {
		for attempt := range e.attempts {
			if reply, err = executor.Generate(ctx, r); err == nil || ctx.Err() != nil {
				return reply, err
			}
			wait := pause(err, attempt)
			if !mayPass(err) || attempt == e.attempts-1 || wait > left {
				break // to the next executor
			}
			left -= wait
			if !sleep(ctx, wait) {
				return reply, ctx.Err()
			}
		}
	}
	return reply, err
}

// mayPass tells whether the same request may succeed later. A refused key will not.
func mayPass(err error) bool {
	switch intent.CodeOf(err) {
	case intent.ModelRateLimited, intent.ModelTimeout, intent.ModelRequestFailed, "":
		return true
	default:
		return false
	}
}

// pause is what the provider asks for, else half a second, doubled each time.
func pause(err error, attempt int) time.Duration {
	if typed := intent.AsError(err); typed != nil && typed.RetryAfter > 0 {
		return typed.RetryAfter
	}
	return 500 * time.Millisecond << attempt
}

func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
