package reading

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// Record is a reading that waits for a candidate, as plain data: what a session store keeps. It
// shares no memory with the machine it was taken from.
type Record struct {
	Input      string           `json:"input"`
	Context    []intent.Message `json:"context"`
	Fields     []string         `json:"fields"` // the selection, resolved
	Stage      intent.Stage     `json:"stage"`
	Repairs    int              `json:"repairs"` // asked for in this stage
	Core       *intent.Result   `json:"core,omitempty"`
	Candidate  string           `json:"candidate,omitempty"`  // to be repaired
	Diagnostic string           `json:"diagnostic,omitempty"` // "" where no repair is due
	Mistakes   []RecordMistake  `json:"mistakes,omitempty"`
}

// RecordMistake is one mistake of the candidate to be repaired.
type RecordMistake struct {
	Pointer string `json:"pointer"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Record takes the reading down. It reports false where no model is to be asked next: the reading
// has ended, or awaits a schema verdict.
func (m *Machine) Record() (Record, bool) {
	if m.ended() || m.data != nil {
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
		for _, mistake := range m.repair.mistakes {
			r.Mistakes = append(r.Mistakes, RecordMistake(mistake))
		}
	}
	return r, true
}

// Restore takes a reading up again under the definition that it began with.
func Restore(def Definition, r Record) *Machine {
	request := intent.Request{
		Input:   r.Input,
		Fields:  intent.Fields(r.Fields...),
		Context: restoreContext(r.Context),
	}
	m := start(def, request, slices.Clone(r.Fields))
	m.stage, m.repairs = r.Stage, r.Repairs
	if r.Core != nil {
		core := r.Core.Clone()
		m.core = &core
	}
	if r.Diagnostic == "" {
		return m
	}
	m.repair = &repair{candidate: r.Candidate, diagnostic: r.Diagnostic}
	for _, mistake := range r.Mistakes {
		m.repair.mistakes = append(m.repair.mistakes, candidate.Mistake(mistake))
	}
	return m
}

func restoreContext(messages []intent.Message) intent.Context {
	if len(messages) == 1 && messages[0].Role == intent.RoleBackground {
		return intent.ContextText(messages[0].Content)
	}
	return intent.ContextMessages(messages...)
}
