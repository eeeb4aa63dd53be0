package bridge_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// wild is a store whose methods can be made to do anything before they do what they should.
type wild struct {
	ports.SessionStore
	act atomic.Pointer[func(ctx context.Context, method string) error]
}

func (s *wild) set(act func(context.Context, string) error) { s.act.Store(&act) }

func (s *wild) before(ctx context.Context, method string) error {
	if act := s.act.Load(); act != nil && *act != nil {
		return (*act)(ctx, method)
	}
	return nil
}

func (s *wild) Create(ctx context.Context, job ports.JobRecord) error {
	if err := s.before(ctx, "Create"); err != nil {
		return err
	}
	return s.SessionStore.Create(ctx, job)
}

func (s *wild) Load(ctx context.Context, session, job string, use bool) (ports.JobRecord, error) {
	if err := s.before(ctx, "Load"); err != nil {
		return ports.JobRecord{}, err
	}
	return s.SessionStore.Load(ctx, session, job, use)
}

func (s *wild) Swap(ctx context.Context, job ports.JobRecord) error {
	if err := s.before(ctx, "Swap"); err != nil {
		return err
	}
	return s.SessionStore.Swap(ctx, job)
}

func (s *wild) Sweep(ctx context.Context, group ports.JobGroup) ([]ports.JobRecord, error) {
	if err := s.before(ctx, "Sweep"); err != nil {
		return nil, err
	}
	return s.SessionStore.Sweep(ctx, group)
}

func newWildWorld(t *testing.T) (*world, *wild) {
	t.Helper()
	w := &world{events: &recorder{}}
	w.ship = newInstance(t, intent.Config{Schema: []byte(shipField)}, native.New(), w.events)
	w.office = newInstance(t, intent.Config{}, native.New(), w.events)
	store := &wild{SessionStore: memory.New(bridge.Settings{}.Limits(), nil)}
	b, err := bridge.New(bridge.Config{Instances: map[string]*engine.Engine{"ship": w.ship}, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	w.Bridge, w.Session = b, b.Connect()
	return w, store
}

// loop is an error that unwraps to itself.
type loop struct{}

func (l loop) Error() string { return "loop" }
func (l loop) Unwrap() error { return l }

// broken is an error whose methods panic, as those of a nil pointer do.
type broken struct{ cause error }

func (e *broken) Error() string { return "broken" }
func (e *broken) Unwrap() error { return e.cause }

// misdeeds are what a store may do instead of answering.
var misdeeds = map[string]func() error{
	"panics":                       func() error { panic("secret") },
	"panics with nil":              func() error { panic(nil) },
	"ends its goroutine":           func() error { runtime.Goexit(); return nil },
	"fails":                        func() error { return errors.New("secret") },
	"fails with a typed nil":       func() error { var e *broken; return e },
	"fails with a loop":            func() error { return loop{} },
	"fails with a foreign ctx end": func() error { return context.DeadlineExceeded },
}

func TestAStoreThatMisbehavesAnswersAsAStore(t *testing.T) {
	t.Parallel()
	for name, misdeed := range misdeeds {
		for _, method := range []string{"Create", "Load", "Swap", "Sweep"} {
			t.Run(name+" in "+method, func(t *testing.T) {
				t.Parallel()
				w, store := newWildWorld(t)
				at := w.prepare(t)
				store.set(func(_ context.Context, m string) error {
					if m == method {
						return misdeed()
					}
					return nil
				})
				touched := map[string][]bridge.Reply{
					"Create": {w.Prepare(context.Background(), call("ship"))},
					"Load":   {w.accept(at, goodCore), w.cancel(at.job)},
					"Swap":   {w.accept(at, goodCore), w.cancel(at.job)},
				}
				for _, reply := range touched[method] {
					wantError(t, reply, intent.ModelRequestFailed, intent.StageBridge, false)
					if reply.Error.Reason != intent.FailedStore || strings.Contains(reply.JSON(), "secret") {
						t.Errorf("the reply is %s", reply.JSON())
					}
				}
				w.Session.Close()
				w.Bridge.Close()
			})
		}
	}
}

func TestTheJobIsWhereItWasOnceTheStoreIsWell(t *testing.T) {
	w, store := newWildWorld(t)
	at := w.prepare(t)
	store.set(func(_ context.Context, m string) error {
		if m == "Swap" {
			panic("the driver has a bug")
		}
		return nil
	})
	wantError(t, w.accept(at, goodCore), intent.ModelRequestFailed, intent.StageBridge, false)
	store.set(nil)
	data := wantTask(t, w.accept(at, goodCore), intent.StageData)
	wantResult(t, w.accept(data, goodData))
	if bridge.Busy(w.Bridge) != 0 {
		t.Errorf("%d jobs are still locked", bridge.Busy(w.Bridge))
	}
}

// TestAStoreThatHangs holds every call to a bound, or to its context if that is shorter.
func TestAStoreThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, store := newWildWorld(t)
		at := w.prepare(t)
		store.set(func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() })
		began := time.Now()
		wantError(t, w.accept(at, goodCore), intent.ModelRequestFailed, intent.StageBridge, false)
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("accept took %v", took)
		}
		began = time.Now()
		short, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		reply := w.Accept(short, bridge.AcceptCall{JobID: at.job, StepToken: at.token, CandidateText: goodCore})
		wantError(t, reply, intent.ModelAborted, intent.StageBridge, false)
		if took := time.Since(began); took != 300*time.Millisecond {
			t.Errorf("accept with a deadline of 300ms took %v", took)
		}
		began = time.Now()
		w.dispose()
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("Close took %v", took)
		}
	})
}

