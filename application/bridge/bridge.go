package bridge

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
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
	store     store
	now       func() time.Time
	jobs      jobLocks
	machines  *machines

	life    context.Context // of the submissions
	stop    context.CancelFunc
	running sync.WaitGroup // submissions, and one watch for each instance

	mu       sync.Mutex
	closed   bool
	sessions map[string]*Session
}

// member is an instance of the bridge.
type member struct {
	*engine.Engine
	sweep sweeping // of its jobs, when it has been disposed
}

// New makes a bridge. The error is CONFIG_INVALID with stage config and lists every fault.
func New(config Config) (*Bridge, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	b := &Bridge{
		instances: make(map[string]*member, len(config.Instances)),
		settings:  config.Settings.WithDefaults(),
		store:     store{config.Store},
		now:       config.Now,
		sessions:  make(map[string]*Session),
	}
	for name, i := range config.Instances {
		b.instances[name] = &member{Engine: i}
	}
	if b.now == nil {
		b.now = time.Now
	}
	b.machines = newMachines(b.settings.MaxJobs, b.now)
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
		b.dispose(b.life, name, i)
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

// Close closes every session, stops the submissions under judgement and returns when they have ended,
// which is soon: nothing is waited for longer than the store's patience of five seconds a call. It
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

// start runs a function on a goroutine that Close waits for. It reports false once Close has begun.
func (b *Bridge) start(run func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	b.running.Go(run)
	return true
}

// maxNamed is how many instances an error names.
const maxNamed = 16

// unknownInstance says which names a prepare can use.
func (b *Bridge) unknownInstance() error {
	var list strings.Builder
	names := b.Names()
	for n, name := range names[:min(len(names), maxNamed)] {
		if n > 0 {
			list.WriteString(", ")
		}
		list.WriteString(strconv.Quote(strictjson.CutName(name)))
	}
	if more := len(names) - maxNamed; more > 0 {
		list.WriteString(" and " + strconv.Itoa(more) + " more")
	}
	var found intent.Faults
	found.Add("/instance", "is not the name of an instance; there is "+list.String())
	return malformed(&found, intent.StageInput)
}

func (b *Bridge) forget(s *Session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.sessions, s.id)
}
