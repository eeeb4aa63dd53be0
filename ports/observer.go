package ports

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// Observer is told what happens in a reading.
//
// Observe is called in order of the events, on the goroutine that drives the reading, never
// concurrently for one reading but concurrently for several. It should return quickly: the reading
// waits for it. A panic in it is caught and dropped. Events and what they point to must not be changed.
type Observer interface {
	Observe(event Event)
}

// MaterialObserver is an [Observer] that may say that it wants the material: request text, candidate
// text and the detail of refusals. Without it, or where WantsMaterial is false, no event carries any.
type MaterialObserver interface {
	Observer
	// WantsMaterial is read once, where an instance is made.
	WantsMaterial() bool
}

// Event is one of [ParseStarted], [RequestSent], [ReplyReceived], [CandidateJudged],
// [ValidationDone] and [Finished].
type Event interface{ event() }

// Reading identifies the reading that an event belongs to.
type Reading struct {
	// ID is random for a parse, the job id for a bridge.
	ID string
	// Bridge tells a bridge's job from a parse.
	Bridge bool
}

// ParseStarted says that a request passed its checks and a reading began.
type ParseStarted struct {
	Reading
	ExecutorID string // "" for a bridge
	Language   string
	Fields     int // how many fields are selected
}

// RequestSent says that a model is being asked, or a bridge's host was handed a task.
type RequestSent struct {
	Reading
	Stage  intent.Stage
	Repair bool
	Bytes  int // instructions, payload and format schema together

	// Material is nil except for observers that want it.
	Material *intent.ModelRequest
}

// ReplyReceived says that a model answered, or that asking it failed.
type ReplyReceived struct {
	Reading
	Stage    intent.Stage
	Outcome  intent.Outcome // "" where asking failed
	Code     intent.Code    // why asking failed, else ""
	Usage    intent.Usage
	Duration time.Duration

	// Material is nil except for observers that want it.
	Material *intent.ModelReply
}

// CandidateJudged says what a candidate's checks found.
type CandidateJudged struct {
	Reading
	Stage      intent.Stage
	Violations map[string]int // by rule; empty when the candidate passed
	Repair     bool           // a repair will be asked for
}

// ValidationDone says what a schema validation took and found.
type ValidationDone struct {
	Reading
	Duration     time.Duration
	Work         int64 // visits and failing checks, as the evaluation counts them
	Violations   int
	Unconfirmed  bool                 // the second judge was not asked: the work was over its bound
	Disagreement *schema.Disagreement // the judges differ; nil where they do not
	Code         intent.Code          // why there is no verdict, else ""
}

// Finished says how a reading ended. It is its last event.
type Finished struct {
	Reading
	Code   intent.Code  // "" for a result
	Stage  intent.Stage // where it ended; "" for a result
	Total  time.Duration
	Stages map[intent.Stage]time.Duration // time spent in stages core and data
	Usage  intent.Usage                   // tokens of all replies together
}

func (ParseStarted) event()    {}
func (RequestSent) event()     {}
func (ReplyReceived) event()   {}
func (CandidateJudged) event() {}
func (ValidationDone) event()  {}
func (Finished) event()        {}
