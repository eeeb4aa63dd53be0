// Package retry is an executor around another one that asks it again if the provider is busy or broken.
// An executor itself makes one request a call; asking again is the caller's explicit choice.
//
//	executor, err := retry.New(provider, retry.Options{Attempts: 4, Budget: time.Minute})
//
// It asks again after MODEL_RATE_LIMITED and after an HTTP status of 500 and above, never after an answer:
// a refusal is an answer, and so is a candidate that turns out wrong. It waits as long as the provider
// asks to (RetryAfter), else for a time that doubles, with chance in it, so that many callers do not come
// back at once. Each call that failed is among the reply's Attempts, and so in events and audit.
//
// The package is public and covered by the project's compatibility promise.
package retry

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// The defaults of [Options].
const (
	DefaultAttempts = 3
	DefaultBudget   = 30 * time.Second
	DefaultBase     = 500 * time.Millisecond
)

// firstServerError is the first HTTP status that says that the provider failed, not the request.
const firstServerError = 500

// Options says how often and how long. Zero means the default.
type Options struct {
	// Attempts is how many calls there are at most, the first one counted; 1 never asks again.
	Attempts int

	// Budget bounds all waits of one call together. If the next wait does not fit, the error is returned.
	Budget time.Duration

	// Base is the first wait if the provider names none; it doubles each time. Between half of it and the
	// whole is waited.
	Base time.Duration
}

// Executor asks another one. It is immutable and safe for concurrent use.
type Executor struct {
	executor ports.Executor
	options  Options
}

var _ ports.Executor = (*Executor)(nil)

// New wraps an executor, which is borrowed. The error is an *intent.Error with code CONFIG_INVALID.
func New(executor ports.Executor, options Options) (*Executor, error) {
	var faults intent.Faults
	if executor == nil {
		faults.Add("", "there is no executor to ask")
	}
	if options.Attempts < 0 {
		faults.Add("/attempts", "is negative")
	}
	if options.Budget < 0 {
		faults.Add("/budget", "is negative")
	}
	if options.Base < 0 {
		faults.Add("/base", "is negative")
	}
	if err := faults.Err(intent.ConfigInvalid, intent.StageConfig, "executor retry"); err != nil {
		return nil, err
	}
	return &Executor{executor: executor, options: options.withDefaults()}, nil
}

func (o Options) withDefaults() Options {
	if o.Attempts == 0 {
		o.Attempts = DefaultAttempts
	}
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	if o.Base == 0 {
		o.Base = DefaultBase
	}
	return o
}

// ID is that of the wrapped executor: it is the one that answers.
func (e *Executor) ID() string { return e.executor.ID() }

// Capabilities are those of the wrapped executor.
func (e *Executor) Capabilities() ports.Capabilities { return e.executor.Capabilities() }

// Generate returns the first answer, or the error of the last call. A wait ends with ctx.
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	var before []intent.Attempt
	left := e.options.Budget
	for call := 1; ; call++ {
		reply, err := e.executor.Generate(ctx, request)
		wait := e.wait(err, call)
		if err == nil || ctx.Err() != nil || call >= e.options.Attempts || !again(err) || wait > left {
			reply.Attempts = append(before, reply.Attempts...)
			return reply, err
		}
		before = append(append(before, reply.Attempts...), intent.Attempt{
			ExecutorID: e.executor.ID(), Code: intent.CodeOf(err), Usage: reply.Usage, Waited: wait,
		})
		left -= wait
		if !sleep(ctx, wait) {
			return intent.ModelReply{Attempts: before}, executorkit.FromError(ctx, request.Stage, ctx.Err())
		}
	}
}

// again reports whether the same request may succeed later.
func again(err error) bool {
	failure := intent.AsError(err)
	return failure != nil && (failure.Code == intent.ModelRateLimited ||
		failure.Code == intent.ModelRequestFailed && failure.Status >= firstServerError)
}

// wait is how long the provider asks for, else a time by the number of calls so far.
func (e *Executor) wait(err error, calls int) time.Duration {
	if failure := intent.AsError(err); failure != nil && failure.RetryAfter > 0 {
		return failure.RetryAfter
	}
	const mostDoublings = 16
	whole := e.options.Base << min(calls-1, mostDoublings)
	return whole/2 + rand.N(whole/2+1) //nolint:gosec // chance that spreads callers, no secret
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
