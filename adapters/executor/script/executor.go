package script

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// ID is the id of every scripted executor.
const ID = "script"

// Executor answers with its replies in order, one a call. It is safe for concurrent use; concurrent
// calls take replies in the order in which they come in.
type Executor struct {
	replies []Reply // never changed after New

	mu       sync.Mutex
	requests []intent.ModelRequest
}

var _ ports.Executor = (*Executor)(nil)

// New makes an executor of replies. A call after the last one fails with MODEL_REQUEST_FAILED.
func New(replies ...Reply) *Executor { return &Executor{replies: slices.Clone(replies)} }

// ID is [ID].
func (e *Executor) ID() string { return ID }

// Capabilities are all declared, so that a script is asked the way the most able provider is.
func (e *Executor) Capabilities() ports.Capabilities {
	return ports.Capabilities{
		NativeJSONSchema: true,
		NativeJSONObject: true,
		IsolatedTurn:     true,
		SupportsAbort:    true,
	}
}

// Generate notes the request and plays the next reply. Under a context that has ended it does neither.
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	if ctx.Err() != nil {
		return intent.ModelReply{}, executorkit.FromError(ctx, request.Stage, ctx.Err())
	}
	call := e.note(request)
	if call >= len(e.replies) {
		return intent.ModelReply{}, intent.NewError(intent.ModelRequestFailed, request.Stage,
			fmt.Sprintf("the script has %d replies and this is call %d", len(e.replies), call+1))
	}
	return e.replies[call].play(ctx, request)
}

// note keeps the request and gives the call's index.
func (e *Executor) note(request intent.ModelRequest) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.requests = append(e.requests, request)
	return len(e.requests) - 1
}

// Requests lists what was asked so far, in order, calls that found no reply included. The slice is
// the caller's.
func (e *Executor) Requests() []intent.ModelRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.requests)
}
