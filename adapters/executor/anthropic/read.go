package anthropic

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// read judges a message by its stop reason. The reply carries the usage beside an error too.
func read(stage intent.Stage, body []byte) (intent.ModelReply, error) {
	r := remote.Read(body)
	reply := intent.ModelReply{Usage: usageOf(r)}
	stop, role := r.Text(r.Root, "stop_reason"), r.Text(r.Root, "role")
	text, reason := textOf(r)
	if r.Spoiled() {
		return intent.ModelReply{}, remote.Unreadable(stage)
	}
	switch stop {
	case "refusal":
		reply.Outcome, reply.Detail = intent.OutcomeRefusal, text
	case "max_tokens", "model_context_window_exceeded", "pause_turn":
		reply.Outcome, reply.Detail = intent.OutcomeIncomplete, stop
	case "end_turn", "stop_sequence", "tool_use":
		if role != "assistant" {
			reason = "the answer holds a message that is not the assistant's"
		}
		if reason != "" {
			return reply, remote.NoCandidate(stage, reason)
		}
		reply.Outcome, reply.Text = intent.OutcomeComplete, text
	default:
		return reply, remote.Unfinished(stage)
	}
	return reply, nil
}

// usageOf reads what the call cost. Anthropic counts cached tokens apart; here they are among the input,
// as other providers count them.
func usageOf(r *remote.Reader) intent.Usage {
	usage := r.Object(r.Root, "usage")
	cached := r.Count(usage, "cache_read_input_tokens")
	return intent.Usage{
		InputTokens:  r.Count(usage, "input_tokens") + cached + r.Count(usage, "cache_creation_input_tokens"),
		OutputTokens: r.Count(usage, "output_tokens"),
		CachedTokens: cached,
		Model:        r.Text(r.Root, "model"),
		RequestID:    r.Text(r.Root, "id"),
	}
}

// textOf joins the blocks of text, or says why there is no candidate. How the model thought is skipped.
func textOf(r *remote.Reader) (text, reason string) {
	var joined strings.Builder
	texts := 0
	for _, block := range r.Objects(r.Root, "content") {
		switch r.Text(block, "type") {
		case "text":
			texts++
			joined.WriteString(r.Text(block, "text"))
		case "thinking", "redacted_thinking":
		default:
			reason = "the answer holds something that is neither text nor thinking"
		}
	}
	if texts == 0 && reason == "" {
		reason = "the answer holds no text"
	}
	return joined.String(), reason
}