// stale says for ever that another has changed the job.
type stale struct {
	ports.SessionStore
	state ports.JobState
	loads atomic.Int64
}

func (s *stale) Load(ctx context.Context, session, job string, use bool) (ports.JobRecord, error) {
	s.loads.Add(1)
	record, err := s.SessionStore.Load(ctx, session, job, use)
	record.State = s.state
	return record, err
}

func (s *stale) Swap(context.Context, ports.JobRecord) error { return ports.ErrJobChanged }

func TestAStoreThatIsStaleForEver(t *testing.T) {
	t.Parallel()
	for _, state := range []ports.JobState{ports.JobActive, ports.JobExpired, ports.JobDisposed} {
		w := &world{events: &recorder{}}
		w.ship = newInstance(t, intent.Config{Schema: []byte(shipField)}, native.New(), w.events)
		store := &stale{SessionStore: memory.New(bridge.Settings{}.Limits(), nil), state: state}
		b, err := bridge.New(bridge.Config{Instances: map[string]*engine.Engine{"ship": w.ship}, Store: store})
		if err != nil {
			t.Fatal(err)
		}
		w.Bridge, w.Session = b, b.Connect()
		at := w.prepare(t)
		if reply := w.accept(at, goodCore); reply.Kind != bridge.KindError {
			t.Errorf("%s: accept gives %s", state, reply.JSON())
		}
		wantError(t, w.cancel(at.job), intent.ModelRequestFailed, intent.StageBridge, false)
		if n := store.loads.Load(); n > 40 {
			t.Errorf("%s: %d loads for two calls", state, n)
		}
		b.Close()
	}
}

