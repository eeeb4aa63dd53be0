// Package fallback is an executor around several that asks the next one if one fails in a way that was
// chosen beforehand. An executor itself never falls back; this is the caller's explicit choice.
//
//	executor, err := fallback.New(fallback.Options{}, first, second)
//
// An answer is never asked for twice: a refusal, an incomplete answer and a candidate that turns out wrong
// are answers. Each executor that failed is among the reply's Attempts, and so in events and audit.
//
// The package is public and covered by the project's compatibility promise.
package fallback

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// DefaultCodes returns the codes after which the next executor is asked if none are chosen: the provider
// is busy, fails or is silent.
func DefaultCodes() []intent.Code {
	return []intent.Code{intent.ModelRateLimited, intent.ModelRequestFailed, intent.ModelTimeout}
}

// Options chooses when the next executor is asked.
type Options struct {
	// Codes are the errors after which the next executor is asked; empty is [DefaultCodes]. An error
	// without a code counts as MODEL_REQUEST_FAILED.
	Codes []intent.Code
}

// Executor asks its executors in turn. It is immutable and safe for concurrent use.
type Executor struct {
	id        string
	codes     []intent.Code
	executors []ports.Executor
}

var _ ports.Executor = (*Executor)(nil)

// New puts executors in a row; they are borrowed. The error is an *intent.Error with code CONFIG_INVALID.
func New(options Options, first ports.Executor, more ...ports.Executor) (*Executor, error) {
	executors := append([]ports.Executor{first}, more...)
	var faults intent.Faults
	var ids []string
	for i, executor := range executors {
		if executor == nil {
			faults.Add(fmt.Sprintf("/executors/%d", i), "is missing")
			continue
		}
		ids = append(ids, executor.ID())
	}
	for i, code := range options.Codes {
		if !strings.HasPrefix(string(code), "MODEL_") {
			faults.Add(fmt.Sprintf("/codes/%d", i), "is not the code of a model's failure")
		}
	}
	if err := faults.Err(intent.ConfigInvalid, intent.StageConfig, "executor fallback"); err != nil {
		return nil, err
	}
	codes := slices.Clone(options.Codes)
	if len(codes) == 0 {
		codes = DefaultCodes()
	}
	return &Executor{id: strings.Join(ids, "|"), codes: codes, executors: executors}, nil
}

// ID is that of all executors, in order, joined by "|". Which one answered is in the reply's usage.
func (e *Executor) ID() string { return e.id }

// Capabilities are what all executors have: a request that is made once must suit whoever answers it.
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

// Generate returns the first answer, or the last error. Nobody more is asked once ctx has ended.
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	var before []intent.Attempt
	rest := e.executors
	for {
		executor := rest[0]
		rest = rest[1:]
		reply, err := executor.Generate(ctx, request)
		if err == nil || len(rest) == 0 || ctx.Err() != nil || !slices.Contains(e.codes, codeOf(err)) {
			reply.Attempts = append(before, reply.Attempts...)
			return reply, err
		}
		before = append(append(before, reply.Attempts...), intent.Attempt{
			ExecutorID: executor.ID(), Code: codeOf(err), Usage: reply.Usage,
		})
	}
}

func codeOf(err error) intent.Code {
	if code := intent.CodeOf(err); code != "" {
		return code
	}
	return intent.ModelRequestFailed
}
