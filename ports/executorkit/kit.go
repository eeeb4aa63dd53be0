package executorkit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// Key is an API key that no fmt verb, JSON, text encoding or slog shows, as a field of another struct
// neither. Its zero value is no key.
type Key = providerkit.Key

// NewKey hides a key; "" is no key. Key.Reveal returns it, for the request that carries it.
func NewKey(text string) Key { return providerkit.NewKey(text) }

// RetryAfter reads how long a provider asks to wait from an answer's header, which is an http.Header:
// 0 if it does not say, at most a day.
func RetryAfter(header map[string][]string, now time.Time) time.Duration {
	return providerkit.RetryAfter(header, now)
}

// CodeOfStatus returns the code of an HTTP status that is no success: MODEL_AUTH_FAILED for 401 and 403,
// MODEL_RATE_LIMITED for 429, MODEL_REQUEST_FAILED for every other (contract, section 8).
func CodeOfStatus(status int) intent.Code {
	switch status {
	case 401, 403:
		return intent.ModelAuthFailed
	case 429:
		return intent.ModelRateLimited
	default:
		return intent.ModelRequestFailed
	}
}

// FromStatus returns the error for a provider's HTTP status. retryAfter is how long the provider asked
// to wait, 0 if it did not say.
func FromStatus(stage intent.Stage, status int, retryAfter time.Duration) error {
	err := intent.NewError(CodeOfStatus(status), stage,
		fmt.Sprintf("the provider answered with HTTP status %d", status))
	err.RetryAfter = max(retryAfter, 0)
	err.Status = status
	if err.Code == intent.ModelRequestFailed {
		err.Reason = intent.FailedStatus
	}
	return err
}

// FromError returns the error for a call that came back without an answer. If ctx ended, that is why:
// MODEL_TIMEOUT after its deadline, else MODEL_ABORTED. A timeout that is not the context's, such as an
// http.Client's, is MODEL_TIMEOUT as well; all else is MODEL_REQUEST_FAILED. An *intent.Error in err is
// handed on. The reason comes from the network's errors (dns, connect, tls, proxy, dropped), else it is
// executor; the text of err is not used: net/http puts addresses into it. errors.Is and errors.As reach
// err through the error returned.
func FromError(ctx context.Context, stage intent.Stage, err error) error {
	typed := intent.AsError(err)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return Timeout(stage, "the deadline passed while the model was asked")
	case ctx.Err() != nil:
		return intent.NewError(intent.ModelAborted, stage, "the call was cancelled while the model was asked").
			WithCause(context.Canceled)
	case typed != nil:
		return typed
	case providerkit.TimedOut(err):
		return Timeout(stage, "the provider did not answer in time")
	default:
		failed := intent.RequestFailed(reasonOf(err), "the provider could not be reached or its answer not be read")
		failed.Stage = stage
		return failed.WithForeign(err)
	}
}

// reasonOf is why a call came back without an answer: what the network says, else that the executor
// failed.
func reasonOf(err error) intent.FailureReason {
	if reason := providerkit.ReasonOf(err); reason != "" {
		return intent.FailureReason(reason)
	}
	return intent.FailedExecutor
}

// Timeout returns a MODEL_TIMEOUT, of which errors.Is finds context.DeadlineExceeded.
func Timeout(stage intent.Stage, message string) error {
	return intent.NewError(intent.ModelTimeout, stage, message).WithCause(context.DeadlineExceeded)
}
