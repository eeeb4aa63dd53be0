package ports

import (
	"context"
	"errors"
)

// Errors of [Workers.Do] that are not the job's own.
var (
	// ErrQueueFull says that as many jobs run and wait as may be held; the job was not started.
	ErrQueueFull = errors.New("as many jobs run and wait as may be held")
	// ErrWorkersClosed says that the workers were closed before the job ended.
	ErrWorkersClosed = errors.New("the workers are closed")
	// ErrJobPanicked says that the job panicked or ended its goroutine; other jobs go on.
	ErrJobPanicked = errors.New("the job panicked")
)

// Workers runs jobs that take processor time, a bounded number of them at a time. One instance of the runtime
// owns its workers; today its jobs are schema checks.
type Workers interface {
	// Do runs job on a goroutine of its own and returns its error. It returns as soon as ctx ends or the
	// workers are closed, with ctx's error or ErrWorkersClosed, also while the job still runs: the job's
	// own context ends then, and the job stays counted until it returns. A job whose context ended while
	// it waited is never started. Do is safe for concurrent use.
	Do(ctx context.Context, job func(ctx context.Context) error) error

	// Close refuses new jobs and stops waiting and running ones. It is idempotent, safe for concurrent
	// use and waits for nothing: a running job ends at its next look at its context.
	Close()
}
