package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

func TestLines(t *testing.T) {
	core := intent.ModelRequest{
		Stage: intent.StageCore, Instructions: "read <it> & answer", Payload: `{"currentInput":"hi"}`,
		Format: intent.Format{Kind: intent.FormatJSONSchema, Name: "intent_core", Schema: `{"type": "object"}`},
	}
	data := intent.ModelRequest{Stage: intent.StageData, Format: intent.Format{Kind: intent.FormatJSONObject}}
	answer := intent.ModelReply{Outcome: intent.OutcomeComplete, Text: "{\"a\":\"\xff\"}"}
	declined := intent.ModelReply{Outcome: intent.OutcomeRefusal, Detail: "no"}
	bridge := ports.Reading{ID: "j1", Bridge: true}
	tests := []struct {
		name  string
		event ports.Event
		want  string
	}{
		{"core request", ports.RequestSent{Stage: intent.StageCore, Material: &core},
			`{"event":"request","stage":"core","instructions":"read <it> & answer",` +
				`"payload":"{\"currentInput\":\"hi\"}",` +
				`"format":{"kind":"json_schema","name":"intent_core","schema":{"type":"object"}}}`},
		{"data request", ports.RequestSent{Stage: intent.StageData, Material: &data},
			`{"event":"request","stage":"data","instructions":"","payload":"","format":{"kind":"json_object"}}`},
		{"bridge's request", ports.RequestSent{Reading: bridge, Stage: intent.StageData, Material: &data},
			`{"event":"request","jobId":"j1","stage":"data","instructions":"","payload":"",` +
				`"format":{"kind":"json_object"}}`},
		{"parse ids stay out", ports.RequestSent{Reading: ports.Reading{ID: "p"}, Stage: intent.StageData},
			`{"event":"request","stage":"data","instructions":"","payload":"","format":{"kind":""}}`},
		{"reply, bad UTF-8 replaced", ports.ReplyReceived{Stage: intent.StageCore, Outcome: "complete", Material: &answer},
			`{"event":"reply","stage":"core","outcome":"complete","text":"{\"a\":\"\ufffd\"}"}`},
		{"refusal", ports.ReplyReceived{Stage: intent.StageCore, Outcome: "refusal", Material: &declined},
			`{"event":"reply","stage":"core","outcome":"refusal","text":"","detail":"no"}`},
		{"failure", ports.ReplyReceived{Stage: intent.StageData, Code: intent.ModelTimeout},
			`{"event":"error","stage":"data","code":"MODEL_TIMEOUT"}`},
		{"result", ports.Finished{
			Total: 3 * time.Millisecond, Stages: map[intent.Stage]time.Duration{
				intent.StageData: 1234567 * time.Nanosecond, intent.StageCore: time.Millisecond},
			Usage: intent.Usage{InputTokens: 5, OutputTokens: 6, CachedTokens: 7}},
			`{"event":"finish","outcome":"result","code":null,"stage":null,` +
				`"milliseconds":{"core":1,"data":1.235},"totalMilliseconds":3,` +
				`"usage":{"inputTokens":5,"outputTokens":6,"cachedTokens":7}}`},
		{"error", ports.Finished{Code: intent.ModelAborted, Stage: intent.StageCore},
			`{"event":"finish","outcome":"error","code":"MODEL_ABORTED","stage":"core","milliseconds":{},` +
				`"totalMilliseconds":0,"usage":{"inputTokens":0,"outputTokens":0,"cachedTokens":0}}`},
		{"no line of its own", ports.CandidateJudged{Stage: intent.StageCore}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			observer := New(&out)
			observer.Observe(t.Context(), tt.event)
			got := strings.ReplaceAll(strings.TrimSuffix(out.String(), "\n"), "\uFFFD", `\ufffd`)
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if err := observer.Err(); err != nil {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestSchemaThatIsNoJSON(t *testing.T) {
	var out bytes.Buffer
	New(&out).Observe(t.Context(), ports.RequestSent{Material: &intent.ModelRequest{Format: intent.Format{Schema: "{"}}})
	if !json.Valid(out.Bytes()) || !strings.Contains(out.String(), `"schema":"{"`) {
		t.Errorf("got %s", out.String())
	}
}

func TestMaterialIsWanted(t *testing.T) {
	if !New(nil).WantsMaterial() {
		t.Error("a trace without the material")
	}
}

type failing struct{ writes int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	f.writes++
	return 0, errFull
}

func TestWriteErrorIsKept(t *testing.T) {
	w := &failing{}
	observer := New(w)
	for range 3 {
		observer.Observe(t.Context(), ports.Finished{})
	}
	if err := observer.Err(); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	if w.writes != 1 {
		t.Errorf("%d writes after the first failed", w.writes-1)
	}
}

func TestConcurrentLinesAreWhole(t *testing.T) {
	var out bytes.Buffer
	observer := New(&out)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			observer.Observe(t.Context(), ports.ReplyReceived{Stage: intent.StageCore, Outcome: "complete"})
		})
	}
	wg.Wait()
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Fatalf("torn line %s", line)
		}
	}
	if len(lines) != 50 {
		t.Errorf("%d lines, want 50", len(lines))
	}
}
