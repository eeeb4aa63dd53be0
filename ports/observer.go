package ports

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// Observer is told what happens in a reading. The kit is package observertest.
//
// Every reading begins with [ParseStarted], also one whose request is refused, and ends with [Finished].
//
// Observe is called in order of the events, one at a time for one reading, but concurrently for several.
// The reading waits for it while it is under way itself: an observer should return quickly. Once the
// deadline has passed, the caller has cancelled or the instance was disposed, the reading no longer waits,
// and later events are told as soon as Observe returns. No lock is held meanwhile: Observe may call
// anything, Dispose included.
//
// ctx carries the values of the caller's context and the reading's id, see [ReadingID]. It does not end:
// an observer is told of a reading that was cancelled, too. A panic in Observe, or the end of its
// goroutine, is caught, and reported once an observer. Events and what they point to must not be changed.
type Observer interface {
	Observe(ctx context.Context, event Event)
}

// MaterialObserver is an [Observer] that may say that it wants the material: request text, candidate
// text, the detail of refusals and an executor's own error. Without it, or if WantsMaterial is false, no
// event carries any.
type MaterialObserver interface {
	Observer
	// WantsMaterial is read once, where an instance is made.
	WantsMaterial() bool
}

// Event is one of [ParseStarted], [RequestSent], [ReplyReceived], [CandidateJudged],
// [ValidationDone] and [Finished]. Others may come: an observer passes over what it does not know.
type Event interface{ event() }

// Reading identifies the reading that an event belongs to.
type Reading struct {
	// ID is random for a parse, the job id for a bridge.
	ID string
	// Bridge tells a bridge's job from a parse.
	Bridge bool
}

// ParseStarted says that a reading began. Its request may still be refused: then [Finished] follows.
type ParseStarted struct {
	Reading
	ExecutorID string // "" for a bridge
	Language   string
	Fields     int // how many fields are selected

	// Material is nil except for observers that want it.
	Material *StartedMaterial
}

// StartedMaterial is what a reading reads, and by what.
type StartedMaterial struct {
	Materials          []intent.Material
	InstructionVersion string
	InstructionDigest  string // SHA-256 in hex of the instructions' text
	SchemaDigest       string // SHA-256 in hex of the schema as kept
}

// RequestSent says that a model is being asked, or a bridge's host was handed a task.
type RequestSent struct {
	Reading
	ExecutorID string // "" for a bridge
	Stage      intent.Stage
	Repair     bool
	Bytes      int // instructions, payload and format schema together

	// Material is nil except for observers that want it.
	Material *intent.ModelRequest
}

// ReplyReceived says that a model answered, or that asking it failed.
type ReplyReceived struct {
	Reading
	ExecutorID string // who was asked; "" for a bridge
	Stage      intent.Stage
	Outcome    intent.Outcome // "" if asking failed
	Code       intent.Code    // why asking failed, else ""
	Reason     intent.FailureReason
	Usage      intent.Usage
	Duration   time.Duration

	// Attempts are the calls that came before, if the executor asks again by itself; the observer's own.
	Attempts []intent.Attempt

	// Material is nil except for observers that want it.
	Material *intent.ModelReply
	// Err is the executor's own error, nil except for observers that want material. Its text may hold
	// anything.
	Err error
}

// CandidateJudged says what a candidate's checks found.
type CandidateJudged struct {
	Reading
	Stage      intent.Stage
	Violations map[string]int // by rule; empty when the candidate passed
	Repair     bool           // a repair will be asked for

	// Material is nil except for observers that want it.
	Material *JudgedMaterial
}

// JudgedMaterial is what the checks of one candidate found, in the words of an audit.
type JudgedMaterial struct {
	Violations []intent.Issue // the diagnostic's lines
	Accepted   bool           // it passed, or ended in business issues
	// DataSkipped: the core candidate asks, and so there is no stage data.
	DataSkipped bool
	// Findings is what a data candidate says of its data; nil for a core candidate, and if the text could
	// not be read.
	Findings *intent.AuditFindings
}

// ValidationDone says what a schema validation took and found.
type ValidationDone struct {
	Reading
	Duration     time.Duration
	Work         int64 // visits and failing checks, as the evaluation counts them
	Violations   int
	Unconfirmed  bool                 // the second judge was not asked: the work was over its bound
	Disagreement *schema.Disagreement // the judges differ; nil if they do not
	Code         intent.Code          // why there is no verdict, else ""
}

// Finished says how a reading ended. It is its last event.
type Finished struct {
	Reading
	Code   intent.Code  // "" for a result
	Stage  intent.Stage // where it ended; "" for a result
	Reason intent.FailureReason
	Total  time.Duration
	Stages map[intent.Stage]time.Duration // time spent in stages core and data
	Usage  intent.Usage                   // tokens of all replies together

	// Material is nil except for observers that want it.
	Material *FinishedMaterial
}

// FinishedMaterial is how a reading ended, whole: one of the two is set.
type FinishedMaterial struct {
	Result *intent.Result
	Error  *intent.Error
}

func (ParseStarted) event()    {}
func (RequestSent) event()     {}
func (ReplyReceived) event()   {}
func (CandidateJudged) event() {}
func (ValidationDone) event()  {}
func (Finished) event()        {}

type readingKey struct{}

// ReadingID returns the id of the reading that a context belongs to, as it stands in the reading's events,
// error and audit: in Generate and Observe. It is "" for any other context.
func ReadingID(ctx context.Context) string {
	id, _ := ctx.Value(readingKey{}).(string)
	return id
}

// WithReadingID returns a context that belongs to a reading. The runtime calls it; a test of an executor
// or observer may.
func WithReadingID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, readingKey{}, id)
}
