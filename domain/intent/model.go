package intent

import "time"

// ModelRequest is one generation asked of a model. It stands alone: no history, tools, files or
// credentials belong to it. It holds strings only, so that nothing in it is shared memory.
type ModelRequest struct {
	Stage        Stage  // core or data
	Instructions string // the runtime's own prose
	Payload      string // JSON text: the material and what else the stage needs
	Format       Format
}

// FormatKind says how the candidate's form is demanded.
type FormatKind string

// The formats. A json_object is one JSON object, natively or by instruction.
const (
	FormatJSONSchema FormatKind = "json_schema"
	FormatJSONObject FormatKind = "json_object"
)

// Format is the form that the candidate must have.
type Format struct {
	Kind   FormatKind
	Name   string // of the schema; "" for json_object
	Schema string // JSON text of a strict-mode schema; "" for json_object
}

// Outcome says how a generation ended.
type Outcome string

// The outcomes. Every other word counts as [ModelRequestFailed].
const (
	OutcomeComplete   Outcome = "complete"
	OutcomeRefusal    Outcome = "refusal"
	OutcomeIncomplete Outcome = "incomplete"
)

// ModelReply is what a model answered.
type ModelReply struct {
	Outcome Outcome
	Text    string // the whole candidate, for a complete outcome
	Detail  string // why it was refused or incomplete; reaches observers that want material, nothing else
	Usage   Usage

	// Attempts are the calls that an executor around executors made before the one that this reply is of,
	// such as package retry: in order, none if there is no such executor.
	Attempts []Attempt
}

// Attempt is one call of a model that failed and was followed by another.
type Attempt struct {
	ExecutorID string        // who was asked
	Code       Code          // why it failed
	Usage      Usage         // what it cost all the same
	Waited     time.Duration // before the next call
}

// MaxAttempts bounds the attempts of one reply that are kept.
const MaxAttempts = 100

// Usage is what a generation cost, for observers and the audit; a zero or empty field is unknown.
type Usage struct {
	InputTokens  int64
	OutputTokens int64
	CachedTokens int64
	Model        string // the model that answered, as the provider names it
	RequestID    string // the provider's id of the call
}
