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

// New makes an Intent over an instance, which it then owns.
func New(i *engine.Engine) *Intent {
	return &Intent{engine: i, places: newPlaces(i.Limits().MaxConcurrentParses)}
}

// Engine returns the engine, for a bridge to read with.
func (p *Intent) Engine() *engine.Engine { return p.engine }

// Parse reads one request. The error is always an *intent.Error; the result is complete exactly when
// it is nil. Result and error share no memory with the Intent.
//
// It returns promptly when ctx ends, the configured timeout passes or the Intent is disposed, also
// where the executor ignores its context. That executor's place then stays taken until it returns, so
// that no more than maxConcurrentParses generations ever run.
func (p *Intent) Parse(ctx context.Context, request intent.Request) (intent.Result, error) {
	result, err := p.read(ctx, request, nil)
	if err != nil {
		return intent.Result{}, err
	}
	return result, nil
}

// ParseAudited is Parse, and gives the audit of the reading besides, on failure too: what was asked,
// answered, checked and found. The audit holds the material.
func (p *Intent) ParseAudited(
	ctx context.Context, request intent.Request,
) (intent.Result, intent.Audit, error) {
	audit := newAuditor(p.engine, request)
	result, err := p.read(ctx, request, audit)
	if err != nil {
		return intent.Result{}, audit.finish(nil, err), err
	}
	document := audit.finish(&result, nil)
	return result, document, nil
}

// Dispose ends the Intent: running parses return INSTANCE_DISPOSED at once, later ones are refused,
// the workers end. It returns when every running parse has returned; it waits for no executor, and
// leaves the executor alive. It is idempotent and safe for concurrent use.
func (p *Intent) Dispose() {
	p.gate.Lock()
	p.engine.Dispose()
	p.gate.Unlock()
	p.running.Wait()
}

// enter counts a parse as running, so that Dispose waits for it; false where the Intent is disposed.
func (p *Intent) enter() bool {
	p.gate.Lock()
	defer p.gate.Unlock()
	if p.engine.Disposed() {
		return false
	}
	p.running.Add(1)
	return true
}

func (p *Intent) read(
	ctx context.Context, request intent.Request, audit *auditor,
) (intent.Result, error) {
	notify := p.engine.Notify(ports.Reading{ID: rand.Text()})
	result, err := p.admit(ctx, request, &run{engine: p.engine, notify: notify, audit: audit})
	notify.Finished(err)
	return result, err
}

// admit judges in the contract's order: disposed, request, executor, place.
func (p *Intent) admit(ctx context.Context, request intent.Request, r *run) (intent.Result, error) {
	if !p.enter() {
		return intent.Result{}, atInput(engine.DisposedError())
	}
	defer p.running.Done()
	machine, err := reading.Start(p.engine.Definition(), request)
	if err != nil {
		return intent.Result{}, err
	}
	r.executor = p.engine.Executor()
	if r.executor == nil {
		return intent.Result{}, intent.NewError(intent.ExecutorNotConfigured, intent.StageInput,
			"the instance has no executor to ask")
	}
	place, free := p.places.take()
	if !free {
		return intent.Result{}, intent.LimitError(intent.StageInput, "maxConcurrentParses",
			p.places.most()+1, p.places.most())
	}
	defer place.release()
	r.machine, r.place = machine, place
	return r.all(ctx)
}

func atInput(err error) error {
	e := intent.AsError(err).Clone()
	e.Stage = intent.StageInput
	return e
}
