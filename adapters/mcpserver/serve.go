package mcpserver

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/devcodex/intent-runtime/application/bridge"
)

// Options is what a server is made of. In, Out and Bridge are required.
type Options struct {
	Bridge *bridge.Bridge // borrowed

	Name    string // how the server introduces itself; "intent" where it is empty
	Version string

	In  io.Reader    // one message a line
	Out io.Writer    // protocol only; written by one goroutine at a time
	Log *slog.Logger // nil logs nothing
}

// grace is how long what is going on may take to end: calls that were read before the input closed
// are answered, and a peer that reads no more does not hold the server up.
const grace = 300 * time.Millisecond

// Serve answers one client until In ends or ctx does, and returns within a second of either: nil, or
// the error that broke the connection. It closes the session that it opened, with its jobs, and nothing
// else. A read of In or a write to Out that is under way by then is left to end with its stream.
func Serve(ctx context.Context, o Options) error {
	session := o.Bridge.Connect()
	defer session.Close()
	lines := newLines(o.In, o.Out)
	defer lines.close()
	served, err := newServer(o, session).Connect(ctx, lines, nil)
	if err != nil {
		return err
	}
	var failed error
	ended := make(chan struct{})
	go func() {
		failed = served.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return failed
	case <-lines.over: // the SDK ends by itself, unless the peer does not read what it writes
		select {
		case <-ended:
			return failed
		case <-ctx.Done():
		case <-time.After(grace + grace/4):
		}
	case <-ctx.Done():
	}
	session.Close() // lets the calls under way go
	lines.close()
	select {
	case <-ended: // how it ended no longer matters: it was told to
		return nil
	case <-time.After(grace):
		return nil
	}
}

// newServer makes the SDK's server for one session.
func newServer(o Options, s session) *mcp.Server {
	name := o.Name
	if name == "" {
		name = "intent"
	}
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	names := o.Bridge.Names()
	server := mcp.NewServer(
		&mcp.Implementation{Name: name, Title: "Intent runtime", Version: o.Version},
		&mcp.ServerOptions{
			Instructions: instructions(names),
			Logger:       log,
			Capabilities: &mcp.ServerCapabilities{
				Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{},
			},
		})
	for _, t := range tools(names) {
		server.AddTool(&t.Tool, handler(s, t.call))
	}
	server.AddPrompt(workflowPrompt(), showWorkflow)
	return server
}
