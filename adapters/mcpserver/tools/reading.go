package tools

import (
	"context"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/devcodex/intent-runtime/adapters/mcpserver"
	"github.com/devcodex/intent-runtime/application/bridge"
)

// Session is what the tools need of a bridge's session.
type Session interface {
	PrepareJSON(ctx context.Context, arguments []byte) bridge.Reply
	AcceptJSON(ctx context.Context, arguments []byte) bridge.Reply
	CancelJSON(ctx context.Context, arguments []byte) bridge.Reply
}

// Reading returns the tools of a bridge's session, which they borrow: intent_prepare, intent_accept and
// intent_cancel. instances are the names that a host may ask for. What a host sends in another form than
// the tool asks for, but without doubt about what is meant, is taken; log notes it at debug level by the
// argument's name. A nil log logs nothing.
func Reading(s Session, instances []string, log *slog.Logger) []mcpserver.Tool {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	prepare := meant(log, "intent_prepare", []string{"fields", "context"},
		map[string]func([]byte) []byte{"fields": fieldsArray, "context": messagesArray})
	accept := meant(log, "intent_accept", nil, map[string]func([]byte) []byte{"candidateText": candidateText})
	cancel := meant(log, "intent_cancel", []string{"outcome", "detail"}, nil)
	return []mcpserver.Tool{
		{Handle: answer(prepare, s.PrepareJSON), Spec: &mcp.Tool{
			Name: "intent_prepare", Title: "Prepare an intent reading", Description: prepareText,
			Meta: whole(), Annotations: harmless("Prepare an intent reading", false),
			InputSchema: prepareSchema(instances), OutputSchema: replySchema(),
		}},
		{Handle: answer(accept, s.AcceptJSON), Spec: &mcp.Tool{
			Name: "intent_accept", Title: "Hand in a candidate", Description: acceptText,
			Meta: whole(), Annotations: harmless("Hand in a candidate", true),
			InputSchema: acceptSchema(), OutputSchema: replySchema(),
		}},
		{Handle: answer(cancel, s.CancelJSON), Spec: &mcp.Tool{
			Name: "intent_cancel", Title: "End an intent reading", Description: cancelText,
			Meta: whole(), Annotations: harmless("End an intent reading", true),
			InputSchema: cancelSchema(), OutputSchema: replySchema(),
		}},
	}
}

// meant returns a function that reads what a host meant; see [reread].
func meant(
	log *slog.Logger, tool string, optional []string, read map[string]func([]byte) []byte,
) func(context.Context, []byte) []byte {
	return func(ctx context.Context, arguments []byte) []byte {
		arguments, changed := reread(arguments, optional, read)
		if len(changed) > 0 {
			log.DebugContext(ctx, "arguments were taken for what they mean", "tool", tool, "arguments", changed)
		}
		return arguments
	}
}

func answer(
	meant func(context.Context, []byte) []byte, call func(context.Context, []byte) bridge.Reply,
) func(context.Context, []byte) mcpserver.Result {
	return func(ctx context.Context, arguments []byte) mcpserver.Result {
		reply := call(ctx, meant(ctx, arguments))
		return mcpserver.Result{JSON: reply.JSON(), IsError: reply.Kind == bridge.KindError}
	}
}

// whole asks Claude Code to leave results in the conversation: it saves what is over 50,000 characters to a
// file otherwise. Other hosts pass over it.
func whole() mcp.Meta { return mcp.Meta{"anthropic/maxResultSizeChars": 500_000} }

// harmless annotates a tool. Hosts that run without approval refuse one that is not said to be both not
// destructive and closed to the world.
func harmless(title string, idempotent bool) *mcp.ToolAnnotations {
	no := false
	return &mcp.ToolAnnotations{
		Title: title, DestructiveHint: &no, OpenWorldHint: &no, IdempotentHint: idempotent,
	}
}
