package conversation

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// answered is what a running call gets for its question.
type answered struct {
	answer run.Answer
	err    error
}

// ask opens an interaction of a running call and waits for its end. It runs in the call's goroutine.
func (c *Conversation) ask(ctx context.Context, d run.Due, asked run.Interaction) (run.Answer, error) {
	if asked.Kind == run.Approval {
		return run.Answer{}, tool.Errorf(tool.Validation, "a call asks no approval of itself")
	}
	wait, reply := make(chan answered, 1), make(chan error, 1)
	c.send(message{do: func() {
		if c.workers[d.Key] == nil || c.waiting[d.InvocationID] != nil {
			reply <- tool.Errorf(tool.ResourceConflict, "the call asks already, or is over")
			return
		}
		c.waiting[d.InvocationID] = wait
		err := c.commit(run.Asked{Effect: d.Effect, Interaction: asked})
		if err != nil {
			delete(c.waiting, d.InvocationID)
		}
		reply <- err
	}})
	select {
	case err := <-reply:
		if err != nil {
			return run.Answer{}, err
		}
	case <-c.done:
		return run.Answer{}, tool.Errorf(tool.Cancelled, "the run has ended")
	}
	select {
	case a := <-wait:
		return a.answer, a.err
	case <-ctx.Done():
		return run.Answer{}, tool.Errorf(tool.Cancelled, "the call was stopped")
	case <-c.done:
		return run.Answer{}, tool.Errorf(tool.Cancelled, "the run has ended")
	}
}

// awaiting gives the work of one open interaction: the host is asked, and the work ends when an answer
// was written down, when there can be none, or when it expires.
func (c *Conversation) awaiting(w *worker) func(context.Context) run.Input {
	asked := w.due.Interaction
	return func(ctx context.Context) run.Input {
		if c.settings.Interactions == nil {
			return c.unanswered(asked, tool.Errorf(tool.ApprovalRequired, "there is nobody to ask"))
		}
		if limit := c.settings.Times.Approval; limit != Infinite {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeoutCause(ctx, limit, tool.Timeout)
			defer cancel()
		}
		settled := make(chan struct{}, 1)
		answer := func(a run.Answer) error { return c.answer(w, a, settled) }
		if err := c.invite(ctx, asked, answer); err != nil {
			return c.unanswered(asked, refusal(err))
		}
		select {
		case <-settled:
			return nil
		case <-ctx.Done():
			if errors.Is(context.Cause(ctx), tool.Timeout) {
				return c.unanswered(asked, tool.Errorf(tool.Timeout, "nobody answered in time"))
			}
			return nil
		}
	}
}

// invite asks the host; a panic of its is a refusal.
func (c *Conversation) invite(ctx context.Context, asked run.Interaction,
	answer func(run.Answer) error) (err error) {
	defer func() {
		if recover() != nil {
			err = tool.Errorf(tool.ApprovalRequired, "the host could not ask")
		}
	}()
	return c.settings.Interactions.Ask(ctx, asked, answer)
}

func refusal(err error) error {
	if e := tool.From(err); e.Class != tool.ExecutionFailure {
		return err
	}
	return tool.Hide(tool.ApprovalRequired, "nobody could be asked", err)
}

// answer takes a host's answer, from any goroutine: it returns once that was written down.
func (c *Conversation) answer(w *worker, a run.Answer, settled chan<- struct{}) error {
	reply := make(chan error, 1)
	asked := w.due.Interaction
	c.send(message{do: func() {
		if c.workers[w.due.Key] != w {
			reply <- tool.Errorf(tool.ResourceConflict, "the interaction is over")
			return
		}
		err := c.commit(run.Answered{InteractionID: asked.ID, Answer: a})
		if err == nil {
			c.deliver(asked, answered{answer: a})
			settled <- struct{}{}
		}
		reply <- err
	}})
	select {
	case err := <-reply:
		return err
	case <-c.done:
		return tool.Errorf(tool.ResourceConflict, "the run has ended")
	}
}

// unanswered ends an interaction without an answer. It returns nil: the loop does what there is to do.
func (c *Conversation) unanswered(asked run.Interaction, err error) run.Input {
	c.send(message{do: func() {
		if c.commit(run.Unanswered{InteractionID: asked.ID, Err: err}) == nil {
			c.deliver(asked, answered{err: err})
		}
	}})
	return nil
}

// deliver hands an answer to the call that waits for it; only the loop calls it.
func (c *Conversation) deliver(asked run.Interaction, a answered) {
	if wait := c.waiting[asked.InvocationID]; wait != nil && asked.Kind != run.Approval {
		delete(c.waiting, asked.InvocationID)
		wait <- a
	}
}
