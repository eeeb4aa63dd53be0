// Package zap is an observer that writes to a zap logger: what happened in a reading, how long it took
// and what it cost. No entry holds material: no request, candidate, detail or value.
//
// Calls, replies and checks are debug entries, an ended reading is an info entry, whatever failed is a
// warning. The package is public and covered by the project's compatibility promise.
package zapobserver

import (
	"context"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/devcodex/intent-runtime/domain/intent"
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
	switch e := event.(type) {
	case ports.ParseStarted:
		o.log(zap.DebugLevel, "reading started", e.Reading, zap.String("executor", e.ExecutorID),
			zap.String("language", e.Language), zap.Int("fields", e.Fields))
	case ports.RequestSent:
		o.log(zap.DebugLevel, "model asked", e.Reading, zap.String("stage", string(e.Stage)),
			zap.Bool("repair", e.Repair), zap.Int("bytes", e.Bytes))
	case ports.ReplyReceived:
		o.reply(e)
	case ports.CandidateJudged:
		o.log(zap.DebugLevel, "candidate judged", e.Reading, zap.String("stage", string(e.Stage)),
			zap.Any("violations", e.Violations), zap.Bool("repair", e.Repair))
	case ports.ValidationDone:
		o.validation(e)
	case ports.Finished:
		o.finished(e)
	}
}

func (o Observer) reply(e ports.ReplyReceived) {
	fields := append([]zap.Field{zap.String("stage", string(e.Stage)), zap.Duration("duration", e.Duration)},
		usage(e.Usage)...)
	if e.Outcome == "" {
		fields = append(fields, zap.String("code", string(e.Code)))
		o.log(zap.WarnLevel, "model call failed", e.Reading, fields...)
		return
	}
	fields = append(fields, zap.String("outcome", string(e.Outcome)))
	o.log(zap.DebugLevel, "model answered", e.Reading, fields...)
}

func (o Observer) validation(e ports.ValidationDone) {
	level := zap.DebugLevel
	fields := []zap.Field{zap.Duration("duration", e.Duration), zap.Int64("work", e.Work),
		zap.Int("violations", e.Violations), zap.Bool("unconfirmed", e.Unconfirmed)}
	if e.Disagreement != nil {
		level = zap.WarnLevel
		fields = append(fields, zap.String("disagreementKeyword", e.Disagreement.Keyword))
	}
	if e.Code != "" {
		level = zap.WarnLevel
		fields = append(fields, zap.String("code", string(e.Code)))
	}
	o.log(level, "data validated", e.Reading, fields...)
}

func (o Observer) finished(e ports.Finished) {
	fields := []zap.Field{zap.Duration("total", e.Total),
		zap.Duration("core", e.Stages[intent.StageCore]), zap.Duration("data", e.Stages[intent.StageData])}
	fields = append(fields, usage(e.Usage)...)
	if e.Code == "" {
		o.log(zap.InfoLevel, "reading finished", e.Reading, fields...)
		return
	}
	o.log(zap.WarnLevel, "reading failed", e.Reading,
		append(fields, zap.String("code", string(e.Code)), zap.String("stage", string(e.Stage)))...)
}

// log writes an entry that begins with what the reading is.
func (o Observer) log(level zapcore.Level, message string, reading ports.Reading, fields ...zap.Field) {
	key := "parse"
	if reading.Bridge {
		key = "job"
	}
	if entry := o.logger.Check(level, message); entry != nil {
		entry.Write(append([]zap.Field{zap.String(key, reading.ID)}, fields...)...)
	}
}

// usage lists what is known of a call's cost.
func usage(u intent.Usage) []zap.Field {
	var fields []zap.Field
	for _, count := range []struct {
		key string
		n   int64
	}{{"inputTokens", u.InputTokens}, {"outputTokens", u.OutputTokens}, {"cachedTokens", u.CachedTokens}} {
		if count.n != 0 {
			fields = append(fields, zap.Int64(count.key, count.n))
		}
	}
	if u.Model != "" {
		fields = append(fields, zap.String("model", u.Model))
	}
	if u.RequestID != "" {
		fields = append(fields, zap.String("requestId", u.RequestID))
	}
	return fields
}
