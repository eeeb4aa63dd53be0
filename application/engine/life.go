package engine

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// Dispose ends the instance: Done closes, running validations stop. It is idempotent, safe for
// concurrent use and waits for nothing.
func (e *Engine) Dispose() {
	e.end(e.disposed)
	e.workers.Close()
}

// Done is closed when the instance has been disposed.
func (e *Engine) Done() <-chan struct{} { return e.life.Done() }

// Disposed reports whether the instance has been disposed.
func (e *Engine) Disposed() bool { return e.life.Err() != nil }

// Bind derives a context from ctx that also ends when the instance is disposed, at once if it already is.
// The function returned must be called to let go of it.
func (e *Engine) Bind(ctx context.Context) (context.Context, context.CancelFunc) {
	bound, cancel := context.WithCancelCause(ctx)
	if e.life.Err() != nil {
		cancel(e.disposed) // AfterFunc would say so on a goroutine, later
	}
	stop := context.AfterFunc(e.life, func() { cancel(e.disposed) })
	return bound, func() {
		stop()
		cancel(context.Canceled)
	}
}

// Ended returns, as an error without a stage, why a context made by [Engine.Bind] ended: of this instance's
// disposal, deadline and cancellation the first that happened. The disposal of another instance is a
// cancellation here. It is nil while the context has not ended.
func (e *Engine) Ended(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case context.Cause(ctx) == e.disposed: //nolint:errorlint // a cause may be a foreign error
		return DisposedError()
	case err == context.DeadlineExceeded:
		return WithSentinel(
			intent.NewError(intent.ModelTimeout, "", "the deadline passed before the reading was done"))
	default:
		return WithSentinel(intent.NewError(intent.ModelAborted, "", "the caller cancelled the reading"))
	}
}

// WithSentinel has an error unwrap to what its code promises: context.DeadlineExceeded for MODEL_TIMEOUT,
// context.Canceled for MODEL_ABORTED (contract section 8). Every other error is returned as it is.
func WithSentinel(err error) error {
	failed := intent.AsError(err)
	switch intent.CodeOf(err) {
	case intent.ModelTimeout:
		return failed.WithCause(context.DeadlineExceeded)
	case intent.ModelAborted:
		return failed.WithCause(context.Canceled)
	default:
		return err
	}
}

// DisposedError says that the instance was disposed, without a stage.
func DisposedError() error {
	return intent.NewError(intent.InstanceDisposed, "", "the instance was disposed")
}
