package candidate

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// DataTask is what a data candidate is judged against.
type DataTask struct {
	Materials  []intent.Material // what evidence may quote
	Projection *schema.Projection
	Limits     intent.Limits // zero fields are defaults
}

// Data is a data candidate that was read whole. It may still be mistaken: [Data.Judge] tells.
type Data struct {
	task   DataTask
	root   *node // nil where the text could not be read
	object *node // the value of `data`; nil where it is no object
	found  Mistakes
	report report
	fields map[string]bool // what was selected

	evidence []Evidence
	checks   []Check
	results  []FieldResult
	issues   []intent.Issue // as reported, also mistaken ones
	reported int            // issues reported, and those that verdicts make
}

var dataKeys = []key{
	{"data", wantObject},
	{"evidence", wantEntries},
	{"descriptionChecks", wantChecks},
	{"fieldResults", wantResults},
	{"issues", wantIssues},
}

const (
	wantObject  = "an object that holds selected fields only"
	wantEntries = "an array of evidence entries"
	wantChecks  = "an array of description checks"
	wantResults = "an array with one result for each selected field"
	wantIssues  = "an array of issues"
)

// CheckData reads a data candidate and judges all of contract section 5 that needs no evaluation of
// the schema; [Data.Judge] gives the verdict over everything. The error is a limit that was passed:
// bytes, depth, values, evidence entries, description checks. It wins over every mistake that was not
// found before it. The other error is [ErrStopped], when stop (nil is never) said so.
func CheckData(text string, task DataTask, stop func() bool) (*Data, error) {
	task.Limits = task.Limits.WithDefaults()
	d := &Data{task: task}
	root, unreadable, err := read(text, intent.StageData, task.Limits)
	if root == nil {
		d.found = unreadable
		return d, err
	}
	for _, name := range []string{"evidence", "descriptionChecks"} {
		if err := tooMany(root.child(name), task.Limits.MaxEvidenceEntries); err != nil {
			return nil, err
		}
	}
	d.root = root
	d.read(stop)
	if d.report.stopped {
		return nil, ErrStopped
	}
	return d, nil
}

func tooMany(n *node, most int) error {
	if n == nil || !isArray(n) || len(n.children) <= most {
		return nil
	}
	return intent.LimitError(intent.StageData, "maxEvidenceEntries", len(n.children), most)
}

// read judges the candidate part by part. Every part is judged as far as it goes, whatever is wrong
// with the others.
func (d *Data) read(stop func() bool) {
	r := dataReader{report: report{stop: stop}, data: d, quotes: newQuoteIndexes(d.task.Materials)}
	d.fields = selection(d.task.Projection.Fields())
	r.fields = d.fields
	if r.object(d.root, dataKeys) {
		r.selected(d.root.child("data"))
		r.evidence(d.root.child("evidence"))
		r.descriptions(d.root.child("descriptionChecks"))
		r.issues(d.root.child("issues"))
		r.results(d.root.child("fieldResults"))
		r.coverage()
	}
	d.report = r.report
}

// dataReader fills a [Data] and gathers the mistakes on the way.
type dataReader struct {
	report
	data   *Data
	quotes quoteIndexes
	fields map[string]bool // what was selected
	tokens []string        // of the path read last; see split
	issueFields
}

func selection(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// selected checks that `data` is an object of selected names only (rule 1).
func (r *dataReader) selected(n *node) {
	if n == nil {
		return
	}
	if n.value.Kind() != strictjson.KindObject {
		r.wrong(n, wantObject)
		return
	}
	r.data.object = n
	for i := range n.children {
		if !r.fields[n.children[i].name()] {
			r.add(&n.children[i], RuleDataUnselected, "is not a selected field, expected no such key in data")
		}
	}
}

// Object gives what a validator must judge; false where the candidate holds no data object, and
// there is nothing for it to judge.
func (d *Data) Object() (strictjson.Value, bool) {
	if d.object == nil {
		return strictjson.Value{}, false
	}
	return d.object.value, true
}

// Judgement is what stands against a data candidate. At most one of the three is set; none means that the
// candidate is good.
type Judgement struct {
	Limit    error          // LIMIT_EXCEEDED
	Mistakes Mistakes       // the candidate itself is wrong
	Issues   []intent.Issue // the material or the schema is, as the model reports
}

// Judge passes judgement on the whole candidate in the contract's order (section 5). verdict is the
// validator's on [Data.Object], the zero Verdict where there is no object.
//
// The limit is passed by more than maxIssueCount issues, those made by description verdicts counted; it
// wins over all else. Then mistakes come alone: rules 1 to 5 and missing description
// checks, and with them the schema's violations where no issue stands that could be their cause, so
// that one repair can fix everything. Then issues come alone. Then violations of the schema are
// mistakes. Nothing at all means that the candidate is good, unless the verdict holds a disagreement
// of the validators, which is for the caller to judge last.
func (d *Data) Judge(verdict schema.Verdict) Judgement {
	if most := d.task.Limits.MaxIssueCount; d.reported > most {
		return Judgement{Limit: intent.LimitError(intent.StageData, "maxIssueCount", d.reported, most)}
	}
	if d.root == nil {
		return Judgement{Mistakes: d.found}
	}
	r := report{found: slices.Clone(d.report.found)}
	if d.object != nil {
		r.undescribed(d.object, verdict.Described)
	}
	mistaken := len(r.found) > 0
	if d.reported == 0 && d.object != nil {
		r.violations(d.object, verdict.Violations, mistaken, d.fields)
	}
	if mistakes := r.mistakes(); len(mistakes) > 0 {
		return Judgement{Mistakes: mistakes}
	}
	return Judgement{Issues: d.allIssues()}
}

// Value gives the checked fields, in the order and with the number text of the candidate. It is for
// candidates that [Data.Judge] found good.
func (d *Data) Value() intent.Data {
	if d.object == nil {
		return intent.Data{}
	}
	return intent.NewData(d.object.value)
}
