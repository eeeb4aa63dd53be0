package command

import (
	"context"
	"log/slog"

	"github.com/devcodex/intent-runtime/adapters/cli/reading"
	"github.com/devcodex/intent-runtime/adapters/mcpserver"
	"github.com/devcodex/intent-runtime/bootstrap"
)

// serve puts a bridge over the instances and serves it on stdio.
func serve(ctx context.Context, server reading.Server) error {
	b, err := bootstrap.NewBridge(server.Instances, server.Settings)
	if err != nil {
		return err
	}
	defer b.Close()
	return mcpserver.Serve(ctx, mcpserver.Options{
		Bridge:  b,
		Version: server.Version,
		In:      server.In,
		Out:     server.Out,
		Log:     slog.New(slog.NewTextHandler(server.Log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
}
