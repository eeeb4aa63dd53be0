package candidate

import (
	"cmp"
	"errors"
	"slices"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Rules name what a [Mistake] breaks. The words are stable: observers count by them.
const (
	RuleJSON    = "json"    // the text is not one strict JSON value (contract section 6)
	RuleType    = "type"    // a value has the wrong JSON type
	RuleMissing = "missing" // a required key is not there
	RuleUnknown = "unknown" // a key is there that the shape does not have
	RuleWord    = "word"    // a string is none of the words allowed there
	RuleBlank   = "blank"   // a string shows a reader nothing

	RuleCoreAction    = "core.action"    // a null action without a clarificationReason
	RuleCoreQuestions = "core.questions" // clarificationReason and questions do not stand together

	RuleDataUnselected = "data.unselected" // data holds a name that was not selected

	RuleEvidenceMissing   = "evidence.missing"   // a leaf or empty container without an entry
	RuleEvidencePath      = "evidence.path"      // an entry's path names nothing below /data
	RuleEvidenceDuplicate = "evidence.duplicate" // a second entry for one path
	RuleEvidenceExact     = "evidence.exact"     // mode exact, but no string or not equal to a quote

	RuleSourceNone    = "source.none"    // an entry without sources
	RuleSourceUnknown = "source.unknown" // a sourceId that no material has
	RuleSourceQuote   = "source.quote"   // a quote that does not occur in its material

	RuleDescriptionMissing   = "description.missing"   // a described node without a check
	RuleDescriptionPath      = "description.path"      // a check's path names nothing in data
	RuleDescriptionDuplicate = "description.duplicate" // a second check for one path

	RuleFieldMissing   = "field.missing"   // a selected field without a result
	RuleFieldPath      = "field.path"      // a result's path is no selected field's
	RuleFieldDuplicate = "field.duplicate" // a second result for one field
	RuleFieldPresence  = "field.presence"  // the status contradicts what data holds
	RuleFieldRequired  = "field.required"  // a required field is absent and not called an issue
	RuleFieldIssue     = "field.issue"     // status issue, but no issue is about the field

	RuleIssueCode     = "issue.code"     // a code that no model may report
	RuleIssueCategory = "issue.category" // a category that does not pair with the code
	RuleIssuePath     = "issue.path"     // a path outside data and the selected fields

	RuleSchema = "schema" // data does not satisfy the projected schema
)

// Mistake is one thing that is wrong with a candidate. It holds no text of the material and no value.
type Mistake struct {
	Pointer string // where in the candidate, as a JSON Pointer; each name cut to 64 bytes
	Rule    string // one of the Rule constants
	Message string // what is wrong and what is expected, in lower case
}

// Mistakes lists what is wrong with a candidate in document order; none means that it is sound.
type Mistakes []Mistake

// MaxMistakes bounds how many mistakes of one candidate are kept, so that a candidate of nothing but
// mistakes costs no more to report than to read. The first in document order are kept.
const MaxMistakes = 1000

// Rules counts the mistakes by rule, for observers.
func (m Mistakes) Rules() map[string]int {
	counts := make(map[string]int, len(m))
	for _, mistake := range m {
		counts[mistake.Rule]++
	}
	return counts
}

// Issues gives the lines of [Mistakes.Diagnostic] as issues of an error: the code is
// MODEL_OUTPUT_INVALID, the category processing, the path the pointer into the candidate. The line
// that tells how many more there are has no path.
func (m Mistakes) Issues() []intent.Issue {
	shown, more := m.shown()
	issues := make([]intent.Issue, 0, len(shown)+1)
	for _, mistake := range shown {
		pointer := mistake.Pointer
		issues = append(issues, processing(&pointer, mistake.Message))
	}
	if more != "" {
		issues = append(issues, processing(nil, more))
	}
	return issues
}

func processing(path *string, message string) intent.Issue {
	return intent.Issue{
		Code: intent.ModelOutputInvalid, Category: intent.CategoryProcessing, Path: path, Message: message,
	}
}

// report gathers mistakes while a candidate is read. Pointers are written last, and only for the
// mistakes that are kept.
//
// It holds at most twice [MaxMistakes] findings: whenever it is full, those go that document order puts
// past the bound, however many a candidate has.
type report struct {
	found []finding

	stop    func() bool // nil is never
	steps   int         // nodes that were judged
	stopped bool        // stop said so: what was found is not whole
}

// ErrStopped says that a candidate was not judged to its end, because the stop function said so.
var ErrStopped = errors.New("the checks of the candidate were stopped")

// stepsPerStop is how many nodes are judged between two questions whether to stop.
const stepsPerStop = 1024

// goOn counts a node and reports whether to go on.
func (r *report) goOn() bool {
	if r.steps++; r.stop != nil && !r.stopped && r.steps%stepsPerStop == 0 {
		r.stopped = r.stop()
	}
	return !r.stopped
}

type finding struct {
	at      *node
	order   int32
	rank    int32  // among findings of the same order
	below   string // pointer text to put behind the node's, for what is not there
	rule    string
	message string
}

func (r *report) add(at *node, rule, message string) {
	r.keep(finding{at: at, order: at.order, rule: rule, message: message})
}

func (r *report) keep(f finding) {
	if len(r.found) == 2*MaxMistakes {
		r.sort()
		r.found = r.found[:MaxMistakes]
	}
	r.found = append(r.found, f)
}

// sort puts what was found in document order.
func (r *report) sort() {
	slices.SortStableFunc(r.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.rank, b.rank))
	})
}

// absent reports something that should stand inside a container and does not: it comes after all
// that the container holds, and before what its own container lacks.
func (r *report) absent(from *node, below, rule, message string) {
	r.keep(finding{
		at: from, order: from.last, rank: 1 + from.last - from.order, below: below, rule: rule, message: message,
	})
}

// mistakes puts what was found in document order.
func (r *report) mistakes() Mistakes {
	if len(r.found) == 0 {
		return nil
	}
	r.sort()
	kept := r.found[:min(len(r.found), MaxMistakes)]
	list := make(Mistakes, len(kept))
	for i, f := range kept {
		pointer := strictjson.CutPointer(f.at.pointer() + f.below)
		list[i] = Mistake{Pointer: pointer, Rule: f.rule, Message: f.message}
	}
	return list
}
