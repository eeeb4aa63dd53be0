package tools

import (
	"context"

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
// intent_cancel. instances are the names that a host may ask for.
func Reading(s Session, instances []string) []mcpserver.Tool {
	return []mcpserver.Tool{
		{Handle: answer(s.PrepareJSON), Spec: &mcp.Tool{
			Name: "intent_prepare", Title: "Prepare an intent reading", Description: prepareText,
			Annotations: harmless("Prepare an intent reading", false),
			InputSchema: prepareSchema(instances), OutputSchema: replySchema(),
		}},
		{Handle: answer(s.AcceptJSON), Spec: &mcp.Tool{
			Name: "intent_accept", Title: "Hand in a candidate", Description: acceptText,
			Annotations: harmless("Hand in a candidate", true),
			InputSchema: acceptSchema(), OutputSchema: replySchema(),
		}},
		{Handle: answer(s.CancelJSON), Spec: &mcp.Tool{
			Name: "intent_cancel", Title: "End an intent reading", Description: cancelText,
			Annotations: harmless("End an intent reading", true),
			InputSchema: cancelSchema(), OutputSchema: replySchema(),
		}},
	}
}

func answer(call func(context.Context, []byte) bridge.Reply) func(context.Context, []byte) mcpserver.Result {
	return func(ctx context.Context, arguments []byte) mcpserver.Result {
		reply := call(ctx, arguments)
		return mcpserver.Result{JSON: reply.JSON(), IsError: reply.Kind == bridge.KindError}
	}
}

// harmless annotates a tool. Hosts that run without approval refuse one that is not said to be both not
// destructive and closed to the world.
func harmless(title string, idempotent bool) *mcp.ToolAnnotations {
	no := false
	return &mcp.ToolAnnotations{
		Title: title, DestructiveHint: &no, OpenWorldHint: &no, IdempotentHint: idempotent,
	}
}
