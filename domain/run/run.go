package run

import (
	"slices"
	"time"

	"github.com/devcodex/intent-runtime/domain/tool"
)

// Run is one run. It is not safe for concurrent use: one goroutine steps it.
//
// The order is always: [Run.Apply] an input, commit the transition that it gives, [Run.Acknowledge] it,
// look at [Run.Due]. A commit that failed or was not acknowledged in time is told by [Run.Lose]; the run
// has ended then, whatever the journal holds.
type Run struct {
	rec  Record
	used map[string]bool // ids of calls that the model has used
	from int             // where the present context window begins in the transcript
}

// Apply takes one input and gives the transition that it makes. An input that is not taken is an error
// and changes nothing.
func (r *Run) Apply(at time.Time, in Input) (Transition, error) {
	switch {
	case r.rec.Pending:
		return Transition{}, tool.Errorf(tool.ResourceConflict, "the last transition is not acknowledged")
	case r.rec.Lost != nil:
		return Transition{}, tool.Errorf(tool.Validation, "the run has ended: its journal is lost")
	}
	write, err := in.apply(r)
	if err != nil {
		return Transition{}, err
	}
	d := r.draft(at)
	write(d)
	return d.done()
}

// Acknowledge says that the last transition is stored.
func (r *Run) Acknowledge() { r.rec.Pending = false }

// Lose says that nobody knows whether the last transition is stored: the run ends in memory as failed,
// starts nothing and claims no durable end.
func (r *Run) Lose(cause error) {
	e := tool.From(tool.WithDetails(
		tool.Hide(tool.ExecutionFailure, "the journal did not acknowledge a transition: "+tool.From(cause).Message,
			cause),
		object("storage", "unacknowledged").Member(0)))
	r.rec.Lost = &e
}

// State tells where the run stands.
func (r *Run) State() State {
	if r.rec.Lost != nil {
		return Failed
	}
	switch r.rec.Phase {
	case PhaseEnded, PhaseRecovering:
		return r.rec.Head.State
	case PhaseStopping, PhaseReleasing:
		if r.rec.Stop != nil && r.rec.Stop.State != Completed {
			return Cancelling
		}
		return Running
	default:
		return r.waiting()
	}
}

func (r *Run) waiting() State {
	state := Running
	for _, i := range r.rec.Interactions {
		if i.Kind == Approval {
			return WaitingApproval
		}
		state = WaitingResult
	}
	return state
}

// Ended reports whether the run does nothing any more.
func (r *Run) Ended() bool { return r.rec.Lost != nil || r.rec.Phase == PhaseEnded }

// Head returns the run's row as it is now.
func (r *Run) Head() Head {
	head := r.rec.Head
	head.State = r.State()
	if r.rec.Lost != nil {
		head.Error = r.rec.Lost
	}
	return head
}

// Window returns the items of the present context window, in order. The slice must not be changed; what
// is appended later does not show in it.
func (r *Run) Window() []Item {
	items := r.rec.Transcript
	return items[r.from:len(items):len(items)]
}

// Catalog names the catalog in force.
func (r *Run) Catalog() CatalogMark { return r.rec.Catalog }

// Suspended lists follow-ups that were queued and never taken. The slice is the caller's own.
func (r *Run) Suspended() []string { return slices.Clone(r.rec.FollowUps) }

// Record returns everything about the run. It shares the transcript's items with the run.
func (r *Run) Record() Record {
	rec := r.rec
	rec.Head.State = r.State()
	rec.Transcript = rec.Transcript[:len(rec.Transcript):len(rec.Transcript)]
	rec.Effects = slices.Clone(rec.Effects)
	rec.Batch = slices.Clone(rec.Batch)
	rec.Interactions = slices.Clone(rec.Interactions)
	rec.Steering = slices.Clone(rec.Steering)
	rec.FollowUps = slices.Clone(rec.FollowUps)
	if rec.Current != nil {
		current := *rec.Current
		rec.Current = &current
	}
	if rec.Staged != nil {
		staged := *rec.Staged
		rec.Staged = &staged
	}
	return rec
}

// Restore makes a run of a record: it goes on as the run that the record was taken of.
func Restore(rec Record) (*Run, error) {
	if rec.Head.Version > Version {
		return nil, tool.Errorf(tool.UnsupportedCapability,
			"the run's record has version %d, this program reads up to %d", rec.Head.Version, Version)
	}
	r := &Run{rec: rec, used: map[string]bool{}}
	r.rec = r.Record()
	for i, item := range rec.Transcript {
		if item.call() {
			r.used[item.CallID] = true
		}
		if item.Window < rec.Head.Window {
			r.from = i + 1
		}
	}
	return r, nil
}

// refuse is the answer to an input that the state does not take.
func (r *Run) refuse(what string) error {
	return tool.Errorf(tool.Validation, "%s: the run is %s", what, r.State())
}

// stale is the answer to an input about something that is over.
func stale(what string) error { return tool.Errorf(tool.ResourceConflict, "%s: that is over", what) }

// live reports whether the run still takes new things: it has not ended, and nothing stops it.
func (r *Run) live() bool {
	return r.rec.Phase == PhaseProvider || r.rec.Phase == PhaseCall || r.rec.Phase == PhasePause
}

func (r *Run) openEffect(id string) (Effect, bool) {
	for _, e := range r.rec.Effects {
		if e.ID == id && e.Open() {
			return e, true
		}
	}
	return Effect{}, false
}

func cut(text string) string { return cutText(text, MaxShownName) }

// ID returns the run's id. It never changes, so that any goroutine may ask for it.
func (r *Run) ID() string { return r.rec.Head.ID }
