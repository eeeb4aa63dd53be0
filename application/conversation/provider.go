package conversation

import (
	"context"
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// attemptStopped is what an attempt that was cut off settles as.
func attemptStopped(cause tool.Class) error {
	if cause == tool.Timeout {
		return tool.Errorf(tool.Timeout, "the attempt's time passed")
	}
	return tool.Errorf(tool.Cancelled, "the attempt was stopped")
}

// asking gives the work of one attempt. The request is made here, in the loop; the provider is asked in
// the worker's goroutine.
func (c *Conversation) asking(w *worker) func(context.Context) run.Input {
	d, s := w.due, c.settings
	capabilities := s.Provider.Capabilities()
	adapt := adaptation{
		custom: capabilities.CustomTools, catalog: c.execution.Registry().Catalog(),
		provider: s.Provider.ID(), model: capabilities.Model,
	}
	request := acting.ProviderRequest{
		RunID: c.id, Attempt: d.Attempt, Instructions: s.Instructions,
		Tools: adapt.definitions(), Input: c.window.items(c.execution.Run().Window(), adapt),
	}
	if s.Contents {
		for _, o := range s.Observers {
			tell(func() { o.Requested(c.id, request) })
		}
	}
	if s.Times.Provider > 0 {
		w.clock = newStopwatch(s.Times.Provider, true, func() { c.late(w) })
	}
	return func(ctx context.Context) run.Input {
		a := attempt{c: c, idle: idleTimer(s.Times.ProviderIdle, func() { c.late(w) })}
		err := a.turn(ctx, s.Provider, request)
		a.idle.stop()
		if cause := context.Cause(ctx); err != nil && cause != nil {
			var class tool.Class
			if errors.As(cause, &class) {
				err = attemptStopped(class)
			}
		}
		if err != nil {
			return run.ReplyFailed{Effect: d.Effect, Err: err}
		}
		a.reply.Items = adapt.reply(a.reply.Items)
		return run.Replied{Effect: d.Effect, Reply: a.reply}
	}
}

// attempt gathers what a provider tells. It lives for one turn.
type attempt struct {
	c     *Conversation
	reply run.Reply
	idle  *idle
}

func (a *attempt) turn(ctx context.Context, p acting.Provider, request acting.ProviderRequest) (err error) {
	defer func() {
		if recover() != nil {
			err = tool.Errorf(tool.ExecutionFailure, "the provider panicked")
		}
	}()
	return p.Turn(ctx, request, a.event)
}

func (a *attempt) event(e acting.ProviderEvent) {
	a.idle.touch()
	switch {
	case e.Item != nil:
		a.reply.Items = append(a.reply.Items, *e.Item)
	case e.Usage != nil:
		a.reply.Usage = e.Usage
	case e.End != "":
		a.reply.End = e.End
	case e.Text != "" && a.c.settings.Contents:
		for _, o := range a.c.settings.Observers {
			tell(func() { o.Wrote(a.c.id, e.Text) })
		}
	}
}

// idle bounds the time between two events of a provider. A nil idle bounds nothing.
type idle struct {
	timer *time.Timer
	most  time.Duration
}

func idleTimer(most time.Duration, late func()) *idle {
	if most == 0 {
		return nil
	}
	return &idle{most: most, timer: time.AfterFunc(most, late)}
}

func (i *idle) touch() {
	if i != nil {
		i.timer.Reset(i.most)
	}
}

func (i *idle) stop() {
	if i != nil {
		i.timer.Stop()
	}
}
