package candidate

import (
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// FieldResult is the model's conclusion about one selected field.
type FieldResult struct {
	Path        string // JSON Pointer into the candidate, /data/<escaped name>
	Status      intent.FieldStatus
	Explanation string
}

var resultKeys = []key{{"path", wantFieldPath}, {"status", wantStatus}, {"explanation", wantText}}

const (
	wantFieldPath = "/data/<name> of a selected field, with ~ as ~0 and / as ~1"
	wantStatus    = "extracted, not_provided, not_applicable or issue"
)

func (r *dataReader) results(n *node) {
	items := r.array(n, wantResults)
	concluded := make(map[string]bool, len(r.fields))
	r.data.results = make([]FieldResult, 0, len(items))
	for i := range items {
		if !r.goOn() {
			return
		}
		r.data.results = append(r.data.results, r.result(&items[i], concluded))
	}
	if n == nil || !isArray(n) {
		return
	}
	for _, name := range r.data.task.Projection.Fields() {
		if !concluded[name] {
			r.absent(n, "", RuleFieldMissing,
				"has no result for "+shownField(name)+", expected one for each selected field")
		}
	}
}

func shownField(name string) string {
	return strictjson.AppendName("/data", strictjson.CutName(name))
}

func (r *dataReader) result(n *node, concluded map[string]bool) FieldResult {
	if !r.object(n, resultKeys) {
		return FieldResult{}
	}
	status := n.child("status")
	result := FieldResult{
		Path: r.text(n.child("path"), wantFieldPath),
		Status: word(&r.report, status, RuleWord,
			intent.FieldExtracted, intent.FieldNotProvided, intent.FieldNotApplicable, intent.FieldIssue),
		Explanation: r.text(n.child("explanation"), wantText),
	}
	if result.Path == "" {
		return result
	}
	name, ok := r.field(result.Path)
	switch {
	case !ok:
		r.add(n.child("path"), RuleFieldPath, "names no selected field, expected "+wantFieldPath)
		return result
	case concluded[name]:
		r.add(n.child("path"), RuleFieldDuplicate, "comes a second time, expected one result for a field")
	}
	concluded[name] = true
	if result.Status != "" {
		r.conclusion(status, result.Status, name)
	}
	return result
}

// field gives the selected field that a path names, itself and nothing below it.
func (r *dataReader) field(path string) (string, bool) {
	tokens, err := r.split(path)
	if err != nil || len(tokens) != 2 || tokens[0] != "data" {
		return "", false
	}
	return tokens[1], r.fields[tokens[1]]
}

// conclusion holds a status against what data holds and what the schema requires (rule 4).
func (r *dataReader) conclusion(at *node, status intent.FieldStatus, name string) {
	if status == intent.FieldIssue && !r.about(name) {
		r.add(at, RuleFieldIssue,
			"is issue, but no issue is about the field, expected one whose path is null, /data, the field or below it")
	}
	if r.data.object == nil {
		return
	}
	switch present := r.data.object.child(name) != nil; {
	case present && (status == intent.FieldNotProvided || status == intent.FieldNotApplicable):
		r.add(at, RuleFieldPresence, "denies a field that data holds, expected extracted or issue")
	case !present && status != intent.FieldIssue && r.data.task.Projection.Required(name):
		r.add(at, RuleFieldRequired,
			"is about a field that the schema requires and data lacks, expected issue, and an issue that says why")
	case !present && status == intent.FieldExtracted:
		r.add(at, RuleFieldPresence,
			"is extracted, but data lacks the field, expected the value in data, or another status")
	}
}
