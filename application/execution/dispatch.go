package execution

import (
	"context"
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Host is what a dispatched call reaches of its run.
type Host struct {
	Ask      func(ctx context.Context, asked run.Interaction) (run.Answer, error) // nil: nobody to ask
	Deadline func() (time.Time, bool)
	Extend   func(wait time.Duration)
	Steered  <-chan struct{}
}

// Dispatch gives the function that calls the backend of a committed and acknowledged call, to be run in a
// goroutine of the caller's, at most once. What was committed must equal what was prepared: if not, the
// function calls nothing and settles the call with ExecutionFailure.
//
// The function's context is the call's: its cause says why it ended, Cancelled or Timeout.
func (x *Execution) Dispatch(due run.Due, host Host) func(context.Context) run.Returned {
	x.mu.Lock()
	j, ok := x.prepared[due.InvocationID]
	delete(x.prepared, due.InvocationID)
	x.mu.Unlock()
	if !ok || due.Admission == nil || !same(due, j) {
		return func(context.Context) run.Returned {
			return run.Returned{Effect: due.Effect, Err: tool.Errorf(tool.ExecutionFailure,
				"what was committed is not what was prepared; nothing was called")}
		}
	}
	head := x.machine.Head()
	call, closeCall := acting.NewCall(acting.CallSettings{
		Invocation: acting.Invocation{
			RunID: head.ID, Owner: head.Owner, Incarnation: head.Incarnation, Attempt: due.Attempt,
			InvocationID: due.InvocationID, ToolCallID: due.Call.CallID,
		},
		Tool: j.entry.Contract.Name, Revision: j.entry.Contract.Revision, Arguments: j.arguments,
		Approved: j.admission.Needs, Asks: j.asks, Binding: j.descriptor.Binding,
		Ask: host.Ask, Deadline: host.Deadline, Extend: host.Extend, Steered: host.Steered,
	})
	return func(ctx context.Context) run.Returned {
		result, err := invoke(ctx, j.descriptor.Backend, call)
		end := outcome{result: result, err: err, stopped: context.Cause(ctx), ending: closeCall()}
		returned := end.conclude(j.admission.ReadOnly)
		returned.Effect = due.Effect
		return returned
	}
}

// same reports whether a commit is of what was prepared: the digest over run, invocation, tool, revision
// and arguments, and the contract.
func same(due run.Due, j judgement) bool {
	return due.Admission.Prepared == j.admission.Prepared && due.Admission.Contract == j.entry.Digest
}

// errPanic says that a backend panicked; what it said is kept back.
var errPanic = errors.New("the backend panicked")

// invoke is the only place of the program that calls a backend.
func invoke(ctx context.Context, backend acting.Tool, call *acting.Call) (result tool.Result, err error) {
	defer func() {
		if recover() != nil {
			result, err = tool.Result{}, errPanic
		}
	}()
	return backend.Run(ctx, call)
}

// outcome is how a backend came back. It lives until it is concluded.
type outcome struct {
	result  tool.Result
	err     error
	stopped error // why the call's context had ended when the backend returned; nil if it had not
	ending  acting.Ending
}

// conclude judges what is known of a call. Text, arguments and retrySafe prove nothing.
func (o outcome) conclude(readOnly bool) run.Returned {
	switch {
	case o.err != nil && classed(o.err) && tool.From(o.err).Class == tool.UnknownOutcome:
		return run.Returned{Unknown: true, Err: o.err}
	case o.ending.Rejected != nil && o.err != nil:
		return run.Returned{Err: o.ending.Rejected}
	case errors.Is(o.err, errPanic):
		return unproven(readOnly, tool.Errorf(tool.ExecutionFailure, "the backend panicked"))
	case o.stopped != nil:
		return o.concludeStopped(readOnly)
	case o.err != nil && !classed(o.err):
		return unproven(readOnly, tool.Errorf(tool.ExecutionFailure, "the backend failed without saying how"))
	case o.err != nil:
		return run.Returned{Err: o.err, Evidence: o.ending.Evidence}
	}
	if err := o.result.Err(); err != nil {
		return run.Returned{Err: err}
	}
	return run.Returned{Result: o.result}
}

func (o outcome) concludeStopped(readOnly bool) run.Returned {
	cause := stopError(o.stopped)
	if o.ending.Stopped {
		return run.Returned{Err: cause, Evidence: o.ending.Evidence}
	}
	return unproven(readOnly, cause)
}

// stopError is what a call that was stopped settles as.
func stopError(cause error) error {
	if errors.Is(cause, tool.Timeout) {
		return tool.Errorf(tool.Timeout, "the call's time passed")
	}
	return tool.Errorf(tool.Cancelled, "the call was stopped")
}

func classed(err error) bool {
	var e *tool.Error
	var class tool.Class
	return errors.As(err, &e) || errors.As(err, &class)
}

// unproven is the end of a call of which nobody knows what it did.
func unproven(readOnly bool, err error) run.Returned {
	return run.Returned{Err: err, Unknown: !readOnly}
}

// Abandon is the end of a dispatched call that did not come back within the clean-up time.
func Abandon(due run.Due, cause error) run.Returned {
	returned := unproven(due.Admission != nil && due.Admission.ReadOnly, stopError(cause))
	returned.Effect, returned.Evidence = due.Effect, strictjson.Null()
	return returned
}
