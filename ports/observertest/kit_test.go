package observertest

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/devcodex/intent-runtime/ports"
)

// faults gathers what a rule reports.
type faults struct {
	mu   sync.Mutex
	said []string
}

func (*faults) Helper() {}

func (f *faults) Errorf(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

// broken is an observer that is a function.
type broken func(ports.Event)

func (b broken) Observe(_ context.Context, event ports.Event) { b(event) }

// fickle says another thing each time.
type fickle struct{ calls int }

func (*fickle) Observe(context.Context, ports.Event) {}
func (f *fickle) WantsMaterial() bool                { f.calls++; return f.calls%2 == 0 }

func TestTheRecorderPasses(t *testing.T) {
	Run(t, func(*testing.T) ports.Observer { return &Recorder{} })
	Run(t, func(*testing.T) ports.Observer { return &Recorder{Material: true} })
}

// Each rule catches the observer that breaks it.
func TestBrokenObserversAreCaught(t *testing.T) {
	for want, o := range map[string]ports.Observer{
		"Observe panics on a ports.Finished": broken(func(e ports.Event) {
			if _, last := e.(ports.Finished); last {
				panic("x")
			}
		}),
		"ends its goroutine": broken(func(ports.Event) { runtime.Goexit() }),
		"events must not be changed": broken(func(e ports.Event) {
			if judged, ok := e.(ports.CandidateJudged); ok && judged.Violations != nil {
				judged.Violations["mine"] = 1
			}
		}),
		"another thing the second time": &fickle{},
	} {
		f := &faults{}
		everyReading(f, o)
		if !strings.Contains(strings.Join(f.said, "\n"), want) {
			t.Errorf("%s: the kit says %q", want, f.said)
		}
	}
}

func TestRecorder(t *testing.T) {
	r := &Recorder{}
	ctx := ports.WithReadingID(t.Context(), "a")
	r.Observe(ctx, ports.ParseStarted{})
	r.Observe(t.Context(), ports.Finished{})
	if r.Kinds() != "ParseStarted Finished" || len(r.Of("a")) != 1 || len(r.Of("")) != 1 || len(r.Events()) != 2 {
		t.Errorf("got %s", r.Kinds())
	}
}
