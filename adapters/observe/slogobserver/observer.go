// Package slog is an observer that writes to a log/slog logger: what happened in a reading, how long
// it took and what it cost. No record holds material: no request, candidate, detail or value.
//
// Calls, replies and checks are debug records, an ended reading is an info record, whatever failed is
// a warning. The package is public and covered by the project's compatibility promise.
package slogobserver

import (
	"context"
	"log/slog"

	"github.com/devcodex/intent-runtime/domain/intent"
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

// Observe writes one record. An event that this version does not know has none.
func (o Observer) Observe(_ context.Context, event ports.Event) {
	switch e := event.(type) {
	case ports.ParseStarted:
		o.log(slog.LevelDebug, "reading started", e.Reading, slog.String("executor", e.ExecutorID),
			slog.String("language", e.Language), slog.Int("fields", e.Fields))
	case ports.RequestSent:
		o.log(slog.LevelDebug, "model asked", e.Reading, slog.String("stage", string(e.Stage)),
			slog.Bool("repair", e.Repair), slog.Int("bytes", e.Bytes))
	case ports.ReplyReceived:
		o.reply(e)
	case ports.CandidateJudged:
		o.log(slog.LevelDebug, "candidate judged", e.Reading, slog.String("stage", string(e.Stage)),
			slog.Any("violations", e.Violations), slog.Bool("repair", e.Repair))
	case ports.ValidationDone:
		o.validation(e)
	case ports.Finished:
		o.finished(e)
	}
}

func (o Observer) reply(e ports.ReplyReceived) {
	attrs := append([]slog.Attr{slog.String("stage", string(e.Stage)), slog.Duration("duration", e.Duration)},
		usage(e.Usage)...)
	if e.Outcome == "" {
		o.log(slog.LevelWarn, "model call failed", e.Reading, append(attrs, slog.String("code", string(e.Code)))...)
		return
	}
	attrs = append(attrs, slog.String("outcome", string(e.Outcome)))
	o.log(slog.LevelDebug, "model answered", e.Reading, attrs...)
}

func (o Observer) validation(e ports.ValidationDone) {
	level := slog.LevelDebug
	attrs := []slog.Attr{slog.Duration("duration", e.Duration), slog.Int64("work", e.Work),
		slog.Int("violations", e.Violations), slog.Bool("unconfirmed", e.Unconfirmed)}
	if e.Disagreement != nil {
		level = slog.LevelWarn
		attrs = append(attrs, slog.String("disagreementKeyword", e.Disagreement.Keyword))
	}
	if e.Code != "" {
		level = slog.LevelWarn
		attrs = append(attrs, slog.String("code", string(e.Code)))
	}
	o.log(level, "data validated", e.Reading, attrs...)
}

func (o Observer) finished(e ports.Finished) {
	attrs := []slog.Attr{slog.Duration("total", e.Total),
		slog.Duration("core", e.Stages[intent.StageCore]), slog.Duration("data", e.Stages[intent.StageData])}
	attrs = append(attrs, usage(e.Usage)...)
	if e.Code == "" {
		o.log(slog.LevelInfo, "reading finished", e.Reading, attrs...)
		return
	}
	o.log(slog.LevelWarn, "reading failed", e.Reading,
		append(attrs, slog.String("code", string(e.Code)), slog.String("stage", string(e.Stage)))...)
}

// log writes a record that begins with what the reading is.
func (o Observer) log(level slog.Level, message string, reading ports.Reading, attrs ...slog.Attr) {
	key := "parse"
	if reading.Bridge {
		key = "job"
	}
	o.logger.LogAttrs(context.Background(), level, message,
		append([]slog.Attr{slog.String(key, reading.ID)}, attrs...)...)
}

// usage lists what is known of a call's cost.
func usage(u intent.Usage) []slog.Attr {
	var attrs []slog.Attr
	for _, count := range []struct {
		key string
		n   int64
	}{{"inputTokens", u.InputTokens}, {"outputTokens", u.OutputTokens}, {"cachedTokens", u.CachedTokens}} {
		if count.n != 0 {
			attrs = append(attrs, slog.Int64(count.key, count.n))
		}
	}
	if u.Model != "" {
		attrs = append(attrs, slog.String("model", u.Model))
	}
	if u.RequestID != "" {
		attrs = append(attrs, slog.String("requestId", u.RequestID))
	}
	return attrs
}
