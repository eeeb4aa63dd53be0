package engine

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

type observer struct {
	ports.Observer
	material bool
}

func observersOf(given []ports.Observer) []observer {
	var observers []observer
	for _, o := range given {
		if o == nil {
			continue
		}
		m, ok := o.(ports.MaterialObserver)
		observers = append(observers, observer{Observer: o, material: ok && wantsMaterial(m)})
	}
	return observers
}

func wantsMaterial(m ports.MaterialObserver) (wants bool) {
	defer func() {
		if recover() != nil {
			wants = false
		}
	}()
	return m.WantsMaterial()
}

func (o observer) tell(event ports.Event) {
	defer func() { _ = recover() }() // an observer's panic is its own affair (contract section 13)
	o.Observe(event)
}

// Notifier tells the instance's observers of one reading, and adds up what its last event tells. It is
// used by the goroutine that drives the reading, and by one at a time.
type Notifier struct {
	reading   ports.Reading
	observers []observer
	stages    map[intent.Stage]time.Duration
	usage     intent.Usage
	begun     time.Time
}

// Notify begins the events of one reading.
func (e *Engine) Notify(id ports.Reading) *Notifier {
	return &Notifier{
		reading:   id,
		observers: e.observers,
		stages:    make(map[intent.Stage]time.Duration, 2),
		begun:     time.Now(),
	}
}

// NotifyAgain takes up the events of a reading that began earlier, elsewhere maybe, after so much time
// in its stages.
func (e *Engine) NotifyAgain(id ports.Reading, begun time.Time, core, data time.Duration) *Notifier {
	n := e.Notify(id)
	n.begun = begun
	n.stages[intent.StageCore], n.stages[intent.StageData] = core, data
	return n
}

// Spent gives the time spent in a stage so far.
func (n *Notifier) Spent(stage intent.Stage) time.Duration { return n.stages[stage] }

func (n *Notifier) all(event ports.Event) {
	for _, o := range n.observers {
		o.tell(event)
	}
}

// Started tells that a request passed its checks.
func (n *Notifier) Started(executor, language string, fields int) {
	n.all(ports.ParseStarted{Reading: n.reading, ExecutorID: executor, Language: language, Fields: fields})
}

// Asked tells that a model is asked.
func (n *Notifier) Asked(step reading.AskModel) {
	event := ports.RequestSent{
		Reading: n.reading,
		Stage:   step.Request.Stage,
		Repair:  step.Repair,
		Bytes:   prompt.Bytes(step.Request),
	}
	for _, o := range n.observers {
		shown := event
		if o.material {
			request := step.Request
			shown.Material = &request
		}
		o.tell(shown)
	}
}

// Replied tells what a model answered, or with what code asking it failed.
func (n *Notifier) Replied(
	stage intent.Stage, reply intent.ModelReply, code intent.Code, took time.Duration,
) {
	n.stages[stage] += took
	n.usage.InputTokens += reply.Usage.InputTokens
	n.usage.OutputTokens += reply.Usage.OutputTokens
	n.usage.CachedTokens += reply.Usage.CachedTokens
	event := ports.ReplyReceived{
		Reading: n.reading, Stage: stage, Outcome: reply.Outcome, Code: code, Usage: reply.Usage, Duration: took,
	}
	for _, o := range n.observers {
		shown := event
		if o.material && (code == "" || reply.Detail != "") {
			own := reply
			shown.Material = &own
		}
		o.tell(shown)
	}
}

// Judged tells what a candidate's checks found; nil tells nothing.
func (n *Notifier) Judged(j *reading.Judgement) {
	if j == nil {
		return
	}
	n.all(ports.CandidateJudged{
		Reading: n.reading, Stage: j.Stage, Violations: j.Mistakes.Rules(), Repair: j.Repair,
	})
}

// Validated tells what a schema validation took and found; code says why there is no verdict.
func (n *Notifier) Validated(verdict schema.Verdict, code intent.Code, took time.Duration) {
	n.stages[intent.StageData] += took
	n.all(ports.ValidationDone{
		Reading: n.reading, Duration: took, Work: verdict.Work, Violations: len(verdict.Violations),
		Unconfirmed: verdict.Unconfirmed, Disagreement: verdict.Disagreement, Code: code,
	})
}

// Finished tells how the reading ended; nil is a result. Every reading ends with it.
func (n *Notifier) Finished(err error) {
	event := ports.Finished{Reading: n.reading, Total: time.Since(n.begun), Stages: n.stages, Usage: n.usage}
	if failed := intent.AsError(err); failed != nil {
		event.Code, event.Stage = failed.Code, failed.Stage
	}
	n.all(event)
}
