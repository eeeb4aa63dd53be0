package gemini

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// read judges an answer by its block reason and its one candidate's finish reason. The reply carries the
// usage beside an error too.
func read(stage intent.Stage, body []byte) (intent.ModelReply, error) {
	r := remote.Read(body)
	_, failed := r.Root.Lookup("error")
	reply := intent.ModelReply{Usage: usageOf(r)}
	candidates := r.Objects(r.Root, "candidates")
	blocked := r.Text(r.Object(r.Root, "promptFeedback"), "blockReason")
	var c candidate
	if len(candidates) == 1 {
		c = takeCandidate(r, candidates[0])
	}
	switch {
	case r.Spoiled():
		return intent.ModelReply{}, remote.Unreadable(stage)
	case len(candidates) == 0 && blocked != "":
		reply.Outcome, reply.Detail = intent.OutcomeRefusal, blocked
		return reply, nil
	case len(candidates) == 0 && failed:
		return reply, remote.Unfinished(stage)
	case len(candidates) != 1:
		return reply, remote.NoCandidate(stage, "the answer does not hold exactly one candidate")
	}
	return judge(stage, reply, c)
}

// usageOf reads what the call cost; thoughts are output, as other providers count them.
func usageOf(r *remote.Reader) intent.Usage {
	usage := r.Object(r.Root, "usageMetadata")
	return intent.Usage{
		InputTokens:  r.Count(usage, "promptTokenCount"),
		OutputTokens: r.Count(usage, "candidatesTokenCount") + r.Count(usage, "thoughtsTokenCount"),
		CachedTokens: r.Count(usage, "cachedContentTokenCount"),
		Model:        r.Text(r.Root, "modelVersion"),
		RequestID:    r.Text(r.Root, "responseId"),
	}
}

type candidate struct{ finish, role, text, reason string }

// takeCandidate joins the parts of text; reason says why they are no candidate of ours.
func takeCandidate(r *remote.Reader, item strictjson.Value) candidate {
	content := r.Object(item, "content")
	c := candidate{finish: r.Text(item, "finishReason"), role: r.Text(content, "role")}
	var joined strings.Builder
	for _, part := range r.Objects(content, "parts") {
		text, isText := r.TextOf(part, "text")
		switch {
		case r.Flag(part, "thought"):
		case isText:
			joined.WriteString(text)
		default:
			c.reason = "the answer holds something that is not text"
		}
	}
	c.text = joined.String()
	if c.role != "" && c.role != "model" {
		c.reason = "the answer holds a content that is not the model's"
	}
	return c
}

func judge(stage intent.Stage, reply intent.ModelReply, c candidate) (intent.ModelReply, error) {
	switch c.finish {
	case "STOP":
		if c.reason != "" {
			return reply, remote.NoCandidate(stage, c.reason)
		}
		reply.Outcome, reply.Text = intent.OutcomeComplete, c.text
	case "MAX_TOKENS":
		reply.Outcome, reply.Detail = intent.OutcomeIncomplete, c.finish
	case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII",
		"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
		reply.Outcome, reply.Detail = intent.OutcomeRefusal, c.finish
	case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS":
		return reply, remote.NoCandidate(stage, "the answer holds a tool call")
	default:
		return reply, remote.Unfinished(stage)
	}
	return reply, nil
}
