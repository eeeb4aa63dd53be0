package chat

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// choice is what is read of the one choice that an answer must have.
type choice struct {
	finish, role     string
	text, refusal    string
	calls, otherPart bool
}

// read judges a chat completion: incomplete, refusal, then the one message it must have. How the model
// thought is not read. The reply carries the usage beside an error too.
func read(stage intent.Stage, body []byte) (intent.ModelReply, error) {
	r := remote.Read(body)
	_, failed := r.Root.Lookup("error")
	reply := intent.ModelReply{Usage: usageOf(r)}
	var choices []choice
	for _, item := range r.Objects(r.Root, "choices") {
		choices = append(choices, takeChoice(r, item))
	}
	switch {
	case r.Spoiled():
		return intent.ModelReply{}, remote.Unreadable(stage)
	case failed && len(choices) == 0:
		return reply, remote.Unfinished(stage)
	case len(choices) != 1:
		return reply, remote.NoCandidate(stage, "the answer does not hold exactly one choice")
	}
	return judge(stage, reply, choices[0])
}

func usageOf(r *remote.Reader) intent.Usage {
	usage := r.Object(r.Root, "usage")
	cached := r.Count(r.Object(usage, "prompt_tokens_details"), "cached_tokens")
	return intent.Usage{
		InputTokens:  r.Count(usage, "prompt_tokens"),
		OutputTokens: r.Count(usage, "completion_tokens"),
		CachedTokens: max(cached, r.Count(usage, "prompt_cache_hit_tokens")), // DeepSeek's name for it
		Model:        r.Text(r.Root, "model"),
		RequestID:    r.Text(r.Root, "id"),
	}
}

func takeChoice(r *remote.Reader, item strictjson.Value) choice {
	message := r.Object(item, "message")
	if message.Len() == 0 {
		r.Spoil()
	}
	c := choice{
		finish:  r.Text(item, "finish_reason"),
		role:    r.Text(message, "role"),
		refusal: r.Text(message, "refusal"),
		calls:   len(r.Objects(message, "tool_calls")) > 0,
	}
	content, _ := message.Lookup("content")
	switch content.Kind() {
	case strictjson.KindNull:
	case strictjson.KindString:
		c.text = content.Text()
	case strictjson.KindArray:
		c.takeParts(r, r.Objects(message, "content"))
	default:
		r.Spoil()
	}
	return c
}

// takeParts reads a content that is an array, as Mistral and vLLM write it.
func (c *choice) takeParts(r *remote.Reader, parts []strictjson.Value) {
	var joined strings.Builder
	for _, part := range parts {
		switch r.Text(part, "type") {
		case "text", "output_text":
			joined.WriteString(r.Text(part, "text"))
		case "refusal":
			c.refusal = r.Text(part, "refusal")
		case "thinking", "reasoning":
		default:
			c.otherPart = true
		}
	}
	c.text = joined.String()
}

// judge decides by finish_reason, of which servers have words of their own. Without one the answer is
// taken as whole: servers leave it out, and the candidate is judged anyway.
func judge(stage intent.Stage, reply intent.ModelReply, c choice) (intent.ModelReply, error) {
	switch {
	case c.refusal != "" || c.finish == "content_filter":
		reply.Outcome, reply.Detail = intent.OutcomeRefusal, c.refusal
		return reply, nil
	case c.calls || c.finish == "tool_calls" || c.finish == "function_call":
		return reply, remote.NoCandidate(stage, "the answer holds a tool call")
	case c.role != "" && c.role != "assistant":
		return reply, remote.NoCandidate(stage, "the answer holds a message that is not the assistant's")
	case c.otherPart:
		return reply, remote.NoCandidate(stage, "the message holds something that is not text")
	}
	switch c.finish {
	case "stop", "eos", "":
		reply.Outcome, reply.Text = intent.OutcomeComplete, c.text
		return reply, nil
	case "error", "abort":
		return reply, remote.Unfinished(stage)
	default: // length, model_length, insufficient_system_resource, and what is not known
		reply.Outcome, reply.Detail = intent.OutcomeIncomplete, c.finish
		return reply, nil
	}
}
