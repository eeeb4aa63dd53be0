package candidate_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// draft is a data candidate that a test can change before it is written.
type draft struct {
	Data     json.RawMessage `json:"data"`
	Evidence []draftEntry    `json:"evidence"`
	Checks   []draftCheck    `json:"descriptionChecks"`
	Results  []draftResult   `json:"fieldResults"`
	Issues   []draftIssue    `json:"issues"`
}

type draftEntry struct {
	Path    string        `json:"path"`
	Mode    string        `json:"mode"`
	Sources []draftSource `json:"sources"`
}

type draftSource struct {
	ID    string `json:"sourceId"`
	Quote string `json:"quote"`
}

type draftCheck struct {
	Path        string        `json:"path"`
	Verdict     string        `json:"verdict"`
	Explanation string        `json:"explanation"`
	Sources     []draftSource `json:"sources"`
}

type draftResult struct {
	Path        string `json:"path"`
	Status      string `json:"status"`
	Explanation string `json:"explanation"`
}

type draftIssue struct {
	Code     string  `json:"code"`
	Category string  `json:"category"`
	Path     *string `json:"path"`
	Message  string  `json:"message"`
}

func (d draft) text(t rapid.TB) string {
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sound draws a schema, a material and a data candidate without a mistake.
func sound(t *rapid.T, tb testing.TB) (draft, candidate.DataTask) {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
		"a",
		"b/c",
		"~",
		"",
		"__proto__",
		"d e",
		"é",
		"a.b",
		"0",
	}),
		1, 5, rapid.ID).Draw(t, "names")
	var properties, members []strictjson.Member
	d := draft{
		Evidence: []draftEntry{},
		Checks:   []draftCheck{},
		Results:  []draftResult{},
		Issues:   []draftIssue{},
	}
	for i, name := range names {
		path := strictjson.AppendName("/data", name)
		described := rapid.Bool().Draw(t, "described")
		property := strictjson.Object()
		if described {
			property = strictjson.Object(strictjson.Field(
				"description",
				strictjson.String("d")))
		}
		properties = append(properties, strictjson.Field(name, property))
		status := string(intent.FieldNotProvided)
		if i == 0 || rapid.Bool().Draw(t, "given") {
			status = string(intent.FieldExtracted)
			value := drawValue(t, 3)
			members = append(members, strictjson.Field(name, value))
			d.cover(path, value)
			if described {
				d.Checks = append(d.Checks, draftCheck{
					path,
					string(intent.VerdictSatisfied),
					"e",
					[]draftSource{{"input", "material"}},
				})
			}
		}
		d.Results = append(d.Results, draftResult{path, status, "e"})
	}
	d.Data = json.RawMessage(strictjson.Object(members...).JSON())
	schemaText := strictjson.Object(strictjson.Field("type", strictjson.String("object")),
		strictjson.Field("properties", strictjson.Object(properties...))).JSON()
	return d, taskOf(tb, schemaText, "material: one two drei 四", intent.Limits{})
}

func drawValue(t *rapid.T, depth int) strictjson.Value {
	kind := rapid.IntRange(0, 6).Draw(t, "kind")
	if depth == 0 {
		kind %= 5
	}
	switch kind {
	case 0:
		return strictjson.Null()
	case 1:
		return strictjson.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		return strictjson.Int(rapid.Int64Range(-9, 9).Draw(t, "int"))
	case 3, 4:
		return strictjson.String(rapid.SampledFrom([]string{"one", "two", "drei", "四"}).Draw(t, "word"))
	case 5:
		items := make([]strictjson.Value, rapid.IntRange(0, 3).Draw(t, "items"))
		for i := range items {
			items[i] = drawValue(t, depth-1)
		}
		return strictjson.Array(items...)
	default:
		members := make([]strictjson.Member, rapid.IntRange(0, 3).Draw(t, "members"))
		for i := range members {
			members[i] = strictjson.Field(fmt.Sprintf("k/%d", i), drawValue(t, depth-1))
		}
		return strictjson.Object(members...)
	}
}

