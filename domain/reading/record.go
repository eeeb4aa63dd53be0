package reading

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// Record is a reading that waits for a candidate, as plain data: what a session store keeps. It
// shares no memory with the machine it was taken from. Its JSON is read strictly and without loss.
type Record struct {
	Input   string
	Context []intent.Message
	Fields  []string // the selection, resolved
	Stage   intent.Stage
	Repairs int            // asked for in this stage
	Core    *intent.Result // in stage data, else nil

	Candidate  string // to be repaired
	Diagnostic string // "" if no repair is due
	Mistakes   []candidate.Mistake
}

// Record takes the reading down. It reports false if no model is to be asked next: the reading
// has ended, or awaits a schema verdict.
func (m *Machine) Record() (Record, bool) {
	if m.phase != asking {
		return Record{}, false
	}
	r := Record{
		Input:   m.request.Input,
		Context: m.request.Context.Messages(),
		Fields:  slices.Clone(m.fields),
		Stage:   m.stage,
		Repairs: m.repairs,
		Core:    m.Core(),
	}
	if m.repair != nil {
		r.Candidate, r.Diagnostic = m.repair.candidate, m.repair.diagnostic
		r.Mistakes = slices.Clone(m.repair.mistakes)
	}
	return r, true
}

// Restore takes a reading up again under the definition that it began with. A record comes from outside,
// from a store that others write to, maybe: it is checked whole, and the error is [ErrRecord] if no
// machine can have written it under that definition.
func Restore(def Definition, r Record) (*Machine, error) {
	request := intent.Request{
		Input:   r.Input,
		Fields:  intent.Fields(r.Fields...),
		Context: restoreContext(r.Context),
	}
	fields, err := request.Check(def.Config.Limits, def.Schema.Fields())
	if err != nil || !r.sound(def, fields) {
		return nil, ErrRecord
	}
	m := start(def, request, fields)
	m.stage, m.repairs = r.Stage, r.Repairs
	if r.Core != nil {
		core := r.Core.Clone()
		m.core = &core
	}
	if r.Diagnostic != "" {
		m.repair = &repair{
			candidate: r.Candidate, diagnostic: r.Diagnostic, mistakes: slices.Clone(r.Mistakes),
		}
	}
	return m, nil
}

func restoreContext(messages []intent.Message) intent.Context {
	if len(messages) == 1 && messages[0].Role == intent.RoleBackground {
		return intent.ContextText(messages[0].Content)
	}
	return intent.ContextMessages(messages...)
}
