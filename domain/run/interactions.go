package run

import (
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

func (in Asked) apply(r *Run) (step, error) {
	if r.rec.Phase != PhaseCall {
		return nil, r.refuse("ask")
	}
	if in.Interaction.Kind == Approval {
		return r.askApproval(in)
	}
	effect, ok := r.openEffect(in.Effect)
	switch {
	case !ok:
		return nil, stale("a question")
	case len(r.rec.Interactions) > 0:
		return nil, tool.Errorf(tool.ResourceConflict, "a question: the call asks already")
	}
	return func(d *draft) {
		i := in.Interaction
		i.InvocationID, i.ToolCallID = effect.InvocationID, effect.ToolCallID
		i.Tool, i.Revision = effect.Tool, effect.Revision
		r.open(d, InteractionRequested, i, object("kind", string(i.Kind), "request", i.Request))
	}, nil
}

func (r *Run) askApproval(in Asked) (step, error) {
	c, err := r.judging(in.Interaction.InvocationID)
	switch {
	case err != nil:
		return nil, err
	case c.Approval != nil || in.Interaction.Approval == nil:
		return nil, tool.Errorf(tool.ResourceConflict, "an approval: there is one for this call")
	}
	return func(d *draft) {
		i := in.Interaction
		if w := r.rec.Head.Work; w.Used >= w.Quota {
			r.reject(d, *c, i.Tool, i.Revision, *overBudget(w))
			r.stop(d, Failed, overBudget(w))
			return
		}
		c.Waiting = true
		i.ToolCallID = cut(c.Call.CallID)
		a := i.Approval
		r.open(d, ApprovalRequested, i, object("contract", a.Contract, "digest", a.Digest, "arguments", a.Arguments,
			"reasons", a.Reasons, "needs", a.Needs, "prohibitions", a.Prohibitions, "prohibited", a.Prohibited))
	}, nil
}

func (r *Run) open(d *draft, kind EventType, i Interaction, data strictjson.Value) {
	i.ID = r.rec.Head.ID + "-i" + strconv.FormatInt(r.rec.Head.Events+1, 10)
	r.rec.Interactions = append(r.rec.Interactions, i)
	d.event(interactionEvent(kind, i, with(data, "interactionId", strictjson.String(i.ID))))
}

func interactionEvent(kind EventType, i Interaction, data strictjson.Value) Event {
	return Event{
		Type: kind, Tool: i.Tool, ToolRevision: i.Revision, InvocationID: i.InvocationID,
		ToolCallID: i.ToolCallID, Data: data,
	}
}

func with(data strictjson.Value, name string, value strictjson.Value) strictjson.Value {
	members := []strictjson.Member{{Name: name, Value: value}}
	for n, v := range data.Members() {
		members = append(members, strictjson.Field(n, v))
	}
	return strictjson.Object(members...)
}

func (r *Run) interaction(id string) (Interaction, bool) {
	for _, i := range r.rec.Interactions {
		if i.ID == id {
			return i, true
		}
	}
	return Interaction{}, false
}

func (r *Run) closed(id string) {
	kept := r.rec.Interactions[:0:0]
	for _, i := range r.rec.Interactions {
		if i.ID != id {
			kept = append(kept, i)
		}
	}
	r.rec.Interactions = kept
}

func (in Answered) apply(r *Run) (step, error) {
	i, ok := r.interaction(in.InteractionID)
	if !ok {
		return nil, stale("an answer")
	}
	if err := i.Accept(in.Answer); err != nil {
		return nil, err
	}
	return func(d *draft) {
		r.closed(i.ID)
		if i.Kind != Approval {
			d.event(interactionEvent(InteractionResolved, i, object("interactionId", i.ID, "outcome", "answered",
				"answers", textsValue(in.Answer.Answers), "permissions", in.Answer.Permissions,
				"scope", in.Answer.Scope)))
			return
		}
		r.decided(d, i, in.Answer)
	}, nil
}

func textsValue(texts map[string]string) strictjson.Value {
	if len(texts) == 0 {
		return strictjson.Null()
	}
	var members []strictjson.Member
	for _, id := range sortedKeys(texts) {
		members = append(members, strictjson.Field(id, strictjson.String(texts[id])))
	}
	return strictjson.Object(members...)
}

// decided ends an approval: the call goes back to be judged with it, or is rejected.
func (r *Run) decided(d *draft, i Interaction, a Answer) {
	c := r.rec.Current
	c.Waiting = false
	if *a.Approve {
		c.Approval = &Approved{
			InteractionID: i.ID, Contract: i.Approval.Contract, Digest: i.Approval.Digest, Needs: i.Approval.Needs,
		}
		r.approvalSettled(d, i, "approved", "")
		return
	}
	r.approvalSettled(d, i, "denied", a.Reason)
	message := "the person denied it"
	if a.Reason != "" {
		message += ": " + a.Reason
	}
	r.reject(d, *c, i.Tool, i.Revision, tool.From(tool.Errorf(tool.Forbidden, "%s", message)))
	r.advance(d)
}

func (r *Run) approvalSettled(d *draft, i Interaction, outcome, reason string) {
	d.event(interactionEvent(ApprovalSettled, i, object("interactionId", i.ID, "outcome", outcome,
		"digest", i.Approval.Digest, "reason", reason)))
}

func (in Unanswered) apply(r *Run) (step, error) {
	i, ok := r.interaction(in.InteractionID)
	if !ok {
		return nil, stale("the end of an interaction")
	}
	return func(d *draft) {
		e := tool.From(in.Err)
		r.closed(i.ID)
		if i.Kind != Approval {
			d.event(interactionEvent(InteractionResolved, i,
				object("interactionId", i.ID, "outcome", "refused", "error", e.Value())))
			return
		}
		r.rec.Current.Waiting = false
		r.approvalSettled(d, i, string(e.Class), e.Message)
		r.reject(d, *r.rec.Current, i.Tool, i.Revision, e)
		r.advance(d)
	}, nil
}

// closeInteractions ends what is still open of an invocation, or of all if it is "".
func (r *Run) closeInteractions(d *draft, invocation string, err error) {
	for _, i := range append([]Interaction(nil), r.rec.Interactions...) {
		if invocation != "" && i.InvocationID != invocation {
			continue
		}
		r.closed(i.ID)
		e := tool.From(err)
		if i.Kind == Approval {
			r.approvalSettled(d, i, string(e.Class), e.Message)
			continue
		}
		d.event(interactionEvent(InteractionResolved, i,
			object("interactionId", i.ID, "outcome", "closed", "error", e.Value())))
	}
}
