package candidate

import (
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Check is the model's verdict on the descriptions that apply to one node of data.
type Check struct {
	Path        string // JSON Pointer into the candidate
	Verdict     intent.Verdict
	Explanation string
	Sources     []Source
}

var checkKeys = []key{
	{"path", wantPath},
	{"verdict", wantVerdict},
	{"explanation", wantText},
	{"sources", wantSources},
}

const (
	wantVerdict = "satisfied, violated or undetermined"
	wantNode    = "/data or the JSON Pointer of a value below it"
)

func (r *dataReader) descriptions(n *node) {
	items := r.array(n, wantChecks)
	r.data.checks = make([]Check, 0, len(items))
	for i := range items {
		if !r.goOn() {
			return
		}
		check := r.check(&items[i])
		r.data.checks = append(r.data.checks, check)
		if _, made := check.issue(); made {
			r.data.reported++
			r.note(check.Path)
		}
	}
}

func (r *dataReader) check(n *node) Check {
	if !r.object(n, checkKeys) {
		return Check{}
	}
	check := Check{
		Verdict: word(&r.report, n.child("verdict"), RuleWord,
			intent.VerdictSatisfied, intent.VerdictViolated, intent.VerdictUndetermined),
		Explanation: r.text(n.child("explanation"), wantText),
		Sources:     r.sources(n.child("sources")),
	}
	path := n.child("path")
	var at *node
	check.Path, at = r.path(path, RuleDescriptionPath, wantNode)
	if at == nil {
		return check
	}
	if at.checked {
		r.add(path, RuleDescriptionDuplicate,
			"comes a second time, expected one check for a path that covers all its descriptions")
	}
	at.checked = true
	return check
}

// issue gives the business issue that a verdict makes, if it makes one (rule 3).
func (c Check) issue() (intent.Issue, bool) {
	var code intent.Code
	switch c.Verdict {
	case intent.VerdictViolated:
		code = intent.DataConstraintViolated
	case intent.VerdictUndetermined:
		code = intent.DataDescriptionUndetermined
	default:
		return intent.Issue{}, false
	}
	path := c.Path
	return intent.Issue{
		Code: code, Category: intent.CategoryDefinition, Path: &path, Message: c.Explanation,
	}, true
}

// undescribed reports described nodes that no check names. Pointers are relative to data.
func (r *report) undescribed(object *node, described []string) {
	for _, pointer := range described {
		if at, whole := locate(object, pointer); whole && !at.checked {
			r.add(at, RuleDescriptionMissing,
				"has a schema description but no check, expected one entry in descriptionChecks for this path")
		}
	}
}

// locate finds the node of a validator's pointer, as far as it leads.
func locate(object *node, pointer string) (*node, bool) {
	tokens, err := strictjson.SplitPointer(pointer)
	if err != nil {
		return object, false
	}
	return object.resolve(tokens)
}

// violations reports what the schema refuses. Where the candidate is mistaken anyhow, two kinds of
// root violation only repeat a mistake that rules 1 and 4 name better, and are left out: a name that
// was not selected, and a required field that is absent.
func (r *report) violations(object *node, list []schema.Violation, mistaken bool, fields map[string]bool) {
	for _, violation := range list {
		at, _ := locate(object, violation.Pointer)
		if mistaken && repeats(violation, fields) {
			continue
		}
		r.keep(finding{
			at: object, below: violation.Pointer, order: at.order, rule: RuleSchema,
			message: "does not satisfy the schema's " + violation.Keyword + ", expected " + violation.Expected,
		})
	}
}

func repeats(violation schema.Violation, fields map[string]bool) bool {
	tokens, err := strictjson.SplitPointer(violation.Pointer)
	if err != nil || len(tokens) > 1 {
		return false
	}
	here := len(tokens) == 0
	switch violation.Keyword {
	case "additionalProperties":
		return here || !fields[tokens[0]]
	case "required":
		return here
	default:
		return false
	}
}
