package parse

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// run is one parse that has a place: the machine and what it is driven with. It lives until the parse
// returns; its place may be held longer, by an executor or an observer that has not returned.
type run struct {
	engine   *engine.Engine
	executor ports.Executor
	machine  *reading.Machine
	place    *place
	notify   *engine.Notifier
}

// all does the steps of the reading until it ends.
func (r *run) all(ctx context.Context) (intent.Result, error) {
	for {
		if r.machine.Asks() {
			if err := r.generation(ctx); err != nil {
				r.end(err)
			}
			continue
		}
		switch step := r.machine.Next(false).(type) {
		case reading.Done:
			return step.Result, nil
		case reading.Fail:
			return intent.Result{}, step.Err
		}
	}
}

// end fails the reading. That it has ended already is no news.
func (r *run) end(err error) { _ = r.machine.Fail(err) }

// generation has one candidate written and judged. Its error is for the machine to end with.
func (r *run) generation(ctx context.Context) error {
	if err := r.engine.Ended(ctx); err != nil {
		return err
	}
	native, err := r.native(ctx)
	if err != nil {
		return err
	}
	step, asks := r.machine.Next(native).(reading.AskModel)
	if !asks { // the request would be too large: the machine has ended
		return nil
	}
	stage := step.Request.Stage
	r.notify.Asked(step)
	begun := time.Now()
	reply, err := r.generate(ctx, step.Request)
	r.notify.Replied(stage, reply, err, time.Since(begun))
	if err != nil {
		return err
	}
	switch reply.Outcome {
	case intent.OutcomeRefusal:
		return r.machine.Refused()
	case intent.OutcomeIncomplete:
		return r.machine.Incomplete()
	default:
		return r.engine.Submit(ctx, r.machine, reply.Text, r.notify)
	}
}
