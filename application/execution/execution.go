package execution

import (
	"context"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Execution commits and dispatches for one run. Its methods are for the one goroutine that steps the run,
// but for those that say otherwise.
type Execution struct {
	machine     *run.Run
	journal     acting.Journal
	registry    *Registry
	authority   Authority
	commitTime  time.Duration
	incarnation int

	mu       sync.Mutex // guards prepared: judgements come from goroutines of their own
	prepared map[string]judgement
}

// Settings are what an Execution is made of.
type Settings struct {
	Journal    acting.Journal
	Registry   *Registry
	Authority  Authority
	CommitTime time.Duration // how long a commit may take; above 0
}

// Begin starts a run: its first transition is committed when it returns. An error means that the run is
// not there, or that nobody knows.
func Begin(ctx context.Context, s Settings, at time.Time, b run.Begin) (*Execution, []run.Sealed, error) {
	machine, t, err := run.Start(at, b)
	if err != nil {
		return nil, nil, err
	}
	x := &Execution{
		machine: machine, journal: s.Journal, registry: s.Registry, authority: s.Authority,
		commitTime: s.CommitTime, incarnation: 1, prepared: map[string]judgement{},
	}
	events, err := x.commit(ctx, t)
	return x, events, err
}

// Run returns the run's machine, to be looked at.
func (x *Execution) Run() *run.Run { return x.machine }

// Registry returns the catalog in force with its backends.
func (x *Execution) Registry() *Registry { return x.registry }

// Commit applies an input and commits what it makes. taken is false if the run did not take the input,
// which changes nothing. An error of a taken input means that the run has ended in memory.
func (x *Execution) Commit(ctx context.Context, at time.Time, in run.Input) (events []run.Sealed, taken bool,
	err error) {
	t, err := x.machine.Apply(at, in)
	if err != nil {
		return nil, false, err
	}
	events, err = x.commit(ctx, t)
	return events, true, err
}

func (x *Execution) commit(ctx context.Context, t run.Transition) ([]run.Sealed, error) {
	// Not the caller's end: what is being written down is written down also while the run is stopped.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), x.commitTime)
	defer cancel()
	if err := x.store(ctx, t); err != nil {
		x.machine.Lose(err)
		return nil, err
	}
	x.machine.Acknowledge()
	return t.Events, nil
}

// store waits for the journal no longer than the commit may take, whether the journal keeps to its
// context or not.
func (x *Execution) store(ctx context.Context, t run.Transition) error {
	done := make(chan error, 1)
	go func() { done <- guarded(func() error { return x.journal.Commit(ctx, t) }) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return tool.Errorf(tool.Timeout, "the journal did not answer in %s", x.commitTime)
	}
}

// guarded turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = tool.Errorf(tool.ExecutionFailure, "a panic")
		}
	}()
	return f()
}
