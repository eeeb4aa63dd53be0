package parse

import (
	"context"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/application/internal/fence"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// answer is what an executor did, in values of ours. The foreign error is kept for the embedder only.
type answer struct {
	reply intent.ModelReply
	err   error
}

// generate asks the executor once and returns when it has answered or ctx has ended, whichever comes
// first. The goroutine that asks holds the parse's place until the executor returns: that hold, not a
// wait, bounds the goroutines of executors that ignore their context.
//
// If the parse's own context has ended, that is what the error tells.
func (r *run) generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	r.place.hold()
	a, err := fence.Call(ctx, func() answer {
		defer r.place.release()
		return ask(ctx, r.executor, request)
	})
	if err != nil {
		a = answer{err: failed("the executor failed")}
	}
	if a.err != nil {
		if ended := r.engine.Ended(ctx); ended != nil {
			return intent.ModelReply{}, ended
		}
	}
	return a.reply, a.err
}

// native asks, before each call of Generate, whether the executor enforces a schema.
func (r *run) native(ctx context.Context) (bool, error) {
	native, err := fence.Call(ctx, func() bool { return r.executor.Capabilities().NativeJSONSchema })
	if err == nil {
		return native, nil
	}
	if ended := r.engine.Ended(ctx); ended != nil {
		return false, ended
	}
	return false, failed("the executor failed")
}

func failed(message string) error { return intent.RequestFailed(intent.FailedExecutor, message) }

// ask runs inside the fence. An error wins over a reply, of which only what the call cost is kept.
func ask(ctx context.Context, executor ports.Executor, request intent.ModelRequest) answer {
	reply, err := executor.Generate(ctx, request)
	reply.Usage, reply.Attempts = usage(reply.Usage), attempts(reply.Attempts)
	if err != nil {
		return answer{reply: intent.ModelReply{Usage: reply.Usage, Attempts: reply.Attempts}, err: foreign(err)}
	}
	switch reply.Outcome {
	case intent.OutcomeComplete, intent.OutcomeRefusal, intent.OutcomeIncomplete:
		return answer{reply: reply}
	default:
		return answer{err: failed("the executor's reply has an outcome that is not known")}
	}
}

// foreign turns an executor's error into ours: of its typed errors only those about the model pass,
// without issues or partial result; of all others nothing passes but that they are a timeout or a
// cancellation. The error itself is kept for the embedder's errors.Is and errors.As, unless its chain has
// no end. It runs inside the fence.
func foreign(err error) error {
	ours := translated(err)
	if fence.Whole(err) {
		ours = intent.AsError(ours).WithForeign(err)
	}
	return ours
}

func translated(err error) error {
	typed, is := fence.Typed(err)
	switch {
	case is && mayPass(typed.Code):
		return engine.WithSentinel(passed(typed))
	case fence.Is(err, context.DeadlineExceeded):
		return engine.WithSentinel(intent.NewError(intent.ModelTimeout, "", "the executor's own timeout passed"))
	case fence.Is(err, context.Canceled):
		return engine.WithSentinel(intent.NewError(intent.ModelAborted, "", "the executor cancelled its call"))
	default:
		return failed("the executor failed")
	}
}

// passed keeps of an executor's typed error what may be shown.
func passed(typed intent.Error) error {
	e := intent.NewError(typed.Code, "", typed.Message)
	e.RetryAfter, e.Status = max(typed.RetryAfter, 0), typed.Status
	if intent.IsProviderCode(typed.ProviderCode) {
		e.ProviderCode = typed.ProviderCode
	}
	if e.Code == intent.ModelRequestFailed {
		e.Reason = reason(typed.Reason)
	}
	return e
}

// reason keeps a reason of the closed list; an executor that says none has failed itself.
func reason(said intent.FailureReason) intent.FailureReason {
	for _, known := range intent.FailureReasons() {
		if said == known {
			return said
		}
	}
	return intent.FailedExecutor
}

func mayPass(code intent.Code) bool {
	switch code {
	case intent.ModelAuthFailed, intent.ModelRateLimited, intent.ModelRequestFailed, intent.ModelTimeout,
		intent.ModelAborted, intent.ModelRefused, intent.ModelOutputIncomplete, intent.ModelOutputInvalid,
		intent.HostCapabilityUnsupported:
		return true
	default:
		return false
	}
}

// maxNameBytes bounds what a provider says of itself in a usage.
const maxNameBytes = 128

// usage drops what a provider has put in place of a name: anything but visible ASCII of some length. A
// header may repeat what it was sent, a key included.
func usage(u intent.Usage) intent.Usage {
	if !isName(u.Model) {
		u.Model = ""
	}
	if !isName(u.RequestID) {
		u.RequestID = ""
	}
	return u
}

// attempts copies what an executor around executors tells of its calls, bounded and cleaned.
func attempts(list []intent.Attempt) []intent.Attempt {
	var kept []intent.Attempt
	for _, a := range list[:min(len(list), intent.MaxAttempts)] {
		if !isName(a.ExecutorID) {
			a.ExecutorID = ""
		}
		if !mayPass(a.Code) {
			a.Code = intent.ModelRequestFailed
		}
		a.Usage = usage(a.Usage)
		kept = append(kept, a)
	}
	return kept
}

func isName(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] >= 0x7F {
			return false
		}
	}
	return len(text) <= maxNameBytes
}
