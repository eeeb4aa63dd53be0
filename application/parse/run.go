package parse

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// run is one parse: the machine and what it is driven with.
type run struct {
	engine   *engine.Engine
	executor ports.Executor
	machine  *reading.Machine
	place    *place
	notify   *engine.Notifier
	audit    *auditor // nil where none is wanted
}

func (r *run) all(ctx context.Context) (intent.Result, error) {
	definition := r.engine.Definition()
	r.notify.Started(r.engine.ExecutorID(), definition.Config.Language, len(r.machine.Fields()))
	ctx, done := r.deadline(ctx)
	defer done()
	for first := true; ; first = false {
		if err := engine.Ended(ctx); err != nil {
			if first {
				return intent.Result{}, atInput(err)
			}
			r.machine.Fail(err)
		}
		native, able := capable(r.executor)
		if !able {
			r.machine.Fail(foreign(errPanicked))
		}
		switch step := r.machine.Next(native).(type) {
		case reading.AskModel:
			r.ask(ctx, step)
		case reading.Done:
			return step.Result, nil
		case reading.Fail:
			return intent.Result{}, step.Err
		}
	}
}

// deadline binds the parse to its caller, the configured timeout and the instance's life.
func (r *run) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout := r.engine.Timeout()
	if timeout == 0 {
		return r.engine.Bind(ctx)
	}
	timed, cancel := context.WithTimeout(ctx, timeout)
	bound, release := r.engine.Bind(timed)
	return bound, func() {
		release()
		cancel()
	}
}

// ask has one candidate written and judged.
func (r *run) ask(ctx context.Context, step reading.AskModel) {
	r.notify.Asked(step)
	r.audit.asked(step)
	begun := time.Now()
	reply, err := r.generate(ctx, step.Request)
	took := time.Since(begun)
	if err != nil {
		r.notify.Replied(step.Request.Stage, reply, intent.CodeOf(err), took)
		r.audit.failed(reply.Usage, took)
		r.machine.Fail(err)
		return
	}
	r.notify.Replied(step.Request.Stage, reply, "", took)
	r.audit.replied(reply, took)
	r.take(ctx, reply)
}

func (r *run) take(ctx context.Context, reply intent.ModelReply) {
	switch reply.Outcome {
	case intent.OutcomeRefusal:
		r.machine.Refused()
	case intent.OutcomeIncomplete:
		r.machine.Incomplete()
	default:
		r.judge(ctx, reply.Text)
	}
}

func (r *run) judge(ctx context.Context, text string) {
	if err := r.engine.Submit(ctx, r.machine, text, watch{r}); err != nil {
		r.machine.Fail(err)
	}
}

// watch passes on what judge tells to the observers and the audit.
type watch struct{ r *run }

func (w watch) Judged(j *reading.Judgement) {
	w.r.notify.Judged(j)
	w.r.audit.judged(j)
}

func (w watch) Validated(verdict schema.Verdict, code intent.Code, took time.Duration) {
	w.r.notify.Validated(verdict, code, took)
}
