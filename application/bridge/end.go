package bridge

import (
	"context"
	"errors"
	"sync"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// sweepDisposed ends the jobs of instances that have been disposed, so that none of them counts as
// active. It costs the number of instances, and once what it ends.
func (b *Bridge) sweepDisposed(ctx context.Context) {
	for name, i := range b.instances {
		if i.Disposed() {
			b.dispose(ctx, name, i)
		}
	}
}

// sweeping makes sure that a disposed instance is swept once. A sweep that failed is tried again by the
// next call.
type sweeping struct {
	mu   sync.Mutex
	done bool
}

// dispose returns when the store counts none of the instance's jobs as active, or has failed.
func (b *Bridge) dispose(ctx context.Context, name string, i *member) {
	ctx = context.WithoutCancel(ctx)
	for _, record := range b.sweepOnce(ctx, name, i) {
		_ = b.withJob(ctx, keyOf(record), func(job *lockedJob) {
			_, _ = b.loadCurrent(ctx, job) // writes the last reply, for all who wait
		})
	}
}

func (b *Bridge) sweepOnce(ctx context.Context, name string, i *member) []ports.JobRecord {
	i.sweep.mu.Lock()
	defer i.sweep.mu.Unlock()
	if i.sweep.done {
		return nil
	}
	swept, err := b.store.sweep(ctx, ports.JobGroup{Instance: name})
	i.sweep.done = err == nil
	return swept
}

// loadCurrent loads a job. What has ended it from outside since it was last loaded gets its reply first.
// The job is locked.
func (b *Bridge) loadCurrent(ctx context.Context, job *lockedJob) (ports.JobRecord, error) {
	return b.load(ctx, job, false)
}

// loadForUse is loadCurrent for an access that counts for recency.
func (b *Bridge) loadForUse(ctx context.Context, job *lockedJob) (ports.JobRecord, error) {
	return b.load(ctx, job, true)
}

func (b *Bridge) load(ctx context.Context, job *lockedJob, use bool) (ports.JobRecord, error) {
	for range maxRetries {
		record, err := b.store.load(ctx, job.key, use)
		if err != nil {
			return ports.JobRecord{}, err
		}
		state := b.stateOf(record)
		if state == record.State && (state == ports.JobActive || record.Final != "") {
			return record, nil
		}
		if state == ports.JobEnded {
			return ports.JobRecord{}, ports.ErrJobNotFound // its last reply had no room
		}
		record, err = b.finishExternally(ctx, job, record, state)
		if !errors.Is(err, ports.ErrJobChanged) {
			return record, err
		}
	}
	return ports.JobRecord{}, errStore
}

// stateOf returns a job's state, a disposal that no sweep has noted included.
func (b *Bridge) stateOf(record ports.JobRecord) ports.JobState {
	if i, ok := b.instances[record.Instance]; ok && record.State == ports.JobActive && i.Disposed() {
		return ports.JobDisposed
	}
	return record.State
}

// finishExternally writes the last reply of a job that its lifetime or its instance has ended.
func (b *Bridge) finishExternally(
	ctx context.Context, job *lockedJob, record ports.JobRecord, state ports.JobState,
) (ports.JobRecord, error) {
	cause := engine.DisposedError()
	if state == ports.JobExpired {
		cause = intent.NewError(intent.BridgeJobExpired, "", "the job was idle for longer than jobTtlMs allows")
	}
	reply, err := b.failure(record, cause)
	if err != nil {
		return ports.JobRecord{}, err
	}
	return b.end(ctx, job, record, state, reply, nil)
}

// failure returns the reply of a job that failed. Only the expiry is the bridge's own.
func (b *Bridge) failure(record ports.JobRecord, cause error) (Reply, error) {
	machine, _, err := b.restore(record)
	if err != nil {
		return Reply{}, err
	}
	_ = machine.Fail(cause) // it awaits a candidate
	step, failed := machine.Next(nativeSchema).(reading.Fail)
	if !failed {
		return Reply{}, errRecord
	}
	ended := intent.AsError(step.Err)
	if ended.Code == intent.BridgeJobExpired {
		ended.Stage = intent.StageBridge
	}
	return errorReply(ended), nil
}

// end stores the end of a job that needs no candidate for it, decides the submission in flight and has
// the observers told; before that, if it is given, what came first. If the last reply has no room it is
// given once, and the job is not kept.
func (b *Bridge) end(
	ctx context.Context, job *lockedJob, record ports.JobRecord, state ports.JobState, reply Reply,
	first func(*engine.Notifier),
) (ports.JobRecord, error) {
	ended := record.Clone()
	if job.inflight != nil {
		ended.Steps = append(ended.Steps, job.inflight.step(""))
	}
	markEnded(&ended, state, reply)
	err := b.store.swap(ctx, ended)
	if fullError(err) != nil {
		gone := record.Clone()
		gone.Steps = nil
		markEnded(&gone, ports.JobEnded, Reply{})
		err = b.store.swap(ctx, gone)
	}
	if err != nil {
		return ports.JobRecord{}, err
	}
	b.machines.drop(job.key)
	job.resolveInflight(reply)
	notifier := b.notifier(ctx, record)
	job.events.add(func() {
		if first != nil {
			first(notifier)
		}
		notifier.Finished(nil, reply.err())
	})
	return ended, nil
}

// markEnded makes a record an ended one.
func markEnded(record *ports.JobRecord, state ports.JobState, reply Reply) {
	record.State, record.Token, record.Reading, record.Final = state, "", "", reply.text
}
