package parse

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/reading"
)

// auditor fills an audit while a parse goes on. All methods of a nil auditor do nothing.
type auditor struct{ audit intent.Audit }

func newAuditor(i *engine.Engine, request intent.Request) *auditor {
	definition := i.Definition()
	digest := sha256.Sum256([]byte(definition.Schema.Text()))
	audit := intent.Audit{
		Language:           definition.Config.Language,
		InstructionVersion: prompt.InstructionVersion,
		InstructionDigest:  prompt.InstructionDigest(),
		SchemaDigest:       hex.EncodeToString(digest[:]),
		ExecutorID:         i.ExecutorID(),
		Materials:          request.Materials(),
	}
	return &auditor{audit: audit}
}

func (a *auditor) asked(step reading.AskModel) {
	if a == nil {
		return
	}
	a.audit.Candidates = append(a.audit.Candidates, intent.AuditCandidate{
		Stage: step.Request.Stage, Repair: step.Repair,
	})
}

// latest is the candidate that is being written or judged.
func (a *auditor) latest() *intent.AuditCandidate {
	return &a.audit.Candidates[len(a.audit.Candidates)-1]
}

func (a *auditor) failed(usage intent.Usage, took time.Duration) {
	if a != nil {
		c := a.latest()
		c.Usage, c.Duration = usage, took
	}
}

func (a *auditor) replied(reply intent.ModelReply, took time.Duration) {
	if a == nil {
		return
	}
	c := a.latest()
	c.Outcome, c.Text, c.Usage, c.Duration = reply.Outcome, reply.Text, reply.Usage, took
}

func (a *auditor) judged(j *reading.Judgement) {
	if a == nil || j == nil {
		return
	}
	c := a.latest()
	c.Violations, c.Accepted = j.Mistakes.Issues(), j.Passed
	if j.Data != nil {
		j.Data.Record(&a.audit)
	}
}

// finish gives the audit as the caller's own.
func (a *auditor) finish(result *intent.Result, err error) intent.Audit {
	if result != nil {
		own := result.Clone()
		a.audit.Result = &own
	}
	if failed := intent.AsError(err); failed != nil {
		a.audit.Error = failed.Clone()
	}
	return a.audit
}
