package bridge

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

func (s *Session) prepare(ctx context.Context, call PrepareCall, i *member) Reply {
	if i.Disposed() {
		return errorReply(disposedAt(intent.StageInput))
	}
	machine, err := reading.Start(i.Definition(), call.Request)
	if err != nil {
		return s.bridge.refusal(err)
	}
	switch step := machine.Next(nativeSchema).(type) {
	case reading.AskModel:
		return s.open(ctx, i, call.Instance, machine, step)
	case reading.Fail:
		return errorReply(step.Err)
	default:
		return unjudgedReply()
	}
}

// open keeps a new job and hands out its first task.
func (s *Session) open(
	ctx context.Context, i *member, name string, machine *reading.Machine, step reading.AskModel,
) Reply {
	b, now := s.bridge, s.bridge.now().UTC()
	record := ports.JobRecord{
		Job: newID(), Session: s.id, Instance: name, State: ports.JobActive, Began: now,
	}
	reply := b.handOut(&record, machine, step, now)
	if !b.fits(reply) {
		return b.fitting(reply, nil)
	}
	var kept Reply
	err := b.withJob(ctx, keyOf(record), func(job *lockedJob) {
		kept = s.create(ctx, job, i, record, machine, step, reply)
		if i.Disposed() && kept.Kind == KindTask { // meanwhile, maybe before the job was there to be found
			kept = b.lastReply(ctx, job)
		}
	})
	switch {
	case err != nil:
		return abortedReply()
	case s.closed.Load(): // as above
		s.forgetJobs()
		return notFoundReply()
	}
	return kept
}

// lastReply ends a job whose instance was disposed and returns its reply.
func (b *Bridge) lastReply(ctx context.Context, job *lockedJob) Reply {
	record, err := b.loadCurrent(context.WithoutCancel(ctx), job)
	if err != nil {
		return storeReply(err)
	}
	return storedReply(record.Final)
}

// create keeps the job and has the observers told, in one so that nothing about it is told before.
func (s *Session) create(
	ctx context.Context, job *lockedJob, i *member, record ports.JobRecord, machine *reading.Machine,
	step reading.AskModel, reply Reply,
) Reply {
	b := s.bridge
	err := b.store.create(ctx, record)
	if full := fullError(err); full != nil {
		return errorReply(full)
	}
	if err != nil {
		return failedReply(intent.FailedStore, errStore.Error())
	}
	notifier, fields := b.notifier(ctx, record), len(machine.Fields())
	b.machines.keep(record, machine)
	job.events.add(func() {
		notifier.Started(fields, machine.Materials)
		notifier.Asked(step)
	})
	return reply
}

// handOut makes a record await the candidate of a step, and returns the step's task.
func (b *Bridge) handOut(
	record *ports.JobRecord, machine *reading.Machine, step reading.AskModel, now time.Time,
) Reply {
	record.Token, record.Asked = newToken(), now
	record.Reading = snapshot(machine)
	if b.settings.JobTTL > 0 {
		record.ExpiresAt = now.Add(b.settings.JobTTL + time.Millisecond - 1).Truncate(time.Millisecond)
	}
	return taskReply(Task{
		JobID:        record.Job,
		StepToken:    record.Token,
		Stage:        step.Request.Stage,
		Instructions: firstLine(record.Job, record.Token, step.Request.Stage) + step.Request.Instructions,
		Payload:      step.Request.Payload,
		Format:       step.Request.Format,
		ExpiresAt:    record.ExpiresAt,
	})
}

// firstLine repeats what a host may have cut out of a long reply, or sorted out of sight.
func firstLine(job, token string, stage intent.Stage) string {
	return "This is stage " + string(stage) + " of the job whose jobId is " + job +
		" and whose stepToken is " + token + "; give both back unchanged with your candidate.\n\n"
}
