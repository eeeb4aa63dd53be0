package bridge

import (
	"context"
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/application/internal/fence"
	"github.com/devcodex/intent-runtime/ports"
)

const (
	// storePatience is how long one call of the store may take. The job is locked meanwhile.
	storePatience = 5 * time.Second

	// maxRetries is how often a change is tried again that somebody else has forestalled. Each loss means
	// that the job has moved, which it does a few times in its life; a store that goes on saying so is broken.
	maxRetries = 16
)

var (
	errStore  = errors.New("the session store failed")
	errRecord = errors.New("the job's record cannot be read")
)

// store is the session store behind the fence. Its errors are ours: ErrJobNotFound, ErrJobChanged,
// *SessionFullError, the context's, errStore and errRecord. Records were checked.
type store struct{ foreign ports.SessionStore }

// create and swap do not end with the caller: what was changed must be known and told.
func (s store) create(ctx context.Context, job ports.JobRecord) error {
	_, err := inStore(context.WithoutCancel(ctx), func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.foreign.Create(ctx, job)
	})
	return err
}

func (s store) load(ctx context.Context, key jobKey, use bool) (ports.JobRecord, error) {
	record, err := inStore(ctx, func(ctx context.Context) (ports.JobRecord, error) {
		return s.foreign.Load(ctx, key.session, key.job, use)
	})
	if err == nil && (keyOf(record) != key || !sound(record)) {
		return ports.JobRecord{}, errRecord
	}
	return record, err
}

func (s store) swap(ctx context.Context, job ports.JobRecord) error {
	_, err := inStore(context.WithoutCancel(ctx), func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.foreign.Swap(ctx, job)
	})
	return err
}

// sweep returns the sound records of those that were active.
func (s store) sweep(ctx context.Context, group ports.JobGroup) ([]ports.JobRecord, error) {
	records, err := inStore(ctx, func(ctx context.Context) ([]ports.JobRecord, error) {
		return s.foreign.Sweep(ctx, group)
	})
	var good []ports.JobRecord
	for _, record := range records {
		if sound(record) {
			good = append(good, record)
		}
	}
	return good, err
}

// outcome is what a call of the store came to, in values of ours.
type outcome[T any] struct {
	value T
	err   error
}

// inStore runs one call of the store within storePatience. What the store returns is turned into ours in
// the fence, because reading a foreign error runs foreign code.
func inStore[T any](ctx context.Context, call func(context.Context) (T, error)) (T, error) {
	bounded, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	got, err := fence.Call(bounded, func() outcome[T] {
		value, err := call(bounded)
		return outcome[T]{value: value, err: ownError(err)}
	})
	if err == nil {
		err = got.err
	}
	switch {
	case err == nil:
		return got.value, nil
	case ctx.Err() != nil && !known(err):
		err = ctx.Err()
	case !known(err):
		err = errStore
	}
	var none T
	return none, err
}

// ownError turns a store's error into one of ours. It is called inside the fence.
func ownError(err error) error {
	switch {
	case err == nil:
		return nil
	case fence.Is(err, ports.ErrJobNotFound):
		return ports.ErrJobNotFound
	case fence.Is(err, ports.ErrJobChanged):
		return ports.ErrJobChanged
	}
	full, _ := fence.Find(err, func(e error) bool {
		full, ok := e.(*ports.SessionFullError) //nolint:errorlint // fence.Find walks the chain
		return ok && full != nil
	})
	if full != nil {
		own := *full.(*ports.SessionFullError) //nolint:errorlint,forcetypeassert // what was looked for
		return &own
	}
	return errStore
}

// known reports whether an error of ours says what the store decided.
func known(err error) bool {
	var full *ports.SessionFullError
	return errors.Is(err, ports.ErrJobNotFound) || errors.Is(err, ports.ErrJobChanged) || errors.As(err, &full)
}

// sound reports whether a record is one that a bridge can have written: what its state asks for is there.
// The reading itself is checked when it is restored.
func sound(r ports.JobRecord) bool {
	if r.Job == "" || r.Session == "" || r.Instance == "" || r.Revision < 1 {
		return false
	}
	for _, step := range r.Steps {
		if step.Token == "" || step.Digest == "" || step.Reply == "" && r.State == ports.JobActive {
			return false
		}
	}
	switch r.State {
	case ports.JobActive:
		return r.Token != "" && r.Reading != "" && r.Final == ""
	case ports.JobExpired, ports.JobDisposed:
		return r.Reading != "" || r.Final != ""
	default:
		return r.State == ports.JobEnded
	}
}

func keyOf(r ports.JobRecord) jobKey { return jobKey{r.Session, r.Job} }
