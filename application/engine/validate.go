package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// errOverTime is the cause with which a validation's context ends by its own limit.
var errOverTime = errors.New("the validation took too long")

// Validate judges a value against a projection on a worker, within maxValidationMs: queueing, worker
// start, compilation, evaluation and confirmation together.
//
// The error is an *intent.Error without a stage: LIMIT_EXCEEDED over time or, unwrapping to
// ports.ErrQueueFull, if the queue had no place and nothing was started; INSTANCE_DISPOSED; what
// [Engine.Ended] says if ctx ended; MODEL_REQUEST_FAILED if the validator itself failed.
func (e *Engine) Validate(
	ctx context.Context, projection *schema.Projection, value strictjson.Value,
) (schema.Verdict, error) {
	answer := make(chan schema.Verdict, 1) // an abandoned job must not write where the caller reads
	err := e.onWorker(ctx, e.Limits().MaxValidationMs, func(ctx context.Context) error {
		compiled, err := e.compile(ctx, projection)
		if err != nil {
			return err
		}
		verdict, err := compiled.Validate(ctx, value)
		if err == nil {
			answer <- verdict
		}
		return err
	})
	if err != nil {
		return schema.Verdict{}, e.explain(ctx, err)
	}
	return <-answer, nil
}

func (e *Engine) onWorker(ctx context.Context, milliseconds int, job func(context.Context) error) error {
	limit := time.Duration(milliseconds) * time.Millisecond
	bounded, cancel := context.WithTimeoutCause(ctx, limit, errOverTime)
	defer cancel()
	err := e.workers.Do(bounded, job)
	if err != nil && bounded.Err() != nil && errors.Is(context.Cause(bounded), errOverTime) {
		return errOverTime
	}
	return err
}

func (e *Engine) explain(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, ports.ErrQueueFull):
		return e.queueFull()
	case errors.Is(err, errOverTime):
		return e.overTime()
	case e.Disposed() || errors.Is(err, ports.ErrWorkersClosed):
		return DisposedError()
	case ctx.Err() != nil:
		return e.Ended(ctx)
	default:
		return intent.RequestFailed(intent.FailedValidator, "the schema validator failed")
	}
}

func (e *Engine) queueFull() error {
	most := int64(e.Limits().MaxValidationQueueEntries)
	err := intent.NewLimitError("", intent.Limit{Name: "maxValidationQueueEntries", Got: most + 1, Most: most},
		"as many validations run and wait as maxValidationQueueEntries allows")
	return intent.AsError(err).WithCause(ports.ErrQueueFull)
}

func (e *Engine) overTime() error {
	most := int64(e.Limits().MaxValidationMs)
	return intent.NewLimitError("", intent.Limit{Name: "maxValidationMs", Got: most + 1, Most: most},
		fmt.Sprintf("the validation passes maxValidationMs, which is %d", most))
}

// compile gives the projection's compiled form, made at its first use. It runs on a worker.
func (e *Engine) compile(ctx context.Context, projection *schema.Projection) (ports.CompiledSchema, error) {
	key := projection.Key()
	if compiled, ok := e.compiled.get(key); ok {
		return compiled, nil
	}
	compiled, err := e.validator.Compile(ctx, projection)
	if err != nil {
		return nil, err
	}
	e.compiled.put(key, compiled)
	return compiled, nil
}
