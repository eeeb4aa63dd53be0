package engine

import (
	"context"
	"slices"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// Telling is what the events of one reading begin with.
type Telling struct {
	Reading ports.Reading

	// Also are told beside the instance's observers, on the spot: they are the runtime's own.
	Also []ports.MaterialObserver

	// Begun, Core and Data are for a reading that began earlier, elsewhere maybe: when, and the time it has
	// spent in its stages. A zero Begun is now.
	Begun      time.Time
	Core, Data time.Duration
}

// Notifier tells the instance's observers of one reading, and adds up what its last event tells. It lives
// as long as what drives the reading, which uses it from one goroutine at a time.
type Notifier struct {
	engine  *Engine
	reading ports.Reading
	also    []ports.MaterialObserver
	feed    feed
	stages  map[intent.Stage]time.Duration
	usage   intent.Usage
	begun   time.Time
}

// Notify begins the events of one reading. They are told with the values of ctx, and waited for until ctx
// ends; see [ports.Observer].
func (e *Engine) Notify(ctx context.Context, t Telling) *Notifier {
	if t.Begun.IsZero() {
		t.Begun = time.Now()
	}
	return &Notifier{
		engine:  e,
		reading: t.Reading,
		also:    t.Also,
		feed:    newFeed(ctx, t.Reading.ID, e.observers),
		stages:  map[intent.Stage]time.Duration{intent.StageCore: t.Core, intent.StageData: t.Data},
		begun:   t.Begun,
	}
}

// Spent returns the time spent in a stage so far.
func (n *Notifier) Spent(stage intent.Stage) time.Duration { return n.stages[stage] }

// Told returns a channel that is closed when the observers have been told all events so far.
func (n *Notifier) Told() <-chan struct{} { return n.feed.told() }

// all tells everybody an event, which is made without material or with it.
func (n *Notifier) all(event func(material bool) ports.Event) {
	for _, o := range n.also {
		o.Observe(n.feed.ctx, event(true))
	}
	n.feed.tell(event)
}

// Started tells that a reading began: of a request with so many fields selected, not judged yet.
func (n *Notifier) Started(fields int, materials func() []intent.Material) {
	n.all(func(material bool) ports.Event {
		event := ports.ParseStarted{
			Reading: n.reading, ExecutorID: n.executor(), Fields: fields,
			Language: n.engine.definition.Config.Language,
		}
		if material {
			event.Material = &ports.StartedMaterial{
				Materials:          materials(),
				InstructionVersion: prompt.InstructionVersion,
				InstructionDigest:  prompt.InstructionDigest(),
				SchemaDigest:       n.engine.schemaDigest(),
			}
		}
		return event
	})
}

// executor is who is asked; a bridge asks nobody.
func (n *Notifier) executor() string {
	if n.reading.Bridge {
		return ""
	}
	return n.engine.executorID
}

// Asked tells that a model is asked.
func (n *Notifier) Asked(step reading.AskModel) {
	event := ports.RequestSent{
		Reading:    n.reading,
		ExecutorID: n.executor(),
		Stage:      step.Request.Stage,
		Repair:     step.Repair,
		Bytes:      prompt.Bytes(step.Request),
	}
	n.all(func(material bool) ports.Event {
		shown := event
		if material {
			request := step.Request
			shown.Material = &request
		}
		return shown
	})
}

// Replied tells what a model answered, or with what error asking it failed.
func (n *Notifier) Replied(stage intent.Stage, reply intent.ModelReply, failed error, took time.Duration) {
	n.stages[stage] += took
	n.usage.InputTokens += reply.Usage.InputTokens
	n.usage.OutputTokens += reply.Usage.OutputTokens
	n.usage.CachedTokens += reply.Usage.CachedTokens
	for _, attempt := range reply.Attempts {
		n.usage.InputTokens += attempt.Usage.InputTokens
		n.usage.OutputTokens += attempt.Usage.OutputTokens
		n.usage.CachedTokens += attempt.Usage.CachedTokens
	}
	event := ports.ReplyReceived{
		Reading: n.reading, ExecutorID: n.executor(), Stage: stage, Outcome: reply.Outcome, Usage: reply.Usage,
		Attempts: reply.Attempts, Duration: took,
	}
	failure := intent.AsError(failed)
	if failure != nil {
		event.Code, event.Reason = failure.Code, failure.Reason
	}
	n.all(func(material bool) ports.Event {
		shown := event
		shown.Attempts = slices.Clone(event.Attempts)
		if material && failure != nil {
			shown.Err = failure.Foreign()
		}
		if material && (failure == nil || reply.Detail != "") {
			own := reply
			shown.Material = &own
		}
		return shown
	})
}

// Judged tells what a candidate's checks found.
func (n *Notifier) Judged(j *reading.Judgement) {
	n.all(func(material bool) ports.Event {
		event := ports.CandidateJudged{
			Reading: n.reading, Stage: j.Stage, Violations: j.Mistakes.Rules(), Repair: j.Repair,
		}
		if material {
			event.Material = &ports.JudgedMaterial{
				Violations: j.Mistakes.Issues(), Accepted: j.Passed, DataSkipped: j.DataSkipped,
			}
			if j.Data != nil {
				findings := j.Data.Findings()
				event.Material.Findings = &findings
			}
		}
		return event
	})
}

// Validated tells what a schema validation took and found; failed says why there is no verdict.
func (n *Notifier) Validated(verdict schema.Verdict, failed error, took time.Duration) {
	n.stages[intent.StageData] += took
	event := ports.ValidationDone{
		Reading: n.reading, Duration: took, Work: verdict.Work, Violations: len(verdict.Violations),
		Unconfirmed: verdict.Unconfirmed, Disagreement: verdict.Disagreement, Code: intent.CodeOf(failed),
	}
	n.all(func(bool) ports.Event { return event })
}

// Finished tells how the reading ended: with an error, or with the result. Every reading ends with it.
func (n *Notifier) Finished(result *intent.Result, err error) {
	event := ports.Finished{Reading: n.reading, Total: time.Since(n.begun), Stages: n.stages, Usage: n.usage}
	failed := intent.AsError(err)
	if failed != nil {
		event.Code, event.Stage, event.Reason = failed.Code, failed.Stage, failed.Reason
	}
	n.all(func(material bool) ports.Event {
		shown := event
		if !material {
			return shown
		}
		shown.Material = &ports.FinishedMaterial{}
		if failed != nil {
			shown.Material.Error = failed.Clone()
		} else if result != nil {
			own := result.Clone()
			shown.Material.Result = &own
		}
		return shown
	})
}
