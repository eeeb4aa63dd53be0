package parse

import (
	"context"
	"crypto/rand"
	"sync"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// Intent reads requests by one frozen configuration. It is safe for concurrent use.
type Intent struct {
	engine  *engine.Engine
	places  *places
	running sync.WaitGroup
	gate    sync.Mutex // orders the start of a parse against disposal
}

// New makes an Intent over an engine, which it then owns.
func New(e *engine.Engine) *Intent {
	config := e.Config()
	return &Intent{engine: e, places: newPlaces(config.Limits.MaxConcurrentParses, config.Queue)}
}

// Engine returns the engine, for a bridge to read with.
func (p *Intent) Engine() *engine.Engine { return p.engine }

// Parse reads one request. The error is always an *intent.Error; the result is complete exactly when
// it is nil. Result and error share no memory with the Intent.
//
// It returns promptly when ctx ends, the configured timeout passes or the Intent is disposed, also
// if the executor ignores its context. That executor's place then stays taken until it returns, so
// that no more than maxConcurrentParses generations ever run.
func (p *Intent) Parse(ctx context.Context, request intent.Request) (intent.Result, error) {
	return p.read(ctx, request)
}

// ParseAudited is Parse, and also returns the audit of the reading, on failure too: what was asked,
// answered, checked and found. The audit holds the material.
func (p *Intent) ParseAudited(
	ctx context.Context, request intent.Request,
) (intent.Result, intent.Audit, error) {
	var auditor engine.Auditor
	result, err := p.read(ctx, request, &auditor)
	return result, auditor.Audit, err
}

// Dispose ends the Intent: running parses return INSTANCE_DISPOSED at once, later ones are refused,
// the workers end. It returns when every running parse has returned; it waits for no executor, and
// leaves the executor alive. It is idempotent and safe for concurrent use, also from an observer.
func (p *Intent) Dispose() {
	p.gate.Lock()
	p.engine.Dispose()
	p.gate.Unlock()
	p.running.Wait()
}

// enter counts a parse as running, so that Dispose waits for it; false if the Intent is disposed.
func (p *Intent) enter() bool {
	p.gate.Lock()
	defer p.gate.Unlock()
	if p.engine.Disposed() {
		return false
	}
	p.running.Add(1)
	return true
}

// read is one parse from its first event to its last.
func (p *Intent) read(
	ctx context.Context, request intent.Request, also ...ports.MaterialObserver,
) (intent.Result, error) {
	if p.enter() {
		defer p.running.Done()
	}
	id := rand.Text()
	ctx, release := p.bind(ports.WithReadingID(ctx, id))
	defer release()
	notify := p.engine.Notify(ctx, engine.Telling{Reading: ports.Reading{ID: id}, Also: also})
	notify.Started(request.Fields.Count(p.engine.Definition().Schema.Fields()), request.Materials)

	r := &run{engine: p.engine, executor: p.engine.Executor(), notify: notify}
	result, err := p.admit(ctx, request, r)
	if err != nil {
		failed := intent.AsError(err).Clone()
		failed.ReadingID = id
		err = failed
	}
	notify.Finished(&result, err)
	if r.place != nil {
		r.place.releaseAfter(notify.Told())
	}
	return result, err
}

// bind ties the parse to its caller, the configured timeout and the instance's life.
func (p *Intent) bind(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout := p.engine.Config().Timeout
	if timeout == 0 {
		return p.engine.Bind(ctx)
	}
	timed, cancel := context.WithTimeout(ctx, timeout)
	bound, release := p.engine.Bind(timed)
	return bound, func() {
		release()
		cancel()
	}
}

// admit judges in the contract's order: disposed, request, executor, place; then it reads.
func (p *Intent) admit(ctx context.Context, request intent.Request, r *run) (intent.Result, error) {
	if p.engine.Disposed() {
		return intent.Result{}, atInput(engine.DisposedError())
	}
	machine, err := reading.Start(p.engine.Definition(), request)
	if err != nil {
		return intent.Result{}, err
	}
	if r.executor == nil {
		return intent.Result{}, intent.NewError(intent.ExecutorNotConfigured, intent.StageInput,
			"the instance has no executor to ask")
	}
	place, full := p.places.take(ctx)
	r.machine, r.place = machine, place
	if err := p.engine.Ended(ctx); err != nil {
		return intent.Result{}, atInput(err)
	}
	if full != nil {
		return intent.Result{}, full
	}
	return r.all(ctx)
}

// atInput says of an error that it came before stage core.
func atInput(err error) error {
	e := intent.AsError(err).Clone()
	e.Stage = intent.StageInput
	return e
}
