package command

import (
	"context"
	"log/slog"

	"github.com/devcodex/intent-runtime/adapters/cli/reading"
	"github.com/devcodex/intent-runtime/adapters/mcpserver"
	"github.com/devcodex/intent-runtime/adapters/mcpserver/tools"
	"github.com/devcodex/intent-runtime/bootstrap"
)

// serve puts a bridge over the instances and serves it on stdio.
func serve(ctx context.Context, server reading.Server) error {
	b, err := bootstrap.NewBridge(server.Instances, server.Settings)
	if err != nil {
		return err
	}
	defer b.Close()
	session := b.Connect()
	defer session.Close()
	log := slog.New(slog.NewTextHandler(server.Log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return mcpserver.Serve(ctx, mcpserver.Options{
		Version:      server.Version,
		Instructions: tools.Instructions(b.Names()),
		Tools:        tools.Reading(session, b.Names(), log),
		Prompts:      []mcpserver.Prompt{tools.Workflow()},
		Stop:         session.Close,
		In:           server.In,
		Out:          server.Out,
		Log:          log,
		Hosts:        server.Settings.Hosts.Shown(),
	})
}
