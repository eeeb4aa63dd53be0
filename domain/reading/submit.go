package reading

import (
	"errors"
	"fmt"
	"slices"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// Submit hands in a candidate's whole text; the step due is [AskModel], else the error is [ErrStep]. It
// returns what the checks found, or nil if a schema check is due first.
//
// stop is asked now and then whether to give up; nil never gives up. Then the error is
// [candidate.ErrStopped] and the machine still awaits the candidate.
func (m *Machine) Submit(written string, stop func() bool) (*Judgement, error) {
	if m.phase != asking {
		return nil, ErrStep
	}
	fits := len(written) <= m.def.Config.Limits.MaxOutputBytes
	switch {
	case fits && text.Blank(written):
		return m.blank(), nil
	case m.stage == intent.StageCore:
		return m.submitCore(written, stop)
	default:
		return m.submitData(written, stop)
	}
}

// blank ends the reading: there is nothing to correct.
func (m *Machine) blank() *Judgement {
	mistakes := candidate.Mistakes{{
		Rule:    candidate.RuleBlank,
		Message: "the candidate is blank, expected one JSON object",
	}}
	judged := &Judgement{Stage: m.stage, Mistakes: mistakes}
	m.invalid(mistakes)
	return judged
}

func (m *Machine) submitCore(text string, stop func() bool) (*Judgement, error) {
	core, mistakes, err := candidate.CheckCore(text, m.def.Config.Limits, stop)
	switch {
	case errors.Is(err, candidate.ErrStopped):
		return nil, err
	case err != nil:
		return m.limited(err, nil), nil
	case len(mistakes) > 0:
		return m.mistaken(text, mistakes, nil), nil
	}
	skipped := m.passCore(core.Assemble(m.request.Input))
	return &Judgement{Stage: intent.StageCore, Passed: true, DataSkipped: skipped}, nil
}

// limited ends the reading: a limit was passed.
func (m *Machine) limited(err error, data *candidate.Data) *Judgement {
	judged := &Judgement{Stage: m.stage, Data: data}
	m.end(err)
	return judged
}

// passCore goes on to stage data, or ends the reading. It reports whether it skips stage data because the
// person has to be asked first.
func (m *Machine) passCore(core intent.Result) (skipped bool) {
	m.core, m.repair, m.repairs = &core, nil, 0
	skipped = m.projection != nil && m.def.Config.StopAtClarification && asks(core)
	if m.projection == nil || skipped {
		m.phase, m.result = done, m.core
		return skipped
	}
	m.stage = intent.StageData
	return false
}

func asks(core intent.Result) bool {
	return slices.ContainsFunc(core.Intents, func(item intent.Item) bool {
		return item.Status == intent.StatusNeedsClarification
	})
}

func (m *Machine) submitData(text string, stop func() bool) (*Judgement, error) {
	data, err := candidate.CheckData(text, candidate.DataTask{
		Materials:  m.request.Materials(),
		Projection: m.projection,
		Limits:     m.def.Config.Limits,
	}, stop)
	switch {
	case errors.Is(err, candidate.ErrStopped):
		return nil, err
	case err != nil:
		return m.limited(err, nil), nil
	}
	m.phase, m.data, m.pending = checking, data, text
	if _, judgeable := data.Object(); !judgeable {
		return m.Checked(schema.Verdict{})
	}
	return nil, nil
}

// Checked hands in the verdict that a [CheckSchema] step asked for and returns what the checks found. If
// another step is due, the error is [ErrStep].
func (m *Machine) Checked(verdict schema.Verdict) (*Judgement, error) {
	if m.phase != checking {
		return nil, ErrStep
	}
	data, text := m.data, m.pending
	m.phase, m.data, m.pending = asking, nil, ""
	found := data.Judge(verdict)
	judged := &Judgement{Stage: m.stage, Data: data}
	switch {
	case found.Limit != nil:
		return m.limited(found.Limit, data), nil
	case len(found.Mistakes) > 0:
		return m.mistaken(text, found.Mistakes, data), nil
	case len(found.Issues) > 0:
		judged.Issues, judged.Passed = found.Issues, true
		m.business(found.Issues)
	case verdict.Disagreement != nil:
		m.disagreed(*verdict.Disagreement)
	default:
		judged.Passed = true
		m.passData(data.Value())
	}
	return judged, nil
}

func (m *Machine) passData(data intent.Data) {
	result := m.core.Clone()
	result.Data = data
	m.phase, m.result, m.repair = done, &result, nil
}

// mistaken asks for a repair if one is left, and ends the reading if none is.
func (m *Machine) mistaken(text string, mistakes candidate.Mistakes, data *candidate.Data) *Judgement {
	again := m.repairs < m.def.Config.Repair.Attempts()
	judged := &Judgement{Stage: m.stage, Mistakes: mistakes, Repair: again, Data: data}
	if !again {
		m.invalid(mistakes)
		return judged
	}
	m.repairs++
	m.repair = &repair{
		candidate:  string([]rune(text)), // each byte that is not UTF-8 becomes U+FFFD
		diagnostic: mistakes.Diagnostic(),
		mistakes:   mistakes,
	}
	return judged
}

func (m *Machine) invalid(mistakes candidate.Mistakes) {
	err := intent.NewError(intent.ModelOutputInvalid, m.stage, countOf(mistakes))
	err.Issues = mistakes.Issues()
	m.end(err)
}

func countOf(mistakes candidate.Mistakes) string {
	switch n := len(mistakes); n {
	case 1:
		return "the candidate has a mistake"
	case candidate.MaxMistakes:
		return fmt.Sprintf("the candidate has at least %d mistakes", n)
	default:
		return fmt.Sprintf("the candidate has %d mistakes", n)
	}
}

func (m *Machine) business(issues []intent.Issue) {
	text := fmt.Sprintf("the fields cannot be filled: %d issues", len(issues))
	if len(issues) == 1 {
		text = "the fields cannot be filled: one issue"
	}
	err := intent.NewError(intent.DataExtractionFailed, m.stage, text)
	err.Issues = issues
	m.end(err)
}

// disagreed ends the reading without a repair: one of the judges is wrong, not the model.
func (m *Machine) disagreed(d schema.Disagreement) {
	m.end(intent.NewError(intent.ModelOutputInvalid, m.stage, fmt.Sprintf(
		"the schema validators disagree at %s about %s; validator: native uses the evaluation alone",
		strictjson.CutPointer("/data"+d.Pointer), strictjson.CutName(d.Keyword))))
}
