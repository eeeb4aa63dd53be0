package run

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Version is the version of the records and events that this package writes. It reads all up to it.
const Version = 1

// EventType tells what happened.
type EventType string

// The types of events.
const (
	RunStarted           EventType = "run_started"
	ProviderCommitted    EventType = "provider_committed"
	ProviderSettled      EventType = "provider_settled"
	ToolCommitted        EventType = "tool_committed"
	ToolSettled          EventType = "tool_settled"
	ToolRejected         EventType = "tool_rejected"
	ApprovalRequested    EventType = "approval_requested"
	ApprovalSettled      EventType = "approval_settled"
	InteractionRequested EventType = "interaction_requested"
	InteractionResolved  EventType = "interaction_resolved"
	Steered              EventType = "steered"
	FollowUpQueued       EventType = "follow_up_queued"
	CatalogStaged        EventType = "catalog_staged"
	CatalogPublished     EventType = "catalog_published"
	ContextRenewed       EventType = "context_renewed"
	RunCancelling        EventType = "run_cancelling"
	RunFinished          EventType = "run_finished"
	Fenced               EventType = "fenced"
	RecoveryNeeded       EventType = "recovery_required"
	Reconciled           EventType = "reconciled"
)

// Event is one thing that happened to a run. Events are numbered from 1 without gaps, and each holds
// the digest of the one before, so that a changed or missing one shows against a head kept elsewhere.
type Event struct {
	Number   int64     `json:"number"`
	Version  int       `json:"version"`
	Revision int64     `json:"revision"` // of the run, after the transition
	At       time.Time `json:"at"`       // UTC
	Type     EventType `json:"type"`

	Effect       string      `json:"effect,omitempty"`
	Kind         EffectKind  `json:"kind,omitempty"`
	Parent       string      `json:"parent,omitempty"`
	Attempt      int         `json:"attempt,omitempty"`
	Tool         string      `json:"tool,omitempty"`
	ToolRevision int         `json:"toolRevision,omitempty"`
	InvocationID string      `json:"invocationId,omitempty"`
	ToolCallID   string      `json:"toolCallId,omitempty"`
	Outcome      Outcome     `json:"outcome,omitempty"`
	State        EffectState `json:"state,omitempty"` // of the effect, after the event
	ReadOnly     bool        `json:"readOnly,omitempty"`
	Error        *tool.Error `json:"error,omitempty"`

	Items []Item           `json:"items,omitempty"` // what the event appends to the transcript
	Data  strictjson.Value `json:"data,omitzero"`   // what else belongs to its type

	Previous string `json:"previous"` // the digest of the event before; "" for the first
}

// Sealed is an event with the text that a journal keeps of it, and the digest of that text.
type Sealed struct {
	Event  Event
	Text   []byte
	Digest string
}

// seal writes an event. Encoding cannot fail: an Event holds nothing that JSON cannot.
func seal(e Event) (Sealed, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		return Sealed{}, tool.Errorf(tool.MalformedResult, "an event cannot be written: %w", err)
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	return Sealed{Event: e, Text: text, Digest: tool.DigestBytes(text)}, nil
}

// ReadEvent reads the text of an event as a journal kept it. An event of a newer version is refused with
// UnsupportedCapability.
func ReadEvent(text []byte) (Sealed, error) {
	var e Event
	if err := json.Unmarshal(text, &e); err != nil {
		return Sealed{}, tool.Errorf(tool.MalformedResult, "an event of the journal cannot be read: %w", err)
	}
	if e.Version > Version {
		return Sealed{}, tool.Errorf(tool.UnsupportedCapability,
			"an event has version %d, this program reads up to %d", e.Version, Version)
	}
	return Sealed{Event: e, Text: text, Digest: tool.DigestBytes(text)}, nil
}

// BrokenChain returns the number of the first event that does not follow the one before it: by number,
// or by digest. 0 means that the chain is whole. The first event given follows previous.
func BrokenChain(previous string, events []Sealed) int64 {
	for i, e := range events {
		if e.Event.Previous != previous || i > 0 && e.Event.Number != events[i-1].Event.Number+1 {
			return e.Event.Number
		}
		previous = e.Digest
	}
	return 0
}
