package engine

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Explain turns an error of [Engine.Submit] into the runtime's error, without a stage. A context's end is
// told by its plain error only: a driver that knows more of it asks engine.Ended first.
func Explain(err error) *intent.Error {
	if failed := intent.AsError(err); failed != nil {
		return failed
	}
	switch {
	case errors.Is(err, ports.ErrQueueFull):
		return intent.NewError(intent.LimitExceeded, "",
			"as many validations run and wait as maxValidationQueueEntries allows")
	case errors.Is(err, context.DeadlineExceeded):
		return WithSentinel(
			intent.NewError(intent.ModelTimeout, "", "the deadline passed during the validation"))
	default:
		return WithSentinel(intent.NewError(intent.ModelAborted, "", "the validation was cancelled"))
	}
}