// TestGarbageRecords gives a job every record that no bridge has written.
func TestGarbageRecords(t *testing.T) {
	t.Parallel()
	good := `{"input":"x","context":[],"fields":["parcel"],"stage":"core","repairs":0}`
	for name, spoil := range map[string]func(*ports.JobRecord){
		"no JSON":           func(r *ports.JobRecord) { r.Reading = "{" },
		"empty object":      func(r *ports.JobRecord) { r.Reading = "{}" },
		"null":              func(r *ports.JobRecord) { r.Reading = "null" },
		"array":             func(r *ports.JobRecord) { r.Reading = "[]" },
		"number":            func(r *ports.JobRecord) { r.Reading = "1e999" },
		"data without core": func(r *ports.JobRecord) { r.Reading = strings.Replace(good, `"core"`, `"data"`, 1) },
		"unknown stage":     func(r *ports.JobRecord) { r.Reading = strings.Replace(good, `"core"`, `"zzz"`, 1) },
		"unknown field":     func(r *ports.JobRecord) { r.Reading = strings.Replace(good, "parcel", "other", 1) },
		"repeated name":     func(r *ports.JobRecord) { r.Reading = strings.Replace(good, `"input"`, `"stage":"core","input"`, 1) },
		"no token":          func(r *ports.JobRecord) { r.Token = "" },
		"no reading":        func(r *ports.JobRecord) { r.Reading = "" },
		"unknown instance":  func(r *ports.JobRecord) { r.Instance = "ghost" },
		"no instance":       func(r *ports.JobRecord) { r.Instance = "" },
		"unknown state":     func(r *ports.JobRecord) { r.State = "sleeping" },
		"a step of nothing": func(r *ports.JobRecord) { r.Steps = []ports.JobStep{{}} },
		"expired, empty":    func(r *ports.JobRecord) { r.State, r.Reading, r.Token = ports.JobExpired, "", "" },
		"ended, bad reply":  func(r *ports.JobRecord) { r.State, r.Reading, r.Token, r.Final = ports.JobEnded, "", "", "{" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, store := newSharedWorld(t)
			at := w.prepare(t)
			key := ports.JobRecord{Job: at.job, Session: bridge.IDOf(w.Session)}
			if err := elsewhere(func(stored, _ *ports.JobRecord) { spoil(stored) })(store.SessionStore, key); err != nil {
				t.Fatal(err)
			}
			reply := w.accept(at, goodCore)
			if name != "ended, bad reply" {
				wantError(t, reply, intent.ModelRequestFailed, intent.StageBridge, false)
			}
			wantError(t, w.cancel(at.job), intent.ModelRequestFailed, intent.StageBridge, false)
			w.Session.Close()
		})
	}
}

// meddler is an observer that does something of its own at each event.
type meddler struct {
	act atomic.Pointer[func(ports.Event)]
}

func (m *meddler) Observe(_ context.Context, event ports.Event) {
	if act := m.act.Load(); act != nil {
		(*act)(event)
	}
}

func newMeddledWorld(t *testing.T, act func(*world, ports.Event)) *world {
	t.Helper()
	m := &meddler{}
	w := &world{events: &recorder{}}
	w.ship = newInstance(t, intent.Config{Schema: []byte(shipField)}, native.New(), m)
	store := memory.New(bridge.Settings{}.Limits(), nil)
	b, err := bridge.New(bridge.Config{Instances: map[string]*engine.Engine{"ship": w.ship}, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	w.Bridge, w.Session = b, b.Connect()
	do := func(event ports.Event) { act(w, event) }
	m.act.Store(&do)
	return w
}

func jobOf(event ports.Event) string {
	id, _ := describe(event)
	return id.ID
}

func TestAnObserverMayCancelTheJobItIsToldOf(t *testing.T) {
	t.Parallel()
	w := newMeddledWorld(t, func(w *world, event ports.Event) {
		if _, judged := event.(ports.CandidateJudged); judged {
			w.cancel(jobOf(event))
		}
	})
	at := w.prepare(t)
	wantError(t, w.accept(at, goodCore), intent.ModelAborted, intent.StageCore, false)
	wantError(t, w.cancel(at.job), intent.ModelAborted, intent.StageCore, false)
}

func TestAnObserverMayDisposeAndClose(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(*world){
		"dispose":       func(w *world) { w.ship.Dispose() },
		"close session": func(w *world) { w.Session.Close() },
		"close bridge":  func(w *world) { w.Bridge.Close() },
		"prepare":       func(w *world) { w.Prepare(context.Background(), call("ghost")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newMeddledWorld(t, func(w *world, event ports.Event) {
				if _, judged := event.(ports.CandidateJudged); judged {
					act(w)
				}
			})
			at := w.prepare(t)
			if reply := w.accept(at, goodCore); reply.Kind == "" {
				t.Errorf("the reply is empty")
			}
		})
	}
}

func TestAnObserverThatEndsItsGoroutineOrPanicsHoldsUpNobody(t *testing.T) {
	t.Parallel()
	for _, misdeed := range []func(){runtime.Goexit, func() { panic("a bug") }} {
		w := newMeddledWorld(t, func(*world, ports.Event) { misdeed() })
		data := wantTask(t, w.accept(w.prepare(t), goodCore), intent.StageData)
		wantResult(t, w.accept(data, goodData))
	}
}

func TestAnObserverThatBlocksHoldsUpCallersNoLongerThanTheirContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		let := make(chan struct{})
		w := newMeddledWorld(t, func(_ *world, event ports.Event) {
			if _, judged := event.(ports.CandidateJudged); judged {
				<-let
			}
		})
		at := w.prepare(t)
		short, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		reply := w.Accept(short, bridge.AcceptCall{JobID: at.job, StepToken: at.token, CandidateText: goodCore})
		wantError(t, reply, intent.ModelAborted, intent.StageBridge, false)
		wantError(t, w.cancel(at.job), intent.ModelAborted, intent.StageCore, false)
		w.Bridge.Close()
		close(let)
		w.ship.Dispose()
	})
}

