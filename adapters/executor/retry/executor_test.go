package retry_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/adapters/executor/retry"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

func TestConformance(t *testing.T) {
	maker := provider.Maker(provider.OpenAI, func(baseURL string, client *http.Client) ports.Executor {
		asked, err := provider.Open(provider.OpenAI, provider.Settings{BaseURL: baseURL, Client: client})
		if err != nil {
			t.Fatal(err)
		}
		executor, err := retry.New(asked, retry.Options{Base: time.Millisecond, Budget: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return executor
	})
	executortest.Run(t, maker, executortest.Features{Secret: provider.Key, Repeats: true})
}

// limited is a provider that asks to wait.
func limited(wait time.Duration) script.Reply {
	err := intent.NewError(intent.ModelRateLimited, intent.StageCore, "slow down")
	err.RetryAfter = wait
	return script.Fail(err)
}

func TestGenerate(t *testing.T) {
	good, second := script.Text("{}"), time.Second
	tests := []struct {
		name        string
		replies     []script.Reply
		outcome     intent.Outcome
		err         error
		calls       int
		least, most time.Duration // of all waits
	}{
		{"at once", []script.Reply{good}, "complete", nil, 1, 0, 0},
		{"a refusal is an answer", []script.Reply{script.Refusal(""), good}, "refusal", nil, 1, 0, 0},
		{"an incomplete answer is an answer", []script.Reply{script.Incomplete(""), good}, "incomplete", nil, 1, 0, 0},
		{"a bad candidate is an answer", []script.Reply{script.Text("no JSON"), good}, "complete", nil, 1, 0, 0},
		{"a server's failure", []script.Reply{script.Status(503), good}, "complete", nil, 2, second / 2, second},
		{"two of them: twice as long", []script.Reply{script.Status(500), script.Status(599), good}, "complete", nil, 3,
			3 * second / 2, 3 * second},
		{"as long as the provider asks", []script.Reply{limited(2 * second), good}, "complete", nil, 2, 2 * second, 2 * second},
		{"longer than the budget", []script.Reply{limited(time.Hour), good}, "", intent.ModelRateLimited, 1, 0, 0},
		{"the budget is for all waits", []script.Reply{limited(4 * second), limited(4 * second), good}, "",
			intent.ModelRateLimited, 2, 4 * second, 4 * second},
		{"a refused key", []script.Reply{script.Status(401), good}, "", intent.ModelAuthFailed, 1, 0, 0},
		{"a wrong request", []script.Reply{script.Status(400), good}, "", intent.ModelRequestFailed, 1, 0, 0},
		{"a dropped connection: a candidate may have been written",
			[]script.Reply{script.Fail(intent.RequestFailed(intent.FailedDropped, "")), good}, "", intent.ModelRequestFailed, 1, 0, 0},
		{"a foreign error", []script.Reply{script.Fail(errors.New("x")), good}, "", nil, 1, 0, 0},
		{"no answer at all", []script.Reply{script.Status(500), script.Status(500), script.Status(502), good}, "",
			intent.ModelRequestFailed, 3, 3 * second / 2, 3 * second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := script.New(tt.replies...)
				executor, err := retry.New(asked, retry.Options{Base: time.Second, Budget: 5 * time.Second})
				if err != nil {
					t.Fatal(err)
				}
				begun := time.Now()
				reply, err := executor.Generate(t.Context(), intent.ModelRequest{Stage: intent.StageCore})
				if reply.Outcome != tt.outcome || tt.err != nil && !errors.Is(err, tt.err) || (err == nil) != (tt.outcome != "") {
					t.Errorf("got %q, %v", reply.Outcome, err)
				}
				if calls := len(asked.Requests()); calls != tt.calls || len(reply.Attempts) != tt.calls-1 {
					t.Errorf("%d calls, want %d; attempts %+v", calls, tt.calls, reply.Attempts)
				}
				if waited := time.Since(begun); waited < tt.least || waited > tt.most {
					t.Errorf("waited %v, want %v to %v", waited, tt.least, tt.most)
				}
			})
		})
	}
}

func TestAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := script.New(limited(2*time.Second), script.Text("{}"))
		executor, _ := retry.New(asked, retry.Options{})
		reply, err := executor.Generate(t.Context(), intent.ModelRequest{})
		want := intent.Attempt{ExecutorID: "script", Code: intent.ModelRateLimited, Waited: 2 * time.Second}
		if err != nil || len(reply.Attempts) != 1 || reply.Attempts[0] != want {
			t.Errorf("attempts %+v, %v", reply.Attempts, err)
		}
	})
}

func TestCancelledWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		asked := script.New(limited(time.Minute), script.Text("{}"))
		executor, _ := retry.New(asked, retry.Options{Budget: time.Hour})
		time.AfterFunc(time.Second, cancel)
		begun := time.Now()
		_, err := executor.Generate(ctx, intent.ModelRequest{})
		if !errors.Is(err, intent.ModelAborted) || time.Since(begun) != time.Second || len(asked.Requests()) != 1 {
			t.Errorf("after %v and %d calls: %v", time.Since(begun), len(asked.Requests()), err)
		}
	})
}

func TestFaults(t *testing.T) {
	executor, err := retry.New(nil, retry.Options{Attempts: -1, Budget: -1, Base: -1})
	if executor != nil || !errors.Is(err, intent.ConfigInvalid) || len(intent.AsError(err).Issues) != 4 {
		t.Errorf("got %v, %v", executor, err)
	}
}
