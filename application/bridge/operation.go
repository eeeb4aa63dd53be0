package bridge

import (
	"context"

	"github.com/devcodex/intent-runtime/ports"
)

// operation is one submission that is being judged. Everyone who hands in the same waits for it.
type operation struct {
	token, digest string
	cancel        context.CancelFunc

	done  chan struct{}
	over  bool  // guarded by the lane; the reply is fixed
	reply Reply // set before done closes
}

// finish fixes the reply and lets the waiters go. The lane is locked; only the first reply counts.
func (o *operation) finish(reply Reply) {
	if o.over {
		return
	}
	o.over, o.reply = true, reply
	o.cancel()
	close(o.done)
}

// wait gives the operation's reply, or says that the caller waits no more.
func (o *operation) wait(ctx context.Context) Reply {
	select {
	case <-o.done:
		return o.reply.clone()
	default:
	}
	select {
	case <-o.done:
		return o.reply.clone()
	case <-ctx.Done():
		return abortedReply()
	}
}

// step is what a record keeps of the submission; an empty reply is the job's last.
func (o *operation) step(reply string) ports.JobStep {
	return ports.JobStep{Token: o.token, Digest: o.digest, Reply: reply}
}
