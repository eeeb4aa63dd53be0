package engine

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// Watch is told what happens while a candidate is judged, in order, on Submit's goroutine. [Notifier] is
// one.
type Watch interface {
	// Judged is called once the checks of the candidate are done.
	Judged(*reading.Judgement)
	// Validated is called after each schema validation; failed says why there is no verdict.
	Validated(verdict schema.Verdict, failed error, took time.Duration)
}

// Submit hands a candidate to a machine that asks for one, and has its data judged on the instance's
// workers. Afterwards the machine's next step is to ask a model again or the end.
//
// The error says that the candidate was not judged to the end: ctx ended, or no verdict could be had; see
// [Engine.Validate]. The machine is then still to be ended by the driver, or dropped.
func (e *Engine) Submit(ctx context.Context, m *reading.Machine, text string, watch Watch) error {
	judged, err := m.Submit(text, func() bool { return ctx.Err() != nil })
	if err != nil {
		return e.notJudged(ctx, err)
	}
	check, due := m.Check()
	if !due {
		watch.Judged(judged)
		return nil
	}
	begun := time.Now()
	verdict, err := e.Validate(ctx, check.Projection, check.Value)
	watch.Validated(verdict, err, time.Since(begun))
	if err != nil {
		return err
	}
	judged, err = m.Checked(verdict)
	if err != nil {
		return e.notJudged(ctx, err)
	}
	watch.Judged(judged)
	return nil
}

// notJudged explains an error of the machine: the checks were stopped, or its step is another one, which
// no driver of ours asks for.
func (e *Engine) notJudged(ctx context.Context, err error) error {
	if ended := e.Ended(ctx); ended != nil {
		return ended
	}
	return intent.RequestFailed(intent.FailedExecutor, err.Error())
}
