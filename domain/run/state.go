package run

import "time"

// State is where a run stands, as it is shown. The waiting states follow from open interactions.
type State string

// The states of a run.
const (
	Queued          State = "queued"
	Running         State = "running"
	WaitingApproval State = "waiting_approval"
	WaitingResult   State = "waiting_result"
	Cancelling      State = "cancelling"

	Completed        State = "completed"
	Failed           State = "failed"
	Cancelled        State = "cancelled"
	TimedOut         State = "timed_out"
	UnknownOutcome   State = "unknown_outcome"
	RecoveryRequired State = "recovery_required"
)

// Ended reports whether a run in this state does nothing any more. A run in RecoveryRequired has not
// ended, but does nothing either until somebody reconciles it.
func (s State) Ended() bool {
	switch s {
	case Completed, Failed, Cancelled, TimedOut, UnknownOutcome:
		return true
	default:
		return false
	}
}

// Known reports whether s is one of the states.
func (s State) Known() bool {
	switch s {
	case Queued, Running, WaitingApproval, WaitingResult, Cancelling, RecoveryRequired:
		return true
	default:
		return s.Ended()
	}
}

// Defaults of a run's settings.
const (
	DefaultQuota            = 100
	DefaultProviderAttempts = 1

	MaxCalls     = 64  // tool calls in one reply
	MaxShownName = 200 // bytes of a tool's name or a call's id in events
)

// Pauses between attempts at a provider that is overloaded or dropped the connection, if it does not
// say itself how long to wait: doubled from the first to the most.
const (
	FirstPause = 500 * time.Millisecond
	MostPause  = 30 * time.Second
)
