package bridge

import (
	"context"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// nativeSchema: a host is always given the core candidate's schema.
const nativeSchema = true

// snapshot writes a reading that awaits a candidate as JSON.
func snapshot(machine *reading.Machine) string {
	r, _ := machine.Record()
	return string(r.AppendJSON(make([]byte, 0, recordRoom(r))))
}

func recordRoom(r reading.Record) int {
	room := 512 + len(r.Input) + len(r.Candidate) + len(r.Diagnostic)
	for _, message := range r.Context {
		room += len(message.Content) + 64
	}
	return room + room/8 // an eighth for escapes
}

// restore returns the reading of a job that has not ended, and its instance. The machine is the caller's:
// it is no longer kept.
func (b *Bridge) restore(record ports.JobRecord) (*reading.Machine, *member, error) {
	i, ok := b.instances[record.Instance]
	if !ok {
		return nil, nil, errRecord
	}
	if machine := b.machines.take(record); machine != nil {
		return machine, i, nil
	}
	var kept reading.Record
	if err := kept.UnmarshalJSON([]byte(record.Reading)); err != nil {
		return nil, nil, errRecord
	}
	machine, err := reading.Restore(i.Definition(), kept)
	if err != nil {
		return nil, nil, errRecord
	}
	return machine, i, nil
}

// coreOf returns the checked core result of a job that has not ended; nil if there is none.
func (b *Bridge) coreOf(record ports.JobRecord) *intent.Result {
	machine, _, err := b.restore(record)
	if err != nil {
		return nil
	}
	defer b.machines.keep(record, machine)
	return machine.Core()
}

// notifier takes up the events of a job, which is of an instance of the bridge.
func (b *Bridge) notifier(ctx context.Context, record ports.JobRecord) *engine.Notifier {
	return b.instances[record.Instance].Notify(ctx, engine.Telling{
		Reading: ports.Reading{ID: record.Job, Bridge: true},
		Begun:   record.Began, Core: record.CoreTime, Data: record.DataTime,
	})
}

func disposedAt(stage intent.Stage) error {
	err := intent.AsError(engine.DisposedError())
	err.Stage = stage
	return err
}
