package slogobserver_test

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/devcodex/intent-runtime/adapters/observe/slogobserver"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// An Intent gets it with bootstrap.WithObserver; here it is told an event by hand.
func ExampleNew() {
	timeless := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: timeless}))
	slogobserver.New(logger).Observe(context.Background(), ports.Finished{
		Reading: ports.Reading{ID: "p1"}, Total: 2 * time.Second,
		Stages: map[intent.Stage]time.Duration{intent.StageCore: 2 * time.Second},
	})
	// Output:
	// level=INFO msg="reading finished" parse=p1 total=2s core=2s data=0s
}
