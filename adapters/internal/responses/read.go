package responses

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const (
	itemReasoning = "reasoning"
	itemMessage   = "message"
	partText      = "output_text"
	partRefusal   = "refusal"

	statusCompleted  = "completed"
	statusIncomplete = "incomplete"
)

// message is one item of the output that is a message.
type message struct {
	role, status string
	parts        []part
}

type part struct {
	kind, text, refusal string
	hasText             bool
}

// answer is what is read of a response object; all else in it is the provider's own affair.
type answer struct {
	status, reason string // reason: why it is incomplete
	cut            bool   // incomplete_details is there
	messages       []message
	others         bool // items that are neither a message nor reasoning
	usage          intent.Usage
}

// read judges a response object, in this order: incomplete, refusal, any status but completed, then
// the one message it must have. The reply carries the usage beside an error too.
func read(stage intent.Stage, body []byte) (intent.ModelReply, error) {
	r := remote.Read(body)
	a := take(r)
	if r.Spoiled() {
		return intent.ModelReply{}, remote.Unreadable(stage)
	}
	reply := intent.ModelReply{Usage: a.usage}
	refusal, refused := a.refusal()
	switch {
	case a.incomplete():
		reply.Outcome, reply.Detail = intent.OutcomeIncomplete, a.reason
	case refused:
		reply.Outcome, reply.Detail = intent.OutcomeRefusal, refusal
	case a.status != statusCompleted:
		return reply, remote.Unfinished(stage)
	default:
		text, reason := a.text()
		if reason != "" {
			return reply, remote.NoCandidate(stage, reason)
		}
		reply.Outcome, reply.Text = intent.OutcomeComplete, text
	}
	return reply, nil
}

func take(r *remote.Reader) answer {
	details, usage := r.Object(r.Root, "incomplete_details"), r.Object(r.Root, "usage")
	a := answer{
		status: r.Text(r.Root, "status"),
		reason: r.Text(details, "reason"),
		cut:    details.Len() > 0,
		usage: intent.Usage{
			InputTokens:  r.Count(usage, "input_tokens"),
			OutputTokens: r.Count(usage, "output_tokens"),
			CachedTokens: r.Count(r.Object(usage, "input_tokens_details"), "cached_tokens"),
			Model:        r.Text(r.Root, "model"),
			RequestID:    r.Text(r.Root, "id"),
		},
	}
	for _, item := range r.Objects(r.Root, "output") {
		switch r.Text(item, "type") {
		case itemMessage:
			a.messages = append(a.messages, takeMessage(r, item))
		case itemReasoning: // how it thought is not the candidate
		default:
			a.others = true
		}
	}
	return a
}

func takeMessage(r *remote.Reader, item strictjson.Value) message {
	m := message{role: r.Text(item, "role"), status: r.Text(item, "status")}
	for _, content := range r.Objects(item, "content") {
		p := part{kind: r.Text(content, "type"), refusal: r.Text(content, "refusal")}
		p.text, p.hasText = r.TextOf(content, "text")
		m.parts = append(m.parts, p)
	}
	return m
}

// incomplete reports whether something of the answer was cut off: a response may say that it is
// completed while its details or its message say otherwise.
func (a answer) incomplete() bool {
	if a.status == statusIncomplete || a.status == statusCompleted && a.cut {
		return true
	}
	for _, m := range a.messages {
		if m.status == statusIncomplete {
			return true
		}
	}
	return false
}

func (a answer) refusal() (string, bool) {
	for _, m := range a.messages {
		for _, p := range m.parts {
			if p.kind == partRefusal {
				return p.refusal, true
			}
		}
	}
	return "", false
}

// text joins the one assistant message there must be, or says why there is no candidate. A blank text
// is handed on: it is the judge's to refuse.
func (a answer) text() (text, reason string) {
	switch {
	case a.others:
		return "", "the answer holds something that is neither a message nor reasoning"
	case len(a.messages) != 1:
		return "", "the answer does not hold exactly one message"
	case a.messages[0].role != "assistant":
		return "", "the answer holds a message that is not the assistant's"
	}
	var joined strings.Builder
	for _, p := range a.messages[0].parts {
		if p.kind != partText || !p.hasText {
			return "", "the message holds something that is not text"
		}
		joined.WriteString(p.text)
	}
	return joined.String(), ""
}
