// Package bridge is the driver for hosts whose own model does the reading: it hands out a task, the
// host's model writes the candidate, the host hands it back. Stages, checks, repair and result are
// those of a parse.
//
// A [Bridge] reads with borrowed instances. [Bridge.Connect] opens a [Session], which owns the jobs
// it prepares and sees no other's. Replies are values: nothing a host sends makes a call fail in any
// other way than with a [Reply] of kind error.
//
// # The life of a job
//
// All there is to know of a job is its record in a ports.SessionStore:
//
//	Prepare ──► active ──┬─ a candidate ends the reading ──► ended
//	            │    ▲   ├─ Cancel ────────────────────────► ended
//	            └────┘   ├─ ExpiresAt comes (the store) ───► expired
//	          a candidate└─ its instance is disposed ──────► disposed
//	          and a new
//	          step token     Session.Close forgets the record in any state;
//	                         the store forgets ended ones when room is short or ReplayTTL has passed.
//
// Who may move it, and how:
//
//   - Every change of a record is compare-and-set on its revision, so another process may win. Whoever
//     loses loads again, at most [maxRetries] times, and answers by what it finds.
//   - Within this process a job's calls come one after the other: loading, deciding and changing a
//     record happen with the job locked ([Bridge.withJob]). The lock is never held while a candidate is
//     judged or an observer is told.
//   - active → active and active → ended by a candidate: the [submission] that judges it, in commit.
//   - active → ended by a host: Cancel.
//   - active → expired or disposed: the store, without a final reply. The next call that loads the
//     record writes the reply ([Bridge.finishExternally]); the state stays.
//   - A job that is not active never becomes active again.
//
// # Submissions
//
// A submission is one candidate under judgement. It belongs to the bridge, not to the caller who began
// it, and is bounded by the instance's maxValidationMs; whoever hands in the same waits for it. Its
// reply is decided once, with the job locked: by its own commit, or by whoever ends the job first
// ([lockedJob.resolveInflight]).
//
// # Observers
//
// Observers of an instance get the same events as from a parse, with the job's id, in order and one at
// a time for each job. They are told outside every lock and may call the bridge, also about the job
// they are told of.
package bridge
