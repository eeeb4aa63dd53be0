package reading

import (
	"errors"

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
	tasks      *prompt.Basis      // made with the first task

	phase   phase
	stage   intent.Stage
	repairs int            // asked for in this stage
	repair  *repair        // what the next task corrects; nil unless it is a repair
	core    *intent.Result // checked; nil until stage core has passed

	data    *candidate.Data // while checking
	pending string          // the text that data was read from
	result  *intent.Result  // when done
	err     *intent.Error   // when failed
}

// phase is what a machine waits for. Its zero value is the first.
type phase uint8

const (
	asking   phase = iota // a candidate: AskModel is due
	checking              // a schema verdict: CheckSchema is due
	done                  // nothing: the reading has a result
	failed                // nothing: the reading has an error
)

// ErrStep says that a machine was told the outcome of a step that is not due: its driver is wrong. The
// machine is as it was.
var ErrStep = errors.New("the step that is due is another one")

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
	Repair   bool               // a repair will be asked for
	Passed   bool               // no mistake, no limit: it was accepted, or told of business issues
	Data     *candidate.Data    // the data candidate that was judged, if it could be read

	DataSkipped bool // the core candidate asks, and so there will be no stage data
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

// Materials lists what the reading reads.
func (m *Machine) Materials() []intent.Material { return m.request.Materials() }

// Core gives a copy of the checked core result, nil until stage core has passed.
func (m *Machine) Core() *intent.Result {
	if m.core == nil {
		return nil
	}
	c := m.core.Clone()
	return &c
}

// Asks reports whether a candidate is due, so that a driver has to know whom to ask before it calls
// [Machine.Next].
func (m *Machine) Asks() bool { return m.phase == asking }

// Next returns the step that is due. nativeSchema says whether the model that would be asked enforces a
// JSON Schema by itself; it counts only if the machine asks. Calling it twice without an answer between
// gives the same step.
func (m *Machine) Next(nativeSchema bool) Step {
	switch m.phase {
	case asking:
		return m.ask(nativeSchema)
	case checking:
		check, _ := m.Check()
		return check
	case done:
		return Done{Result: m.result.Clone()}
	default:
		return Fail{Err: m.err.Clone()}
	}
}

func (m *Machine) ask(nativeSchema bool) Step {
	request := m.task(nativeSchema)
	if size := prompt.Bytes(request); size > m.def.Config.Limits.MaxRequestBytes {
		m.tooLarge(size)
		return m.Next(nativeSchema)
	}
	return AskModel{Request: request, Repair: m.repair != nil}
}

// Check returns the schema check that is due, false if another step is.
func (m *Machine) Check() (CheckSchema, bool) {
	if m.phase != checking {
		return CheckSchema{}, false
	}
	value, _ := m.data.Object()
	return CheckSchema{Projection: m.projection, Value: value}, true
}

// basis is what every task of the reading is written from. The material is written once if there may be
// a second task.
func (m *Machine) basis() prompt.Basis {
	if m.tasks == nil {
		basis := prompt.Basis{Language: m.def.Config.Language, Schema: m.def.Schema.Text(), Request: m.request}
		if m.stage == intent.StageCore && m.projection != nil {
			basis = basis.Share()
		}
		m.tasks = &basis
	}
	return *m.tasks
}

func (m *Machine) task(nativeSchema bool) intent.ModelRequest {
	basis := m.basis()
	basis.NativeJSONSchema = nativeSchema
	var request intent.ModelRequest
	if m.stage == intent.StageCore {
		request = prompt.Core(basis)
	} else {
		request = prompt.Data(basis, *m.core, m.projection)
	}
	if m.repair != nil {
		request = prompt.Repair(request, m.repair.candidate, m.repair.diagnostic)
	}
	return request
}

// tooLarge ends the reading: a repair that cannot be asked for leaves the mistake it was to correct.
func (m *Machine) tooLarge(size int) {
	if m.repair != nil {
		m.invalid(m.repair.mistakes)
		return
	}
	m.end(intent.LimitError(m.stage, "maxRequestBytes", size, m.def.Config.Limits.MaxRequestBytes))
}

// Fail ends the reading with an error of the runtime: its stage becomes the reading's, and the checked
// core result is added. It may be called whatever step is due; after the end it is [ErrStep].
func (m *Machine) Fail(err error) error {
	if m.phase == done || m.phase == failed {
		return ErrStep
	}
	m.end(err)
	return nil
}

func (m *Machine) end(err error) {
	e := intent.AsError(err)
	if e == nil { // a driver that ends a reading without the runtime's error has none to tell
		e = intent.RequestFailed(intent.FailedExecutor, "the reading was ended without a reason")
	}
	m.err = e.WithPartial(m.core)
	m.err.Stage = m.stage
	m.phase, m.data, m.pending = failed, nil, ""
}

// Refused ends the reading: the model that was asked refused.
func (m *Machine) Refused() error {
	return m.answered(intent.ModelRefused, "the model refused to write a candidate")
}

// Incomplete ends the reading: the model that was asked stopped before its candidate was whole.
func (m *Machine) Incomplete() error {
	return m.answered(intent.ModelOutputIncomplete, "the model's candidate is not complete")
}

func (m *Machine) answered(code intent.Code, message string) error {
	if m.phase != asking {
		return ErrStep
	}
	return m.Fail(intent.NewError(code, m.stage, message))
}
