package candidate_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
)

const orderSchema = `{"type":"object","description":"One order.","properties":{
"id":{"type":"string","description":"As written."},
"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"n":{"type":"integer","minimum":1}},
"required":["sku"],"additionalProperties":false}},
"tags":{"type":"array"},"a/b~":{"type":["boolean","null"]},"spare":{"type":"string"}},"required":["id"]}`

const orderInput = "Order 0042: two of X-1, none of the tags; express."

// goodOrder is a data candidate for orderSchema without a mistake.
const goodOrder = `{"data":{"id":"0042","lines":[{"sku":"X-1","n":2}],"tags":[],"a/b~":null},
"evidence":[{"path":"/data/id","mode":"exact","sources":[{"sourceId":"input","quote":"0042"}]},
{"path":"/data/lines/0","mode":"semantic","sources":[{"sourceId":"input","quote":"two of X-1"}]},
{"path":"/data/lines/0/sku","mode":"exact","sources":[{"sourceId":"input","quote":"two"},{"sourceId":"input","quote":"X-1"}]},
{"path":"/data/lines/0/n","mode":"semantic","sources":[{"sourceId":"input","quote":"two"}]},
{"path":"/data/tags","mode":"semantic","sources":[{"sourceId":"context:0","quote":"no tags"}]},
{"path":"/data/a~1b~0","mode":"semantic","sources":[{"sourceId":"context:0","quote":"a/b~ is null"}]}],
"descriptionChecks":[{"path":"/data","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input","quote":"Order"}]},
{"path":"/data/id","verdict":"satisfied","explanation":"As it is.","sources":[{"sourceId":"input","quote":"0042"}]}],
"fieldResults":[{"path":"/data/id","status":"extracted","explanation":"e"},
{"path":"/data/lines","status":"extracted","explanation":"e"},{"path":"/data/tags","status":"extracted","explanation":"e"},
{"path":"/data/a~1b~0","status":"extracted","explanation":"e"},
{"path":"/data/spare","status":"not_provided","explanation":"e"}],
"issues":[]}`

// noVerdict is a validator that found nothing.
var noVerdict schema.Verdict

// judged is everything that the judgement of one data candidate gives.
type judged struct {
	data     *candidate.Data
	mistakes candidate.Mistakes
	issues   []intent.Issue
	err      error
}

func judge(t testing.TB, text string, task candidate.DataTask) judged {
	t.Helper()
	data, err := candidate.CheckData(text, task, nil)
	if err != nil {
		return judged{err: err}
	}
	var verdict schema.Verdict
	if object, ok := data.Object(); ok {
		verdict, _ = schema.Evaluate(task.Projection, object, func() bool { return false })
	}
	found := data.Judge(verdict)
	mistakes, issues, err := found.Mistakes, found.Issues, found.Limit
	return judged{data, mistakes, issues, err}
}

func orderTask(t testing.TB, limits intent.Limits, fields ...string) candidate.DataTask {
	t.Helper()
	return taskOf(t, orderSchema, orderInput, limits, fields...)
}

