package bridge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
)

type jsonCall func(context.Context, []byte) bridge.Reply

func TestReadCalls(t *testing.T) {
	w := newWorld(t, setup{})
	reply := w.PrepareJSON(context.Background(), []byte(`{"input":"`+input+`","context":"Known.","fields":["parcel"],"instance":"ship"}`))
	at := wantTask(t, reply, intent.StageCore)
	if !strings.Contains(reply.Task.Payload, `"content":"Known."`) {
		t.Errorf("the payload is %s", reply.Task.Payload)
	}
	arguments, _ := json.Marshal(map[string]string{"jobId": at.job, "stepToken": at.token, "candidateText": goodCore})
	wantTask(t, w.AcceptJSON(context.Background(), arguments), intent.StageData)
	end := w.CancelJSON(context.Background(), []byte(`{"jobId":"`+at.job+`","outcome":"refusal","detail":""}`))
	wantError(t, end, intent.ModelRefused, intent.StageData, true)
}

// TestCallFaults names every fault of a call by its path, and does nothing.
func TestCallFaults(t *testing.T) {
	w := newWorld(t, setup{})
	for _, test := range []struct {
		call  jsonCall
		stage intent.Stage
		text  string
		paths string
	}{
		{w.PrepareJSON, intent.StageInput, ``, "-"},
		{w.PrepareJSON, intent.StageInput, `[]`, "-"},
		{w.PrepareJSON, intent.StageInput, `null`, "-"},
		{w.PrepareJSON, intent.StageInput, `{"instance":1,"input":null,"fields":{},"context":7,"x":0}`,
			"/instance /input /fields /context /x"},
		{w.PrepareJSON, intent.StageInput, `{}`, "/instance /input"},
		{w.PrepareJSON, intent.StageInput, `{"instance":"ghost","input":"x"}`, "/instance"},
		{w.PrepareJSON, intent.StageInput, `{"instance":"ship","input":" "}`, "/input"},
		{w.PrepareJSON, intent.StageInput, `{"instance":"ship","instance":"ship","input":"x"}`, "/instance"},
		{w.PrepareJSON, intent.StageInput, `{"instance":"ship","input":"x","context":[{"role":"system"}]}`,
			"/context/0/content /context/0/role"},
		{w.PrepareJSON, intent.StageInput, strings.Repeat("[", 9000), strings.Repeat("/0", 32)},
		{w.AcceptJSON, intent.StageBridge, `{"a~b":1}`, "/jobId /stepToken /candidateText /a~0b"},
		{w.AcceptJSON, intent.StageBridge, `{"jobId":"a","stepToken":"b","candidateText":"\ud800"}`, "/candidateText"},
		{w.AcceptJSON, intent.StageBridge, "{\"jobId\":\"\xff\",\"stepToken\":\"b\",\"candidateText\":\"c\"}", "/jobId"},
		{w.AcceptJSON, intent.StageBridge, `{"jobId":"a","stepToken":"b","candidateText":"c"} x`, "-"},
		{w.CancelJSON, intent.StageBridge, `{"jobId":"a","outcome":"","detail":null}`, "/outcome /detail"},
		{w.CancelJSON, intent.StageBridge, `{"jobId":"a","outcome":null}`, "/outcome"},
		{w.CancelJSON, intent.StageBridge, `{"jobId":"a","detail":"` + strings.Repeat("é", 1025) + `"}`, "/detail"},
	} {
		reply := test.call(context.Background(), []byte(test.text))
		wantError(t, reply, intent.InputInvalid, test.stage, false)
		var paths []string
		for _, issue := range reply.Error.Issues {
			if issue.Code != intent.InputInvalid || issue.Category != intent.CategoryInput || issue.Message == "" {
				t.Errorf("%.80s: issue %+v", test.text, issue)
			}
			path := *issue.Path
			if path == "" {
				path = "-"
			}
			paths = append(paths, path)
		}
		if got := strings.Join(paths, " "); got != test.paths {
			t.Errorf("%.80s: paths %q, want %q", test.text, got, test.paths)
		}
	}
	reply := w.PrepareJSON(context.Background(), []byte(`{"instance":"ship","input":"x","fields":["y"]}`))
	wantError(t, reply, intent.UnknownField, intent.StageInput, false)
}

// mostRefused is more than a refusal may take, in bytes of one half of a result.
const mostRefused = 300 << 10

// FuzzCalls demands an answer to anything, one that is well formed, and a short one to what is refused.
func FuzzCalls(f *testing.F) {
	f.Add([]byte(`{"instance":"ship","input":"Hold it.","context":[{"role":"user","content":""}],"fields":[]}`))
	f.Add([]byte(`{"jobId":"a","stepToken":"b","candidateText":"{}"}`))
	f.Add([]byte(`{"jobId":"a","outcome":"refusal","detail":"x"}`))
	f.Add([]byte("{\"jobId\":\"\xff\"}"))
	w := newWorld(f, setup{settings: bridge.Settings{MaxReplayEntries: 4}})
	w.events.off = true
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, call := range []jsonCall{w.PrepareJSON, w.AcceptJSON, w.CancelJSON} {
			reply := call(context.Background(), text)
			if !json.Valid([]byte(reply.JSON())) {
				t.Fatalf("%q is answered with %q", text, reply.JSON())
			}
			if reply.Task == nil && len(reply.JSON()) > mostRefused {
				t.Fatalf("%.200q is answered with %d bytes", text, len(reply.JSON()))
			}
			if reply.Task != nil {
				w.cancel(reply.Task.JobID)
			}
		}
	})
}

func TestNames(t *testing.T) {
	if got := strings.Join(newWorld(t, setup{}).Names(), " "); got != "office ship" {
		t.Errorf("names %q", got)
	}
}

func TestLongFaultsKeepToReplyBytes(t *testing.T) {
	large := newWorld(t, setup{})
	most := len(large.Prepare(context.Background(), call("ship")).JSON())
	w := newWorld(t, setup{settings: bridge.Settings{MaxReplyBytes: most}})
	at := w.prepare(t)
	var keys, names strings.Builder
	for n := range 1000 {
		fmt.Fprintf(&keys, `,"key%d":0`, n)
		fmt.Fprintf(&names, `,"name%d"`, n)
	}
	for _, reply := range []bridge.Reply{
		w.PrepareJSON(context.Background(), []byte(`{"instance":"ship","input":"x"`+keys.String()+`}`)),
		w.PrepareJSON(context.Background(),
			[]byte(`{"instance":"ship","input":"x","fields":["parcel"`+names.String()+`]}`)),
		w.AcceptJSON(context.Background(),
			[]byte(`{"jobId":"`+at.job+`","stepToken":"","candidateText":""`+keys.String()+`}`)),
	} {
		if reply.Error == nil || reply.Error.Code != intent.LimitExceeded || reply.Error.Stage != intent.StageBridge {
			t.Fatalf("got %.200s", reply.JSON())
		}
		if len(reply.JSON()) > most || !strings.Contains(reply.Error.Message, "maxReplyBytes") {
			t.Errorf("%d bytes: %s", len(reply.JSON()), reply.Error.Message)
		}
	}
	wantError(t, w.accept(at, badText), intent.LimitExceeded, intent.StageBridge, false) // nothing was advanced
}
