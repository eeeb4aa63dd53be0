package run

import "strconv"

// EffectKind tells what an effect acts on. Readers ignore kinds that they do not know.
type EffectKind string

// The kinds of effects of this version.
const (
	ProviderEffect EffectKind = "provider"
	ToolEffect     EffectKind = "tool"
)

// EffectState is how far an effect is.
type EffectState string

// The states of effects.
const (
	EffectCommitted     EffectState = "committed"      // it may have begun; nobody has told of its end
	EffectSettled       EffectState = "settled"        // its result is stored
	EffectUncertain     EffectState = "uncertain"      // nobody knows whether it happened
	EffectNotDispatched EffectState = "not_dispatched" // committed, and proven never begun
	EffectReconciled    EffectState = "reconciled"     // was uncertain; a person has told what happened
)

// Effect is something that was committed before it happened. It is plain data.
type Effect struct {
	ID           string      `json:"id"` // `provider:1`, `tool:<invocationId>`
	Kind         EffectKind  `json:"kind"`
	Parent       string      `json:"parent,omitempty"` // the effect within which it happens
	Owner        string      `json:"owner"`            // whose resources it may use
	State        EffectState `json:"state"`
	Attempt      int         `json:"attempt,omitempty"`
	InvocationID string      `json:"invocationId,omitempty"`
	ToolCallID   string      `json:"toolCallId,omitempty"`
	Tool         string      `json:"tool,omitempty"`
	Revision     int         `json:"revision,omitempty"` // of the tool
	ReadOnly     bool        `json:"readOnly,omitempty"` // the call's safety: by contract or by proof
	Parallel     bool        `json:"parallel,omitempty"` // may be open beside other parallel ones
	Outcome      Outcome     `json:"outcome,omitempty"`
	CommittedAt  int64       `json:"committedAt"`          // the run's revision
	SettledAt    int64       `json:"settledAt,omitempty"`  // the run's revision
	Reconciled   string      `json:"reconciled,omitempty"` // done or not-done
}

// Open reports whether nobody has told of the effect's end.
func (e Effect) Open() bool { return e.State == EffectCommitted }

// Outcome is how an attempt or a call ended.
type Outcome string

// The outcomes.
const (
	OutcomeOK        Outcome = "ok"
	OutcomeError     Outcome = "error"
	OutcomeUnknown   Outcome = "unknown_outcome"
	OutcomeCancelled Outcome = "cancelled" // committed, and proven not dispatched
)

func providerEffectID(attempt int) string { return "provider:" + strconv.Itoa(attempt) }

func toolEffectID(invocation string) string { return "tool:" + invocation }
