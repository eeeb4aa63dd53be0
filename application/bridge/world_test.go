package bridge_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/adapters/workers"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

const (
	input     = "Hold parcel SH-0042 at the depot."
	shipField = `{"type":"object","properties":{"parcel":{"type":"string"}},"required":["parcel"]}`

	goodCore = `{"normalizedInput":"Hold parcel SH-0042 at the depot.","primaryIntent":"Hold a parcel",` +
		`"requirements":[],"prohibitions":[],"intents":[{"action":"execute","target":"parcel SH-0042",` +
		`"requirements":["at the depot"],"blockers":{"clarificationReason":null,"questions":[],` +
		`"confirmationReason":null,"conditionReason":null}}]}`
	goodData = `{"data":{"parcel":"SH-0042"},"evidence":[{"path":"/data/parcel","mode":"exact",` +
		`"sources":[{"sourceId":"input","quote":"SH-0042"}]}],"descriptionChecks":[],` +
		`"fieldResults":[{"path":"/data/parcel","status":"extracted","explanation":"Stated."}],"issues":[]}`
	issueData = `{"data":{},"evidence":[],"descriptionChecks":[],` +
		`"fieldResults":[{"path":"/data/parcel","status":"issue","explanation":"None."}],` +
		`"issues":[{"code":"DATA_REQUIRED_MISSING","category":"business_information",` +
		`"path":"/data/parcel","message":"No parcel."}]}`
	badText = "{bad"
)

// world is a bridge over two instances with a clock that the test sets.
type world struct {
	*bridge.Bridge
	*bridge.Session
	store    *memory.Store
	events   *recorder
	ship     *engine.Engine
	office   *engine.Engine // without fields
	settings bridge.Settings

	mu  sync.Mutex
	now time.Time
}

type setup struct {
	settings  bridge.Settings
	config    intent.Config
	validator ports.SchemaValidator
}

