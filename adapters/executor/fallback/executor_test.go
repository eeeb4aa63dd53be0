package fallback_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/adapters/executor/fallback"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

func TestConformance(t *testing.T) {
	maker := provider.Maker(provider.OpenAI, func(baseURL string, client *http.Client) ports.Executor {
		settings := provider.Settings{BaseURL: baseURL, Client: client}
		first, err := provider.Open(provider.OpenAI, settings)
		if err != nil {
			t.Fatal(err)
		}
		second, err := provider.Open(provider.OpenAI, settings)
		if err != nil {
			t.Fatal(err)
		}
		executor, err := fallback.New(fallback.Options{Codes: []intent.Code{intent.ModelRateLimited}}, first, second)
		if err != nil {
			t.Fatal(err)
		}
		return executor
	})
	executortest.Run(t, maker, executortest.Features{Secret: provider.Key, Repeats: true})
}

func TestGenerate(t *testing.T) {
	good := script.Text("{}")
	tests := []struct {
		name          string
		codes         []intent.Code
		first, second script.Reply
		outcome       intent.Outcome
		err           error
		calls         [2]int
	}{
		{"at once", nil, good, good, "complete", nil, [2]int{1, 0}},
		{"a refusal is an answer", nil, script.Refusal(""), good, "refusal", nil, [2]int{1, 0}},
		{"an incomplete answer is an answer", nil, script.Incomplete(""), good, "incomplete", nil, [2]int{1, 0}},
		{"busy", nil, script.Status(429), good, "complete", nil, [2]int{1, 1}},
		{"broken", nil, script.Status(500), good, "complete", nil, [2]int{1, 1}},
		{"a foreign error", nil, script.Fail(errors.New("x")), good, "complete", nil, [2]int{1, 1}},
		{"a refused key", nil, script.Status(401), good, "", intent.ModelAuthFailed, [2]int{1, 0}},
		{"a refused key, chosen", []intent.Code{intent.ModelAuthFailed}, script.Status(401), good, "complete", nil, [2]int{1, 1}},
		{"busy, not chosen", []intent.Code{intent.ModelAuthFailed}, script.Status(429), good, "",
			intent.ModelRateLimited, [2]int{1, 0}},
		{"nobody", nil, script.Status(429), script.Status(403), "", intent.ModelAuthFailed, [2]int{1, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			first, second := script.New(tt.first), script.New(tt.second)
			executor, err := fallback.New(fallback.Options{Codes: tt.codes}, first, second)
			if err != nil {
				t.Fatal(err)
			}
			reply, err := executor.Generate(t.Context(), intent.ModelRequest{Stage: intent.StageCore})
			if reply.Outcome != tt.outcome || !errors.Is(err, tt.err) {
				t.Errorf("got %q, %v", reply.Outcome, err)
			}
			if calls := [2]int{len(first.Requests()), len(second.Requests())}; calls != tt.calls {
				t.Errorf("%v calls, want %v", calls, tt.calls)
			}
			if len(reply.Attempts) != tt.calls[1] {
				t.Errorf("attempts %+v", reply.Attempts)
			}
		})
	}
}

func TestNobodyIsAskedAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	first := script.New(script.Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
		cancel()
		return intent.ModelReply{}, intent.RequestFailed(intent.FailedDropped, "")
	}))
	second := script.New(script.Text("{}"))
	executor, _ := fallback.New(fallback.Options{}, first, second)
	if _, err := executor.Generate(ctx, intent.ModelRequest{}); err == nil || len(second.Requests()) > 0 {
		t.Errorf("%d calls, %v", len(second.Requests()), err)
	}
}

// plain is an executor that enforces nothing.
type plain struct{ *script.Executor }

func (plain) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }

func TestCapabilitiesAreWhatAllHave(t *testing.T) {
	executor, err := fallback.New(fallback.Options{}, script.New(), plain{script.New()})
	if err != nil || executor.Capabilities() != (ports.Capabilities{SupportsAbort: true}) || executor.ID() != "script|script" {
		t.Errorf("%s has %+v, %v", executor.ID(), executor.Capabilities(), err)
	}
}

func TestFaults(t *testing.T) {
	executor, err := fallback.New(fallback.Options{Codes: []intent.Code{"CONFIG_INVALID"}}, nil, script.New(), nil)
	if executor != nil || !errors.Is(err, intent.ConfigInvalid) || len(intent.AsError(err).Issues) != 3 {
		t.Errorf("got %v, %v", executor, err)
	}
}
