package bridge

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// Config is what a bridge is made of.
type Config struct {
	// Instances are borrowed: closing the bridge leaves them alive. A name is what a prepare asks for;
	// bridges that share a store share a name only where they serve the same instance.
	Instances map[string]*engine.Engine

	Settings Settings

	// Store keeps the jobs. It is made with Settings.Limits and borrowed.
	Store ports.SessionStore

	// Now tells the time, as it does for the store; nil is time.Now.
	Now func() time.Time
}

// Bridge hands out tasks and judges what comes back. It is safe for concurrent use.
type Bridge struct {
	instances map[string]*member
	settings  Settings
	store     ports.SessionStore
	now       func() time.Time
	lanes     lanes

	life    context.Context // of the operations
	stop    context.CancelFunc
	running sync.WaitGroup // operations, and one watch for each instance

	mu       sync.Mutex
	closed   bool
	sessions map[string]*Session
}

// member is an instance of the bridge.
type member struct {
	*engine.Engine
	sweep sync.Once // of its jobs, when it has been disposed
}

// New makes a bridge. The error is CONFIG_INVALID with stage config and lists every fault.
func New(config Config) (*Bridge, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	b := &Bridge{
		instances: make(map[string]*member, len(config.Instances)),
		settings:  config.Settings.WithDefaults(),
		store:     config.Store,
		now:       config.Now,
		sessions:  make(map[string]*Session),
	}
	for name, i := range config.Instances {
		b.instances[name] = &member{Engine: i}
	}
	if b.now == nil {
		b.now = time.Now
	}
	b.life, b.stop = context.WithCancel(context.Background())
	for name, i := range b.instances {
		b.running.Go(func() { b.watch(name, i) })
	}
	return b, nil
}

// watch ends an instance's jobs soon after its disposal, also while no call comes.
func (b *Bridge) watch(name string, i *member) {
	select {
	case <-i.Done():
		b.dispose(name, i)
	case <-b.life.Done():
	}
}

func (c Config) check() error {
	var found intent.Faults
	for _, name := range slices.Sorted(maps.Keys(c.Instances)) {
		if c.Instances[name] == nil {
			found.Add(strictjson.AppendName("/instances", name), "is no instance")
		}
	}
	if c.Store == nil {
		found.Add("/store", "is missing")
	}
	found.Join(c.Settings.Check())
	return found.Err(intent.ConfigInvalid, intent.StageConfig, "bridge")
}

// Names lists the instances in alphabetical order.
func (b *Bridge) Names() []string { return slices.Sorted(maps.Keys(b.instances)) }

// Connect opens a session. After [Bridge.Close] it gives one that is closed.
func (b *Bridge) Connect() *Session {
	s := &Session{bridge: b, id: newID()}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		s.closed.Store(true)
		return s
	}
	b.sessions[s.id] = s
	return s
}

// Close closes every session, stops the operations and returns when they have ended, which is soon. It
// disposes no instance and does not close the store. It is idempotent and safe for concurrent use. A
// bridge that is not closed keeps a goroutine for each instance that is not disposed.
func (b *Bridge) Close() {
	b.mu.Lock()
	b.closed = true
	open := slices.Collect(maps.Values(b.sessions))
	b.mu.Unlock()
	for _, s := range open {
		s.Close()
	}
	b.stop()
	b.running.Wait()
}

func (b *Bridge) forget(s *Session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.sessions, s.id)
}
