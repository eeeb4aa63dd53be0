package bridge

import (
	"context"
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

func notFoundReply() Reply {
	return errorReply(intent.NewError(intent.BridgeJobNotFound, intent.StageBridge,
		"there is no such job in this session; prepare a new one"))
}

func conflictReply(reason string) Reply {
	return errorReply(intent.NewError(intent.BridgeStepConflict, intent.StageBridge, reason))
}

// abortedReply tells a caller that its wait is over; the job knows nothing of it.
func abortedReply() Reply {
	return errorReply(engine.WithSentinel(intent.NewError(intent.ModelAborted, intent.StageBridge,
		"the caller stopped waiting; the job goes on")))
}

const (
	usedElsewise  = "this stepToken was used with another candidateText"
	underWay      = "another candidateText is being judged for this stepToken"
	unknownToken  = "this stepToken is not the job's; use the one of its last task"
	endedUnseen   = "the job has ended and this stepToken was not used before"
	judgingFailed = "the candidate could not be judged; hand it in again"
)

func failedReply(reason intent.FailureReason, message string) Reply {
	failed := intent.RequestFailed(reason, message)
	failed.Stage = intent.StageBridge
	return errorReply(failed)
}

// unjudgedReply stands for a judgement that did not come to its end. The job is where it was.
func unjudgedReply() Reply { return failedReply(intent.FailedValidator, judgingFailed) }

// fullError turns a store's refusal into the runtime's error; nil for any other. Too many jobs are a
// host's own doing, so it is told how to end them.
func fullError(err error) error {
	var full *ports.SessionFullError
	if !errors.As(err, &full) {
		return nil
	}
	if full.Setting != "maxJobs" {
		return intent.LimitError(intent.StageBridge, full.Setting, full.Need, full.Most)
	}
	return intent.NewLimitError(intent.StageBridge,
		intent.Limit{Name: full.Setting, Got: int64(full.Need), Most: int64(full.Most)},
		fmt.Sprintf("%d jobs are open, which is all that maxJobs allows; end one with intent_cancel, "+
			"or set jobTtlMs so that forgotten ones expire", full.Most))
}

// storeReply tells of an error of the store, see store.go, that ended a call before it did anything.
func storeReply(err error) Reply {
	switch {
	case errors.Is(err, ports.ErrJobNotFound):
		return notFoundReply()
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return abortedReply()
	case errors.Is(err, errRecord):
		return failedReply(intent.FailedStore, errRecord.Error())
	default:
		return failedReply(intent.FailedStore, errStore.Error())
	}
}

// fitting returns a reply to prepare or accept, or the error that stands for one which a host would cut
// unseen. The partial result is left out if it is too much itself.
func (b *Bridge) fitting(reply Reply, partial *intent.Result) Reply {
	most := b.settings.MaxReplyBytes
	if most == 0 || len(reply.text) <= most {
		return reply
	}
	err := intent.NewLimitError(intent.StageBridge,
		intent.Limit{Name: "maxReplyBytes", Got: int64(len(reply.text)), Most: int64(most)},
		fmt.Sprintf("the reply needs %d bytes, maxReplyBytes is %d", len(reply.text), most))
	if whole := errorReply(intent.AsError(err).WithPartial(partial)); len(whole.text) <= most {
		return whole
	}
	return errorReply(err)
}

// maxRefusalBytes bounds a reply that lists faults. Their texts are bounded, but not what JSON makes of
// control characters in them.
const maxRefusalBytes = 1 << 18

// refusal returns the error of a call that was not taken up: the list of its faults may be long.
func (b *Bridge) refusal(err error) Reply {
	reply := errorReply(err)
	for failed := reply.Error.Clone(); len(reply.text) > maxRefusalBytes && len(failed.Issues) > 1; {
		failed.Issues = failed.Issues[:len(failed.Issues)/2]
		reply = errorReply(failed)
	}
	return b.fitting(reply, nil)
}

func (b *Bridge) fits(reply Reply) bool {
	return b.settings.MaxReplyBytes == 0 || len(reply.text) <= b.settings.MaxReplyBytes
}
