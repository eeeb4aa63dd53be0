package bridge

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// cancel ends an active job, or returns the last reply of one that has ended.
func (s *Session) cancel(ctx context.Context, call CancelCall) Reply {
	var reply Reply
	err := s.bridge.withJob(ctx, jobKey{s.id, call.JobID}, func(job *lockedJob) {
		reply = s.bridge.cancel(ctx, job, call)
	})
	if err != nil {
		return abortedReply()
	}
	return reply
}

func (b *Bridge) cancel(ctx context.Context, job *lockedJob, call CancelCall) Reply {
	for range maxRetries {
		record, err := b.loadForUse(ctx, job)
		if err != nil {
			return storeReply(err)
		}
		if record.State != ports.JobActive {
			return storedReply(record.Final)
		}
		reply, err := b.failure(record, call.cause())
		if err != nil {
			return storeReply(err)
		}
		switch err := b.endByHost(ctx, job, record, call, reply); {
		case err == nil:
			return reply
		case !errors.Is(err, ports.ErrJobChanged):
			return storeReply(err)
		}
	}
	return storeReply(errStore)
}

// endByHost ends the job and tells of the host's outcome.
func (b *Bridge) endByHost(
	ctx context.Context, job *lockedJob, record ports.JobRecord, call CancelCall, reply Reply,
) error {
	took := b.now().Sub(record.Asked)
	_, err := b.end(ctx, job, record, ports.JobEnded, reply, func(notifier *engine.Notifier) {
		answer, failed := intent.ModelReply{Detail: call.Detail}, error(nil)
		switch call.Outcome {
		case OutcomeRefusal:
			answer.Outcome = intent.OutcomeRefusal
		case OutcomeIncomplete:
			answer.Outcome = intent.OutcomeIncomplete
		default:
			failed = call.cause()
		}
		notifier.Replied(reply.Error.Stage, answer, failed, took)
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
