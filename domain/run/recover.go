package run

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Load makes a run of what a journal holds: its head and all of its events. An ended run stays ended.
// Any other is in RecoveryRequired and executes nothing: it can be fenced and reconciled, no more.
func Load(head Head, events []Sealed) (*Run, error) {
	if head.Version > Version {
		return nil, tool.Errorf(tool.UnsupportedCapability,
			"the run has version %d, this program reads up to %d", head.Version, Version)
	}
	r := &Run{used: map[string]bool{}}
	r.rec = Record{Head: head, Phase: PhaseEnded, Settings: Settings{Provider: head.Provider, Model: head.Model}}
	for _, e := range events {
		r.rec.Transcript = append(r.rec.Transcript, e.Event.Items...)
	}
	for _, e := range Effects(events) {
		if e.Open() && !head.State.Ended() {
			e.State = EffectUncertain
			if e.Kind == ToolEffect && e.ReadOnly && askedOnly(events, e.InvocationID) {
				e.State = EffectNotDispatched
			}
		}
		if e.State == EffectUncertain {
			r.rec.Effects = append(r.rec.Effects, e)
		}
	}
	if !head.State.Ended() {
		r.rec.Phase, r.rec.Head.State = PhaseRecovering, RecoveryRequired
	}
	return r, nil
}

// askedOnly reports whether a call had a question open when its run stopped: a question whose answer was
// never written has not reached anybody.
func askedOnly(events []Sealed, invocation string) bool {
	open := false
	for _, e := range events {
		if e.Event.InvocationID == invocation {
			switch e.Event.Type {
			case InteractionRequested:
				open = true
			case InteractionResolved:
				open = false
			}
		}
	}
	return open
}

// Effects folds events into the effects that they tell of, in order of their commit.
func Effects(events []Sealed) []Effect {
	var all []Effect
	at := map[string]int{}
	for _, sealed := range events {
		e := sealed.Event
		if e.Effect == "" || e.State == "" {
			continue
		}
		i, known := at[e.Effect]
		if !known {
			i = len(all)
			at[e.Effect] = i
			all = append(all, Effect{
				ID: e.Effect, Kind: e.Kind, Parent: e.Parent, Attempt: e.Attempt, InvocationID: e.InvocationID,
				ToolCallID: e.ToolCallID, Tool: e.Tool, Revision: e.ToolRevision, ReadOnly: e.ReadOnly,
				CommittedAt: e.Revision,
			})
		}
		all[i].State = e.State
		if e.Outcome != "" {
			all[i].Outcome, all[i].SettledAt = e.Outcome, e.Revision
		}
		if e.Type == Reconciled {
			outcome, _ := e.Data.Lookup("outcome")
			all[i].Reconciled = outcome.Text()
		}
	}
	return all
}

// Uncertain lists the effects that nobody knows the outcome of. The slice is the caller's own.
func (r *Run) Uncertain() []Effect {
	var all []Effect
	for _, e := range r.rec.Effects {
		if e.State == EffectUncertain {
			all = append(all, e)
		}
	}
	return all
}

// Transcript returns all items of the run. The slice must not be changed.
func (r *Run) Transcript() []Item {
	return r.rec.Transcript[:len(r.rec.Transcript):len(r.rec.Transcript)]
}

func (Fence) apply(r *Run) (step, error) {
	if r.rec.Phase != PhaseRecovering {
		return nil, r.refuse("fence")
	}
	return func(d *draft) {
		head := &r.rec.Head
		head.Incarnation++
		d.event(Event{Type: Fenced, Data: object("incarnation", head.Incarnation)})
		var ids []string
		for _, e := range r.Uncertain() {
			if e.Kind == ProviderEffect { // asking a model is no effect on the world
				cutOff := tool.From(tool.Errorf(tool.UnknownOutcome, "the attempt was cut off"))
				r.settleAttempt(d, e, Reply{}, nil, &cutOff)
				continue
			}
			ids = append(ids, e.ID)
			e.SettledAt = head.Revision
			d.effect(e)
		}
		d.event(Event{Type: RecoveryNeeded, Data: object("uncertain", ids)})
		if len(ids) == 0 {
			r.endReconciled(d)
		}
	}, nil
}

func (in Reconcile) apply(r *Run) (step, error) {
	effect, ok := r.uncertainEffect(in.Effect)
	switch {
	case !ok:
		return nil, tool.Errorf(tool.ResourceConflict, "effect %q is not uncertain", cut(in.Effect))
	case r.rec.Phase != PhaseRecovering && r.rec.Phase != PhaseEnded:
		return nil, r.refuse("reconcile")
	case in.Outcome != "done" && in.Outcome != "not-done":
		return nil, tool.Errorf(tool.Validation, "an effect is done or not-done")
	}
	return func(d *draft) {
		effect.State, effect.Reconciled = EffectReconciled, in.Outcome
		event := effectEvent(Reconciled, effect, object("outcome", in.Outcome, "note", in.Note, "by", in.By))
		event.Outcome = ""
		d.event(event)
		d.effect(effect)
		if r.rec.Phase == PhaseRecovering && len(r.Uncertain()) == 0 {
			r.endReconciled(d)
		}
	}, nil
}

func (r *Run) uncertainEffect(id string) (Effect, bool) {
	for _, e := range r.rec.Effects {
		if e.ID == id && e.State == EffectUncertain {
			return e, true
		}
	}
	return Effect{}, false
}

// endReconciled ends an unfinished run in which nothing is uncertain any more.
func (r *Run) endReconciled(d *draft) {
	e := tool.From(tool.WithDetails(tool.Errorf(tool.ExecutionFailure,
		"the run stopped before its end and was reconciled"),
		strictjson.Field("reconciled", strictjson.Bool(true))))
	r.end(d, Stop{State: Failed, Error: &e}, strictjson.Object())
}
