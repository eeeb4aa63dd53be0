package mcpserver

import (
	"context"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/devcodex/intent-runtime/adapters/mcpserver/stdio"
)

// Result is what a tool answers; see [stdio.Result].
type Result = stdio.Result

// Tool is one tool of a server.
type Tool struct {
	// Spec tells hosts what the tool is for. Its input schema is told, not enforced.
	Spec *mcp.Tool

	// Handle answers one call. It gets the arguments as the host sent them, nil if there were none; it
	// must not change or keep them. ctx ends when the host cancels the call or the connection ends. It
	// is called concurrently. What is wrong with the arguments is a Result too: a protocol error ends
	// the turn of many hosts.
	Handle func(ctx context.Context, arguments []byte) Result
}

// Prompt is one prompt of a server.
type Prompt struct {
	Spec *mcp.Prompt
	Show mcp.PromptHandler
}

// Options is what a server is made of. In, Out and Tools are required.
type Options struct {
	Name         string // how the server introduces itself; "intent" if it is empty
	Version      string
	Instructions string // for the host's model
	Tools        []Tool
	Prompts      []Prompt

	// Stop, if it is set, is called once when the calls under way must not be waited for any longer:
	// they are to return soon.
	Stop func()

	// Hosts says how many bytes of a reply a known host shows, by the host's name; see [KnownHosts].
	Hosts map[string]int

	In  io.Reader    // one message a line
	Out io.Writer    // protocol only; written by one goroutine at a time
	Log *slog.Logger // nil logs nothing
}

func (o Options) withDefaults() Options {
	if o.Name == "" {
		o.Name = "intent"
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Stop == nil {
		o.Stop = func() {}
	}
	return o
}

// newServer makes the SDK's server for one connection.
func newServer(o Options, transport *stdio.Transport, watch *sizeWatch) *mcp.Server {
	server := mcp.NewServer(
		&mcp.Implementation{Name: o.Name, Title: "Intent runtime", Version: o.Version},
		&mcp.ServerOptions{
			Instructions: o.Instructions,
			Logger:       o.Log,
			Capabilities: &mcp.ServerCapabilities{
				Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{},
			},
		})
	for _, tool := range o.Tools {
		handle := func(ctx context.Context, arguments []byte) Result {
			result := tool.Handle(ctx, arguments)
			watch.see(len(result.JSON))
			return result
		}
		server.AddTool(tool.Spec, transport.Tool(tool.Spec.Name, handle))
	}
	for _, prompt := range o.Prompts {
		server.AddPrompt(prompt.Spec, prompt.Show)
	}
	return server
}
