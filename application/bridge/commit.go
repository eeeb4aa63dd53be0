package bridge

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// commit stores what came of the candidate, all or nothing, and returns the reply. The job is locked.
func (s *submission) commit(ctx context.Context, err error) Reply {
	b := s.bridge
	switch {
	case errors.Is(err, ports.ErrQueueFull):
		full := intent.AsError(err).Clone()
		full.Stage = s.machine.Stage()
		return s.stay(full)
	case err != nil && b.life.Err() != nil:
		return notFoundReply()
	case errors.Is(err, intent.InstanceDisposed):
		return s.foundOtherwise(ctx) // which writes the disposal's reply
	case err != nil && intent.AsError(err) == nil:
		return unjudgedReply()
	case err != nil:
		_ = s.machine.Fail(err) // it awaits a candidate or a verdict
	}
	next := s.record.Clone()
	next.CoreTime += s.coreTime
	next.DataTime += s.dataTime
	reply, told := s.advance(&next)
	if !b.fits(reply) {
		return b.fitting(reply, b.coreOf(s.record))
	}
	switch err := b.store.swap(ctx, next); {
	case err == nil:
		s.job.events.add(told)
		if next.State == ports.JobActive {
			b.machines.keep(next, s.machine)
		}
		return reply
	case fullError(err) != nil:
		return s.stay(fullError(err))
	case errors.Is(err, ports.ErrJobChanged):
		return s.foundOtherwise(ctx)
	default:
		return storeReply(err)
	}
}

// stay returns the reply of a submission that leaves the job where it was.
func (s *submission) stay(err error) Reply {
	return errorReply(intent.AsError(err).WithPartial(s.bridge.coreOf(s.record)))
}

// advance makes a record of the reading as it is after the candidate. It returns the reply, and what the
// observers are told once it is stored.
func (s *submission) advance(next *ports.JobRecord) (Reply, func()) {
	var reply Reply
	switch step := s.machine.Next(nativeSchema).(type) {
	case reading.AskModel:
		reply = s.bridge.handOut(next, s.machine, step, s.bridge.now().UTC())
		next.Steps = append(next.Steps, s.step(reply.text))
		return reply, func() { s.notifier.Asked(step) }
	case reading.Done:
		reply = resultReply(step.Result)
	case reading.Fail:
		reply = errorReply(step.Err)
	}
	next.Steps = append(next.Steps, s.step(""))
	markEnded(next, ports.JobEnded, reply)
	return reply, func() { s.notifier.Finished(reply.Result, reply.err()) }
}

// foundOtherwise returns the reply of a submission whose job somebody else has changed meanwhile.
func (s *submission) foundOtherwise(ctx context.Context) Reply {
	record, err := s.bridge.loadCurrent(ctx, s.job)
	if err != nil {
		return storeReply(err)
	}
	step, seen := answered(record, s.token)
	switch {
	case seen && step.Digest == s.digest && step.Reply != "":
		return storedReply(step.Reply)
	case seen && step.Digest != s.digest, record.Final == "":
		return conflictReply(usedElsewise)
	default:
		return storedReply(record.Final)
	}
}
