package engine

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// Watch is told what happens while a candidate is judged, in order, on Submit's goroutine.
type Watch interface {
	// Judged is called once the checks of the candidate are done.
	Judged(*reading.Judgement)
	// Validated is called after each schema validation; code says why there is no verdict.
	Validated(verdict schema.Verdict, code intent.Code, took time.Duration)
}

// Submit hands a candidate to a machine whose step due is AskModel, and has its data judged on the
// instance's workers. Afterwards the machine's next step is to ask a model again or the end.
//
// The error says that no verdict could be had; see [Engine.Validate]. The machine then still awaits the verdict: the driver ends it, or drops it.
func (e *Engine) Submit(ctx context.Context, m *reading.Machine, text string, watch Watch) error {
	m.Submit(text)
	check, due := m.Check()
	if !due {
		watch.Judged(m.Judged())
		return nil
	}
	begun := time.Now()
	verdict, err := e.Validate(ctx, check.Projection, check.Value)
	if err != nil {
		watch.Validated(verdict, intent.CodeOf(err), time.Since(begun))
		return err
	}
	watch.Validated(verdict, "", time.Since(begun))
	m.Checked(verdict)
	watch.Judged(m.Judged())
	return nil
}
