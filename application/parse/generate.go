package parse

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

type answer struct {
	reply intent.ModelReply
	err   error
}

// errPanicked stands for an executor's panic, whose text may hold anything.
var errPanicked = errors.New("the executor panicked")

// generate asks the executor once and returns when it has answered or ctx has ended, whichever comes
// first. The goroutine that asks holds the parse's place until the executor returns: that hold, not a
// wait, bounds the goroutines of executors that ignore their context.
func (r *run) generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	answers := make(chan answer, 1)
	r.place.hold()
	go func() {
		defer r.place.release()
		answers <- ask(ctx, r.executor, request)
	}()
	select {
	case a := <-answers:
		return r.accept(ctx, a)
	case <-ctx.Done():
		return intent.ModelReply{}, engine.Ended(ctx)
	}
}

// capable reads, before each call, whether the executor enforces a schema; false where it panics.
func capable(executor ports.Executor) (native, able bool) {
	defer func() {
		if recover() != nil {
			native, able = false, false
		}
	}()
	return executor.Capabilities().NativeJSONSchema, true
}

func ask(ctx context.Context, executor ports.Executor, request intent.ModelRequest) (a answer) {
	defer func() {
		if recover() != nil {
			a = answer{err: errPanicked}
		}
	}()
	reply, err := executor.Generate(ctx, request)
	return answer{reply: reply, err: err}
}

// accept decides what an answer counts as: an error wins over a reply, and where the parse's own
// context has ended, that is what the error tells. Of a reply beside an error only what the call cost
// is kept.
func (r *run) accept(ctx context.Context, a answer) (intent.ModelReply, error) {
	if a.err == nil {
		return known(a.reply)
	}
	if ended := engine.Ended(ctx); ended != nil {
		return intent.ModelReply{}, ended
	}
	return intent.ModelReply{Usage: a.reply.Usage}, foreign(a.err)
}

func known(reply intent.ModelReply) (intent.ModelReply, error) {
	switch reply.Outcome {
	case intent.OutcomeComplete, intent.OutcomeRefusal, intent.OutcomeIncomplete:
		return reply, nil
	default:
		return intent.ModelReply{}, intent.RequestFailed(intent.FailedExecutor,
			"the executor's reply has an outcome that is not known")
	}
}

// foreign turns an executor's error into ours: of its typed errors only those about the model pass,
// without issues or partial result; of all others nothing passes, their text included.
func foreign(err error) error {
	typed := intent.AsError(err)
	if typed == nil || !mayPass(typed.Code) {
		return intent.RequestFailed(intent.FailedExecutor, "the executor failed")
	}
	e := intent.NewError(typed.Code, "", typed.Message)
	e.RetryAfter = typed.RetryAfter
	return engine.WithSentinel(e)
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
