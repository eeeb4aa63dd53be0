package responses

import (
	"encoding/json"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// answer is what is read of a response object; everything else in it is the provider's business. A
// member of another type than the one here makes the whole body unreadable.
type answer struct {
	ID                string `json:"id"`
	Status            string `json:"status"`
	Model             string `json:"model"`
	IncompleteDetails struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []item `json:"output"`
	Usage  struct {
		InputTokens        int64 `json:"input_tokens"`
		OutputTokens       int64 `json:"output_tokens"`
		InputTokensDetails struct {
			CachedTokens int64 `json:"cached_tokens"`
		} `json:"input_tokens_details"`
	} `json:"usage"`
}

// item is one output. Content stays raw until it is known to be a message's: other kinds have other
// content.
type item struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type part struct {
	Type    string  `json:"type"`
	Text    *string `json:"text"`
	Refusal string  `json:"refusal"`
}

const (
	itemReasoning = "reasoning"
	itemMessage   = "message"
	partText      = "output_text"
	partRefusal   = "refusal"
)

// read judges a response object, in this order: incomplete, refusal, any status but completed, then
// the one message it must have. The reply carries the usage beside an error too.
func read(stage intent.Stage, body []byte) (intent.ModelReply, error) {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return intent.ModelReply{}, intent.NewError(intent.ModelRequestFailed, stage,
			"the provider's answer is not a response object")
	}
	reply := intent.ModelReply{Usage: a.usage()}
	messages, err := a.messages()
	if err != nil {
		return reply, intent.NewError(intent.ModelRequestFailed, stage,
			"the provider's answer is not a response object")
	}
	refusal, refused := refusalOf(messages)
	switch {
	case a.Status == "incomplete":
		reply.Outcome, reply.Detail = intent.OutcomeIncomplete, a.IncompleteDetails.Reason
	case refused:
		reply.Outcome, reply.Detail = intent.OutcomeRefusal, refusal
	case a.Status != "completed":
		return reply, intent.NewError(intent.ModelRequestFailed, stage, "the provider did not complete its answer")
	default:
		text, reason := a.text(messages)
		if reason != "" {
			return reply, intent.NewError(intent.ModelOutputInvalid, stage, reason)
		}
		reply.Outcome, reply.Text = intent.OutcomeComplete, text
	}
	return reply, nil
}

func (a answer) usage() intent.Usage {
	return intent.Usage{
		InputTokens:  a.Usage.InputTokens,
		OutputTokens: a.Usage.OutputTokens,
		CachedTokens: a.Usage.InputTokensDetails.CachedTokens,
		Model:        a.Model,
		RequestID:    a.ID,
	}
}

// messages gives the parts of every message, in order.
func (a answer) messages() ([][]part, error) {
	var messages [][]part
	for _, item := range a.Output {
		if item.Type != itemMessage {
			continue
		}
		var parts []part
		if len(item.Content) > 0 {
			if err := json.Unmarshal(item.Content, &parts); err != nil {
				return nil, err
			}
		}
		messages = append(messages, parts)
	}
	return messages, nil
}

func refusalOf(messages [][]part) (string, bool) {
	for _, parts := range messages {
		for _, part := range parts {
			if part.Type == partRefusal {
				return part.Refusal, true
			}
		}
	}
	return "", false
}

// text joins the one assistant message there must be, or says why there is no candidate. A blank text
// is handed on: it is the judge's to refuse.
func (a answer) text(messages [][]part) (text, reason string) {
	for _, item := range a.Output {
		switch {
		case item.Type != itemMessage && item.Type != itemReasoning:
			return "", "the answer holds something that is neither a message nor reasoning"
		case item.Type == itemMessage && item.Role != "assistant":
			return "", "the answer holds a message that is not the assistant's"
		}
	}
	if len(messages) != 1 {
		return "", "the answer does not hold exactly one message"
	}
	var joined strings.Builder
	for _, part := range messages[0] {
		if part.Type != partText || part.Text == nil {
			return "", "the message holds something that is not text"
		}
		joined.WriteString(*part.Text)
	}
	return joined.String(), ""
}
