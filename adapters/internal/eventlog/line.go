// Package eventlog says in which words a log tells an event of a reading: one mapping for all loggers. No
// line holds material: no request, candidate, detail or value.
package eventlog

import (
	"log/slog"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Line is one line of a log.
type Line struct {
	Level   slog.Level // debug for calls, replies and checks, info for an end, warn for what failed
	Message string
	Attrs   []slog.Attr // the first is the reading: parse or job
}

// Of returns the line of an event, false for an event that this version does not know.
func Of(event ports.Event) (Line, bool) {
	switch e := event.(type) {
	case ports.ParseStarted:
		return line(slog.LevelDebug, "reading started", e.Reading, slog.String("executor", e.ExecutorID),
			slog.String("language", e.Language), slog.Int("fields", e.Fields)), true
	case ports.RequestSent:
		return line(slog.LevelDebug, "model asked", e.Reading, slog.String("stage", string(e.Stage)),
			slog.Bool("repair", e.Repair), slog.Int("bytes", e.Bytes)), true
	case ports.ReplyReceived:
		return reply(e), true
	case ports.CandidateJudged:
		return line(slog.LevelDebug, "candidate judged", e.Reading, slog.String("stage", string(e.Stage)),
			slog.Any("violations", e.Violations), slog.Bool("repair", e.Repair)), true
	case ports.ValidationDone:
		return validation(e), true
	case ports.Finished:
		return finished(e), true
	default:
		return Line{}, false
	}
}

// line makes a line that begins with what the reading is.
func line(level slog.Level, message string, reading ports.Reading, attrs ...slog.Attr) Line {
	key := "parse"
	if reading.Bridge {
		key = "job"
	}
	return Line{
		Level:   level,
		Message: message,
		Attrs:   append([]slog.Attr{slog.String(key, reading.ID)}, attrs...),
	}
}

func reply(e ports.ReplyReceived) Line {
	attrs := append([]slog.Attr{slog.String("stage", string(e.Stage)), slog.Duration("duration", e.Duration)},
		usage(e.Usage)...)
	if e.Outcome == "" {
		return line(
			slog.LevelWarn,
			"model call failed",
			e.Reading,
			append(attrs, code(e.Code, e.Reason)...)...)
	}
	attrs = append(attrs, slog.String("outcome", string(e.Outcome)))
	return line(slog.LevelDebug, "model answered", e.Reading, attrs...)
}

func validation(e ports.ValidationDone) Line {
	level := slog.LevelDebug
	attrs := []slog.Attr{slog.Duration("duration", e.Duration), slog.Int64("work", e.Work),
		slog.Int("violations", e.Violations), slog.Bool("unconfirmed", e.Unconfirmed)}
	if e.Disagreement != nil {
		level = slog.LevelWarn
		attrs = append(attrs, slog.String("disagreementKeyword", e.Disagreement.Keyword))
	}
	if e.Code != "" {
		level = slog.LevelWarn
		attrs = append(attrs, code(e.Code, "")...)
	}
	return line(level, "data validated", e.Reading, attrs...)
}

func finished(e ports.Finished) Line {
	attrs := []slog.Attr{slog.Duration("total", e.Total),
		slog.Duration("core", e.Stages[intent.StageCore]), slog.Duration("data", e.Stages[intent.StageData])}
	attrs = append(attrs, usage(e.Usage)...)
	if e.Code == "" {
		return line(slog.LevelInfo, "reading finished", e.Reading, attrs...)
	}
	attrs = append(attrs, code(e.Code, e.Reason)...)
	return line(
		slog.LevelWarn,
		"reading failed",
		e.Reading,
		append(attrs, slog.String("stage", string(e.Stage)))...)
}

// code lists why something failed.
func code(c intent.Code, reason intent.FailureReason) []slog.Attr {
	attrs := []slog.Attr{slog.String("code", string(c))}
	if reason != "" {
		attrs = append(attrs, slog.String("reason", string(reason)))
	}
	return attrs
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