func newWorld(t testing.TB, s setup) *world {
	t.Helper()
	w := &world{events: &recorder{}, settings: s.settings, now: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)}
	if s.config.Schema == nil {
		s.config.Schema = []byte(shipField)
	}
	if s.validator == nil {
		s.validator = native.New()
	}
	w.ship = newInstance(t, s.config, s.validator, w.events)
	s.config.Schema = nil
	w.office = newInstance(t, s.config, s.validator, w.events)
	w.store = memory.New(s.settings.Limits(), w.clock)
	b, err := bridge.New(bridge.Config{
		Instances: map[string]*engine.Engine{"ship": w.ship, "office": w.office},
		Settings:  s.settings, Store: w.store, Now: w.clock,
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Bridge = b
	t.Cleanup(b.Close)
	w.Session = b.Connect()
	return w
}

func newInstance(
	t testing.TB, config intent.Config, validator ports.SchemaValidator, observer ports.Observer,
) *engine.Engine {
	t.Helper()
	i, err := engine.New(config, engine.Parts{
		Validator: validator,
		Workers: func(queue int) ports.Workers {
			if g, ok := validator.(*gate); ok {
				return watched{workers.New(queue), g}
			}
			return workers.New(queue)
		},
		Observers: []ports.Observer{observer},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.Dispose)
	return i
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// task is what a test keeps of a task reply.
type task struct{ job, token string }

func (w *world) prepare(t testing.TB) task {
	t.Helper()
	return wantTask(t, w.Prepare(context.Background(), call("ship")), intent.StageCore)
}

func call(name string) bridge.PrepareCall {
	return bridge.PrepareCall{Instance: name, Request: intent.Request{Input: input}}
}

func (w *world) accept(at task, text string) bridge.Reply {
	return w.Accept(context.Background(), bridge.AcceptCall{JobID: at.job, StepToken: at.token, CandidateText: text})
}

// inData prepares a job and takes it to stage data.
func (w *world) inData(t testing.TB) task {
	t.Helper()
	return wantTask(t, w.accept(w.prepare(t), goodCore), intent.StageData)
}

func (w *world) cancel(job string) bridge.Reply {
	return w.Cancel(context.Background(), bridge.CancelCall{JobID: job})
}

func wantTask(t testing.TB, reply bridge.Reply, stage intent.Stage) task {
	t.Helper()
	if reply.Kind != bridge.KindTask || reply.Task.Stage != stage {
		t.Fatalf("got %s, want a task of stage %s", reply.JSON(), stage)
	}
	return task{reply.Task.JobID, reply.Task.StepToken}
}

func wantResult(t testing.TB, reply bridge.Reply) {
	t.Helper()
	if reply.Kind != bridge.KindResult || reply.Result == nil {
		t.Fatalf("got %s, want a result", reply.JSON())
	}
}

func wantError(t testing.TB, reply bridge.Reply, code intent.Code, stage intent.Stage, partial bool) {
	t.Helper()
	if reply.Kind != bridge.KindError || reply.Error.Code != code || reply.Error.Stage != stage {
		t.Fatalf("got %s, want %s in %s", reply.JSON(), code, stage)
	}
	if got := reply.Error.PartialResult != nil; got != partial {
		t.Fatalf("%s has a partial result: %v, want %v", code, got, partial)
	}
}

// recorder notes the events of every job in words.
type recorder struct {
	mu    sync.Mutex
	lines map[string][]string
	off   bool
}

func (*recorder) WantsMaterial() bool { return true }

func (r *recorder) Observe(_ context.Context, event ports.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.off {
		return
	}
	if r.lines == nil {
		r.lines = map[string][]string{}
	}
	id, line := describe(event)
	if !id.Bridge {
		line = "not of a bridge: " + line
	}
	r.lines[id.ID] = append(r.lines[id.ID], line)
}

func (r *recorder) of(job string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.lines[job], "; ")
}

func describe(event ports.Event) (ports.Reading, string) {
	switch e := event.(type) {
	case ports.ParseStarted:
		return e.Reading, fmt.Sprintf("started %s %d", e.Language, e.Fields)
	case ports.RequestSent:
		return e.Reading, fmt.Sprintf("asked %s repair=%v", e.Stage, e.Repair)
	case ports.ReplyReceived:
		detail := ""
		if e.Material != nil && e.Material.Detail != "" {
			detail = " because " + e.Material.Detail
		}
		return e.Reading, fmt.Sprintf("replied %s %s%s%s", e.Stage, e.Outcome, e.Code, detail)
	case ports.CandidateJudged:
		return e.Reading, fmt.Sprintf("judged %s %d repair=%v", e.Stage, len(e.Violations), e.Repair)
	case ports.ValidationDone:
		return e.Reading, fmt.Sprintf("validated %s", e.Code)
	case ports.Finished:
		return e.Reading, fmt.Sprintf("finished %s %s", e.Code, e.Stage)
	}
	return ports.Reading{}, "unknown"
}

// gate is a validator that waits until it is let go. It knows no context: what waits when a test ends must
// be let go by it.
type gate struct {
	open    chan struct{}
	once    sync.Once
	entered chan struct{}
	left    atomic.Int64 // checks whose context ended
}

func newGate() *gate {
	return &gate{open: make(chan struct{}), entered: make(chan struct{}, 1000)}
}

func (*gate) Name() string { return "gate" }

func (*gate) MaxWork() int64 { return 1000 }

func (g *gate) Compile([]byte) (func([]byte) error, error) {
	return func([]byte) error {
		g.entered <- struct{}{}
		<-g.open
		return nil
	}, nil
}

// letGo opens the gate for good.
func (g *gate) letGo() { g.once.Do(func() { close(g.open) }) }

// watched are workers that count, for a gate, the jobs whose context ends before they do.
type watched struct {
	ports.Workers
	gate *gate
}

func (w watched) Do(ctx context.Context, job func(context.Context) error) error {
	return w.Workers.Do(ctx, func(ctx context.Context) error {
		stop := context.AfterFunc(ctx, func() { w.gate.left.Add(1) })
		defer stop()
		return job(ctx)
	})
}
