package bridge

import (
	"encoding/json"
	"slices"

	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// nativeSchema: a host is always given the core candidate's schema.
const nativeSchema = true

// snapshot writes a reading that awaits a candidate as JSON. encoding/json reads it back.
func snapshot(machine *reading.Machine) string {
	r, _ := machine.Record()
	return string(appendRecord(make([]byte, 0, recordRoom(r)), r))
}

func recordRoom(r reading.Record) int {
	room := 512 + len(r.Input) + len(r.Candidate) + len(r.Diagnostic)
	for _, message := range r.Context {
		room += len(message.Content) + 64
	}
	return room + room/8 // an eighth for escapes
}

func appendRecord(dst []byte, r reading.Record) []byte {
	dst = appendText(append(dst, '{'), "input", r.Input)
	dst = append(dst, `,"context":[`...)
	for i, message := range r.Context {
		dst = appendComma(dst, i)
		dst = appendText(append(dst, '{'), "role", string(message.Role))
		dst = append(appendText(append(dst, ','), "content", message.Content), '}')
	}
	dst = strictjson.Strings(r.Fields).AppendJSON(append(dst, `],"fields":`...))
	dst = appendText(append(dst, ','), "stage", string(r.Stage))
	dst = strictjson.Int(int64(r.Repairs)).AppendJSON(append(dst, `,"repairs":`...))
	if r.Core != nil {
		dst = r.Core.Value().AppendJSON(append(dst, `,"core":`...))
	}
	if r.Diagnostic != "" {
		dst = appendRepair(dst, r)
	}
	return append(dst, '}')
}

func appendRepair(dst []byte, r reading.Record) []byte {
	dst = appendText(append(dst, ','), "candidate", r.Candidate)
	dst = appendText(append(dst, ','), "diagnostic", r.Diagnostic)
	dst = append(dst, `,"mistakes":[`...)
	for i, mistake := range r.Mistakes {
		dst = appendComma(dst, i)
		dst = appendText(append(dst, '{'), "pointer", mistake.Pointer)
		dst = appendText(append(dst, ','), "rule", mistake.Rule)
		dst = append(appendText(append(dst, ','), "message", mistake.Message), '}')
	}
	return append(dst, ']')
}

func appendText(dst []byte, name, text string) []byte {
	dst = append(strictjson.AppendString(dst, name), ':')
	return strictjson.AppendString(dst, text)
}

func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
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
	kept, ok := readRecord(record.Reading)
	if !ok || !fitsDefinition(kept, i.Definition()) {
		return nil, nil, errRecord
	}
	return reading.Restore(i.Definition(), kept), i, nil
}

// readRecord reads a record that may come from anywhere.
func readRecord(text string) (kept reading.Record, ok bool) {
	if _, err := strictjson.Decode([]byte(text), strictjson.Options{}); err != nil {
		return kept, false
	}
	return kept, json.Unmarshal([]byte(text), &kept) == nil
}

// fitsDefinition reports whether a record is one that a reading of the definition can have written.
func fitsDefinition(r reading.Record, def reading.Definition) bool {
	declared := def.Schema.Fields()
	for _, field := range r.Fields {
		if !slices.Contains(declared, field) {
			return false
		}
	}
	switch r.Stage {
	case intent.StageCore:
		return r.Core == nil
	case intent.StageData:
		return r.Core != nil && len(r.Fields) > 0
	default:
		return false
	}
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
func (b *Bridge) notifier(record ports.JobRecord) *engine.Notifier {
	i := b.instances[record.Instance]
	id := ports.Reading{ID: record.Job, Bridge: true}
	return i.NotifyAgain(id, record.Began, record.CoreTime, record.DataTime)
}

func disposedAt(stage intent.Stage) error {
	err := intent.AsError(engine.DisposedError())
	err.Stage = stage
	return err
}
