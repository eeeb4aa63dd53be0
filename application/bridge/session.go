package bridge

import (
	"context"
	"sync/atomic"

	"github.com/devcodex/intent-runtime/ports"
)

// Session owns the jobs that it prepares. It is safe for concurrent use.
//
// The context of a call ends only its caller's wait: the reply is then MODEL_ABORTED with stage bridge
// and the job is untouched by it. A submission that is being judged goes on and its reply is kept.
type Session struct {
	bridge *Bridge
	id     string
	closed atomic.Bool
}

// Prepare makes a job and returns its core task. The reply is an error, and no job is made, if the
// instance is unknown or disposed, the request is faulty, a limit is passed or there is no room.
func (s *Session) Prepare(ctx context.Context, call PrepareCall) Reply {
	i, ok := s.bridge.instances[call.Instance]
	if !ok {
		return s.bridge.refusal(s.bridge.unknownInstance())
	}
	if reply, over := s.over(ctx); over {
		return reply
	}
	s.bridge.sweepDisposed(ctx)
	return s.prepare(ctx, call, i)
}

// PrepareJSON is [Session.Prepare] for the call's wire form, which is read strictly.
func (s *Session) PrepareJSON(ctx context.Context, arguments []byte) Reply {
	call, err := readPrepare(arguments)
	if err != nil {
		return s.bridge.refusal(err)
	}
	return s.Prepare(ctx, call)
}

// Accept hands in a candidate and gives the next task, a repair task, the result or the error. The same
// submission gets the same reply, as often as it comes and as long as the job is kept.
func (s *Session) Accept(ctx context.Context, call AcceptCall) Reply {
	if reply, over := s.over(ctx); over {
		return reply
	}
	s.bridge.sweepDisposed(ctx)
	return s.accept(ctx, call)
}

// AcceptJSON is [Session.Accept] for the call's wire form, which is read strictly.
func (s *Session) AcceptJSON(ctx context.Context, arguments []byte) Reply {
	call, err := readAccept(arguments)
	if err != nil {
		return s.bridge.refusal(err)
	}
	return s.Accept(ctx, call)
}

// Cancel ends an active job and gives its last reply, an error of code MODEL_ABORTED, MODEL_REFUSED or
// MODEL_OUTPUT_INCOMPLETE. A job that has ended gives its last reply again.
func (s *Session) Cancel(ctx context.Context, call CancelCall) Reply {
	if err := call.check(); err != nil {
		return errorReply(err)
	}
	if reply, over := s.over(ctx); over {
		return reply
	}
	s.bridge.sweepDisposed(ctx)
	return s.cancel(ctx, call)
}

// CancelJSON is [Session.Cancel] for the call's wire form, which is read strictly.
func (s *Session) CancelJSON(ctx context.Context, arguments []byte) Reply {
	call, err := readCancel(arguments)
	if err != nil {
		return errorReply(err)
	}
	return s.Cancel(ctx, call)
}

// Close ends the session's jobs. Its later calls, and accepts under way, get BRIDGE_JOB_NOT_FOUND. It is
// idempotent, safe for concurrent use and waits for no operation.
func (s *Session) Close() {
	if !s.closed.Swap(true) {
		s.bridge.forget(s)
		s.forgetJobs()
	}
}

// over gives the reply of a call that does nothing any more.
func (s *Session) over(ctx context.Context) (Reply, bool) {
	switch {
	case s.closed.Load():
		return notFoundReply(), true
	case ctx.Err() != nil:
		return abortedReply(), true
	default:
		return Reply{}, false
	}
}

// forgetJobs forgets all of the session's jobs. There is no caller whose context counts: closing is bounded
// by the store's patience alone.
func (s *Session) forgetJobs() {
	b := s.bridge
	ctx := context.Background()
	swept, _ := b.store.sweep(ctx, ports.JobGroup{Session: s.id})
	for _, record := range swept {
		if _, ours := b.instances[record.Instance]; !ours {
			continue
		}
		reply := notFoundReply()
		_ = b.withJob(ctx, keyOf(record), func(job *lockedJob) {
			b.machines.drop(job.key)
			job.resolveInflight(reply)
			notifier := b.notifier(ctx, record)
			job.events.add(func() { notifier.Finished(nil, reply.err()) })
		})
	}
}
