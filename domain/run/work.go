package run

import "time"

// WorkKind tells what is to be done.
type WorkKind string

// The kinds of works.
const (
	AskProvider WorkKind = "ask_provider" // ends in Replied or ReplyFailed
	JudgeCall   WorkKind = "judge"        // ends in Refused, Asked or Admitted
	AwaitAnswer WorkKind = "await"        // ends in Answered or Unanswered
	Dispatch    WorkKind = "dispatch"     // ends in Returned or NotDispatched
	AwaitPause  WorkKind = "pause"        // ends in PauseOver
	Release     WorkKind = "release"      // ends in Released
)

// Due is one work that may be out now. Works are told apart by Key: one that is listed again is the same
// work, one that is listed no more is over, whatever its worker still says.
type Due struct {
	Key     string // unique among the works of the run
	Kind    WorkKind
	Effect  string
	Attempt int
	Stop    bool // do not begin it; stop it if it has begun, and tell how that went

	InvocationID string
	Call         Call
	Approval     *Approved   // of JudgeCall: given to this call
	Admission    *Admission  // of Dispatch
	Interaction  Interaction // of AwaitAnswer
	Pause        time.Duration
}

// Due lists the works that may be out at once. While a transition is not acknowledged there is none.
func (r *Run) Due() []Due {
	if r.rec.Pending || r.rec.Lost != nil {
		return nil
	}
	switch r.rec.Phase {
	case PhaseProvider, PhaseCall, PhaseStopping:
		return r.dueNow()
	case PhasePause:
		return []Due{{Key: "pause:" + providerEffectID(r.rec.Head.Attempts), Kind: AwaitPause, Pause: r.rec.Pause}}
	case PhaseReleasing:
		return []Due{{Key: "release", Kind: Release}}
	default:
		return nil
	}
}

func (r *Run) dueNow() []Due {
	stop := r.rec.Phase == PhaseStopping
	var due []Due
	for _, e := range r.rec.Effects {
		if !e.Open() {
			continue
		}
		d := Due{Key: e.ID, Effect: e.ID, Attempt: e.Attempt, Stop: stop, Kind: AskProvider}
		if e.Kind == ToolEffect {
			d.Kind, d.InvocationID = Dispatch, e.InvocationID
			if c := r.rec.Current; c != nil && c.InvocationID == e.InvocationID {
				d.Call, d.Admission, d.Approval = c.Call, c.Admission, c.Approval
			}
		}
		due = append(due, d)
	}
	for _, i := range r.rec.Interactions {
		due = append(due, Due{Key: "interaction:" + i.ID, Kind: AwaitAnswer, InvocationID: i.InvocationID,
			Interaction: i})
	}
	if c := r.rec.Current; c != nil && !stop && c.Admission == nil && !c.Waiting {
		key := "judge:" + c.InvocationID
		if c.Approval != nil {
			key += ":approved"
		}
		due = append(due, Due{Key: key, Kind: JudgeCall, InvocationID: c.InvocationID, Call: c.Call,
			Approval: c.Approval, Attempt: r.rec.Head.Attempts})
	}
	return due
}
