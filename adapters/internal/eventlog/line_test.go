package eventlog_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/devcodex/intent-runtime/adapters/observe/slogobserver"
	"github.com/devcodex/intent-runtime/adapters/observe/zapobserver"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// logs are the observers that write lines, each as JSON with the keys level and msg.
var logs = map[string]func(io.Writer) ports.Observer{
	"slog": func(out io.Writer) ports.Observer {
		return slogobserver.New(slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug})))
	},
	"zap": func(out io.Writer) ports.Observer {
		config := zap.NewProductionEncoderConfig()
		config.EncodeLevel = zapcore.CapitalLevelEncoder
		core := zapcore.NewCore(zapcore.NewJSONEncoder(config), zapcore.AddSync(out), zap.DebugLevel)
		return zapobserver.New(zap.New(core))
	},
}

// TestRecords: both logs say the same of an event.
func TestRecords(t *testing.T) {
	for name, open := range logs {
		t.Run(name, func(t *testing.T) { records(t, open) })
	}
}

func records(t *testing.T, open func(io.Writer) ports.Observer) {
	t.Helper()
	const material = "material"
	core, job := intent.StageCore, ports.Reading{ID: "j", Bridge: true}
	parse := ports.Reading{ID: "p"}
	usage := intent.Usage{InputTokens: 1, OutputTokens: 2, CachedTokens: 3, Model: "m", RequestID: "r"}
	tests := []struct {
		name    string
		event   ports.Event
		level   string
		message string
		want    map[string]any
	}{
		{"start", ports.ParseStarted{Reading: parse, ExecutorID: "x", Language: "en", Fields: 2}, "DEBUG",
			"reading started", map[string]any{"parse": "p", "executor": "x", "language": "en", "fields": 2.0}},
		{"request", ports.RequestSent{Reading: job, Stage: core, Repair: true, Bytes: 9,
			Material: &intent.ModelRequest{Payload: material}}, "DEBUG",
			"model asked", map[string]any{"job": "j", "stage": "core", "repair": true, "bytes": 9.0}},
		{"reply", ports.ReplyReceived{Reading: parse, Stage: core, Outcome: intent.OutcomeComplete, Usage: usage,
			Duration: time.Second, Material: &intent.ModelReply{Text: material, Detail: material}}, "DEBUG",
			"model answered", map[string]any{"parse": "p", "outcome": "complete", "inputTokens": 1.0,
				"outputTokens": 2.0, "cachedTokens": 3.0, "model": "m", "requestId": "r"}},
		{"failed call", ports.ReplyReceived{Reading: parse, Stage: core, Code: intent.ModelTimeout}, "WARN",
			"model call failed", map[string]any{"stage": "core", "code": "MODEL_TIMEOUT"}},
		{"judged", ports.CandidateJudged{Reading: parse, Stage: core, Violations: map[string]int{"a": 1}, Repair: true},
			"DEBUG", "candidate judged", map[string]any{"repair": true}},
		{"validated", ports.ValidationDone{Reading: parse, Work: 4, Violations: 5, Unconfirmed: true}, "DEBUG",
			"data validated", map[string]any{"work": 4.0, "violations": 5.0, "unconfirmed": true}},
		{"judges differ", ports.ValidationDone{Reading: parse, Disagreement: &schema.Disagreement{Keyword: "enum"}}, "WARN",
			"data validated", map[string]any{"disagreementKeyword": "enum"}},
		{"no verdict", ports.ValidationDone{Reading: parse, Code: intent.LimitExceeded}, "WARN",
			"data validated", map[string]any{"code": "LIMIT_EXCEEDED"}},
		{"finished", ports.Finished{Reading: parse, Total: time.Second, Usage: usage}, "INFO",
			"reading finished", map[string]any{"inputTokens": 1.0}},
		{"failed", ports.Finished{Reading: parse, Code: intent.ModelRefused, Stage: core}, "WARN",
			"reading failed", map[string]any{"code": "MODEL_REFUSED", "stage": "core"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			open(&out).Observe(t.Context(), tt.event)
			var record map[string]any
			if err := json.Unmarshal(out.Bytes(), &record); err != nil {
				t.Fatalf("%v in %s", err, out.String())
			}
			if record["level"] != tt.level || record["msg"] != tt.message {
				t.Errorf("got %s", out.String())
			}
			for key, want := range tt.want {
				if record[key] != want {
					t.Errorf("%s is %v, want %v", key, record[key], want)
				}
			}
			if strings.Contains(out.String(), material) {
				t.Errorf("material in %s", out.String())
			}
		})
	}
}

// TestNeverAsksForMaterial: neither log wants it, and one without a logger drops everything.
func TestNeverAsksForMaterial(t *testing.T) {
	for name, log := range map[string]ports.Observer{"slog": slogobserver.New(nil), "zap": zapobserver.New(nil)} {
		if wants, ok := log.(ports.MaterialObserver); ok && wants.WantsMaterial() {
			t.Errorf("%s: a log that wants the material", name)
		}
		log.Observe(t.Context(), ports.Finished{})
	}
}
