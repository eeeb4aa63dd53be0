// Package fault turns what the transport found into the runtime's errors, the same way for every
// executor of this repository. No text of a provider, a header or a key enters an error.
package fault

import (
	"context"

	"github.com/devcodex/intent-runtime/adapters/internal/transport"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// Of maps what came back of a call through an SDK. The reply has the provider's id of the call, if it
// said one.
func Of(ctx context.Context, stage intent.Stage, err error) (intent.ModelReply, error) {
	failure := transport.FailureOf(ctx, err)
	reply := intent.ModelReply{Usage: intent.Usage{RequestID: failure.RequestID}}
	switch {
	case failure.Status != 0:
		refused := intent.AsError(executorkit.FromStatus(stage, failure.Status, failure.RetryAfter))
		refused.ProviderCode = failure.ProviderCode
		return reply, refused
	case failure.Aborted:
		return reply, intent.NewError(intent.ModelAborted, stage, failure.Error()).WithCause(context.Canceled)
	case failure.TimedOut:
		return reply, executorkit.Timeout(stage, failure.Error())
	default:
		failed := intent.RequestFailed(intent.FailureReason(failure.Reason), failure.Error())
		failed.Stage = stage
		return reply, failed.WithForeign(err)
	}
}
