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

// abortedReply tells a caller that his wait is over; the job knows nothing of it.
func abortedReply() Reply {
	return errorReply(engine.WithSentinel(intent.NewError(intent.ModelAborted, intent.StageBridge,
		"the caller stopped waiting; the job goes on")))
}

const (
	usedElsewise  = "this stepToken was used with another candidateText"
	underWay      = "another candidateText is being judged for this stepToken"
	unknownToken  = "this stepToken is not the job's; use the one of its last task"
	endedUnseen   = "the job has ended and this stepToken was not used before"
	storeFailed   = "the session store failed"
	readingBroken = "the job's record cannot be read"
)

func failedReply(reason string) Reply {
	failed := intent.RequestFailed(intent.FailedStore, reason)
	failed.Stage = intent.StageBridge
	return errorReply(failed)
}

// fullError turns a store's refusal into the runtime's error; nil for any other.
func fullError(err error) error {
	var full *ports.SessionFullError
	if !errors.As(err, &full) {
		return nil
	}
	return intent.LimitError(intent.StageBridge, full.Setting, full.Need, full.Most)
}

// storeReply tells of a store's error that ended a call before it did anything.
func storeReply(err error) Reply {
	switch {
	case errors.Is(err, ports.ErrJobNotFound):
		return notFoundReply()
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return abortedReply()
	default:
		return failedReply(storeFailed)
	}
}

// fitting gives a reply to prepare or accept, or the error that stands for one which a host would cut
// unseen. Its partial result goes where it is too much itself.
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

// refusal gives the error of a prepare or accept that was not taken up: the list of its faults may be
// long.
func (b *Bridge) refusal(err error) Reply { return b.fitting(errorReply(err), nil) }

func (b *Bridge) fits(reply Reply) bool {
	return b.settings.MaxReplyBytes == 0 || len(reply.text) <= b.settings.MaxReplyBytes
}
