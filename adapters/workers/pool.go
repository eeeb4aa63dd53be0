package workers

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// MaxLive is how many jobs of one pool run at the same time, abandoned ones included.
const MaxLive = 2

// Pool implements [ports.Workers]: two semaphores, and a goroutine for each job that runs. It is safe for
// concurrent use; New makes one.
type Pool struct {
	held    chan struct{} // has a token for each job that runs or waits
	running chan struct{} // has a token for each job that runs; a channel serves who waits in order

	life context.Context // ends with Close
	end  context.CancelFunc
}

var _ ports.Workers = (*Pool)(nil)

// New makes a pool that holds at most queue jobs, running and waiting together; 0 means
// [intent.DefaultMaxValidationQueueEntries]. It starts no goroutine.
func New(queue int) *Pool {
	if queue <= 0 {
		queue = intent.DefaultMaxValidationQueueEntries
	}
	life, end := context.WithCancel(context.Background())
	return &Pool{
		held:    make(chan struct{}, queue),
		running: make(chan struct{}, MaxLive),
		life:    life,
		end:     end,
	}
}

// Do runs job and returns its error; see [ports.Workers]. A result that is there counts more than a
// context that ended meanwhile.
func (p *Pool) Do(ctx context.Context, job func(ctx context.Context) error) error {
	if err := p.ended(ctx); err != nil {
		return err
	}
	select {
	case p.held <- struct{}{}:
	default:
		return ports.ErrQueueFull
	}
	if err := p.waitForTurn(ctx); err != nil {
		<-p.held
		return err
	}
	result := make(chan error, 1) // a job whose caller has gone waits for nobody
	go p.run(ctx, job, result)
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
	case <-p.life.Done():
	}
	select {
	case err := <-result:
		return err
	default:
		return p.ended(ctx)
	}
}

// ended says why no job may start or go on: the caller's context comes first.
func (p *Pool) ended(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.life.Err() != nil:
		return ports.ErrWorkersClosed
	default:
		return nil
	}
}

func (p *Pool) waitForTurn(ctx context.Context) error {
	select {
	case p.running <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-p.life.Done():
		return ports.ErrWorkersClosed
	}
	err := p.ended(ctx) // of several that are ready, select picks any
	if err != nil {
		<-p.running
	}
	return err
}

// run does one job and hands over what came of it. The tokens are back before the caller is answered, so
// that his next job finds a place.
func (p *Pool) run(ctx context.Context, job func(ctx context.Context) error, result chan<- error) {
	bound, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(p.life, func() { cancel(ports.ErrWorkersClosed) })
	err := ports.ErrJobPanicked // stands if the job neither returns nor panics, but ends its goroutine
	defer func() {
		if recover() != nil {
			err = ports.ErrJobPanicked
		}
		if errors.Is(context.Cause(bound), ports.ErrWorkersClosed) &&
			err == context.Canceled { //nolint:errorlint // the context's own
			err = ports.ErrWorkersClosed
		}
		stop()
		cancel(nil)
		<-p.running
		<-p.held
		result <- err
	}()
	err = job(bound)
}

// Close refuses new jobs and stops waiting and running ones; see [ports.Workers]. It is idempotent, safe
// for concurrent use and waits for nothing: [Pool.Wait] does.
func (p *Pool) Close() { p.end() }

// Wait returns once no job runs, or with ctx's error. It is for owners that have closed the pool: it takes
// as long as the running jobs take to notice.
func (p *Pool) Wait(ctx context.Context) error {
	taken := 0
	defer func() {
		for range taken {
			<-p.running
		}
	}()
	for range MaxLive {
		select {
		case p.running <- struct{}{}:
			taken++
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
