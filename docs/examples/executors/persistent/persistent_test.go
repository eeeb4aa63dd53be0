package persistent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/docs/examples/executors/persistent"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// limited is a provider that asks to wait.
func limited(wait time.Duration) script.Reply {
	err := intent.NewError(intent.ModelRateLimited, intent.StageCore, "slow down")
	err.RetryAfter = wait
	return script.Fail(err)
}

func TestGenerate(t *testing.T) {
	good := script.Text("{}")
	tests := []struct {
		name          string
		first, second []script.Reply
		outcome       intent.Outcome
		err           error
		calls         [2]int
		waited        time.Duration
	}{
		{"at once", []script.Reply{good}, nil, "complete", nil, [2]int{1, 0}, 0},
		{"a refusal is an answer", []script.Reply{script.Refusal("")}, nil, "refusal", nil, [2]int{1, 0}, 0},
		{"once more", []script.Reply{script.Status(503), good}, nil, "complete", nil, [2]int{2, 0}, 500 * time.Millisecond},
		{"as long as the provider asks", []script.Reply{limited(2 * time.Second), good}, nil, "complete", nil,
			[2]int{2, 0}, 2 * time.Second},
		{"longer than the budget: the next", []script.Reply{limited(time.Hour), good}, []script.Reply{good}, "complete", nil,
			[2]int{1, 1}, 0},
		{"a refused key: the next", []script.Reply{script.Status(401), good}, []script.Reply{good}, "complete", nil,
			[2]int{1, 1}, 0},
		{"all attempts: the next", []script.Reply{script.Status(500), script.Status(500), script.Status(500), good},
			[]script.Reply{good}, "complete", nil, [2]int{3, 1}, 1500 * time.Millisecond},
		{"nobody", []script.Reply{script.Status(401)}, []script.Reply{script.Status(403)}, "", intent.ModelAuthFailed,
			[2]int{1, 1}, 0},
		{"budget is for all", []script.Reply{limited(4 * time.Second), limited(4 * time.Second), good},
			[]script.Reply{limited(time.Second), good}, "complete", nil, [2]int{2, 2}, 5 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				first, second := script.New(tt.first...), script.New(tt.second...)
				begun := time.Now()
				executor := persistent.New(3, 5*time.Second, first, second)
				reply, err := executor.Generate(t.Context(), intent.ModelRequest{Stage: intent.StageCore})
				if reply.Outcome != tt.outcome || !errors.Is(err, tt.err) {
					t.Errorf("got %q, %v", reply.Outcome, err)
				}
				if calls := [2]int{len(first.Requests()), len(second.Requests())}; calls != tt.calls {
					t.Errorf("%v calls, want %v", calls, tt.calls)
				}
				if waited := time.Since(begun); waited != tt.waited {
					t.Errorf("waited %v, want %v", waited, tt.waited)
				}
			})
		})
	}
}

func TestCancelledWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		first := script.New(limited(time.Minute), script.Text("{}"))
		time.AfterFunc(time.Second, cancel)
		begun := time.Now()
		_, err := persistent.New(2, time.Hour, first).Generate(ctx, intent.ModelRequest{})
		if !errors.Is(err, context.Canceled) || time.Since(begun) != time.Second || len(first.Requests()) != 1 {
			t.Errorf("after %v and %d calls: %v", time.Since(begun), len(first.Requests()), err)
		}
	})
}
