package run

import (
	"strconv"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

func (r *Run) invocationID(n int) string { return r.rec.Head.ID + "-" + strconv.Itoa(n) }

// judging returns the call under way if it is the one meant and nothing was committed for it.
func (r *Run) judging(invocation string) (*Current, error) {
	c := r.rec.Current
	if r.rec.Phase != PhaseCall || c == nil || c.InvocationID != invocation ||
		c.Admission != nil || c.Waiting {
		return nil, stale("a call's judgement")
	}
	return c, nil
}

func (in Refused) apply(r *Run) (step, error) {
	c, err := r.judging(in.InvocationID)
	if err != nil {
		return nil, err
	}
	return func(d *draft) {
		r.reject(d, *c, in.Tool, in.Revision, tool.From(in.Err))
		r.advance(d)
	}, nil
}

// reject settles a call before its commit: an error result for the model.
func (r *Run) reject(d *draft, c Current, name string, revision int, e tool.Error) {
	if name == "" {
		name = c.Call.Name
	}
	output := tool.ErrorResult(e)
	d.event(Event{
		Type: ToolRejected, Tool: cut(name), ToolRevision: revision, InvocationID: c.InvocationID,
		ToolCallID: cut(c.Call.CallID), Attempt: r.rec.Head.Attempts, Outcome: OutcomeError, Error: &e,
		Items: []Item{{Type: ToolOutputItem, CallID: c.Call.CallID, Source: c.InvocationID, Output: &output}},
	})
}

func (in Admitted) apply(r *Run) (step, error) {
	c, err := r.judging(in.InvocationID)
	if err != nil {
		return nil, err
	}
	if a := c.Approval; a != nil && (a.Digest != in.Admission.Arguments || a.Contract != in.Admission.Contract) {
		return nil, tool.Errorf(tool.ApprovalRequired, "the approval is for another call")
	}
	return func(d *draft) { r.admit(d, c, in.Admission) }, nil
}

func (r *Run) admit(d *draft, c *Current, a Admission) {
	head := &r.rec.Head
	if head.Work.Used >= head.Work.Quota {
		e := overBudget(head.Work)
		r.reject(d, *c, a.Tool, a.Revision, *e)
		r.stop(d, Failed, e)
		return
	}
	head.Work.Used++
	c.Admission = &a
	e := Effect{
		ID: toolEffectID(c.InvocationID), Kind: ToolEffect, Owner: head.Owner, State: EffectCommitted,
		Attempt: head.Attempts, InvocationID: c.InvocationID, ToolCallID: cut(c.Call.CallID), Tool: a.Tool,
		Revision: a.Revision, ReadOnly: a.ReadOnly, Parallel: a.Parallel, CommittedAt: head.Revision,
	}
	data := object("contract", a.Contract, "catalogRevision", a.CatalogRevision, "grant", string(a.Grant),
		"arguments", a.Arguments, "prepared", a.Prepared, "proof", a.Proof, "needs", a.Needs,
		"approval", approvalID(c), "mandate", head.Mandate)
	d.event(effectEvent(ToolCommitted, e, data))
	d.effect(e)
}

func approvalID(c *Current) string {
	if c.Approval == nil {
		return ""
	}
	return c.Approval.InteractionID
}

func effectEvent(kind EventType, e Effect, data strictjson.Value) Event {
	return Event{
		Type: kind, Effect: e.ID, Kind: e.Kind, Parent: e.Parent, Attempt: e.Attempt, Tool: e.Tool,
		ToolRevision: e.Revision, InvocationID: e.InvocationID, ToolCallID: e.ToolCallID,
		State: e.State, Outcome: e.Outcome, ReadOnly: e.ReadOnly, Data: data,
	}
}

func (in Returned) apply(r *Run) (step, error) {
	effect, ok := r.openEffect(in.Effect)
	if !ok || effect.Kind != ToolEffect {
		return nil, stale("a call's return")
	}
	return func(d *draft) {
		r.closeInteractions(d, effect.InvocationID, tool.Errorf(tool.Cancelled, "the call has returned"))
		if in.Unknown || in.Err != nil && tool.From(in.Err).Class == tool.UnknownOutcome {
			r.uncertain(d, effect, tool.From(in.Err), in.Evidence)
			return
		}
		r.settle(d, effect, in)
		if r.rec.Phase == PhaseStopping {
			r.stopped(d)
			return
		}
		r.advance(d)
	}, nil
}

func (r *Run) settle(d *draft, effect Effect, in Returned) {
	effect.State, effect.SettledAt, effect.Outcome = EffectSettled, r.rec.Head.Revision, OutcomeOK
	output, event := in.Result, effectEvent(ToolSettled, effect, object("evidence", in.Evidence))
	if in.Err != nil {
		e := tool.From(in.Err)
		effect.Outcome, output, event.Error = OutcomeError, tool.ErrorResult(e), &e
		if r.rec.Staged != nil && r.rec.Staged.Effect == effect.ID {
			r.rec.Staged = nil
		}
	}
	event.Outcome = effect.Outcome
	event.Items = []Item{{
		Type: ToolOutputItem, CallID: r.callID(effect), Source: effect.ID, Output: &output,
	}}
	d.event(event)
	d.effect(effect)
}

// callID returns the model's whole id of the call under way; an effect keeps a cut one.
func (r *Run) callID(effect Effect) string {
	if c := r.rec.Current; c != nil && c.InvocationID == effect.InvocationID {
		return c.Call.CallID
	}
	return effect.ToolCallID
}

// uncertain ends the batch and the run: nobody knows what the call did.
func (r *Run) uncertain(d *draft, effect Effect, e tool.Error, evidence strictjson.Value) {
	if e.Class != tool.UnknownOutcome {
		e = unknownFrom(e)
	}
	effect.State, effect.SettledAt, effect.Outcome = EffectUncertain, r.rec.Head.Revision, OutcomeUnknown
	event := effectEvent(ToolSettled, effect, object("evidence", evidence))
	event.Error = &e
	output := tool.ErrorResult(e)
	event.Items = []Item{{Type: ToolOutputItem, CallID: r.callID(effect), Source: effect.ID, Output: &output}}
	d.event(event)
	d.effect(effect)
	if r.rec.Phase == PhaseStopping {
		r.stopped(d)
		return
	}
	r.stop(d, UnknownOutcome, &e)
}

// unknownFrom keeps what is known of an error whose outcome is unknown.
func unknownFrom(e tool.Error) tool.Error {
	return tool.From(tool.WithDetails(
		tool.Errorf(tool.UnknownOutcome, "nobody knows what the call did: %s", e.Message),
		strictjson.Field("cause", e.Value())))
}

func (in NotDispatched) apply(r *Run) (step, error) {
	effect, ok := r.openEffect(in.Effect)
	if !ok || effect.Kind != ToolEffect || r.rec.Phase != PhaseStopping {
		return nil, stale("a call that did not begin")
	}
	return func(d *draft) {
		r.notDispatched(d, effect)
		r.stopped(d)
	}, nil
}

func (r *Run) notDispatched(d *draft, effect Effect) {
	effect.State, effect.SettledAt, effect.Outcome = EffectNotDispatched, r.rec.Head.Revision, OutcomeCancelled
	e := tool.From(tool.Errorf(tool.Cancelled, "the run was stopped before the call began"))
	event := effectEvent(ToolSettled, effect, strictjson.Null())
	event.Error = &e
	output := tool.ErrorResult(e)
	event.Items = []Item{{Type: ToolOutputItem, CallID: r.callID(effect), Source: effect.ID, Output: &output}}
	d.event(event)
	d.effect(effect)
}

// cutText shortens a text at a character's boundary.
func cutText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
