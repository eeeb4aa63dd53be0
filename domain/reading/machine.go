package reading

import (
	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// Definition is what every reading of an instance shares: its configuration with defaults filled in,
// and its schema. It is read-only.
type Definition struct {
	Config intent.Config
	Schema *schema.Schema
}

// Machine is one reading. Make it with [Start] or [Restore].
type Machine struct {
	def        Definition
	request    intent.Request
	fields     []string           // the selection, resolved
	projection *schema.Projection // nil without a data stage

	stage   intent.Stage
	repairs int            // asked for in this stage
	repair  *repair        // what the next task mends
	core    *intent.Result // checked
	data    *candidate.Data
	pending string // the text that data was read from, while its schema verdict is awaited
	judged  *Judgement
	result  *intent.Result
	err     *intent.Error
}

// repair is what a repair task shows the model, and the mistakes that end the reading if it cannot
// be asked.
type repair struct {
	candidate  string
	diagnostic string
	mistakes   candidate.Mistakes
}

// Judgement tells what the checks of one candidate found.
type Judgement struct {
	Stage    intent.Stage
	Mistakes candidate.Mistakes // empty where the candidate passed
	Issues   []intent.Issue     // business issues that ended the reading
	Repair   bool               // a repair is asked for
	Passed   bool               // no mistake, no limit: it was accepted, or told of business issues
	Data     *candidate.Data    // the data candidate that was judged, where it could be read
}

// Start checks a request against a definition and begins its reading. The error's stage is input.
func Start(def Definition, request intent.Request) (*Machine, error) {
	fields, err := request.Check(def.Config.Limits, def.Schema.Fields())
	if err != nil {
		return nil, err
	}
	return start(def, request, fields), nil
}

func start(def Definition, request intent.Request, fields []string) *Machine {
	m := &Machine{def: def, request: request, fields: fields, stage: intent.StageCore}
	if len(fields) > 0 {
		m.projection = def.Schema.Project(fields)
	}
	return m
}

// Stage tells where the reading is: core or data.
func (m *Machine) Stage() intent.Stage { return m.stage }

// Fields lists the selected fields in order.
func (m *Machine) Fields() []string { return append([]string(nil), m.fields...) }

// Core gives a copy of the checked core result, nil until stage core has passed.
func (m *Machine) Core() *intent.Result {
	if m.core == nil {
		return nil
	}
	c := m.core.Clone()
	return &c
}

// Judged gives what was found in the candidate submitted last, and takes it away; nil where none was
// judged since.
func (m *Machine) Judged() *Judgement {
	j := m.judged
	m.judged = nil
	return j
}

// Next tells what is due. nativeSchema says whether the model that would be asked enforces a JSON
// Schema by itself. Asking twice without an answer between gives the same step.
func (m *Machine) Next(nativeSchema bool) Step {
	if m.ended() {
		return m.end()
	}
	if check, due := m.Check(); due {
		return check
	}
	request := m.task(nativeSchema)
	if size := prompt.Bytes(request); size > m.def.Config.Limits.MaxRequestBytes {
		m.tooLarge(size)
		return m.end()
	}
	return AskModel{Request: request, Repair: m.repair != nil}
}

// Check gives the schema check that is due, without the work of writing a task where none is.
func (m *Machine) Check() (CheckSchema, bool) {
	if m.ended() || m.data == nil {
		return CheckSchema{}, false
	}
	value, _ := m.data.Object()
	return CheckSchema{Projection: m.projection, Value: value}, true
}

func (m *Machine) ended() bool { return m.result != nil || m.err != nil }

func (m *Machine) end() Step {
	if m.err != nil {
		return Fail{Err: m.err.Clone()}
	}
	return Done{Result: m.result.Clone()}
}

func (m *Machine) task(nativeSchema bool) intent.ModelRequest {
	basis := prompt.Basis{
		Language:         m.def.Config.Language,
		Schema:           m.def.Schema.Text(),
		Request:          m.request,
		NativeJSONSchema: nativeSchema,
	}
	request := prompt.Core(basis)
	if m.stage == intent.StageData {
		request = prompt.Data(basis, *m.core, m.projection)
	}
	if m.repair != nil {
		request = prompt.Repair(request, m.repair.candidate, m.repair.diagnostic)
	}
	return request
}

// tooLarge ends the reading: a repair that cannot be asked for leaves the mistake it was to mend.
func (m *Machine) tooLarge(size int) {
	if m.repair != nil {
		m.invalid(m.repair.mistakes)
		return
	}
	m.Fail(intent.LimitError(m.stage, "maxRequestBytes", size, m.def.Config.Limits.MaxRequestBytes))
}

// Fail ends the reading with an error: its stage becomes the reading's, and the checked core result is
// added. One after the end changes nothing, and neither does an error that is not the runtime's.
func (m *Machine) Fail(err error) {
	failed := intent.AsError(err)
	if m.ended() || failed == nil {
		return
	}
	e := failed.WithPartial(m.core)
	e.Stage = m.stage
	m.err, m.data = e, nil
}

// Refused ends the reading: the model refused.
func (m *Machine) Refused() {
	m.Fail(intent.NewError(intent.ModelRefused, m.stage, "the model refused to write a candidate"))
}

// Incomplete ends the reading: the model stopped before its candidate was whole.
func (m *Machine) Incomplete() {
	m.Fail(intent.NewError(intent.ModelOutputIncomplete, m.stage, "the model's candidate is not complete"))
}
