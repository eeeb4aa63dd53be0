package parse_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/observertest"
)

// What an executor's error counts as, and what of it passes (contract section 10).
func TestWhatOfAnExecutorsErrorPasses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		err  error
		want intent.Error
	}{
		"plain":       {errors.New("SECRET"), intent.Error{Code: intent.ModelRequestFailed, Reason: intent.FailedExecutor}},
		"bare code":   {intent.ModelTimeout, intent.Error{Code: intent.ModelRequestFailed, Reason: intent.FailedExecutor}},
		"own timeout": {&url.Error{Op: "SECRET", Err: context.DeadlineExceeded}, intent.Error{Code: intent.ModelTimeout}},
		"own cancel":  {fmt.Errorf("SECRET: %w", context.Canceled), intent.Error{Code: intent.ModelAborted}},
		"not about the model": {intent.NewError(intent.LimitExceeded, "", "SECRET"),
			intent.Error{Code: intent.ModelRequestFailed, Reason: intent.FailedExecutor}},
		"whole": {&intent.Error{Code: intent.ModelRequestFailed, Stage: intent.StageConfig, Message: "said",
			Issues: []intent.Issue{{Message: "SECRET"}}, PartialResult: &intent.Result{Input: "SECRET"}, Status: 404,
			Reason: intent.FailedStatus, ProviderCode: "model_not_found", RetryAfter: time.Second},
			intent.Error{Code: intent.ModelRequestFailed, Reason: intent.FailedStatus, Status: 404,
				ProviderCode: "model_not_found", RetryAfter: time.Second}},
		"words of its own": {&intent.Error{Code: intent.ModelRequestFailed, Reason: "SECRET", ProviderCode: "SECRET TEXT",
			RetryAfter: -time.Second}, intent.Error{Code: intent.ModelRequestFailed, Reason: intent.FailedExecutor}},
		"auth": {intent.NewError(intent.ModelAuthFailed, "", "said"), intent.Error{Code: intent.ModelAuthFailed}},
	} {
		reader, err := bootstrap.NewIntent(intent.Config{}, &rogue{generate: func() error { return tc.err }})
		if err != nil {
			t.Fatal(err)
		}
		err = parsed(reader)()
		reader.Dispose()
		got := intent.AsError(err)
		if got.Code != tc.want.Code || got.Reason != tc.want.Reason || got.Status != tc.want.Status ||
			got.ProviderCode != tc.want.ProviderCode || got.RetryAfter != tc.want.RetryAfter ||
			got.Stage != intent.StageCore || len(got.Issues) != 0 || got.PartialResult != nil || got.ReadingID == "" {
			t.Errorf("%s: got %+v", name, got)
		}
		if !errors.Is(err, tc.err) {
			t.Errorf("%s: errors.Is does not reach the executor's own error", name)
		}
		if shown := fmt.Sprintf("%v %+v %#v %s", err, *got, err, got.Value().JSON()); strings.Contains(shown, "SECRET") {
			t.Errorf("%s: shown %s", name, shown)
		}
	}
}

// costly says what its calls cost, in a reply and beside an error.
type costly struct{ usage intent.Usage }

func (costly) ID() string                       { return "costly" }
func (costly) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }
func (c costly) Generate(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
	return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: "{}", Usage: c.usage}, nil
}

// The last event adds up all three counts of tokens, over a repair too.
func TestUsageIsAddedUp(t *testing.T) {
	t.Parallel()
	recorder := &observertest.Recorder{}
	reader, err := bootstrap.NewIntent(intent.Config{},
		costly{intent.Usage{InputTokens: 5, OutputTokens: 3, CachedTokens: 2}}, bootstrap.WithObserver(recorder))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Dispose()
	_ = parsed(reader)()
	events := recorder.Events()
	last, ok := events[len(events)-1].(ports.Finished)
	if want := (intent.Usage{InputTokens: 10, OutputTokens: 6, CachedTokens: 4}); !ok || last.Usage != want {
		t.Errorf("got %+v", last.Usage)
	}
}

// A provider may put anything in place of a name, a key included: only short visible ASCII is kept.
func TestNamesOfAProvider(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"req\n1", "é", strings.Repeat("x", 129), "a b", "req_1"} {
		reader, err := bootstrap.NewIntent(intent.Config{}, costly{intent.Usage{Model: name, RequestID: name}})
		if err != nil {
			t.Fatal(err)
		}
		_, audit, _ := reader.ParseAudited(t.Context(), intent.Request{Input: "x"})
		reader.Dispose()
		usage := audit.Candidates[0].Usage
		if kept := usage.Model == name && usage.RequestID == name; kept != (name == "req_1") ||
			!kept && usage.Model+usage.RequestID != "" {
			t.Errorf("%q: got %+v", name, usage)
		}
	}
}

// Parses wait for a place if there is a queue, and until their context ends.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader, err := bootstrap.NewIntent(
			intent.Config{Queue: 1, Limits: intent.Limits{MaxConcurrentParses: 1}}, waiting{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ends := make(chan error, 2)
		for range 2 { // one has the place, one waits for it
			go func() {
				_, err := reader.Parse(ctx, intent.Request{Input: "x"})
				ends <- err
			}()
			synctest.Wait()
		}
		full := intent.AsError(parsed(reader)())
		if full == nil || full.Limit == nil || full.Limit.Name != "queue" || full.Kind() != intent.KindBusy {
			t.Errorf("got %+v", full)
		}
		cancel()
		for range 2 {
			if err := <-ends; !errors.Is(err, intent.ModelAborted) {
				t.Errorf("got %v", err)
			}
		}
		reader.Dispose()
	})
}
