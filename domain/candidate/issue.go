package candidate

import (
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

var issueKeys = []key{
	{"code", wantCode},
	{"category", wantCategory},
	{"path", wantIssuePath},
	{"message", wantText},
}

const (
	wantCode      = "one of the issue codes"
	wantCategory  = "business_information or definition"
	wantIssuePath = "null, /data, or a JSON Pointer at or below a selected field"
)

// issueFields knows which fields an issue is about, reported or made by a verdict.
type issueFields struct {
	all  bool // an issue is about data as a whole
	each map[string]bool
}

// note notes the path of an issue that is not null.
func (t *issueFields) note(path string) {
	tokens, err := strictjson.SplitPointer(path)
	if err != nil || len(tokens) == 0 || tokens[0] != "data" {
		return
	}
	if len(tokens) == 1 {
		t.all = true
		return
	}
	if t.each == nil {
		t.each = map[string]bool{}
	}
	t.each[tokens[1]] = true
}

func (t *issueFields) about(field string) bool { return t.all || t.each[field] }

func (r *dataReader) issues(n *node) {
	items := r.array(n, wantIssues)
	r.data.issues = make([]intent.Issue, 0, len(items))
	for i := range items {
		if !r.goOn() {
			return
		}
		r.data.issues = append(r.data.issues, r.issue(&items[i]))
	}
	r.data.reported += len(items)
}

func (r *dataReader) issue(n *node) intent.Issue {
	if !r.object(n, issueKeys) {
		return intent.Issue{}
	}
	issue := intent.Issue{
		Path:    r.issuePath(n.child("path")),
		Message: r.text(n.child("message"), wantText),
	}
	issue.Code = word(&r.report, n.child("code"), RuleIssueCode, intent.BusinessCodes()...)
	category := n.child("category")
	issue.Category = word(&r.report, category, RuleWord,
		intent.CategoryBusinessInformation, intent.CategoryDefinition)
	pair, known := intent.BusinessCategory(issue.Code)
	if known && issue.Category != "" && issue.Category != pair {
		r.add(category, RuleIssueCategory, "does not pair with the code, expected "+string(pair))
	}
	return issue
}

// issuePath reads the path of an issue: it need not name anything, for a missing field has one too.
func (r *dataReader) issuePath(n *node) *string {
	if n == nil {
		return nil
	}
	if n.value.IsNull() {
		r.all = true
		return nil
	}
	text := r.text(n, wantIssuePath)
	if text == "" {
		return nil
	}
	r.note(text)
	tokens, err := strictjson.SplitPointer(text)
	switch {
	case err != nil:
		r.add(n, RuleIssuePath, "is not a JSON Pointer, expected "+wantIssuePath+", with ~ as ~0 and / as ~1")
	case len(tokens) == 0 || tokens[0] != "data":
		r.add(n, RuleIssuePath, "lies outside /data, expected "+wantIssuePath)
	case len(tokens) > 1 && !r.fields[tokens[1]]:
		r.add(n, RuleIssuePath, "names no selected field, expected "+wantIssuePath)
	}
	return &text
}

// allIssues lists what stands against the material: issues as reported, then those that verdicts
// make, in the candidate's order.
func (d *Data) allIssues() []intent.Issue {
	if d.reported == 0 {
		return nil
	}
	list := make([]intent.Issue, 0, d.reported)
	for _, issue := range d.issues {
		if issue.Path != nil {
			path := *issue.Path
			issue.Path = &path
		}
		list = append(list, issue)
	}
	for _, check := range d.checks {
		if issue, made := check.issue(); made {
			list = append(list, issue)
		}
	}
	return list
}
