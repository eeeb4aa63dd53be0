package tools

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// echo is a session that notes the arguments it gets.
type echo struct{ got string }

func (e *echo) note(_ context.Context, arguments []byte) bridge.Reply {
	e.got = string(arguments)
	return bridge.Reply{}
}

func (e *echo) PrepareJSON(ctx context.Context, a []byte) bridge.Reply { return e.note(ctx, a) }
func (e *echo) AcceptJSON(ctx context.Context, a []byte) bridge.Reply  { return e.note(ctx, a) }
func (e *echo) CancelJSON(ctx context.Context, a []byte) bridge.Reply  { return e.note(ctx, a) }

// TestWhatHostsSendIsTakenForWhatItMeans: "" means that the bridge gets the arguments as they came.
func TestWhatHostsSendIsTakenForWhatItMeans(t *testing.T) {
	const prepare, accept, cancel = 0, 1, 2
	for _, test := range []struct {
		tool       int
		sent, want string
	}{
		{prepare, `{"instance":"a","input":"b","fields":null,"context":null}`, `{"instance":"a","input":"b"}`},
		{prepare, `{"fields":null}`, `{}`},
		{prepare, `{"input":"b","fields":"[\"x\",\"y\"]"}`, `{"input":"b","fields":["x","y"]}`},
		{prepare, `{"fields":"[]"}`, `{"fields":[]}`},
		{prepare, `{"context":"[{\"role\":\"user\",\"content\":\"c\"}]"}`, `{"context":[{"role":"user","content":"c"}]}`},
		{prepare, `{"instance":null,"input":null}`, ""},
		{prepare, `{"fields":"x"}`, ""}, {prepare, `{"fields":"[1]"}`, ""}, {prepare, `{"fields":"[\"x\""}`, ""},
		{prepare, `{"context":"Before this, he said [1]."}`, ""}, {prepare, `{"context":"[1,2]"}`, ""},
		{prepare, `{"context":"[{\"role\":\"user\"}]"}`, ""}, {prepare, `{"context":"{}"}`, ""},
		{prepare, `{"input":{"a":1}}`, ""}, {prepare, `{"input":"[\"x\"]"}`, ""},
		{prepare, `{"fields":null`, ""}, {prepare, `null`, ""}, {prepare, ``, ""}, {prepare, `{"fields":null} x`, ""},
		{accept, `{"jobId":"j","candidateText":{"a": [1, "\ud800"]}}`, `{"jobId":"j","candidateText":"{\"a\": [1, \"\\ud800\"]}"}`},
		{accept, `{"candidateText":[ ]}`, `{"candidateText":"[ ]"}`},
		{accept, `{"candidateText":null}`, ""}, {accept, `{"candidateText":7}`, ""}, {accept, `{"jobId":{"a":1}}`, ""},
		{cancel, `{"jobId":"j","outcome":null,"detail":null}`, `{"jobId":"j"}`},
		{cancel, `{"jobId":null}`, ""},
	} {
		session := &echo{}
		var log strings.Builder
		tools := Reading(session, nil, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		tools[test.tool].Handle(context.Background(), []byte(test.sent))
		want := test.want
		if want == "" {
			want = test.sent
		}
		if session.got != want {
			t.Errorf("%s becomes %s, want %s", test.sent, session.got, want)
		}
		if (log.Len() > 0) != (test.want != "") || strings.Contains(log.String(), "role") {
			t.Errorf("%s is logged as %q", test.sent, log.String())
		}
	}
}

// TestTheBridgeStaysStrict: what is taken here is refused in Go.
func TestTheBridgeStaysStrict(t *testing.T) {
	if _, err := intent.ReadRequest([]byte(`{"input":"x","fields":null}`)); err == nil {
		t.Error("a request takes null")
	}
}
