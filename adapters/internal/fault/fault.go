// Package fault turns what can go wrong with a provider into the runtime's error codes, the same way
// for every executor of this repository. No text of a provider, a header or a key enters an error.
package fault

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// FromStatus gives the error for a provider's HTTP status: MODEL_AUTH_FAILED for 401 and 403,
// MODEL_RATE_LIMITED for 429, MODEL_REQUEST_FAILED for every other. retryAfter is how long the provider
// asked to wait, 0 where it did not say.
func FromStatus(stage intent.Stage, status int, retryAfter time.Duration) *intent.Error {
	code := intent.ModelRequestFailed
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		code = intent.ModelAuthFailed
	case http.StatusTooManyRequests:
		code = intent.ModelRateLimited
	}
	err := intent.NewError(code, stage, fmt.Sprintf("the provider answered with HTTP status %d", status))
	err.RetryAfter = max(retryAfter, 0)
	return err
}

// FromContext gives the error for a context that ended: MODEL_TIMEOUT where its deadline passed, else
// MODEL_ABORTED. It unwraps to the context's own sentinel.
func FromContext(ctx context.Context, stage intent.Stage) *intent.Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Timeout(stage, "the deadline passed while the model was asked")
	}
	return intent.NewError(intent.ModelAborted, stage, "the call was cancelled while the model was asked").
		WithCause(context.Canceled)
}

// Timeout gives a MODEL_TIMEOUT that unwraps to context.DeadlineExceeded.
func Timeout(stage intent.Stage, message string) *intent.Error {
	return intent.NewError(intent.ModelTimeout, stage, message).WithCause(context.DeadlineExceeded)
}
