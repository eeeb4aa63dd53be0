// Package zapobserver is an observer that writes to a zap logger: what happened in a reading, how long it
// took and what it cost. No entry holds material: no request, candidate, detail or value.
//
// Calls, replies and checks are debug entries, an ended reading is an info entry, whatever failed is a
// warning. The package is public and covered by the project's compatibility promise.
package zapobserver

import (
	"context"
	"log/slog"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/devcodex/intent-runtime/adapters/internal/eventlog"
	"github.com/devcodex/intent-runtime/ports"
)

// Observer writes events as entries. It is safe for concurrent use, as its logger is.
type Observer struct{ logger *zap.Logger }

var _ ports.Observer = Observer{}

// New makes an observer; the logger is borrowed and never flushed. Nil is a logger that drops
// everything.
func New(logger *zap.Logger) Observer {
	if logger == nil {
		logger = zap.NewNop()
	}
	return Observer{logger: logger}
}

// Observe writes one entry. An event that this version does not know has none.
func (o Observer) Observe(_ context.Context, event ports.Event) {
	line, ok := eventlog.Of(event)
	if !ok {
		return
	}
	if entry := o.logger.Check(level(line.Level), line.Message); entry != nil {
		fields := make([]zap.Field, len(line.Attrs))
		for i, attr := range line.Attrs {
			fields[i] = zap.Any(attr.Key, attr.Value.Any())
		}
		entry.Write(fields...)
	}
}

func level(l slog.Level) zapcore.Level {
	switch {
	case l >= slog.LevelWarn:
		return zap.WarnLevel
	case l >= slog.LevelInfo:
		return zap.InfoLevel
	default:
		return zap.DebugLevel
	}
}
