package script

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// Reply is one prepared answer. It is immutable: its methods return changed copies. The zero Reply is a
// complete answer with a blank candidate.
type Reply struct {
	answer func(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error)
	delay  time.Duration
	usage  intent.Usage
}

// Text is a complete candidate, byte for byte.
func Text(text string) Reply {
	return fixed(intent.ModelReply{Outcome: intent.OutcomeComplete, Text: text})
}

// JSON is a complete candidate: v as encoding/json writes it, compact and without HTML escapes. What
// cannot be written as JSON answers with encoding/json's error.
func JSON(v any) Reply {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return Fail(err)
	}
	return Text(string(bytes.TrimSuffix(text.Bytes(), []byte("\n"))))
}

// Refusal is a model that declines; detail may be "".
func Refusal(detail string) Reply {
	return fixed(intent.ModelReply{Outcome: intent.OutcomeRefusal, Detail: detail})
}

// Incomplete is an answer that was cut off; detail may be "".
func Incomplete(detail string) Reply {
	return fixed(intent.ModelReply{Outcome: intent.OutcomeIncomplete, Detail: detail})
}

// Status is a provider that answers with an HTTP status: 401 and 403 are MODEL_AUTH_FAILED, 429 is
// MODEL_RATE_LIMITED, every other is MODEL_REQUEST_FAILED.
func Status(status int) Reply {
	return Func(func(_ context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
		return intent.ModelReply{}, executorkit.FromStatus(request.Stage, status, 0)
	})
}

// Fail answers with the error as it is.
func Fail(err error) Reply {
	return Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
		return intent.ModelReply{}, err
	})
}

// Func answers with what the function returns for the request. It is called on the goroutine of
// Generate and may block, ignore ctx or panic: it is for tests of just that.
func Func(answer func(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error)) Reply {
	return Reply{answer: answer}
}

// After delays the reply. A context that ends first answers with MODEL_ABORTED or MODEL_TIMEOUT.
func (r Reply) After(delay time.Duration) Reply {
	r.delay = delay
	return r
}

// WithUsage has the reply report what it cost; it is dropped where the reply is an error.
func (r Reply) WithUsage(usage intent.Usage) Reply {
	r.usage = usage
	return r
}

func fixed(reply intent.ModelReply) Reply {
	return Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) { return reply, nil })
}

func (r Reply) play(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	if err := r.wait(ctx, request.Stage); err != nil {
		return intent.ModelReply{}, err
	}
	if r.answer == nil {
		return intent.ModelReply{Outcome: intent.OutcomeComplete, Usage: r.usage}, nil
	}
	reply, err := r.answer(ctx, request)
	if err == nil && r.usage != (intent.Usage{}) {
		reply.Usage = r.usage
	}
	return reply, err
}

// wait sleeps for the delay, unless the context ends first.
func (r Reply) wait(ctx context.Context, stage intent.Stage) error {
	if r.delay <= 0 {
		return nil
	}
	timer := time.NewTimer(r.delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return executorkit.FromError(ctx, stage, ctx.Err())
	}
}
