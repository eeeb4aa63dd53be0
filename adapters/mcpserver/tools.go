package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/devcodex/intent-runtime/application/bridge"
)

// session is what the tools need of a bridge's session.
type session interface {
	PrepareJSON(ctx context.Context, arguments []byte) bridge.Reply
	AcceptJSON(ctx context.Context, arguments []byte) bridge.Reply
	CancelJSON(ctx context.Context, arguments []byte) bridge.Reply
}

type call func(session, context.Context, []byte) bridge.Reply

type tool struct {
	mcp.Tool
	call call
}

// handler answers a tool call with the reply in both halves of a result, since some hosts show their
// model only one. It never gives an error: that would be a protocol error.
func handler(s session, run call) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		reply := run(s, ctx, request.Params.Arguments)
		return &mcp.CallToolResult{
			Content:           []mcp.Content{&mcp.TextContent{Text: reply.JSON()}},
			StructuredContent: json.RawMessage(reply.JSON()),
			IsError:           reply.Kind == bridge.KindError,
		}, nil
	}
}

// tools gives the three tools. Hosts that run without approval refuse one that is not said to be both
// harmless and closed to the world.
func tools(instances []string) []*tool {
	no := false
	notes := func(title string, again bool) *mcp.ToolAnnotations {
		return &mcp.ToolAnnotations{
			Title: title, DestructiveHint: &no, OpenWorldHint: &no, IdempotentHint: again,
		}
	}
	return []*tool{
		{call: session.PrepareJSON, Tool: mcp.Tool{
			Name: "intent_prepare", Title: "Prepare an intent reading", Description: prepareText,
			Annotations: notes("Prepare an intent reading", false),
			InputSchema: prepareSchema(instances), OutputSchema: replySchema(),
		}},
		{call: session.AcceptJSON, Tool: mcp.Tool{
			Name: "intent_accept", Title: "Hand in a candidate", Description: acceptText,
			Annotations: notes("Hand in a candidate", true),
			InputSchema: acceptSchema(), OutputSchema: replySchema(),
		}},
		{call: session.CancelJSON, Tool: mcp.Tool{
			Name: "intent_cancel", Title: "End an intent reading", Description: cancelText,
			Annotations: notes("End an intent reading", true),
			InputSchema: cancelSchema(), OutputSchema: replySchema(),
		}},
	}
}

// node is a JSON Schema as the SDK writes it.
type node map[string]any

func text(description string) node { return node{"type": "string", "description": description} }

func word(description string, words ...string) node {
	n := text(description)
	if len(words) > 0 {
		n["enum"] = words
	}
	return n
}

func closed(required []string, properties node) node {
	return node{
		"type": "object", "properties": properties, "required": required, "additionalProperties": false,
	}
}

func prepareSchema(instances []string) node {
	message := closed([]string{"role", "content"}, node{
		"role":    word("Who said it.", "user", "assistant", "tool"),
		"content": text("What was said, unchanged."),
	})
	return closed([]string{"instance", "input"}, node{
		"instance": word("The configured reading to use.", instances...),
		"input": text("The request to understand, exactly as the person wrote it: " +
			"nothing cut, mended or translated."),
		"fields": node{
			"type": "array", "items": node{"type": "string"},
			"description": "Names of the fields to extract. Leave it out for all of them; [] for none.",
		},
		"context": node{
			"type": "array", "items": message,
			"description": "What was said before and is needed to understand the request, oldest first. " +
				"Leave it out where there is nothing.",
		},
	})
}

func acceptSchema() node {
	return closed([]string{"jobId", "stepToken", "candidateText"}, node{
		"jobId":     text("The jobId of the task, unchanged."),
		"stepToken": text("The stepToken of the task, unchanged. Every task has a new one."),
		"candidateText": text("The candidate that the task's instructions ask for: one JSON object as text, " +
			"and nothing around it."),
	})
}

func cancelSchema() node {
	return closed([]string{"jobId"}, node{
		"jobId": text("The jobId of the task, unchanged."),
		"outcome": word("Why it ends; cancelled where it is left out.",
			string(bridge.OutcomeCancelled), string(bridge.OutcomeRefusal), string(bridge.OutcomeIncomplete)),
		"detail": text("A word about it for the log, at most 2048 bytes."),
	})
}

// replySchema describes every reply: a task, a result or an error.
func replySchema() node {
	return node{
		"type": "object",
		"properties": node{
			"kind": word("What the reply holds: a task to answer with intent_accept, the checked result, or an error.",
				string(bridge.KindTask), string(bridge.KindResult), string(bridge.KindError)),
			"jobId":        text("Of a task: the job."),
			"stepToken":    text("Of a task: goes back with the candidate."),
			"stage":        word("Of a task: what is read.", "core", "data"),
			"instructions": text("Of a task: how the candidate is to be written."),
			"payload":      text("Of a task: JSON text with the material to read."),
			"format":       node{"type": "object", "description": "Of a task: the candidate's form."},
			"expiresAt":    text("Of a task: when the job expires, RFC 3339."),
			"result":       node{"type": "object", "description": "The checked result."},
			"error": node{
				"type": "object", "description": "Code, stage, message and issues; partialResult where there is one.",
			},
		},
		"required": []string{"kind"},
	}
}
