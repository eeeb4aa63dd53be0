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
// start, evaluation, compilation and confirmation together.
//
// The error is an *intent.Error without a stage: LIMIT_EXCEEDED over time or, unwrapping to
// ports.ErrQueueFull, if the queue had no place and nothing was started; INSTANCE_DISPOSED; what
// [Engine.Ended] says if ctx ended; MODEL_REQUEST_FAILED if the validator itself failed.
func (e *Engine) Validate(
	ctx context.Context, projection *schema.Projection, value strictjson.Value,
) (schema.Verdict, error) {
	answer := make(chan schema.Verdict, 1) // an abandoned job must not write where the caller reads
	err := e.onWorker(ctx, e.Limits().MaxValidationMs, func(ctx context.Context) error {
		verdict, stopped := schema.Evaluate(projection, value, func() bool { return ctx.Err() != nil })
		if err := ctx.Err(); stopped || err != nil {
			return err
		}
		if err := e.confirm(projection, value, &verdict); err != nil {
			return err
		}
		answer <- verdict
		return nil
	})
	if err != nil {
		return schema.Verdict{}, e.explain(ctx, err)
	}
	return <-answer, nil
}

// confirm asks the second judge about a value that the evaluation found valid, if there is one and the
// work is not beyond it. The error is a fault of the validator. It runs on a worker, which catches a
// panic; what the validator returns is looked at here only, by its type, so that no method of it is
// called elsewhere.
func (e *Engine) confirm(
	projection *schema.Projection,
	value strictjson.Value,
	verdict *schema.Verdict,
) error {
	if !verdict.Valid() || e.validator.maxWork == 0 {
		return nil
	}
	verdict.Unconfirmed = verdict.Work > e.validator.maxWork
	if verdict.Unconfirmed {
		return nil
	}
	judge, err := e.compile(projection)
	if err == nil {
		err = judge(value.AppendJSON(nil))
	}
	switch fault := err.(type) { //nolint:errorlint // a foreign error's methods are not called
	case nil:
		return nil
	case *schema.Disagreement:
		if fault == nil {
			return errValidator
		}
		verdict.Disagreement = &schema.Disagreement{
			Pointer: strictjson.CutPointer(fault.Pointer), Keyword: strictjson.CutName(fault.Keyword),
		}
		return nil
	default:
		verdict.Unconfirmed = err == ports.ErrNoOpinion //nolint:errorlint // as above
		if verdict.Unconfirmed {
			return nil
		}
		return errValidator
	}
}

// errValidator says that the validator failed; what its own error says goes nowhere.
var errValidator = errors.New("the validator failed")

func (e *Engine) onWorker(ctx context.Context, milliseconds int, job func(context.Context) error) error {
	limit := time.Duration(milliseconds) * time.Millisecond
	bounded, cancel := context.WithTimeoutCause(ctx, limit, errOverTime)
	defer cancel()
	err := e.workers.Do(bounded, job)
	over := context.Cause(bounded) == errOverTime //nolint:errorlint // a cause may be a foreign error
	if err != nil && bounded.Err() != nil && over {
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
	err := intent.NewLimitError(
		"",
		intent.Limit{Name: "maxValidationQueueEntries", Got: most + 1, Most: most},
		"as many validations run and wait as maxValidationQueueEntries allows",
	)
	return intent.AsError(err).WithCause(ports.ErrQueueFull)
}

func (e *Engine) overTime() error {
	most := int64(e.Limits().MaxValidationMs)
	return intent.NewLimitError("", intent.Limit{Name: "maxValidationMs", Got: most + 1, Most: most},
		fmt.Sprintf("the validation passes maxValidationMs, which is %d", most))
}

// compile returns the second judge of a projection, made at its first use. It runs on a worker.
func (e *Engine) compile(projection *schema.Projection) (judge, error) {
	key := projection.Key()
	if known, ok := e.compiled.get(key); ok {
		return known, nil
	}
	made, err := e.validator.Compile(projection.Assertions())
	switch {
	case err == ports.ErrNoOpinion: //nolint:errorlint // a foreign error's methods are not called
		made = noOpinion
	case err != nil || made == nil:
		return nil, errValidator
	}
	e.compiled.put(key, made)
	return made, nil
}

// noOpinion is the judge of a schema that the validator does not take on.
func noOpinion([]byte) error { return ports.ErrNoOpinion }
