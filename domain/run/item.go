package run

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// ItemType tells what an item of a transcript is.
type ItemType string

// The types of items. A provider gives the first four.
const (
	MessageItem      ItemType = "message"
	FunctionCallItem ItemType = "function_call"
	CustomCallItem   ItemType = "custom_call"
	OpaqueItem       ItemType = "opaque" // what only the provider that gave it understands
	ToolOutputItem   ItemType = "tool_output"
)

// Who a message is from.
const (
	RoleUser      = "user"
	RoleAssistant = "assistant"
)

// Item is one item of a transcript. It is plain data; which members count depends on its type.
type Item struct {
	ID     int64    `json:"id"`     // from 1, unique in the run
	Type   ItemType `json:"type"`   //
	Source string   `json:"source"` // the effect that gave it, or prompt, steering, follow_up, continued
	Window int      `json:"window"` // the context window that it belongs to, from 1

	Role string `json:"role,omitempty"` // of a message
	Text string `json:"text,omitempty"` // of a message

	CallID    string `json:"callId,omitempty"`    // of calls and outputs
	Name      string `json:"name,omitempty"`      // of a call: the tool's canonical name, as the model wrote it
	Arguments string `json:"arguments,omitempty"` // of a function call, as the model wrote them
	Input     string `json:"input,omitempty"`     // of a custom call

	Output *tool.Result `json:"output,omitempty"` // of an output

	Provider string           `json:"provider,omitempty"` // of an opaque item
	Model    string           `json:"model,omitempty"`    // of an opaque item
	Payload  strictjson.Value `json:"payload,omitzero"`   // of an opaque item, whole
}

// call reports whether the item is a tool call.
func (i Item) call() bool { return i.Type == FunctionCallItem || i.Type == CustomCallItem }

// Call is one tool call as the model wrote it.
type Call struct {
	CallID    string    `json:"callId"`
	Name      string    `json:"name"`
	Kind      tool.Kind `json:"kind"`
	Arguments string    `json:"arguments"` // of a custom tool: its text
}

func (i Item) asCall() Call {
	if i.Type == CustomCallItem {
		return Call{CallID: i.CallID, Name: i.Name, Kind: tool.Custom, Arguments: i.Input}
	}
	return Call{CallID: i.CallID, Name: i.Name, Kind: tool.Function, Arguments: i.Arguments}
}

// Usage is what an attempt cost, each number absent if the provider did not say.
type Usage struct {
	InputTokens       *int64 `json:"inputTokens"`
	CachedInputTokens *int64 `json:"cachedInputTokens"`
	OutputTokens      *int64 `json:"outputTokens"`
	ReasoningTokens   *int64 `json:"reasoningTokens"`
}

// End tells how a provider's reply ended.
type End string

// The ends of replies. A reply without one is malformed.
const (
	Complete   End = "complete"
	Refusal    End = "refusal"
	Incomplete End = "incomplete"
)

// Reply is a provider's whole reply.
type Reply struct {
	Items []Item
	Usage *Usage
	End   End
}

// Blob is bytes that a journal keeps once, by digest.
type Blob struct {
	Digest string
	MIME   string
	Data   []byte
}
