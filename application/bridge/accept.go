package bridge

import (
	"context"
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

func (s *Session) accept(ctx context.Context, call AcceptCall) Reply {
	b := s.bridge
	var reply Reply
	var op *operation
	b.alone(s.id, call.JobID, func(at *lane) { reply, op = b.submit(ctx, at, call) })
	if op != nil {
		reply = op.wait(ctx)
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

// submit judges a submission up to its size. Where nothing stands against it, it gives the operation
// that judges the candidate, which may have been begun by the same submission before.
func (b *Bridge) submit(ctx context.Context, at *lane, call AcceptCall) (Reply, *operation) {
	record, err := b.look(ctx, at, false)
	if err != nil {
		return storeReply(err), nil
	}
	if record.State == ports.JobExpired || record.State == ports.JobDisposed {
		return kept(record.Final), nil
	}
	digest := digestOf(call.CandidateText)
	if step, seen := answered(record, call.StepToken); seen {
		return b.replay(ctx, record, step, digest), nil
	}
	switch op := at.operation; {
	case record.State != ports.JobActive:
		return conflictReply(endedUnseen), nil
	case !same(record.Token, call.StepToken):
		return conflictReply(unknownToken), nil
	case op == nil || op.token != record.Token:
		return b.launch(at, record, call, digest)
	case op.digest != digest:
		return conflictReply(underWay), nil
	default:
		return Reply{}, op
	}
}

// replay gives the reply that a token's submission was given before.
func (b *Bridge) replay(
	ctx context.Context, record ports.JobRecord, step ports.JobStep, digest string,
) Reply {
	if step.Digest != digest {
		return conflictReply(usedElsewise)
	}
	_, err := b.store.Load(ctx, record.Session, record.Job, true) // for recency; the record is at hand
	if err != nil && !errors.Is(err, ports.ErrJobNotFound) {
		return storeReply(err)
	}
	if step.Reply == "" {
		return kept(record.Final)
	}
	return kept(step.Reply)
}

// launch begins the operation that judges a candidate, unless it is too large to be read.
func (b *Bridge) launch(
	at *lane, record ports.JobRecord, call AcceptCall, digest string,
) (Reply, *operation) {
	machine, i, err := b.takeUp(record)
	if err != nil {
		return failedReply(readingBroken), nil
	}
	if size, most := len(call.CandidateText), i.Limits().MaxOutputBytes; size > most {
		tooLarge := intent.AsError(intent.LimitError(machine.Stage(), "maxOutputBytes", size, most))
		return errorReply(tooLarge.WithPartial(machine.Core())), nil
	}
	ctx, cancel := context.WithCancel(b.life)
	op := &operation{token: record.Token, digest: digest, cancel: cancel, done: make(chan struct{})}
	at.operation = op
	w := &work{
		bridge: b, at: b.lanes.take(at.key.session, at.key.job), op: op,
		record: record, machine: machine, notify: b.tell(record),
	}
	b.running.Go(func() { w.run(ctx, i.Engine, call.CandidateText) })
	return Reply{}, op
}

// work is what an operation does: it judges aside, and commits at once.
type work struct {
	bridge  *Bridge
	at      *lane
	op      *operation
	record  ports.JobRecord // as it was when the operation began
	machine *reading.Machine
	notify  *engine.Notifier
}

func (w *work) run(ctx context.Context, i *engine.Engine, text string) {
	defer w.bridge.lanes.giveBack(w.at)
	w.told(func() {
		took := w.bridge.now().Sub(w.record.Asked)
		answer := intent.ModelReply{Outcome: intent.OutcomeComplete, Text: text}
		w.notify.Replied(w.machine.Stage(), answer, "", took)
	})
	err := i.Submit(ctx, w.machine, text, w)
	w.at.Lock()
	defer w.at.Unlock()
	if w.op.over {
		return
	}
	w.op.finish(w.commit(err))
	if w.at.operation == w.op {
		w.at.operation = nil
	}
}

// told tells the observers, unless the job has been ended meanwhile and they know it.
func (w *work) told(tell func()) {
	w.at.Lock()
	defer w.at.Unlock()
	if !w.op.over {
		tell()
	}
}

// Judged passes on what the checks found.
func (w *work) Judged(j *reading.Judgement) { w.told(func() { w.notify.Judged(j) }) }

// Validated passes on what a schema validation found.
func (w *work) Validated(verdict schema.Verdict, code intent.Code, took time.Duration) {
	w.told(func() { w.notify.Validated(verdict, code, took) })
}

// commit stores what came of the candidate and gives the reply; the lane is locked.
func (w *work) commit(err error) Reply {
	b := w.bridge
	switch {
	case errors.Is(err, ports.ErrQueueFull):
		full := intent.AsError(err).Clone()
		full.Stage = w.machine.Stage()
		return w.stay(full)
	case err != nil && b.life.Err() != nil:
		return notFoundReply()
	case errors.Is(err, intent.InstanceDisposed):
		return w.resolved(b.look(context.Background(), w.at, false)) // which takes the disposal up
	case err != nil:
		w.machine.Fail(err)
	}
	next := w.record.Clone()
	next.CoreTime, next.DataTime = w.notify.Spent(intent.StageCore), w.notify.Spent(intent.StageData)
	reply, tell := w.advance(&next)
	if !b.fits(reply) {
		return b.fitting(reply, b.coreOf(w.record))
	}
	switch err := b.store.Swap(context.Background(), next); {
	case err == nil:
		tell()
		return reply
	case fullError(err) != nil:
		return w.stay(fullError(err))
	case errors.Is(err, ports.ErrJobChanged):
		return w.resolved(b.look(context.Background(), w.at, false))
	default:
		return storeReply(err)
	}
}

// stay gives the reply of a submission that leaves the job where it was.
func (w *work) stay(err error) Reply {
	return errorReply(intent.AsError(err).WithPartial(w.bridge.coreOf(w.record)))
}

// advance makes a record of the reading as it is after the candidate, and gives the reply and what the
// observers are told once it is stored.
func (w *work) advance(next *ports.JobRecord) (Reply, func()) {
	var reply Reply
	switch step := w.machine.Next(nativeSchema).(type) {
	case reading.AskModel:
		reply = w.bridge.handOut(next, w.machine, step, w.bridge.now().UTC())
		next.Steps = append(next.Steps, w.op.step(reply.text))
		return reply, func() { w.notify.Asked(step) }
	case reading.Done:
		reply = resultReply(step.Result)
	case reading.Fail:
		reply = errorReply(step.Err)
	}
	next.Steps = append(next.Steps, w.op.step(""))
	conclude(next, ports.JobEnded, reply)
	return reply, func() { w.notify.Finished(reply.Error) }
}

// resolved gives the reply of a submission whose job was changed by someone else meanwhile.
func (w *work) resolved(record ports.JobRecord, err error) Reply {
	if err != nil {
		return storeReply(err)
	}
	step, seen := answered(record, w.op.token)
	switch {
	case seen && step.Digest == w.op.digest && step.Reply != "":
		return kept(step.Reply)
	case seen && step.Digest != w.op.digest, record.Final == "":
		return conflictReply(usedElsewise)
	default:
		return kept(record.Final)
	}
}
