package parse_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// self unwraps to itself, for ever. Its methods say what must not be shown.
type self struct{}

func (self) Error() string   { return "SECRET" }
func (s self) Unwrap() error { return s }

// wrapping panics when a nil one is unwrapped.
type wrapping struct{ inner error }

func (*wrapping) Error() string   { return "SECRET" }
func (w *wrapping) Unwrap() error { return w.inner }

// misdeeds is what foreign code does beside returning.
var misdeeds = map[string]func() error{
	"panics":             func() error { panic("SECRET") },
	"panics with nil":    func() error { panic(nil) },
	"ends its goroutine": func() error { runtime.Goexit(); return nil },
	"dereferences nil":   func() error { var p *int; *p = 1; return nil },
	"returns typed nil":  func() error { var w *wrapping; return w },
	"unwraps to itself":  func() error { return self{} },
	"joins such an one":  func() error { return errors.Join(errors.New("SECRET"), self{}) },
}

// rogue is an executor whose calls do what they are told to.
type rogue struct {
	generate, capable func() error
	asked             atomic.Int32 // calls of Capabilities
}

func (*rogue) ID() string { return "rogue" }

func (r *rogue) Capabilities() ports.Capabilities {
	if r.asked.Add(1) > 1 && r.capable != nil { // the first is at construction
		_ = r.capable()
	}
	return ports.Capabilities{SupportsAbort: true}
}

func (r *rogue) Generate(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
	if r.generate == nil {
		return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: world.Text(world.Core())}, nil
	}
	return intent.ModelReply{}, r.generate()
}

// rogueObserver does what it is told to on every event.
type rogueObserver struct{ do func() }

func (o rogueObserver) Observe(context.Context, ports.Event) { o.do() }

func within(t *testing.T, what string, parse func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- parse() }()
	select {
	case err := <-done:
		return err
	case <-time.After(20 * time.Second):
		t.Fatalf("%s: the parse does not return", what)
		return nil
	}
}

func parsed(reader *bootstrap.Intent) func() error {
	return func() error {
		_, err := reader.Parse(context.Background(), intent.Request{Input: "Keep it.", Fields: intent.NoFields()})
		return err
	}
}

// Whatever an executor does, a parse returns MODEL_REQUEST_FAILED, and shows nothing of what it said.
func TestFenceRoundExecutors(t *testing.T) {
	t.Parallel()
	for name, misdeed := range misdeeds {
		for where, executor := range map[string]*rogue{
			"generate": {generate: misdeed}, "capabilities": {capable: func() error { return misdeed() }},
		} {
			if where == "capabilities" && strings.Contains(name, "unwrap") || strings.Contains(name, "typed") ||
				strings.Contains(name, "joins") {
				continue // Capabilities returns no error
			}
			reader, err := bootstrap.NewIntent(intent.Config{}, executor)
			if err != nil {
				t.Fatal(err)
			}
			err = within(t, name, parsed(reader))
			failed := intent.AsError(err)
			if failed == nil || failed.Code != intent.ModelRequestFailed || failed.Reason != intent.FailedExecutor {
				t.Errorf("%s %s: got %v", where, name, err)
			}
			if shown := fmt.Sprintf("%v %+v %#v %s", err, err, err, failed.Value().JSON()); strings.Contains(shown, "SECRET") {
				t.Errorf("%s %s: shown %s", where, name, shown)
			}
			reader.Dispose()
		}
	}
}

// Whatever an observer does, the reading is not harmed, the others are told, and it is reported once.
func TestFenceRoundObservers(t *testing.T) {
	t.Parallel()
	for name, misdeed := range misdeeds {
		var log strings.Builder
		var told atomic.Int32
		reader, err := bootstrap.NewIntent(intent.Config{}, &rogue{},
			bootstrap.WithObserver(rogueObserver{func() { _ = misdeed() }}),
			bootstrap.WithObserver(rogueObserver{func() { told.Add(1) }}),
			bootstrap.WithLog(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		if err := within(t, name, parsed(reader)); err != nil {
			t.Errorf("%s: got %v", name, err)
		}
		if told.Load() != 5 {
			t.Errorf("%s: the other observer was told %d events", name, told.Load())
		}
		harmless := strings.Contains(name, "returns") || strings.Contains(name, "unwraps") || strings.Contains(name, "joins")
		if lines := strings.Count(log.String(), "\n"); harmless && lines != 0 || !harmless && lines != 1 ||
			strings.Contains(log.String(), "SECRET") {
			t.Errorf("%s: logged %q", name, log.String())
		}
		reader.Dispose()
	}
}

// An observer may call anything, the disposal of its own instance included.
func TestAnObserverMayDispose(t *testing.T) {
	t.Parallel()
	var reader *bootstrap.Intent
	reader, err := bootstrap.NewIntent(intent.Config{}, &rogue{},
		bootstrap.WithObserver(rogueObserver{func() { reader.Dispose() }}))
	if err != nil {
		t.Fatal(err)
	}
	err = within(t, "dispose", parsed(reader))
	if !errors.Is(err, intent.InstanceDisposed) || intent.AsError(err).Stage != intent.StageInput {
		t.Errorf("got %v", err)
	}
}

// The disposal of another instance is a cancellation here, not one's own disposal.
func TestAnotherInstancesDisposal(t *testing.T) {
	t.Parallel()
	inner, err := bootstrap.NewIntent(intent.Config{}, waiting{})
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Dispose()
	got, begun := make(chan error, 1), make(chan struct{})
	outer, err := bootstrap.NewIntent(intent.Config{}, nested{inner, begun, got})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = parsed(outer)() }()
	<-begun
	outer.Dispose()
	if err := <-got; !errors.Is(err, intent.ModelAborted) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// waiting waits for its context to end.
type waiting struct{}

func (waiting) ID() string                       { return "waiting" }
func (waiting) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }
func (waiting) Generate(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
	<-ctx.Done()
	return intent.ModelReply{}, ctx.Err()
}

// nested reads with another instance.
type nested struct {
	inner *bootstrap.Intent
	begun chan struct{}
	got   chan error
}

func (nested) ID() string                       { return "nested" }
func (nested) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }
func (n nested) Generate(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
	close(n.begun)
	_, err := n.inner.Parse(ctx, intent.Request{Input: "x"})
	n.got <- err
	return intent.ModelReply{}, err
}

// Capabilities is called at construction and once before each call of Generate, no more.
func TestCapabilitiesAreAskedAsThePortSays(t *testing.T) {
	t.Parallel()
	executor := &rogue{}
	reader, err := bootstrap.NewIntent(intent.Config{}, executor)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Dispose()
	for range 3 {
		if err := parsed(reader)(); err != nil {
			t.Fatal(err)
		}
	}
	if n := executor.asked.Load(); n != 4 {
		t.Errorf("asked %d times for 3 generations", n)
	}
}
