package ports

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// Capabilities tells what an executor can do. The runtime picks the candidate's format by it.
type Capabilities struct {
	// NativeJSONSchema: the provider enforces the JSON Schema of a request's format.
	NativeJSONSchema bool
	// NativeJSONObject: the provider enforces that the answer is one JSON object. Without it the
	// instructions alone demand it.
	NativeJSONObject bool
	// IsolatedTurn: nothing but the request reaches the model. Information for embedders.
	IsolatedTurn bool
	// SupportsAbort: Generate returns promptly once its context ends. An executor without it is refused
	// at configuration.
	SupportsAbort bool
}

// Executor has a language model write one candidate.
//
// An executor makes one generation a call: no tools, no added context, no history, no retry, no
// streamed fragments, no fallback to another mode. It is borrowed by the instances that use it and is
// never closed by them. The conformance kit is package executortest.
type Executor interface {
	// ID names the executor in audits and events. It is constant and holds no secret.
	ID() string

	// Capabilities is called at construction, where SupportsAbort is judged, and before each call of
	// Generate. It returns at once and is safe for concurrent use.
	Capabilities() Capabilities

	// Generate asks the model once and returns its answer whole. It is called concurrently, returns
	// promptly after ctx ends, and neither keeps the request nor shares memory through the reply.
	//
	// The error may be an *intent.Error with a MODEL_* code or HOST_CAPABILITY_UNSUPPORTED; its stage,
	// issues and partial result are set by the runtime. Every other error counts as
	// MODEL_REQUEST_FAILED and its text goes nowhere. An error wins over a reply, of which only the usage is
	// kept. A panic is caught and counts as MODEL_REQUEST_FAILED.
	Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error)
}
