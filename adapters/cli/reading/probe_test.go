package reading

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/ports"
)

// answering is an executor that answers a probe and keeps what it was asked.
type answering struct {
	native bool
	reply  intent.ModelReply
	err    error
	hangs  bool
	asked  []intent.ModelRequest
}

func (*answering) ID() string { return "answering" }

func (a *answering) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONSchema: a.native, SupportsAbort: true}
}

func (a *answering) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	a.asked = append(a.asked, request)
	if a.hangs {
		<-ctx.Done()
		return intent.ModelReply{}, ctx.Err()
	}
	return a.reply, a.err
}

func TestProbeIsOneSmallCall(t *testing.T) {
	for native, kind := range map[bool]intent.FormatKind{true: intent.FormatJSONSchema, false: intent.FormatJSONObject} {
		a := &answering{native: native, reply: intent.ModelReply{Outcome: intent.OutcomeComplete, Text: "no JSON"}}
		state := probe(context.Background(), a, "fr")
		if state.failure != nil || !state.asked || len(a.asked) != 1 {
			t.Fatalf("%+v after %d calls", state, len(a.asked))
		}
		request := a.asked[0]
		if request.Format.Kind != kind || prompt.Bytes(request) > 400 || !strings.Contains(request.Payload, "JSON") {
			t.Errorf("%d bytes: %+v", prompt.Bytes(request), request)
		}
		if !json.Valid([]byte(request.Payload)) || native && !json.Valid([]byte(request.Format.Schema)) {
			t.Errorf("no JSON: %+v", request)
		}
	}
}

func TestProbeJudgesTheOutcome(t *testing.T) {
	late := intent.NewError(intent.ModelRateLimited, intent.StageData, "wait")
	for _, tt := range []struct {
		outcome intent.Outcome
		err     error
		code    intent.Code
	}{
		{intent.OutcomeRefusal, nil, intent.ModelRefused},
		{intent.OutcomeIncomplete, nil, intent.ModelOutputIncomplete},
		{"odd", nil, intent.ModelRequestFailed},
		{intent.OutcomeComplete, late, intent.ModelRateLimited},
		{intent.OutcomeComplete, errors.New("secret"), intent.ModelRequestFailed},
	} {
		a := &answering{err: tt.err, reply: intent.ModelReply{Outcome: tt.outcome, Detail: "why"}}
		state := probe(context.Background(), a, "en")
		failure := state.failure
		if failure == nil || failure.Code != tt.code || failure.Stage != intent.StageCore ||
			strings.Contains(failure.Error(), "secret") {
			t.Errorf("%s, %v: %v", tt.outcome, tt.err, failure)
		}
		if (state.detail == "why") != (tt.err == nil) || strings.Contains(state.value().JSON(), "why") {
			t.Errorf("detail %q, %s", state.detail, state.value().JSON())
		}
	}
	if late.Stage != intent.StageData {
		t.Error("the executor's error is changed")
	}
}

func TestProbeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if state := probe(context.Background(), &answering{hangs: true}, "en"); state.took != probeTimeout ||
			state.failure.Code != intent.ModelTimeout {
			t.Errorf("%+v", state)
		}
	})
}
