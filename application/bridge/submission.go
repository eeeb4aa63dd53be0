package bridge

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/application/internal/fence"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// submission is one candidate under judgement. Everyone who hands in the same waits for it.
type submission struct {
	bridge        *Bridge
	job           *lockedJob // taken; given back when run returns
	token, digest string
	cancel        context.CancelFunc // ends the judgement

	// Of the goroutine that judges.
	record   ports.JobRecord // as it was when the judgement began
	machine  *reading.Machine
	notifier *engine.Notifier
	coreTime time.Duration // spent on this candidate
	dataTime time.Duration

	over  bool  // guarded by the job's lock: the reply is decided
	reply Reply // decided before done closes

	releasing sync.Once
	done      chan struct{}
}

func (s *Session) accept(ctx context.Context, call AcceptCall) Reply {
	b := s.bridge
	var reply Reply
	var pending *submission
	err := b.withJob(ctx, jobKey{s.id, call.JobID}, func(job *lockedJob) {
		reply, pending = b.submit(ctx, job, call)
	})
	switch {
	case err != nil:
		return abortedReply()
	case pending != nil:
		reply = pending.wait(ctx)
	}
	if b.fits(reply) {
		return reply
	}
	var partial *intent.Result
	if reply.Error != nil {
		partial = reply.Error.PartialResult
	}
	return b.fitting(reply, partial)
}

// submit judges a call up to the size of its candidate. If nothing stands against it, it returns the
// submission that judges the candidate, which the same call may have begun before.
func (b *Bridge) submit(ctx context.Context, job *lockedJob, call AcceptCall) (Reply, *submission) {
	record, err := b.loadCurrent(ctx, job)
	if err != nil {
		return storeReply(err), nil
	}
	if record.State == ports.JobExpired || record.State == ports.JobDisposed {
		return storedReply(record.Final), nil
	}
	digest := digestOf(call.CandidateText)
	if step, seen := answered(record, call.StepToken); seen {
		return b.replay(ctx, record, step, digest), nil
	}
	switch s := job.inflight; {
	case record.State != ports.JobActive:
		return conflictReply(endedUnseen), nil
	case !same(record.Token, call.StepToken):
		return conflictReply(unknownToken), nil
	case s == nil || s.token != record.Token:
		return b.begin(ctx, job, record, call, digest)
	case s.digest != digest:
		return conflictReply(underWay), nil
	default:
		return Reply{}, s
	}
}

// replay returns the reply that a token's submission was given before.
func (b *Bridge) replay(
	ctx context.Context, record ports.JobRecord, step ports.JobStep, digest string,
) Reply {
	if step.Digest != digest {
		return conflictReply(usedElsewise)
	}
	_, err := b.store.load(ctx, keyOf(record), true) // for recency; the record is at hand
	if err != nil && !errors.Is(err, ports.ErrJobNotFound) {
		return storeReply(err)
	}
	if step.Reply == "" {
		return storedReply(record.Final)
	}
	return storedReply(step.Reply)
}

// begin begins to judge a candidate, unless it is too large to be read.
func (b *Bridge) begin(
	ctx context.Context, job *lockedJob, record ports.JobRecord, call AcceptCall, digest string,
) (Reply, *submission) {
	machine, i, err := b.restore(record)
	if err != nil {
		return storeReply(err), nil
	}
	if size, most := len(call.CandidateText), i.Limits().MaxOutputBytes; size > most {
		b.machines.keep(record, machine)
		tooLarge := intent.AsError(intent.LimitError(machine.Stage(), "maxOutputBytes", size, most))
		return errorReply(tooLarge.WithPartial(machine.Core())), nil
	}
	ctx, cancel := b.outlive(ctx)
	s := &submission{
		bridge: b, job: b.jobs.take(job.key), token: record.Token, digest: digest, cancel: cancel,
		record: record, machine: machine, notifier: b.notifier(ctx, record), done: make(chan struct{}),
	}
	if !b.start(func() { s.run(ctx, i.Engine, call.CandidateText) }) {
		cancel()
		b.jobs.giveBack(s.job)
		return notFoundReply(), nil
	}
	job.inflight = s
	return Reply{}, s
}

// outlive derives a context that keeps the caller's values, and ends with the bridge instead of the
// caller.
func (b *Bridge) outlive(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(b.life, cancel)
	if b.life.Err() != nil {
		cancel()
	}
	return ctx, func() { stop(); cancel() }
}

// run judges and commits. Whatever happens, the submission is decided and its waiters go.
func (s *submission) run(ctx context.Context, e *engine.Engine, text string) {
	defer s.release() // after the job is given back: a caller that has the reply finds it at rest
	defer s.bridge.jobs.giveBack(s.job)
	s.replied(text)
	err := fence.Guard(func() error { return e.Submit(ctx, s.machine, text, s) })
	ctx = context.WithoutCancel(ctx) // what was judged is committed
	// What it decides is this submission, which is released on return.
	_, _ = s.job.locked(ctx, s.bridge.life, func(*lockedJob) {
		if s.over {
			return
		}
		reply := unjudgedReply()
		_ = fence.Guard(func() error { reply = s.commit(ctx, err); return nil })
		s.resolve(reply)
	})
}

// resolve decides the reply. The job is locked; only the first reply counts.
func (s *submission) resolve(reply Reply) {
	if s.over {
		return
	}
	s.over, s.reply = true, reply
	if s.job.inflight == s {
		s.job.inflight = nil
	}
	s.job.decided = append(s.job.decided, s)
}

// release lets the waiters go and ends the judgement.
func (s *submission) release() {
	s.releasing.Do(func() {
		s.cancel()
		close(s.done)
	})
}

// wait returns the submission's reply, or says that the caller waits no more.
func (s *submission) wait(ctx context.Context) Reply {
	select {
	case <-s.done:
		return s.reply.clone()
	default:
	}
	select {
	case <-s.done:
		return s.reply.clone()
	case <-ctx.Done():
		return abortedReply()
	}
}

// step is what a record keeps of the submission; an empty reply is the job's last.
func (s *submission) step(reply string) ports.JobStep {
	return ports.JobStep{Token: s.token, Digest: s.digest, Reply: reply}
}

// notifyUnlessOver tells the observers, unless the job has been ended meanwhile and they know it.
func (s *submission) notifyUnlessOver(event func()) {
	_, _ = s.job.locked(s.bridge.life, s.bridge.life, func(job *lockedJob) {
		if !s.over {
			job.events.add(event)
		}
	})
}

// replied tells that the host's model has answered.
func (s *submission) replied(text string) {
	stage, took := s.machine.Stage(), s.bridge.now().Sub(s.record.Asked)
	s.spend(stage, took)
	answer := intent.ModelReply{Outcome: intent.OutcomeComplete, Text: text}
	s.notifyUnlessOver(func() { s.notifier.Replied(stage, answer, nil, took) })
}

func (s *submission) spend(stage intent.Stage, took time.Duration) {
	if stage == intent.StageCore {
		s.coreTime += took
	} else {
		s.dataTime += took
	}
}

// Judged passes on what the checks found.
func (s *submission) Judged(j *reading.Judgement) {
	s.notifyUnlessOver(func() { s.notifier.Judged(j) })
}

// Validated passes on what a schema validation found.
func (s *submission) Validated(verdict schema.Verdict, failed error, took time.Duration) {
	s.spend(intent.StageData, took)
	s.notifyUnlessOver(func() { s.notifier.Validated(verdict, failed, took) })
}