// cover enters the evidence that a value needs.
func (d *draft) cover(path string, v strictjson.Value) {
	for i, item := range v.Items() {
		d.cover(strictjson.AppendIndex(path, i), item)
	}
	for name, item := range v.Members() {
		d.cover(strictjson.AppendName(path, name), item)
	}
	if v.Len() > 0 {
		return
	}
	entry := draftEntry{path, string(intent.EvidenceSemantic), []draftSource{{"input", "material"}}}
	if v.Kind() == strictjson.KindString {
		entry.Mode, entry.Sources = string(intent.EvidenceExact), []draftSource{{"input", v.Text()}}
	}
	d.Evidence = append(d.Evidence, entry)
}

// TestAnyOneChangeIsNamed: whatever single thing of a sound candidate is changed for the worse, the
// judgement names it.
func TestAnyOneChangeIsNamed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d, task := sound(rt, t)
		if got := judge(t, d.text(rt), task); got.err != nil || len(got.mistakes)+len(got.issues) > 0 {
			rt.Fatalf("not sound: %v %v %v\n%s", got.mistakes, got.issues, got.err, d.text(rt))
		}
		rule := d.spoil(rt)
		got := judge(t, d.text(rt), task)
		if rule == "issue" {
			if got.mistakes != nil || len(got.issues) != 1 {
				rt.Fatalf("want a business issue, got %v %v", got.mistakes, got.issues)
			}
			return
		}
		if got.issues != nil || got.mistakes.Rules()[rule] == 0 {
			rt.Fatalf("want %s, got %v %v\n%s", rule, got.mistakes, got.issues, d.text(rt))
		}
	})
}

// spoil changes one thing and tells what must come of it.
func (d *draft) spoil(t *rapid.T) string {
	at := rapid.IntRange(0, len(d.Evidence)-1).Draw(t, "entry")
	entry := &d.Evidence[at]
	result := &d.Results[rapid.IntRange(0, len(d.Results)-1).Draw(t, "result")]
	change := rapid.IntRange(0, 12).Draw(t, "change")
	if len(d.Checks) == 0 && change > 8 {
		change -= 9
	}
	if change <= 8 {
		return d.spoilEntry(at, entry, result, change)
	}
	check := &d.Checks[rapid.IntRange(0, len(d.Checks)-1).Draw(t, "check")]
	switch change {
	case 9:
		check.Verdict = rapid.SampledFrom([]string{string(intent.VerdictViolated), string(intent.VerdictUndetermined)}).Draw(t, "verdict")
		return "issue"
	case 10:
		check.Path += "/zz"
		return candidate.RuleDescriptionPath
	case 11:
		d.Checks = d.Checks[1:]
		return candidate.RuleDescriptionMissing
	default:
		check.Verdict = "Satisfied"
		return candidate.RuleWord
	}
}

func (d *draft) spoilEntry(at int, entry *draftEntry, result *draftResult, change int) string {
	switch change {
	case 0:
		d.Evidence = append(d.Evidence[:at:at], d.Evidence[at+1:]...)
		return candidate.RuleEvidenceMissing
	case 1:
		d.Evidence = append(d.Evidence, *entry)
		return candidate.RuleEvidenceDuplicate
	case 2:
		entry.Path += "/zz"
		return candidate.RuleEvidencePath
	case 3:
		entry.Sources[0].Quote += "\u00a0!"
		return candidate.RuleSourceQuote
	case 4:
		entry.Mode = strings.ToUpper(entry.Mode)
		return candidate.RuleWord
	case 5:
		if entry.Mode == string(intent.EvidenceExact) {
			entry.Sources[0].Quote = "material"
		}
		entry.Mode = string(intent.EvidenceExact)
		return candidate.RuleEvidenceExact
	case 6:
		result.Path += "/0"
		return candidate.RuleFieldPath
	case 7:
		result.Status = string(intent.FieldIssue)
		return candidate.RuleFieldIssue
	default:
		result.Status = result.Status[1:]
		return candidate.RuleWord
	}
}