func taskOf(t testing.TB, text, input string, limits intent.Limits, fields ...string) candidate.DataTask {
	t.Helper()
	s, err := schema.Read([]byte(text), schema.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(fields) == 0 {
		fields = s.Fields()
	}
	request := intent.Request{
		Input:   input,
		Context: intent.ContextText("There are no tags, and a/b~ is null."),
	}
	return candidate.DataTask{Materials: request.Materials(), Projection: s.Project(fields), Limits: limits}
}

// change is one thing changed in goodOrder, and the pointer and rule of every mistake that must come.
type change struct {
	old, with string
	want      []string
}

// tagsEntry is one of goodOrder's evidence entries.
const tagsEntry = `{"path":"/data/tags","mode":"semantic","sources":[{"sourceId":"context:0","quote":"no tags"}]},`

func check(t *testing.T, changes map[string]change) {
	t.Helper()
	for name, tc := range changes {
		t.Run(name, func(t *testing.T) {
			if tc.old != "" && !strings.Contains(goodOrder, tc.old) {
				t.Fatal("the case changes nothing")
			}
			got := judge(t, strings.Replace(goodOrder, tc.old, tc.with, 1), orderTask(t, intent.Limits{}))
			if got.err != nil || got.issues != nil {
				t.Fatal(got.issues, got.err)
			}
			compare(t, got.mistakes, tc.want)
		})
	}
}

// TestSoundCandidate: what the others change is without a mistake.
func TestSoundCandidate(t *testing.T) {
	check(t, map[string]change{
		"nothing": {"", "", nil},
	})
}

// TestDataAndSchema: rules 1 and 6, what data holds.
func TestDataAndSchema(t *testing.T) {
	check(t, map[string]change{
		"schema": {`"n":2`, `"n":0`, []string{"/data/lines/0/n schema"}},
		"schema, nested additional": {
			`"n":2}`,
			`"n":2,"x":"Order"}`,
			[]string{"/data/lines/0/x evidence.missing", "/data/lines/0/x schema"},
		},
		"schema beside a mistake": {
			`"n":2}],"tags":[]`,
			`"n":0}],"tags":["express"]`,
			[]string{"/data/lines/0/n schema", "/data/tags/0 evidence.missing"},
		},
		"unselected, named once": {
			`"data":{`,
			`"data":{"x":{"y":[]},`,
			[]string{"/data/x data.unselected"},
		},
		"required absent": {
			`"id":"0042",`,
			``,
			[]string{
				"/evidence/0/path evidence.path",
				"/descriptionChecks/1/path description.path",
				"/fieldResults/0/status field.required",
			},
		},
		"data null": {
			goodOrder[8:strings.Index(goodOrder, ",\n")],
			`null`,
			[]string{"/data type"},
		},
		"data array": {
			goodOrder[8:strings.Index(goodOrder, ",\n")],
			`[]`,
			[]string{"/data type"},
		},
		"data missing": {
			goodOrder[1 : strings.Index(goodOrder, ",\n")+1],
			``,
			[]string{"/data missing"},
		},
		"root array":       {goodOrder, `[]`, []string{" type"}},
		"text is not JSON": {goodOrder, `Sorry`, []string{" json"}},
		"__proto__ is a name of all": {
			`"data":{`,
			`"data":{"__proto__":1,`,
			[]string{"/data/__proto__ data.unselected"},
		},
	})
}

func TestProjectionDecides(t *testing.T) {
	text := `{"data":{},"evidence":[],"descriptionChecks":[{"path":"/data","verdict":"satisfied","explanation":"x",
"sources":[{"sourceId":"input","quote":"Order"}]}],"fieldResults":[{"path":"/data/spare","status":"not_provided","explanation":"e"}],"issues":[]}`
	if got := judge(t, text, orderTask(t, intent.Limits{}, "spare")); len(got.mistakes) > 0 || got.err != nil {
		t.Error("the required id was not selected", got.mistakes, got.err)
	}
	root := strings.Replace(text, `{"path":"/data","verdict":"satisfied","explanation":"x",
"sources":[{"sourceId":"input","quote":"Order"}]}`, "", 1)
	got := judge(t, root, orderTask(t, intent.Limits{}, "spare"))
	compare(t, got.mistakes, []string{"/data description.missing"})
}

func TestDataLimits(t *testing.T) {
	verdicts := strings.NewReplacer(`"/data","verdict":"satisfied"`, `"/data","verdict":"violated"`,
		`"/data/id","verdict":"satisfied"`, `"/data/id","verdict":"undetermined"`,
		`"issues":[]`, `"issues":[{"code":"DATA_AMBIGUOUS","category":"business_information","path":null,"message":"a"}]`)
	for name, tc := range map[string]struct {
		text   string
		limits intent.Limits
		want   bool
	}{
		"bytes":                {goodOrder, intent.Limits{MaxOutputBytes: 100}, true},
		"evidence":             {goodOrder, intent.Limits{MaxEvidenceEntries: 5}, true},
		"evidence at limit":    {goodOrder, intent.Limits{MaxEvidenceEntries: 6}, false},
		"evidence, mistakes":   {`{"evidence":[1,2]}`, intent.Limits{MaxEvidenceEntries: 1}, true},
		"checks":               {`{"descriptionChecks":[1,2]}`, intent.Limits{MaxEvidenceEntries: 1}, true},
		"issues":               {`{"issues":[1,2]}`, intent.Limits{MaxIssueCount: 1}, true},
		"verdicts count":       {verdicts.Replace(goodOrder), intent.Limits{MaxIssueCount: 2}, true},
		"verdicts at limit":    {verdicts.Replace(goodOrder), intent.Limits{MaxIssueCount: 3}, false},
		"objects do not count": {`{"evidence":{"a":1,"b":2}}`, intent.Limits{MaxEvidenceEntries: 1}, false},
	} {
		got := judge(t, tc.text, orderTask(t, tc.limits))
		if (got.err != nil) != tc.want {
			t.Errorf("%s: %v %v", name, got.err, got.mistakes)
		}
		if got.err != nil && (intent.CodeOf(got.err) != intent.LimitExceeded || intent.AsError(got.err).Stage != intent.StageData || got.mistakes != nil || got.issues != nil) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestJudgeCanBeRepeated(t *testing.T) {
	text := strings.Replace(goodOrder, `"quote":"Order"`, `"quote":"order"`, 1)
	data, err := candidate.CheckData(text, orderTask(t, intent.Limits{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	verdict := schema.Verdict{
		Described:  []string{"/lines"},
		Violations: []schema.Violation{{Pointer: "/tags", Keyword: "type", Expected: "x"}},
	}
	for range 3 {
		compare(t, data.Judge(verdict).Mistakes, []string{
			"/data/lines description.missing",
			"/data/tags schema",
			"/descriptionChecks/0/sources/0/quote source.quote",
		})
	}
}

// TestDisagreementIsNotJudgedHere: the second judge's miss is no mistake of the model.
func TestDisagreementIsNotJudgedHere(t *testing.T) {
	data, _ := candidate.CheckData(goodOrder, orderTask(t, intent.Limits{}), nil)
	verdict := schema.Verdict{Disagreement: &schema.Disagreement{Pointer: "/id", Keyword: "type"}}
	found := data.Judge(verdict)
	if mistakes, issues, err := found.Mistakes, found.Issues, found.Limit; mistakes != nil || issues != nil || err != nil {
		t.Error(mistakes, issues, err)
	}
}

func TestValueKeepsNumberTextAndOrder(t *testing.T) {
	text := `{"issues":[],"data":{"z":1.0,"a":12e2},"evidence":[{"path":"/data/z","mode":"semantic","sources":[{"sourceId":"input","quote":"1"}]},
{"path":"/data/a","mode":"semantic","sources":[{"sourceId":"input","quote":"1"}]}],"descriptionChecks":[],
"fieldResults":[{"path":"/data/a","status":"extracted","explanation":"e"},{"path":"/data/z","status":"extracted","explanation":"e"}]}`
	task := taskOf(t, `{"type":"object","properties":{"a":{"type":"integer"},"z":{"type":"integer"}}}`, "1", intent.Limits{})
	got := judge(t, text, task)
	if len(got.mistakes) > 0 || got.data.Value().Value().JSON() != `{"z":1.0,"a":12e2}` {
		t.Error(got.mistakes, got.data.Value().Value().JSON())
	}
}

func TestValueWithoutAnObject(t *testing.T) {
	for _, text := range []string{"", "[]", `{"data":[]}`} {
		data, err := candidate.CheckData(text, orderTask(t, intent.Limits{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := data.Object(); ok || data.Value().Len() != 0 {
			t.Errorf("%q has data", text)
		}
	}
}
