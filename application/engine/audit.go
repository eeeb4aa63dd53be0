package engine

import (
	"context"
	"sync"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Auditor is an observer that fills the audit of one reading from its events. It is not safe for
// concurrent use; the audit is whole after [ports.Finished].
type Auditor struct{ Audit intent.Audit }

var _ ports.MaterialObserver = (*Auditor)(nil)

// WantsMaterial is always true: the audit is the material.
func (a *Auditor) WantsMaterial() bool { return true }

// Observe takes up one event.
func (a *Auditor) Observe(_ context.Context, event ports.Event) {
	switch e := event.(type) {
	case ports.ParseStarted:
		a.started(e)
	case ports.RequestSent:
		a.Audit.Candidates = append(a.Audit.Candidates, intent.AuditCandidate{Stage: e.Stage, Repair: e.Repair})
	case ports.ReplyReceived:
		a.replied(e)
	case ports.CandidateJudged:
		a.judged(e)
	case ports.Finished:
		a.finished(e)
	}
}

func (a *Auditor) started(e ports.ParseStarted) {
	a.Audit.ReadingID, a.Audit.Language, a.Audit.ExecutorID = e.ID, e.Language, e.ExecutorID
	if m := e.Material; m != nil {
		a.Audit.InstructionVersion, a.Audit.InstructionDigest = m.InstructionVersion, m.InstructionDigest
		a.Audit.SchemaDigest, a.Audit.Materials = m.SchemaDigest, m.Materials
	}
}

// latest is the candidate that is being written or judged. One that was asked for before this auditor
// began, in another process maybe, is entered late.
func (a *Auditor) latest(stage intent.Stage) *intent.AuditCandidate {
	if n := len(a.Audit.Candidates); n > 0 && a.Audit.Candidates[n-1].Stage == stage {
		return &a.Audit.Candidates[n-1]
	}
	a.Audit.Candidates = append(a.Audit.Candidates, intent.AuditCandidate{Stage: stage})
	return &a.Audit.Candidates[len(a.Audit.Candidates)-1]
}

func (a *Auditor) replied(e ports.ReplyReceived) {
	c := a.latest(e.Stage)
	c.Usage, c.Attempts, c.Duration = e.Usage, e.Attempts, e.Duration
	if e.Code == "" && e.Material != nil {
		c.Outcome, c.Text = e.Outcome, e.Material.Text
	}
}

func (a *Auditor) judged(e ports.CandidateJudged) {
	m := e.Material
	if m == nil {
		return
	}
	c := a.latest(e.Stage)
	c.Violations, c.Accepted = m.Violations, m.Accepted
	a.Audit.DataSkipped = m.DataSkipped
	if m.Findings != nil {
		a.Audit.AuditFindings = *m.Findings
	}
}

func (a *Auditor) finished(e ports.Finished) {
	a.Audit.ReadingID = e.ID
	if m := e.Material; m != nil {
		a.Audit.Result, a.Audit.Error = m.Result, m.Error
		a.anchor()
	}
}

// anchor marks the words of what was understood, also of a reading that failed after stage core.
func (a *Auditor) anchor() {
	understood := a.Audit.Result
	if understood == nil && a.Audit.Error != nil {
		understood = a.Audit.Error.PartialResult
	}
	if understood != nil {
		a.Audit.Anchors = candidate.Anchors(*understood, a.Audit.Materials)
	}
}

// Audits is an observer that fills an audit for every reading and hands it out when the reading has ended.
// An audit lives from its reading's first event that is seen here to the last; of a bridge's job that was
// begun in another process it holds what was seen.
type Audits struct {
	take func(context.Context, intent.Audit)

	mu   sync.Mutex
	open map[string]*Auditor // by the reading's id
}

// NewAudits makes the observer. take is called as [ports.Observer.Observe] is; the audit is its own.
func NewAudits(take func(context.Context, intent.Audit)) *Audits {
	return &Audits{take: take, open: make(map[string]*Auditor)}
}

// WantsMaterial is always true.
func (a *Audits) WantsMaterial() bool { return true }

// Observe takes up one event.
func (a *Audits) Observe(ctx context.Context, event ports.Event) {
	id := ports.ReadingID(ctx)
	auditor := a.of(id)
	auditor.Observe(ctx, event)
	if _, last := event.(ports.Finished); last {
		a.forget(id)
		a.take(ctx, auditor.Audit)
	}
}

func (a *Audits) of(id string) *Auditor {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open[id] == nil {
		a.open[id] = &Auditor{}
	}
	return a.open[id]
}

func (a *Audits) forget(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.open, id)
}
