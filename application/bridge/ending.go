package bridge

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// notice ends the jobs of instances that have been disposed, so that none of them counts as active. It
// costs the number of instances, and once what it ends.
func (b *Bridge) notice() {
	for name, i := range b.instances {
		if i.Disposed() {
			b.dispose(name, i)
		}
	}
}

// dispose returns when the store counts none of the instance's jobs as active. Only the first call has
// anything to do.
func (b *Bridge) dispose(name string, i *member) {
	var swept []ports.JobRecord
	i.sweep.Do(func() {
		swept, _ = b.store.Sweep(context.Background(), ports.JobGroup{Instance: name})
	})
	for _, record := range swept {
		b.alone(record.Session, record.Job, func(at *lane) {
			_, _ = b.look(context.Background(), at, false) // takes up the end for all who wait
		})
	}
}

// look loads a job, and first takes up what has ended it since it was last looked at: its lifetime or
// the disposal of its instance. The lane is locked.
func (b *Bridge) look(ctx context.Context, at *lane, use bool) (ports.JobRecord, error) {
	for {
		record, err := b.store.Load(ctx, at.key.session, at.key.job, use)
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
		record, err = b.takeEnd(at, record, state)
		if !errors.Is(err, ports.ErrJobChanged) {
			return record, err
		}
	}
}

// stateOf tells a job's state, a disposal that no sweep has taken up included.
func (b *Bridge) stateOf(record ports.JobRecord) ports.JobState {
	if i, ok := b.instances[record.Instance]; ok && record.State == ports.JobActive && i.Disposed() {
		return ports.JobDisposed
	}
	return record.State
}

// takeEnd gives a job that was ended from outside its last reply.
func (b *Bridge) takeEnd(at *lane, record ports.JobRecord, state ports.JobState) (ports.JobRecord, error) {
	cause := engine.DisposedError()
	if state == ports.JobExpired {
		cause = intent.NewError(intent.BridgeJobExpired, "", "the job was idle for longer than jobTtlMs allows")
	}
	reply, err := b.failure(record, cause)
	if err != nil {
		return ports.JobRecord{}, err
	}
	return b.end(at, record, state, reply, nil)
}

// failure gives the reply of a job that ends with an error. Only the expiry is the bridge's own.
func (b *Bridge) failure(record ports.JobRecord, cause error) (Reply, error) {
	machine, _, err := b.takeUp(record)
	if err != nil {
		return Reply{}, err
	}
	machine.Fail(cause)
	step, failed := machine.Next(nativeSchema).(reading.Fail)
	if !failed {
		return Reply{}, errReading
	}
	if intent.CodeOf(cause) == intent.BridgeJobExpired {
		step.Err.Stage = intent.StageBridge
	}
	return errorReply(step.Err), nil
}

// end stores the end of a job that needs no candidate for it, answers the operation in flight and tells
// the observers; first, where it is given, tells them what came before. Where the last reply has no
// room it is given once, and the job is not kept.
func (b *Bridge) end(
	at *lane, record ports.JobRecord, state ports.JobState, reply Reply, first func(*engine.Notifier),
) (ports.JobRecord, error) {
	ended := record.Clone()
	if at.operation != nil {
		ended.Steps = append(ended.Steps, at.operation.step(""))
	}
	conclude(&ended, state, reply)
	err := b.store.Swap(context.Background(), ended)
	if fullError(err) != nil {
		gone := record.Clone()
		gone.Steps = nil
		conclude(&gone, ports.JobEnded, Reply{})
		err = b.store.Swap(context.Background(), gone)
	}
	if err != nil {
		return ports.JobRecord{}, err
	}
	at.settle(reply)
	notify := b.tell(record)
	if first != nil {
		first(notify)
	}
	notify.Finished(reply.Error)
	return ended, nil
}

// cancel ends an active job, or gives the last reply of one that has ended.
func (s *Session) cancel(ctx context.Context, call CancelCall) Reply {
	var reply Reply
	s.bridge.alone(s.id, call.JobID, func(at *lane) { reply = s.bridge.cancel(ctx, at, call) })
	return reply
}

func (b *Bridge) cancel(ctx context.Context, at *lane, call CancelCall) Reply {
	for {
		record, err := b.look(ctx, at, true)
		if err != nil {
			return storeReply(err)
		}
		if record.State != ports.JobActive {
			return kept(record.Final)
		}
		reply, err := b.failure(record, call.cause())
		if err != nil {
			return failedReply(readingBroken)
		}
		err = b.callOff(at, record, call, reply)
		switch {
		case err == nil:
			return reply
		case !errors.Is(err, ports.ErrJobChanged):
			return storeReply(err)
		}
	}
}

// callOff ends the job and tells of the host's outcome.
func (b *Bridge) callOff(at *lane, record ports.JobRecord, call CancelCall, reply Reply) error {
	_, err := b.end(at, record, ports.JobEnded, reply, func(notify *engine.Notifier) {
		answer, code := intent.ModelReply{Detail: call.Detail}, intent.Code("")
		switch call.Outcome {
		case OutcomeRefusal:
			answer.Outcome = intent.OutcomeRefusal
		case OutcomeIncomplete:
			answer.Outcome = intent.OutcomeIncomplete
		default:
			code = intent.ModelAborted
		}
		notify.Replied(reply.Error.Stage, answer, code, b.now().Sub(record.Asked))
	})
	return err
}

func (c CancelCall) cause() error {
	switch c.Outcome {
	case OutcomeRefusal:
		return intent.NewError(intent.ModelRefused, "", "the host's model refused to write a candidate")
	case OutcomeIncomplete:
		return intent.NewError(intent.ModelOutputIncomplete, "", "the host's candidate is not complete")
	default:
		return engine.WithSentinel(intent.NewError(intent.ModelAborted, "", "the host cancelled the job"))
	}
}

// kept gives a reply that was kept.
func kept(text string) Reply {
	reply, err := readReply(text)
	if err != nil {
		return failedReply(readingBroken)
	}
	return reply
}
