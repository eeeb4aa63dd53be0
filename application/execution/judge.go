package execution

import (
	"context"
	"slices"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Authority is what a run may do beside its grants, and what a person is shown of it.
type Authority struct {
	Workspace    string   // as a person knows it
	Prohibitions []string // word for word; while there is one, every call asks that may change something
}

// judgement is a call that was judged and not refused. It lives until the call is dispatched.
type judgement struct {
	entry      tool.Entry
	descriptor acting.Descriptor
	arguments  tool.Arguments
	admission  run.Admission
	asks       bool // needs would have been asked for
}

// Judge judges the call of a work of kind JudgeCall: registry, arguments, grant, approval, in this order.
// What it returns is the input for the run: refused, to be asked for, or admitted. It is safe to call
// from another goroutine than the other methods.
func (x *Execution) Judge(ctx context.Context, due run.Due) run.Input {
	j, err := x.judge(ctx, due)
	if err != nil {
		refused := run.Refused{InvocationID: due.InvocationID, Err: err}
		if j.entry.Contract.Revision > 0 {
			refused.Tool, refused.Revision = j.entry.Contract.Name.String(), j.entry.Contract.Revision
		}
		return refused
	}
	reasons, prohibited := x.reasons(j)
	if len(reasons) > 0 && due.Approval == nil {
		return run.Asked{Interaction: x.approval(due, j, reasons, prohibited)}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.prepared[due.InvocationID] = j
	return run.Admitted{InvocationID: due.InvocationID, Admission: j.admission}
}

func (x *Execution) judge(ctx context.Context, due run.Due) (j judgement, err error) {
	defer func() {
		if recover() != nil {
			err = tool.Errorf(tool.ExecutionFailure, "the call's check failed")
		}
	}()
	j.entry, j.descriptor, err = x.registry.lookup(due.Call.Name)
	if err != nil {
		return j, err
	}
	if j.arguments, err = j.entry.Judge(due.Call.Kind, due.Call.Arguments); err != nil {
		return j, err
	}
	var finding tool.Finding
	if j.descriptor.Check != nil {
		if finding, err = j.descriptor.Check(j.arguments); err != nil {
			return j, err
		}
	}
	j.admission = x.admission(due, j, finding)
	j.asks = j.entry.Grant.Approval != tool.ApproveNone || j.entry.Contract.Safety.RequiresApproval ||
		len(x.authority.Prohibitions) > 0
	if j.descriptor.Needs != nil {
		j.admission.Needs, err = j.descriptor.Needs(ctx, j.arguments)
	}
	return j, err
}

func (x *Execution) admission(due run.Due, j judgement, finding tool.Finding) run.Admission {
	c := j.entry.Contract
	name := c.Name.String()
	return run.Admission{
		Tool: name, Revision: c.Revision, Contract: j.entry.Digest,
		CatalogRevision: x.registry.catalog.Revision(), Grant: j.entry.Grant.Approval,
		Arguments: j.arguments.Digest(),
		Prepared:  run.PreparedDigest(x.machine.ID(), due.InvocationID, name, c.Revision, j.arguments),
		ReadOnly:  c.Safety.ReadOnly || finding.ReadOnly != "", Proof: finding.ReadOnly,
		Parallel: c.Safety.ParallelSafe,
	}
}

// reasons lists why the call must be asked for, and whether a prohibition is among them.
func (x *Execution) reasons(j judgement) (reasons []string, prohibited bool) {
	grant, contract := j.entry.Grant, j.entry.Contract
	if contract.Safety.RequiresApproval {
		reasons = append(reasons, "each call of this tool needs approval")
	}
	readOnly := j.admission.ReadOnly
	switch {
	case grant.Approval == tool.ApproveEach && (!readOnly || !grant.ExceptReadOnly):
		reasons = append(reasons, grantReason(grant, "each call under this grant needs approval"))
	case grant.Approval == tool.ApproveDeletions && len(j.admission.Needs) > 0:
		reasons = append(reasons, grantReason(grant, "the call removes or replaces what is there"))
	}
	if len(x.authority.Prohibitions) > 0 && contract.Mutating() && !readOnly {
		reasons = append(reasons, "the request prohibits something, and the call may change something")
		prohibited = true
	}
	return reasons, prohibited
}

func grantReason(g tool.Grant, general string) string {
	if g.Reason != "" {
		return g.Reason
	}
	return general
}

func (x *Execution) approval(due run.Due, j judgement, reasons []string, prohibited bool) run.Interaction {
	a := j.admission
	return run.Interaction{
		Kind: run.Approval, InvocationID: due.InvocationID, Tool: a.Tool, Revision: a.Revision,
		Approval: &run.ApprovalRequest{
			RunID: x.machine.ID(), Incarnation: x.incarnation, Contract: a.Contract, Arguments: j.arguments.JSON(),
			Digest: a.Arguments, Reasons: reasons, Needs: a.Needs, Workspace: x.authority.Workspace,
			Prohibitions: slices.Clone(x.authority.Prohibitions), Prohibited: prohibited,
		},
	}
}
