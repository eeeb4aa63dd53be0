package workers

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

const (
	// MaxLive is how many workers of one pool live at the same time, those with an abandoned job
	// included.
	MaxLive = 2
	// MaxIdle is how long a worker lives without a job.
	MaxIdle = time.Second
)

// Pool implements [ports.Workers]. It is safe for concurrent use; New makes one.
type Pool struct {
	queue   int           // jobs that may run and wait
	closing chan struct{} // closed by Close

	mu      sync.Mutex
	closed  bool
	jobs    int             // running and waiting
	live    int             // workers
	waiting []*task         // in order of submission
	idle    []chan *task    // workers without a job, the one that waits longest first
	running map[*task]bool  // with their workers busy
	ended   []chan struct{} // to be closed once no worker lives
}

var _ ports.Workers = (*Pool)(nil)

// New makes a pool that holds at most queue jobs, running and waiting together; 0 means
// [intent.DefaultMaxValidationQueueEntries]. It starts no goroutine.
func New(queue int) *Pool {
	if queue <= 0 {
		queue = intent.DefaultMaxValidationQueueEntries
	}
	return &Pool{queue: queue, closing: make(chan struct{}), running: map[*task]bool{}}
}

// task is one submitted job.
type task struct {
	ctx    context.Context // the caller's, ended by Close too
	cancel context.CancelCauseFunc
	job    func(ctx context.Context) error
	result chan error // holds one
}

// Do runs job on a worker and returns its error; see [ports.Workers]. A result that is there counts
// more than a context that ended meanwhile.
func (p *Pool) Do(ctx context.Context, job func(ctx context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t := &task{job: job, result: make(chan error, 1)}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	if err := p.submit(t); err != nil {
		t.cancel(nil)
		return err
	}
	select {
	case err := <-t.result:
		return t.outcome(ctx, err)
	case <-ctx.Done():
		return p.abandon(ctx, t, ctx.Err())
	case <-p.closing:
		return p.abandon(ctx, t, ports.ErrWorkersClosed)
	}
}

// outcome tells a job that ended because the pool was closed from one that ended by itself.
func (t *task) outcome(ctx context.Context, err error) error {
	closed := ctx.Err() == nil && errors.Is(context.Cause(t.ctx), ports.ErrWorkersClosed)
	if closed && errors.Is(err, context.Canceled) {
		return ports.ErrWorkersClosed
	}
	return err
}

// abandon gives a job up: a waiting one is taken from the queue, a running one told to stop.
func (p *Pool) abandon(ctx context.Context, t *task, why error) error {
	p.mu.Lock()
	if i := slices.Index(p.waiting, t); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
		p.jobs--
	}
	p.mu.Unlock()
	select {
	case err := <-t.result:
		return t.outcome(ctx, err)
	default:
		t.cancel(why)
		return why
	}
}

// submit hands a task to an idle worker or a new one, or queues it.
func (p *Pool) submit(t *task) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return ports.ErrWorkersClosed
	case p.jobs >= p.queue:
		return ports.ErrQueueFull
	}
	p.jobs++
	switch last := len(p.idle) - 1; {
	case last >= 0:
		handoff := p.idle[last]
		p.idle = p.idle[:last]
		p.running[t] = true
		handoff <- t // has room for one, and only who takes it from the list sends
	case p.live < MaxLive:
		p.live++
		p.running[t] = true
		go p.work(t)
	default:
		p.waiting = append(p.waiting, t)
	}
	return nil
}

// Close refuses new jobs and stops waiting and running ones; see [ports.Workers]. It is idempotent,
// safe for concurrent use and waits for nothing: [Pool.Wait] does.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.closed = true
	for _, t := range p.waiting {
		p.jobs--
		t.cancel(ports.ErrWorkersClosed)
	}
	p.waiting = nil
	for t := range p.running {
		t.cancel(ports.ErrWorkersClosed)
	}
	close(p.closing)
}

// Wait returns once no worker lives, or with ctx's error. Behind [Pool.Close] that takes as long as the
// running jobs take to notice; before, idle workers end by themselves after [MaxIdle].
func (p *Pool) Wait(ctx context.Context) error {
	p.mu.Lock()
	if p.live == 0 {
		p.mu.Unlock()
		return nil
	}
	ended := make(chan struct{})
	p.ended = append(p.ended, ended)
	p.mu.Unlock()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
