package acting

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Call is the handle of one dispatched call: what a backend may know and do while it runs. The kernel
// makes it; tests of a backend make their own with [NewCall]. It is safe for concurrent use. After the
// backend's Run has returned, every method that does something answers ResourceConflict.
type Call struct {
	settings CallSettings

	mu   sync.Mutex
	over bool
	end  Ending
}

// CallSettings is what a Call is made of.
type CallSettings struct {
	Invocation Invocation
	Tool       tool.Name
	Revision   int
	Arguments  tool.Arguments
	Approved   []tool.Need // what was known of the call when it was approved
	Asks       bool        // needs that are not among Approved would have had to be asked for
	Binding    any

	// Ask asks a person and waits; nil if nobody can be asked.
	Ask func(ctx context.Context, asked run.Interaction) (run.Answer, error)
	// Deadline returns when the effect's time passes, as things stand; nil if it never does.
	Deadline func() (time.Time, bool)
	// Steered is closed when a message for the model comes in; nil if none can.
	Steered <-chan struct{}
	// Extend begins the effect's time anew after that wait; see [Call.Waiting].
	Extend func(wait time.Duration)
}

// Ending is what a backend has proven about a call: at most one of the two.
type Ending struct {
	Rejected error            // Reject: nothing began, for this reason
	Stopped  bool             // Stopped: everything that began is cleaned up
	Evidence strictjson.Value // of Stopped
}

// NewCall makes a call, and close, which ends it and returns what was proven. The kernel calls close
// when the backend has returned; from then on the handle answers ResourceConflict.
func NewCall(settings CallSettings) (call *Call, closeCall func() Ending) {
	call = &Call{settings: settings}
	return call, call.close
}

func (c *Call) close() Ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	return c.end
}

// Invocation returns the call's identity.
func (c *Call) Invocation() Invocation { return c.settings.Invocation }

// Tool returns the canonical name and the revision that is called.
func (c *Call) Tool() (name tool.Name, revision int) { return c.settings.Tool, c.settings.Revision }

// Arguments returns the arguments, which fit the tool's schema.
func (c *Call) Arguments() tool.Arguments { return c.settings.Arguments }

// Covers reports whether a deletion or replacement of a file, spelled as the arguments do, is within what
// the call was allowed. What is not, because the file appeared after the approval, must be refused with
// ResourceConflict. A grant that asks for nothing covers everything.
func (c *Call) Covers(kind tool.NeedKind, file string) bool {
	if !c.settings.Asks {
		return true
	}
	return slices.ContainsFunc(c.settings.Approved, func(need tool.Need) bool {
		return need.Kind == kind && slices.Contains(need.Files, file)
	})
}

// Binding returns the descriptor's own context.
func (c *Call) Binding() any { return c.settings.Binding }

// Deadline returns when the effect's time passes, as things stand now: it moves while the run waits for
// a person. ok is false if the effect has no time of its own.
func (c *Call) Deadline() (deadline time.Time, ok bool) {
	if c.settings.Deadline == nil {
		return time.Time{}, false
	}
	return c.settings.Deadline()
}

// Waiting tells the kernel that this call may wait that long by its own arguments (a yield time, a
// sleep): the effect's time begins after it, bounded by the run's. Call it at the start of Run.
func (c *Call) Waiting(wait time.Duration) error {
	if err := c.live("wait"); err != nil {
		return err
	}
	if c.settings.Extend != nil {
		c.settings.Extend(wait)
	}
	return nil
}

// Steered returns a channel that is closed when a message for the model comes in while the call runs: a
// call that only waits may end early then. It may be nil.
func (c *Call) Steered() <-chan struct{} { return c.settings.Steered }

// Ask asks a person and waits for the answer; the clocks of effect and run stand still meanwhile. It
// fails with ApprovalRequired if nobody can be asked, Cancelled or Timeout if the wait ended, and
// UnknownOutcome if the answer could not be written down. The id of asked is the kernel's to give.
func (c *Call) Ask(ctx context.Context, asked run.Interaction) (run.Answer, error) {
	if err := c.live("ask"); err != nil {
		return run.Answer{}, err
	}
	if c.settings.Ask == nil {
		return run.Answer{}, tool.Errorf(tool.ApprovalRequired, "there is nobody to ask")
	}
	return c.settings.Ask(ctx, asked)
}

// Reject proves that nothing began, before anything did: the call settles with err as an ordinary error,
// also if the tool may change something. Run returns what Reject returns. An err of class UnknownOutcome
// proves nothing and stays one.
func (c *Call) Reject(err error) error {
	if gone := c.live("reject"); gone != nil {
		return gone
	}
	e := tool.From(err)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end.Rejected != nil || c.end.Stopped {
		return tool.Errorf(tool.ResourceConflict, "the call has proven its end already")
	}
	if e.Class != tool.UnknownOutcome {
		c.end.Rejected = &e
	}
	return &e
}

// Stopped proves, after ctx ended, that everything that the call began is cleaned up. evidence is kept
// in the journal. The call settles as cancelled or timeout. Run returns what Stopped returns.
func (c *Call) Stopped(evidence strictjson.Value) error {
	if err := c.live("stop"); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end.Rejected != nil || c.end.Stopped {
		return tool.Errorf(tool.ResourceConflict, "the call has proven its end already")
	}
	c.end.Stopped, c.end.Evidence = true, evidence
	return tool.Errorf(tool.Cancelled, "the call was stopped and cleaned up")
}

func (c *Call) live(verb string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return tool.Errorf(tool.ResourceConflict, "the call has returned and cannot %s", verb)
	}
	return nil
}
