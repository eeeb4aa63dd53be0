package bridge_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// otherStore is a store that is shared with another process, which acts between our calls, or that fails.
type otherStore struct {
	ports.SessionStore
	beforeSwap func(ports.SessionStore, ports.JobRecord) error
	create     error
	load       error
	created    func() // called after each Create
}

func (o *otherStore) Create(ctx context.Context, job ports.JobRecord) error {
	if o.create != nil {
		return o.create
	}
	err := o.SessionStore.Create(ctx, job)
	if o.created != nil {
		o.created()
	}
	return err
}

func (o *otherStore) Load(ctx context.Context, session, job string, use bool) (ports.JobRecord, error) {
	if o.load != nil {
		return ports.JobRecord{}, o.load
	}
	return o.SessionStore.Load(ctx, session, job, use)
}

func (o *otherStore) Swap(ctx context.Context, job ports.JobRecord) error {
	if act := o.beforeSwap; act != nil {
		o.beforeSwap = nil
		if err := act(o.SessionStore, job); err != nil {
			return err
		}
	}
	return o.SessionStore.Swap(ctx, job)
}

func newSharedWorld(t *testing.T) (*world, *otherStore) {
	t.Helper()
	w := &world{events: &recorder{}}
	config := intent.Config{Schema: []byte(shipField)}
	w.ship = newInstance(t, config, native.New(), w.events)
	store := &otherStore{SessionStore: memory.New(bridge.Settings{}.Limits(), nil)}
	b, err := bridge.New(bridge.Config{Instances: map[string]*engine.Engine{"ship": w.ship}, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	w.Bridge, w.Session = b, b.Connect()
	return w, store
}

// elsewhere changes the job as another process would, from the record that is stored.
func elsewhere(change func(stored, ours *ports.JobRecord)) func(ports.SessionStore, ports.JobRecord) error {
	return func(store ports.SessionStore, ours ports.JobRecord) error {
		stored, err := store.Load(context.Background(), ours.Session, ours.Job, false)
		if err != nil {
			return err
		}
		change(&stored, &ours)
		return store.Swap(context.Background(), stored)
	}
}

func TestTheSameSubmissionWonElsewhere(t *testing.T) {
	w, store := newSharedWorld(t)
	at := w.prepare(t)
	store.beforeSwap = elsewhere(func(stored, ours *ports.JobRecord) {
		revision := stored.Revision
		*stored = *ours // the other process judged the same text and was first
		stored.Revision = revision
		stored.Steps[0].Reply = strings.Replace(stored.Steps[0].Reply, ours.Token, "tokenOfTheOther", 2)
		stored.Token = "tokenOfTheOther"
	})
	data := wantTask(t, w.accept(at, goodCore), intent.StageData)
	if data.token != "tokenOfTheOther" {
		t.Fatalf("the token is %q", data.token)
	}
	wantResult(t, w.accept(data, goodData))
}

func TestAnotherSubmissionWonElsewhere(t *testing.T) {
	w, store := newSharedWorld(t)
	at := w.prepare(t)
	store.beforeSwap = elsewhere(func(stored, ours *ports.JobRecord) {
		stored.Steps = append(stored.Steps, ports.JobStep{Token: stored.Token, Digest: "of another text", Reply: "{}"})
		stored.Token = "tokenOfTheOther"
	})
	wantError(t, w.accept(at, goodCore), intent.BridgeStepConflict, intent.StageBridge, false)
}

func TestACancelWonElsewhere(t *testing.T) {
	w, store := newSharedWorld(t)
	at := w.prepare(t)
	final := w.cancel(w.prepare(t).job).JSON()
	end := elsewhere(func(stored, _ *ports.JobRecord) {
		stored.State, stored.Token, stored.Reading, stored.Final = ports.JobEnded, "", "", final
	})
	store.beforeSwap = end
	wantError(t, w.accept(at, goodCore), intent.ModelAborted, intent.StageCore, false)
	again := w.prepare(t)
	store.beforeSwap = end
	reply := w.Cancel(context.Background(), bridge.CancelCall{JobID: again.job, Outcome: bridge.OutcomeRefusal})
	wantError(t, reply, intent.ModelAborted, intent.StageCore, false)
}

func TestAJobForgottenElsewhere(t *testing.T) {
	w, store := newSharedWorld(t)
	at := w.prepare(t)
	store.beforeSwap = func(store ports.SessionStore, ours ports.JobRecord) error {
		_, err := store.Sweep(context.Background(), ports.JobGroup{Session: ours.Session})
		return err
	}
	wantError(t, w.accept(at, goodCore), intent.BridgeJobNotFound, intent.StageBridge, false)
}

func TestAStoreThatFails(t *testing.T) {
	w, store := newSharedWorld(t)
	at := w.prepare(t)
	broken := errors.New("the secret address of the database is wrong")
	failed := func(reply bridge.Reply) {
		t.Helper()
		wantError(t, reply, intent.ModelRequestFailed, intent.StageBridge, false)
		if reply.Error.Reason != intent.FailedStore {
			t.Errorf("the reason is %q", reply.Error.Reason)
		}
		if strings.Contains(reply.JSON(), "secret") {
			t.Errorf("the reply tells the store's error: %s", reply.JSON())
		}
	}
	store.load = broken
	failed(w.accept(at, goodCore))
	failed(w.cancel(at.job))
	store.load = context.Canceled // the caller's context has not ended
	failed(w.accept(at, goodCore))
	store.load, store.create = nil, broken
	failed(w.Prepare(context.Background(), call("ship")))
	store.create = nil
	store.beforeSwap = func(ports.SessionStore, ports.JobRecord) error { return broken }
	failed(w.accept(at, goodCore))
	store.beforeSwap = func(ports.SessionStore, ports.JobRecord) error { return broken }
	failed(w.cancel(at.job))
	wantTask(t, w.accept(at, goodCore), intent.StageData)
}

func TestARecordThatCannotBeRead(t *testing.T) {
	w, store := newSharedWorld(t)
	at := w.prepare(t)
	spoil := elsewhere(func(stored, _ *ports.JobRecord) { stored.Reading = "{" })
	if err := spoil(store.SessionStore, ports.JobRecord{Job: at.job, Session: bridge.IDOf(w.Session)}); err != nil {
		t.Fatal(err)
	}
	wantError(t, w.accept(at, goodCore), intent.ModelRequestFailed, intent.StageBridge, false)
	wantError(t, w.cancel(at.job), intent.ModelRequestFailed, intent.StageBridge, false)
}

func TestAnInstanceDisposedDuringPrepare(t *testing.T) {
	w, store := newSharedWorld(t)
	store.created = w.ship.Dispose
	wantError(t, w.Prepare(context.Background(), call("ship")), intent.InstanceDisposed, intent.StageCore, false)
}

func TestASessionClosedDuringPrepare(t *testing.T) {
	w, store := newSharedWorld(t)
	store.created = func() {
		go w.Session.Close()
		for !bridge.IsClosed(w.Session) {
			runtime.Gosched()
		}
	}
	wantError(t, w.Prepare(context.Background(), call("ship")), intent.BridgeJobNotFound, intent.StageBridge, false)
	left, err := store.Sweep(context.Background(), ports.JobGroup{Instance: "ship"})
	if err != nil || len(left) > 0 {
		t.Errorf("%d jobs are left (%v)", len(left), err)
	}
}
