package reading

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// Submit hands in a candidate's whole text. It may only be called when the step due is [AskModel].
func (m *Machine) Submit(written string) {
	if m.ended() || m.data != nil {
		return
	}
	fits := len(written) <= m.def.Config.Limits.MaxOutputBytes
	switch {
	case fits && text.Blank(written):
		m.blank()
	case m.stage == intent.StageCore:
		m.submitCore(written)
	default:
		m.submitData(written)
	}
}

// blank ends the reading: there is nothing to correct.
func (m *Machine) blank() {
	mistakes := candidate.Mistakes{{
		Rule:    candidate.RuleBlank,
		Message: "the candidate is blank, expected one JSON object",
	}}
	m.judged = &Judgement{Stage: m.stage, Mistakes: mistakes}
	m.invalid(mistakes)
}

func (m *Machine) submitCore(text string) {
	core, mistakes, err := candidate.CheckCore(text, m.def.Config.Limits)
	switch {
	case err != nil:
		m.judged = &Judgement{Stage: m.stage}
		m.Fail(err)
	case len(mistakes) > 0:
		m.mistaken(text, mistakes, nil)
	default:
		m.judged = &Judgement{Stage: m.stage, Passed: true}
		m.passCore(core.Assemble(m.request.Input))
	}
}

func (m *Machine) passCore(core intent.Result) {
	m.core, m.repair, m.repairs = &core, nil, 0
	if m.projection == nil {
		m.result = m.core
		return
	}
	m.stage = intent.StageData
}

func (m *Machine) submitData(text string) {
	data, err := candidate.CheckData(text, candidate.DataTask{
		Materials:  m.request.Materials(),
		Projection: m.projection,
		Limits:     m.def.Config.Limits,
	})
	if err != nil {
		m.judged = &Judgement{Stage: m.stage}
		m.Fail(err)
		return
	}
	m.data, m.pending = data, text
	if _, judgeable := data.Object(); !judgeable {
		m.Checked(schema.Verdict{})
	}
}

// Checked hands in the verdict that a [CheckSchema] step asked for.
func (m *Machine) Checked(verdict schema.Verdict) {
	if m.ended() || m.data == nil {
		return
	}
	data, text := m.data, m.pending
	m.data, m.pending = nil, ""
	mistakes, issues, err := data.Judge(verdict)
	switch {
	case err != nil:
		m.judged = &Judgement{Stage: m.stage, Data: data}
		m.Fail(err)
	case len(mistakes) > 0:
		m.mistaken(text, mistakes, data)
	case len(issues) > 0:
		m.judged = &Judgement{Stage: m.stage, Issues: issues, Data: data, Passed: true}
		m.business(issues)
	case verdict.Disagreement != nil:
		m.judged = &Judgement{Stage: m.stage, Data: data}
		m.disagreed(*verdict.Disagreement)
	default:
		m.judged = &Judgement{Stage: m.stage, Data: data, Passed: true}
		m.passData(data.Value())
	}
}

func (m *Machine) passData(data intent.Data) {
	result := m.core.Clone()
	result.Data = data
	m.result, m.repair = &result, nil
}

// mistaken asks for a repair where one is left, and ends the reading where none is.
func (m *Machine) mistaken(text string, mistakes candidate.Mistakes, data *candidate.Data) {
	again := m.repairs < m.def.Config.Repair.Attempts()
	m.judged = &Judgement{Stage: m.stage, Mistakes: mistakes, Repair: again, Data: data}
	if !again {
		m.invalid(mistakes)
		return
	}
	m.repairs++
	m.repair = &repair{
		candidate:  string([]rune(text)), // each byte that is not UTF-8 becomes U+FFFD
		diagnostic: mistakes.Diagnostic(),
		mistakes:   mistakes,
	}
}

func (m *Machine) invalid(mistakes candidate.Mistakes) {
	issues := mistakes.Issues()
	text := fmt.Sprintf("the candidate has %d mistakes", len(mistakes))
	switch len(mistakes) {
	case 1:
		text = "the candidate has a mistake"
	case candidate.MaxMistakes:
		text = "the candidate has at least " + text[len("the candidate has "):]
	}
	err := intent.NewError(intent.ModelOutputInvalid, m.stage, text)
	err.Issues = issues
	m.Fail(err)
}

func (m *Machine) business(issues []intent.Issue) {
	text := fmt.Sprintf("the fields cannot be filled: %d issues", len(issues))
	if len(issues) == 1 {
		text = "the fields cannot be filled: one issue"
	}
	err := intent.NewError(intent.DataExtractionFailed, m.stage, text)
	err.Issues = issues
	m.Fail(err)
}

// disagreed ends the reading without a repair: one of the judges is wrong, not the model.
func (m *Machine) disagreed(d schema.Disagreement) {
	m.Fail(intent.NewError(intent.ModelOutputInvalid, m.stage, fmt.Sprintf(
		"the schema validators disagree at %s about %s; validator: native uses the evaluation alone",
		strictjson.CutPointer("/data"+d.Pointer), strictjson.CutName(d.Keyword))))
}
