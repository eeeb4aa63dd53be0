package run

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (in Steer) apply(r *Run) (step, error) {
	if err := r.takesText("steer", in.Text); err != nil {
		return nil, err
	}
	return func(d *draft) {
		r.rec.Steering = append(r.rec.Steering, in.Text)
		d.event(Event{Type: Steered, Data: object("text", in.Text)})
	}, nil
}

func (in Prompt) apply(r *Run) (step, error) {
	if err := r.takesText("prompt", in.Text); err != nil {
		return nil, err
	}
	return func(d *draft) {
		r.rec.FollowUps = append(r.rec.FollowUps, in.Text)
		d.event(Event{Type: FollowUpQueued, Data: object("text", in.Text)})
	}, nil
}

func (r *Run) takesText(what, text string) error {
	if !r.live() {
		return r.refuse(what)
	}
	if strings.TrimSpace(text) == "" {
		return tool.Errorf(tool.Validation, "%s: the text is blank", what)
	}
	return nil
}

func (in Stage) apply(r *Run) (step, error) {
	head := r.rec.Head
	effect, open := r.openEffect(in.Effect)
	switch {
	case in.RunID != head.ID || in.Incarnation != head.Incarnation:
		return nil, tool.Errorf(tool.Forbidden, "a catalog for another run or incarnation")
	case r.rec.Phase != PhaseCall || !open || effect.Kind != ToolEffect:
		return nil, r.refuse("stage a catalog")
	case len(r.rec.Interactions) > 0:
		return nil, tool.Errorf(tool.ResourceConflict, "no catalog is staged while the run waits for a person")
	case in.Expected != r.rec.Catalog.Revision || in.Catalog.Revision != in.Expected+1:
		return nil, tool.Errorf(tool.ResourceConflict, "the catalog in force has revision %d",
			r.rec.Catalog.Revision)
	case r.rec.Staged != nil:
		return nil, tool.Errorf(tool.ResourceConflict, "a catalog is staged already")
	}
	return func(d *draft) {
		r.rec.Staged = &Staged{PublicationID: in.PublicationID, Effect: in.Effect, Catalog: in.Catalog}
		d.event(Event{Type: CatalogStaged, Effect: in.Effect, InvocationID: effect.InvocationID,
			ToolCallID: effect.ToolCallID, Tool: effect.Tool,
			Data: object("publicationId", in.PublicationID, "revision", in.Catalog.Revision, "catalog",
				in.Catalog.Digest)})
	}, nil
}

// publish puts a staged catalog in force; the call that staged it has settled ok, or nothing is staged.
func (r *Run) publish(d *draft) {
	staged := r.rec.Staged
	if staged == nil {
		return
	}
	r.rec.Staged, r.rec.Catalog = nil, staged.Catalog
	d.event(Event{Type: CatalogPublished, Data: object("publicationId", staged.PublicationID,
		"revision", staged.Catalog.Revision, "catalog", staged.Catalog.Digest)})
}

func (in Halt) apply(r *Run) (step, error) {
	if !r.live() {
		return nil, r.refuse("stop")
	}
	return func(d *draft) {
		var err *tool.Error
		if in.Err != nil {
			e := tool.From(in.Err)
			err = &e
		}
		r.stop(d, in.State, err)
	}, nil
}

// stop begins the end: what is open is stopped first, then the owner's resources are released.
func (r *Run) stop(d *draft, state State, err *tool.Error) {
	r.rec.Stop = &Stop{State: state, Error: err}
	r.rec.Batch, r.rec.Pause, r.rec.Staged = nil, 0, nil
	r.rec.Phase = PhaseStopping
	asking := r.rec.Current != nil && r.rec.Current.Waiting
	if state == Cancelled || state == TimedOut || len(r.rec.Effects) > 0 && r.anyOpen() {
		d.event(Event{Type: RunCancelling, Error: err,
			Data: object("as", string(state), "followUps", r.rec.FollowUps)})
	}
	cause := tool.Errorf(tool.Cancelled, "the run was stopped")
	r.closeInteractions(d, "", cause)
	if c := r.rec.Current; c != nil && asking && c.Admission == nil {
		r.reject(d, *c, "", 0, tool.From(cause))
		r.rec.Current = nil
	}
	r.stopped(d)
}

func (r *Run) anyOpen() bool {
	return slices.ContainsFunc(r.rec.Effects, Effect.Open)
}

// stopped goes on to release once nothing is open any more.
func (r *Run) stopped(*draft) {
	if !r.anyOpen() {
		r.rec.Phase = PhaseReleasing
	}
}

func (in Released) apply(r *Run) (step, error) {
	if r.rec.Phase != PhaseReleasing {
		return nil, stale("a release")
	}
	return func(d *draft) { r.finish(d, in) }, nil
}

// finish ends the run. What is uncertain makes it unknown_outcome, whatever else stopped it.
func (r *Run) finish(d *draft, in Released) {
	stop := *r.rec.Stop
	var unsure []string
	for _, e := range r.rec.Effects {
		if e.State == EffectUncertain {
			unsure = append(unsure, e.ID)
		}
	}
	if (len(unsure) > 0 || in.Err != nil) && stop.State != UnknownOutcome {
		stop = unknownStop(stop, unsure, in.Err)
	}
	r.end(d, stop, object("evidence", in.Evidence, "uncertain", unsure))
}

func unknownStop(stop Stop, unsure []string, release error) Stop {
	message := "nobody knows what was done by: " + strings.Join(unsure, ", ")
	if len(unsure) == 0 {
		message = "what the run started could not be shown to be gone: " + tool.From(release).Message
	}
	cause := object("state", string(stop.State))
	if stop.Error != nil {
		cause = stop.Error.Value()
	}
	e := tool.From(tool.WithDetails(tool.Errorf(tool.UnknownOutcome, "%s", message),
		strictjson.Field("cause", cause)))
	return Stop{State: UnknownOutcome, Error: &e}
}

func (r *Run) end(d *draft, stop Stop, data strictjson.Value) {
	head := &r.rec.Head
	if stop.Error == nil && stop.State == Cancelled {
		e := tool.From(tool.Errorf(tool.Cancelled, "the run was cancelled"))
		stop.Error = &e
	}
	head.Error, head.State = stop.Error, stop.State
	r.rec.Phase, r.rec.Current, r.rec.Stop = PhaseEnded, nil, nil
	d.event(Event{Type: RunFinished, Error: stop.Error,
		Data: with(data, "state", strictjson.String(string(stop.State)))})
}
