package bridge

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// nativeSchema: a host is always given the core candidate's schema.
const nativeSchema = true

// takeDown writes a reading that awaits a candidate as JSON; `<`, `>` and `&` stay as they are, so that
// bytes count as the contract counts them.
func takeDown(machine *reading.Machine) string {
	record, _ := machine.Record()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(record) // plain strings, numbers and slices: nothing that cannot be written
	return string(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
}

var errReading = errors.New(readingBroken)

// takeUp restores the reading of a job that has not ended.
func (b *Bridge) takeUp(record ports.JobRecord) (*reading.Machine, *member, error) {
	i, ok := b.instances[record.Instance]
	if !ok {
		return nil, nil, errReading
	}
	var kept reading.Record
	if err := json.Unmarshal([]byte(record.Reading), &kept); err != nil {
		return nil, nil, errReading
	}
	return reading.Restore(i.Definition(), kept), i, nil
}

// coreOf gives the checked core result of a job that has not ended; nil where there is none.
func (b *Bridge) coreOf(record ports.JobRecord) *intent.Result {
	machine, _, err := b.takeUp(record)
	if err != nil {
		return nil
	}
	return machine.Core()
}

// tell takes up the events of a job.
func (b *Bridge) tell(record ports.JobRecord) *engine.Notifier {
	i := b.instances[record.Instance]
	id := ports.Reading{ID: record.Job, Bridge: true}
	return i.NotifyAgain(id, record.Began, record.CoreTime, record.DataTime)
}

// conclude makes a record an ended one.
func conclude(record *ports.JobRecord, state ports.JobState, reply Reply) {
	record.State, record.Token, record.Reading, record.Final = state, "", "", reply.text
}

func disposedAt(stage intent.Stage) error {
	err := intent.AsError(engine.DisposedError())
	err.Stage = stage
	return err
}
