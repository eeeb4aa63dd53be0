package run

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Invocation is one tool call as it is shown when it is over. It is plain data.
type Invocation struct {
	InvocationID string           `json:"invocationId"`
	ToolCallID   string           `json:"toolCallId"`
	Tool         string           `json:"tool"`
	Revision     int              `json:"revision,omitempty"` // absent for an unknown tool
	Attempt      int              `json:"attempt"`
	Outcome      Outcome          `json:"outcome"`
	Value        strictjson.Value `json:"-"` // if the outcome is ok; null is a value too
	Error        *tool.Error      `json:"error,omitempty"`
}

// InvocationOf returns the call that an event tells the end of; ok is false for every other event. blob
// finds bytes of images that the event does not hold; see tool.Result.View.
func InvocationOf(e Event, blob func(digest string) []byte) (invocation Invocation, ok bool) {
	if e.Type != ToolSettled && e.Type != ToolRejected {
		return Invocation{}, false
	}
	invocation = Invocation{
		InvocationID: e.InvocationID, ToolCallID: e.ToolCallID, Tool: e.Tool, Revision: e.ToolRevision,
		Attempt: e.Attempt, Outcome: e.Outcome, Error: e.Error,
	}
	if e.Outcome == OutcomeOK && len(e.Items) == 1 && e.Items[0].Output != nil {
		invocation.Value = e.Items[0].Output.View(blob)
	}
	return invocation, true
}
