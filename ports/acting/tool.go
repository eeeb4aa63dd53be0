package acting

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/tool"
)

// Tool is the backend of a tool: what really happens when a call is dispatched.
//
// Run is called only after the call was committed to the journal, at most once for each call, from a
// goroutine of the kernel. Calls of one run come one after another; calls of different runs may come at
// the same time, so a backend that is shared must be safe for concurrent use.
//
// ctx ends when the run is stopped or the effect's time has passed (time in which the run waits for a
// person does not count). Run then cleans up, proves it with [Call.Stopped] if it can, and returns; it
// has the run's clean-up time for that. Whoever returns later, or without proof, leaves an unknown
// outcome if the tool is not read-only.
//
// The result is parts of text, JSON and images, at most tool.MaxResultBytes beside the images. A JSON
// value with `"is_error": true` is an ordinary value. An error should be a tool.Error: its class is
// believed, `unknown_outcome` above all. An error without a class proves nothing: it is an unknown
// outcome of a tool that may change something. A panic is caught and judged in the same way.
//
// The result and everything in it belongs to the kernel from then on. The call's handle is worth
// nothing after Run has returned.
type Tool interface {
	Run(ctx context.Context, call *Call) (tool.Result, error)
}

// ToolFunc is a function that is a backend.
type ToolFunc func(ctx context.Context, call *Call) (tool.Result, error)

// Run calls f.
func (f ToolFunc) Run(ctx context.Context, call *Call) (tool.Result, error) { return f(ctx, call) }

// Descriptor is a contract that the host has bound to a backend. It is not changed after it was given
// to a run. Check and Needs are optional.
type Descriptor struct {
	Contract tool.Contract
	Backend  Tool

	// Binding is the backend's own context: workspace, credential, owner. It reaches the backend in
	// [Call.Binding] after the commit and nobody else; it is never written down.
	Binding any

	// Check judges arguments that fit the schema, before anybody is asked and before the commit: what
	// the schema cannot say. It is pure: no file, no clock. Its error is Validation.
	Check func(arguments tool.Arguments) (tool.Finding, error)

	// Needs tells what of a call a person may have to approve, after Check and before the commit. It
	// may look at the world, and changes nothing. Its error refuses the call with that class.
	Needs func(ctx context.Context, arguments tool.Arguments) ([]tool.Need, error)
}

// Invocation identifies one call to its backend.
type Invocation struct {
	RunID        string `json:"runId"`
	Owner        string `json:"owner"` // of long-lived resources: the run itself, or its session
	Incarnation  int    `json:"incarnation"`
	Attempt      int    `json:"attempt,omitempty"`
	InvocationID string `json:"invocationId"`         // ours
	ToolCallID   string `json:"toolCallId,omitempty"` // the model's
}
