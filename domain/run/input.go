package run

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Input is one thing that a run is told. Each type says in which state it is taken; elsewhere [Run.Apply]
// fails with Validation and changes nothing, or with ResourceConflict if it speaks of something that is
// over.
type Input interface{ apply(*Run) (step, error) }

// step writes what an input that was taken does. It cannot refuse any more.
type step func(*draft)

// Replied is a provider's whole reply to an open attempt.
type Replied struct {
	Effect string
	Reply  Reply
}

// ReplyFailed is an attempt that ended without a reply. A TransientTransport or Overloaded one is tried
// again as a new attempt, as often as the settings say.
type ReplyFailed struct {
	Effect string
	Err    error
}

// PauseOver ends the pause before a new attempt.
type PauseOver struct{}

// Refused settles the call under way with an error before anything was committed.
type Refused struct {
	InvocationID string
	Tool         string // canonical; "" if there is no such tool
	Revision     int    // 0 if there is no such tool
	Err          error
}

// Asked opens an interaction: an approval of the call under way, or a question of a running call. The
// interaction's id is given by the run.
type Asked struct {
	Effect      string // of the running call; "" for an approval
	Interaction Interaction
}

// Answered is a person's answer to an open interaction.
type Answered struct {
	InteractionID string
	Answer        Answer
}

// Unanswered ends an open interaction without an answer: nobody to ask, used up, expired.
type Unanswered struct {
	InteractionID string
	Err           error
}

// Admitted commits the call under way, to be dispatched once that is acknowledged.
type Admitted struct {
	InvocationID string
	Admission    Admission
}

// Returned is the end of a dispatched call: a result, or an error.
type Returned struct {
	Effect   string
	Result   tool.Result
	Err      error            // nil if the result counts
	Unknown  bool             // nobody knows what happened; Err says why
	Evidence strictjson.Value // of a clean-up that was proven
}

// NotDispatched says that a committed call never began.
type NotDispatched struct{ Effect string }

// Steer gives a running run a message that the model sees at the next attempt.
type Steer struct{ Text string }

// Prompt queues a message for when the run would otherwise be completed.
type Prompt struct{ Text string }

// Stage puts a whole new catalog in the place of the present one, at the next attempt.
type Stage struct {
	PublicationID string
	RunID         string
	Incarnation   int
	Expected      int // the revision of the catalog in force
	Effect        string
	Catalog       CatalogMark
}

// Halt stops a run: on request, because its time passed, because its host failed. What is out is stopped
// first.
type Halt struct {
	State State // Cancelled, TimedOut or Failed
	Err   error // of TimedOut and Failed
}

// Released says that the owner's resources are closed; evidence tells how that is known. An Err means
// that it is not known.
type Released struct {
	Evidence strictjson.Value
	Err      error
}

// Fence takes an unfinished run away from whoever ran it: the incarnation is raised, and what was open is
// uncertain from then on.
type Fence struct{}

// Reconcile tells what a person found out about one uncertain effect.
type Reconcile struct {
	Effect  string
	Outcome string // done or not-done
	Note    string
	By      string // who says so
}