// TestACancelledJobIsNotJudgedOn: the context of the check ends with the job.
func TestACancelledJobIsNotJudgedOn(t *testing.T) {
	underWay(t, setup{}, func(w *world, at task, g *gate, end func() bridge.Reply) {
		if n := g.left.Load(); n != 0 {
			t.Errorf("%d judgements were given up before the cancel", n)
		}
		w.cancel(at.job)
		synctest.Wait()
		if n := g.left.Load(); n != 1 {
			t.Errorf("%d judgements were given up, want 1", n)
		}
		end()
	})
}

// TestACallerGivesItsValuesToTheJudgement: the values reach the check, the caller's end does not.
func TestACallersEndDoesNotReachTheJudgement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		w := newWorld(t, setup{validator: g})
		at := w.inData(t)
		ctx, cancel := context.WithCancel(context.Background())
		reply := make(chan bridge.Reply, 1)
		go func() {
			reply <- w.Accept(ctx, bridge.AcceptCall{JobID: at.job, StepToken: at.token, CandidateText: goodData})
		}()
		synctest.Wait()
		cancel()
		wantError(t, <-reply, intent.ModelAborted, intent.StageBridge, false)
		synctest.Wait()
		if g.left.Load() != 0 {
			t.Error("the judgement was given up with its caller")
		}
		g.letGo()
		wantResult(t, w.accept(at, goodData))
		w.dispose()
	})
}

func TestIDsAreOfTheAlphabet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, setup{})
	const letters = "abcdefghijkmnpqrstuvwxyz23456789" // none that looks like another
	seen := map[rune]bool{}
	for range 64 {
		at := w.prepare(t)
		for _, c := range at.job + at.token {
			if !strings.ContainsRune(letters, c) {
				t.Fatalf("%q is not of the alphabet", c)
			}
			seen[c] = true
		}
		w.cancel(at.job)
	}
	if len(seen) != len(letters) {
		t.Errorf("%d letters are used, want %d", len(seen), len(letters))
	}
}

func TestTooManyJobsNamesTheWayOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, setup{settings: bridge.Settings{MaxJobs: 1}})
	w.prepare(t)
	reply := w.Prepare(context.Background(), call("ship"))
	wantError(t, reply, intent.LimitExceeded, intent.StageBridge, false)
	for _, way := range []string{"intent_cancel", "jobTtlMs", "maxJobs"} {
		if !strings.Contains(reply.Error.Message, way) {
			t.Errorf("the message %q does not name %s", reply.Error.Message, way)
		}
	}
	if reply.Error.Limit == nil || *reply.Error.Limit != (intent.Limit{Name: "maxJobs", Got: 2, Most: 1}) {
		t.Errorf("the limit is %+v", reply.Error.Limit)
	}
}

func TestAnUnknownInstanceNamesTheKnownOnes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, setup{})
	reply := w.Prepare(context.Background(), call("ghost"))
	if text := reply.JSON(); !strings.Contains(text, `\"office\", \"ship\"`) || strings.Contains(text, "ghost") {
		t.Errorf("the reply is %s", text)
	}
}
