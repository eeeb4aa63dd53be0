package ports

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// SessionStore keeps the jobs of a bridge. Capacity, eviction and lifetimes are the store's own: it is
// made with [SessionLimits] and keeps them by itself.
//
// Records are plain data, and every change is compare-and-set on a revision, so that a store may be
// shared by several processes. Every method is safe for concurrent use, keeps no memory of the
// caller's and hands out none of its own, and costs no more than the jobs it is asked about, however
// many are kept. Once the call's context has ended, a method changes nothing and returns the context's
// error.
//
// What the bridge guarantees in return: ids and groups are not empty, a record that it creates has state
// active, and a record that it swaps differs from the loaded one in no field that names the job. A store
// that answers late holds up only the job it was asked about. Its panics, and errors that are none of
// those named here, make the bridge answer MODEL_REQUEST_FAILED with reason store; the error's text goes
// nowhere. Its records are checked before they are used.
//
// The conformance kit is package sessionstest.
type SessionStore interface {
	// Create keeps a new active job. If room is short, ended jobs are forgotten first, the least recently
	// used before the others; active ones never. If that makes no room, the error is a
	// *SessionFullError and nothing is forgotten. An id that is kept already is ErrJobChanged.
	Create(ctx context.Context, job JobRecord) error

	// Load returns a job of a session; use says that the access counts for recency. A job that is not
	// kept, or is another session's, is ErrJobNotFound.
	Load(ctx context.Context, session, job string, use bool) (JobRecord, error)

	// Swap replaces the record whose session, id and revision are those of job. One that ends a job
	// counts as its first use; one of a job that has ended is no use and does not lengthen its time.
	// The errors are ErrJobNotFound, ErrJobChanged if the revision is another by now, and
	// *SessionFullError if the record does not fit, by the rules of Create; nothing has changed then. A
	// record that is not active any more cannot become active again: ErrJobChanged.
	Swap(ctx context.Context, job JobRecord) error

	// Sweep ends many jobs at once. A session's are forgotten, all of them; an instance's active ones
	// become JobDisposed. It returns the records that were active: a session's as they were when they
	// were forgotten, an instance's as they are now. A second call returns none.
	Sweep(ctx context.Context, group JobGroup) ([]JobRecord, error)
}

// SessionLimits is the room of a store; see [SessionStore]. All counts are positive. If several are
// passed at once, the error names the first in this order.
type SessionLimits struct {
	MaxJobs          int           // active jobs
	MaxReplayEntries int           // jobs kept, active and ended
	MaxReplayBytes   int           // the sum of JobRecord.Bytes over all that are kept
	ReplayTTL        time.Duration // how long an ended job is kept; 0 is until room is short
}

// JobState says whether a job awaits a candidate, or why it does not.
type JobState string

// The states. A store makes an active job expired once its ExpiresAt has come, and disposed by a
// sweep: only State and Revision change then, so the reading is still there. Whoever uses the store makes
// a job ended, and gives an expired or disposed one its final reply.
const (
	JobActive   JobState = "active"
	JobEnded    JobState = "ended"
	JobExpired  JobState = "expired"
	JobDisposed JobState = "disposed"
)

// JobRecord is all there is to know of one job. It is plain data: encoding/json writes and reads it
// without loss.
type JobRecord struct {
	Job      string   `json:"job"`      // its unguessable id
	Session  string   `json:"session"`  // whose it is
	Instance string   `json:"instance"` // name of the instance that it reads with
	Revision int64    `json:"revision"` // counted by the store: Create gives 1, each change one more
	State    JobState `json:"state"`

	Token   string    `json:"token,omitempty"`   // of the step that is due; "" once there is a final reply
	Steps   []JobStep `json:"steps,omitempty"`   // submissions that were answered, in order
	Reading string    `json:"reading,omitempty"` // the reading's record as JSON; "" once there is a final reply
	Final   string    `json:"final,omitempty"`   // the last reply as JSON; "" while there is none

	// ExpiresAt is when an active job expires; the zero time is never. A store may act on it up to a
	// microsecond late, never early.
	ExpiresAt time.Time     `json:"expiresAt,omitzero"`
	Began     time.Time     `json:"began"`
	Asked     time.Time     `json:"asked"`    // when the task that is due was handed out
	CoreTime  time.Duration `json:"coreTime"` // spent in stage core, nanoseconds
	DataTime  time.Duration `json:"dataTime"` // spent in stage data, nanoseconds
}

// JobStep is a submission that was answered. It is how the same submission gets the same reply again.
type JobStep struct {
	Token  string `json:"token"`
	Digest string `json:"digest"`          // SHA-256 of the candidate's text, in hexadecimal digits
	Reply  string `json:"reply,omitempty"` // as JSON; "" if it is the job's final reply
}

// Bytes returns what the record takes of SessionLimits.MaxReplayBytes: the reading (materials, core
// result, repair material) and the kept replies, by their JSON in UTF-8.
func (r JobRecord) Bytes() int {
	total := len(r.Reading) + len(r.Final)
	for i := range r.Steps {
		total += len(r.Steps[i].Reply)
	}
	return total
}

// Clone returns a copy that shares no memory with r that could change.
func (r JobRecord) Clone() JobRecord {
	r.Steps = append([]JobStep(nil), r.Steps...)
	return r
}

// JobGroup names the jobs of a session or of an instance; exactly one of the two is set.
type JobGroup struct {
	Session  string
	Instance string
}

// Errors of a [SessionStore].
var (
	// ErrJobNotFound: no such job is kept for that session.
	ErrJobNotFound = errors.New("no such job")
	// ErrJobChanged: the job is not at the revision that was to be replaced.
	ErrJobChanged = errors.New("the job has changed")
)

// SessionFullError says that a record does not fit, by which setting.
type SessionFullError struct {
	Setting string // maxJobs, maxReplayEntries or maxReplayBytes
	Need    int    // what would be taken, all that cannot be forgotten included
	Most    int    // what the setting allows
}

// Error names the setting with both numbers.
func (e *SessionFullError) Error() string {
	return strconv.Itoa(e.Need) + " passes " + e.Setting + ", which is " + strconv.Itoa(e.Most)
}
