// Package slogobserver is an observer that writes to a log/slog logger: what happened in a reading, how
// long it took and what it cost. No record holds material: no request, candidate, detail or value.
//
// Calls, replies and checks are debug records, an ended reading is an info record, whatever failed is
// a warning. The package is public and covered by the project's compatibility promise.
package slogobserver

import (
	"context"
	"log/slog"

	"github.com/devcodex/intent-runtime/adapters/internal/eventlog"
	"github.com/devcodex/intent-runtime/ports"
)

// Observer writes events as records. It is safe for concurrent use if its logger's handler is.
type Observer struct{ logger *slog.Logger }

var _ ports.Observer = Observer{}

// New makes an observer; the logger is borrowed. Nil is a logger that drops everything.
func New(logger *slog.Logger) Observer {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return Observer{logger: logger}
}

// Observe writes one record, with the context, so that a handler can add what its values hold. An event
// that this version does not know has none.
func (o Observer) Observe(ctx context.Context, event ports.Event) {
	if line, ok := eventlog.Of(event); ok {
		o.logger.LogAttrs(ctx, line.Level, line.Message, line.Attrs...)
	}
}
