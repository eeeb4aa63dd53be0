package bridge

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

func (s *Session) prepare(call PrepareCall, i *member) Reply {
	if i.Disposed() {
		return errorReply(disposedAt(intent.StageInput))
	}
	machine, err := reading.Start(i.Definition(), call.Request)
	if err != nil {
		return s.bridge.refusal(err)
	}
	switch step := machine.Next(nativeSchema).(type) {
	case reading.AskModel:
		return s.begin(i, call.Instance, machine, step)
	case reading.Fail:
		return errorReply(step.Err)
	default:
		return failedReply(readingBroken)
	}
}

// begin keeps a new job and hands out its first task.
func (s *Session) begin(i *member, name string, machine *reading.Machine, step reading.AskModel) Reply {
	b, now := s.bridge, s.bridge.now().UTC()
	record := ports.JobRecord{
		Job: newID(), Session: s.id, Instance: name, State: ports.JobActive, Began: now,
	}
	reply := b.handOut(&record, machine, step, now)
	if !b.fits(reply) {
		return b.fitting(reply, nil)
	}
	var kept Reply
	b.alone(s.id, record.Job, func(at *lane) {
		kept = s.keep(i, record, machine, step, reply)
		if i.Disposed() && kept.Kind == KindTask { // meanwhile, maybe before the job was there to be found
			kept = b.lastReply(at)
		}
	})
	if s.closed.Load() {
		s.abandon() // as above
		return notFoundReply()
	}
	return kept
}

// lastReply ends a job whose instance was disposed and gives its reply.
func (b *Bridge) lastReply(at *lane) Reply {
	record, err := b.look(context.Background(), at, false)
	if err != nil {
		return storeReply(err)
	}
	return kept(record.Final)
}

// keep creates the job and tells the observers, in one so that nothing about it is told before.
func (s *Session) keep(
	i *member, record ports.JobRecord, machine *reading.Machine, step reading.AskModel, reply Reply,
) Reply {
	err := s.bridge.store.Create(context.Background(), record)
	if full := fullError(err); full != nil {
		return errorReply(full)
	}
	if err != nil {
		return failedReply(storeFailed)
	}
	notify := s.bridge.tell(record)
	notify.Started("", i.Definition().Config.Language, len(machine.Fields()))
	notify.Asked(step)
	return reply
}

// handOut makes a record await the candidate of a step, and gives the step's task.
func (b *Bridge) handOut(
	record *ports.JobRecord, machine *reading.Machine, step reading.AskModel, now time.Time,
) Reply {
	record.Token, record.Asked = newToken(), now
	record.Reading = takeDown(machine)
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
