package executortest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/ports"
)

// marker is a text of the material. Errors must not hold it.
const marker = "Please list the invoices of 7 October for customer Zephyrine"

// core is a request as the runtime makes it for stage core, with other material for each n.
func core(executor ports.Executor, n int) intent.ModelRequest {
	return prompt.Core(prompt.Basis{
		Language:         intent.DefaultLanguage,
		Schema:           "{}",
		Request:          intent.Request{Input: fmt.Sprintf("%s, part %d <&>\u2028.", marker, n)},
		NativeJSONSchema: executor.Capabilities().NativeJSONSchema,
	})
}

// object is the same request with the format that every executor must take: one JSON object.
func object(executor ports.Executor, n int) intent.ModelRequest {
	request := core(executor, n)
	request.Format = intent.Format{Kind: intent.FormatJSONObject}
	return request
}

// outcome is what a call came to.
type outcome struct {
	reply intent.ModelReply
	err   error
	took  time.Duration
}

// call asks once. A call that has not returned after limit is given up; ok is false then.
func call(ctx context.Context, executor ports.Executor, request intent.ModelRequest,
	limit time.Duration) (got outcome, ok bool) {
	return await(begin(ctx, executor, request), limit)
}

// callBeyond asks once and gives a call up that has not returned within a while after its context ended.
func callBeyond(ctx context.Context, executor ports.Executor, request intent.ModelRequest,
	within time.Duration) (got outcome, ok bool) {
	done := begin(ctx, executor, request)
	select {
	case got = <-done:
		return got, true
	case <-ctx.Done():
		return await(done, within)
	}
}

func begin(ctx context.Context, executor ports.Executor, request intent.ModelRequest) <-chan outcome {
	done := make(chan outcome, 1)
	begun := time.Now()
	go func() {
		reply, err := executor.Generate(ctx, request)
		done <- outcome{reply: reply, err: err, took: time.Since(begun)}
	}()
	return done
}

func await(done <-chan outcome, limit time.Duration) (got outcome, ok bool) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case got = <-done:
		return got, true
	case <-timer.C:
		return outcome{}, false
	}
}

// patience bounds calls that end by themselves.
const patience = 30 * time.Second

// ask is a call under no context of the rule's.
func ask(executor ports.Executor, request intent.ModelRequest) (intent.ModelReply, error) {
	got, ok := call(context.Background(), executor, request, patience)
	if !ok {
		return intent.ModelReply{}, errors.New("no answer within " + patience.String())
	}
	return got.reply, got.err
}
