package ports

import (
	"context"
	"errors"
)

// Errors of [Workers.Do] that are not the job's own.
var (
	// ErrQueueFull: as many jobs run and wait as the pool may hold; the job was not started.
	ErrQueueFull = errors.New("the validation queue is full")
	// ErrWorkersClosed: the pool was closed before the job ended.
	ErrWorkersClosed = errors.New("the workers are closed")
	// ErrJobPanicked: the job panicked; its worker lives on.
	ErrJobPanicked = errors.New("the job panicked")
)

// Workers runs an instance's schema validations on a bounded number of goroutines.
type Workers interface {
	// Do runs job on a worker and returns its error. It returns as soon as ctx ends or the pool is
	// closed, with ctx's error or ErrWorkersClosed, also while the job still runs: the job's own context
	// ends then, and its worker stays counted until the job returns. A job whose context ended while it
	// waited is never started. Do is safe for concurrent use.
	Do(ctx context.Context, job func(ctx context.Context) error) error

	// Close refuses new jobs, stops waiting and running ones, and lets idle workers end. It is idempotent,
	// safe for concurrent use and waits for nothing: a running job ends at its next check of its context.
	Close()
}
