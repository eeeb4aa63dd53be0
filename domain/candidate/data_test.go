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
	err      *intent.Error
}

func judge(t testing.TB, text string, task candidate.DataTask) judged {
	t.Helper()
	data, err := candidate.CheckData(text, task)
	if err != nil {
		return judged{err: err}
	}
	var verdict schema.Verdict
	if object, ok := data.Object(); ok {
		verdict, _ = schema.Evaluate(task.Projection, object, func() bool { return false })
	}
	mistakes, issues, err := data.Judge(verdict)
	return judged{data, mistakes, issues, err}
}

func orderTask(t testing.TB, limits intent.Limits, fields ...string) candidate.DataTask {
	t.Helper()
	return taskOf(t, orderSchema, orderInput, limits, fields...)
}

func taskOf(t testing.TB, text, input string, limits intent.Limits, fields ...string) candidate.DataTask {
	t.Helper()
	s, err := schema.Read([]byte(text), intent.Limits{}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	if len(fields) == 0 {
		fields = s.Fields()
	}
	request := intent.Request{Input: input, Context: intent.ContextText("There are no tags, and a/b~ is null.")}
	return candidate.DataTask{Materials: request.Materials(), Projection: s.Project(fields), Limits: limits}
}

func TestDataMistakes(t *testing.T) {
	const tagsEntry = `{"path":"/data/tags","mode":"semantic","sources":[{"sourceId":"context:0","quote":"no tags"}]},`
	for name, tc := range map[string]struct {
		old, with string
		want      []string
	}{
		"nothing": {"", "", nil},

		"envelope key missing":   {`,` + "\n" + `"issues":[]`, ``, []string{"/issues missing"}},
		"envelope key unknown":   {`"issues":[]`, `"issues":[],"notes":[]`, []string{"/notes unknown"}},
		"evidence no array":      {`"issues":[]`, `"issues":{}`, []string{"/issues type"}},
		"entry no object":        {tagsEntry, tagsEntry + `"x",`, []string{"/evidence/5 type"}},
		"entry closed":           {`"mode":"exact","sources":[{"sourceId":"input","quote":"0042"}]}`, `"mode":"exact","note":"","sources":[{"sourceId":"input","quote":"0042"}]}`, []string{"/evidence/0/note unknown"}},
		"source closed":          {`"quote":"0042"}`, `"quote":"0042","at":7}`, []string{"/evidence/0/sources/0/at unknown"}},
		"source without quote":   {`"sourceId":"context:0","quote":"no tags"`, `"sourceId":"context:0"`, []string{"/evidence/4/sources/0/quote missing"}},
		"source no object":       {`[{"sourceId":"context:0","quote":"no tags"}]`, `["no tags"]`, []string{"/evidence/4/sources/0 type"}},
		"sources no array":       {`[{"sourceId":"context:0","quote":"no tags"}]`, `null`, []string{"/evidence/4/sources type"}},
		"check without path":     {`{"path":"/data/id","verdict"`, `{"verdict"`, []string{"/data/id description.missing", "/descriptionChecks/1/path missing"}},
		"check no object":        {`"descriptionChecks":[`, `"descriptionChecks":[0,`, []string{"/descriptionChecks/0 type"}},
		"result no object":       {`"fieldResults":[`, `"fieldResults":[[],`, []string{"/fieldResults/0 type"}},
		"results no array":       {`"issues":[]`, `"issues":false`, []string{"/issues type"}},
		"explanation blank":      {`"explanation":"One."`, `"explanation":" "`, []string{"/descriptionChecks/0/explanation blank"}},
		"result explanation":     {`"status":"not_provided","explanation":"e"`, `"status":"not_provided","explanation":""`, []string{"/fieldResults/4/explanation blank"}},
		"issue explanation type": {`"explanation":"One."`, `"explanation":1`, []string{"/descriptionChecks/0/explanation type"}},

		"evidence missing for a leaf":      {`{"path":"/data/lines/0/n","mode":"semantic","sources":[{"sourceId":"input","quote":"two"}]},`, ``, []string{"/data/lines/0/n evidence.missing"}},
		"evidence missing for an empty":    {tagsEntry, ``, []string{"/data/tags evidence.missing"}},
		"evidence twice":                   {tagsEntry, tagsEntry + tagsEntry, []string{"/evidence/5/path evidence.duplicate"}},
		"evidence container may miss":      {`{"path":"/data/lines/0","mode":"semantic","sources":[{"sourceId":"input","quote":"two of X-1"}]},`, ``, nil},
		"evidence path to data":            {`"/data/lines/0","mode"`, `"/data","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path to the root":        {`"/data/lines/0","mode"`, `"","mode"`, []string{"/evidence/1/path blank"}},
		"evidence path outside":            {`"/data/lines/0","mode"`, `"/evidence/0","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path relative":           {`"/data/lines/0","mode"`, `"data/lines/0","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path leading zero":       {`"/data/lines/0","mode"`, `"/data/lines/00","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path behind the end":     {`"/data/lines/0","mode"`, `"/data/lines/-","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path next item":          {`"/data/lines/0","mode"`, `"/data/lines/1","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path bad escape":         {`"/data/lines/0","mode"`, `"/data/lines~2","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path into a string":      {`"/data/lines/0","mode"`, `"/data/id/0","mode"`, []string{"/evidence/1/path evidence.path"}},
		"evidence path not escaped":        {`{"path":"/data/a~1b~0","mode"`, `{"path":"/data/a/b~","mode"`, []string{"/data/a~1b~0 evidence.missing", "/evidence/5/path evidence.path"}},
		"evidence path no string":          {`"/data/lines/0","mode"`, `7,"mode"`, []string{"/evidence/1/path type"}},
		"evidence mode unknown":            {`"/data/lines/0","mode":"semantic"`, `"/data/lines/0","mode":"derived"`, []string{"/evidence/1/mode word"}},
		"evidence exact for a container":   {`"/data/lines/0","mode":"semantic"`, `"/data/lines/0","mode":"exact"`, []string{"/evidence/1/mode evidence.exact"}},
		"evidence exact for a number":      {`"/data/lines/0/n","mode":"semantic"`, `"/data/lines/0/n","mode":"exact"`, []string{"/evidence/3/mode evidence.exact"}},
		"evidence exact, longer quote":     {`"quote":"0042"}]},`, `"quote":"Order 0042"}]},`, []string{"/evidence/0/mode evidence.exact"}},
		"evidence semantic, longer quote":  {`"exact","sources":[{"sourceId":"input","quote":"0042"}]},`, `"semantic","sources":[{"sourceId":"input","quote":"Order 0042"}]},`, nil},
		"evidence sources empty":           {`[{"sourceId":"context:0","quote":"no tags"}]`, `[]`, []string{"/evidence/4/sources source.none"}},
		"evidence source unknown":          {`"context:0","quote":"no tags"`, `"context:1","quote":"no tags"`, []string{"/evidence/4/sources/0/sourceId source.unknown"}},
		"evidence source no string":        {`"context:0","quote":"no tags"`, `0,"quote":"no tags"`, []string{"/evidence/4/sources/0/sourceId type"}},
		"evidence quote of another source": {`"context:0","quote":"no tags"`, `"input","quote":"no tags"`, []string{"/evidence/4/sources/0/quote source.quote"}},
		"evidence quote of other case":     {`"quote":"no tags"`, `"quote":"No tags"`, []string{"/evidence/4/sources/0/quote source.quote"}},
		"evidence quote blank":             {`"quote":"no tags"`, `"quote":" "`, []string{"/evidence/4/sources/0/quote blank"}},

		"description missing at the root": {`{"path":"/data","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input","quote":"Order"}]},`, ``, []string{"/data description.missing"}},
		"description at a new place":      {`{"path":"/data","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input","quote":"Order"}]},`, `{"path":"/data","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input","quote":"Order"}]},{"path":"/data/lines/0/n","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input","quote":"Order"}]},`, nil},
		"description twice":               {`"/data","verdict"`, `"/data/id","verdict"`, []string{"/data description.missing", "/descriptionChecks/1/path description.duplicate"}},
		"description at nothing":          {`"/data/id","verdict"`, `"/data/spare","verdict"`, []string{"/data/id description.missing", "/descriptionChecks/1/path description.path"}},
		"description outside":             {`"/data/id","verdict"`, `"/issues","verdict"`, []string{"/data/id description.missing", "/descriptionChecks/1/path description.path"}},
		"description verdict unknown":     {`"/data/id","verdict":"satisfied"`, `"/data/id","verdict":"ok"`, []string{"/descriptionChecks/1/verdict word"}},
		"description without source":      {`[{"sourceId":"input","quote":"Order"}]`, `[]`, []string{"/descriptionChecks/0/sources source.none"}},
		"description with a wrong quote":  {`"quote":"Order"`, `"quote":"order"`, []string{"/descriptionChecks/0/sources/0/quote source.quote"}},

		"field result missing":       {`,` + "\n" + `{"path":"/data/spare","status":"not_provided","explanation":"e"}`, ``, []string{"/fieldResults field.missing"}},
		"field result twice":         {`"fieldResults":[`, `"fieldResults":[{"path":"/data/id","status":"extracted","explanation":"e"},`, []string{"/fieldResults/1/path field.duplicate"}},
		"field result of nothing":    {`"fieldResults":[`, `"fieldResults":[{"path":"/data/none","status":"not_provided","explanation":"e"},`, []string{"/fieldResults/0/path field.path"}},
		"field result below":         {`"fieldResults":[`, `"fieldResults":[{"path":"/data/lines/0","status":"extracted","explanation":"e"},`, []string{"/fieldResults/0/path field.path"}},
		"field result of data":       {`"fieldResults":[`, `"fieldResults":[{"path":"/data","status":"extracted","explanation":"e"},`, []string{"/fieldResults/0/path field.path"}},
		"field extracted but absent": {`"not_provided"`, `"extracted"`, []string{"/fieldResults/4/status field.presence"}},
		"field not applicable":       {`"not_provided"`, `"not_applicable"`, nil},
		"field denied but there":     {`"/data/tags","status":"extracted"`, `"/data/tags","status":"not_applicable"`, []string{"/fieldResults/2/status field.presence"}},
		"field issue without issue":  {`"not_provided"`, `"issue"`, []string{"/fieldResults/4/status field.issue"}},
		"field status unknown":       {`"not_provided"`, `"unknown"`, []string{"/fieldResults/4/status word"}},
		"field result path blank":    {`"/data/spare"`, `""`, []string{"/fieldResults/4/path blank", "/fieldResults field.missing"}},

		"issue code":            {`"issues":[]`, `"issues":[{"code":"DATA_SOURCE_INVALID","category":"definition","path":null,"message":"m"}]`, []string{"/issues/0/code issue.code"}},
		"issue category":        {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"definition","path":null,"message":"m"}]`, []string{"/issues/0/category issue.category"}},
		"issue category word":   {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"processing","path":null,"message":"m"}]`, []string{"/issues/0/category word"}},
		"issue path outside":    {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"/issues","message":"m"}]`, []string{"/issues/0/path issue.path"}},
		"issue path unselected": {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"/data/x","message":"m"}]`, []string{"/issues/0/path issue.path"}},
		"issue path syntax":     {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"/data/id~","message":"m"}]`, []string{"/issues/0/path issue.path"}},
		"issue path blank":      {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"","message":"m"}]`, []string{"/issues/0/path blank"}},
		"issue path missing":    {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"business_information","message":"m"}]`, []string{"/issues/0/path missing"}},
		"issue message blank":   {`"issues":[]`, `"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":null,"message":" "}]`, []string{"/issues/0/message blank"}},
		"issue no object":       {`"issues":[]`, `"issues":[null]`, []string{"/issues/0 type"}},

		"schema":                     {`"n":2`, `"n":0`, []string{"/data/lines/0/n schema"}},
		"schema, nested additional":  {`"n":2}`, `"n":2,"x":"Order"}`, []string{"/data/lines/0/x evidence.missing", "/data/lines/0/x schema"}},
		"schema beside a mistake":    {`"n":2}],"tags":[]`, `"n":0}],"tags":["express"]`, []string{"/data/lines/0/n schema", "/data/tags/0 evidence.missing"}},
		"unselected, named once":     {`"data":{`, `"data":{"x":{"y":[]},`, []string{"/data/x data.unselected"}},
		"required absent":            {`"id":"0042",`, ``, []string{"/evidence/0/path evidence.path", "/descriptionChecks/1/path description.path", "/fieldResults/0/status field.required"}},
		"data null":                  {goodOrder[8:strings.Index(goodOrder, ",\n")], `null`, []string{"/data type"}},
		"data array":                 {goodOrder[8:strings.Index(goodOrder, ",\n")], `[]`, []string{"/data type"}},
		"data missing":               {goodOrder[1 : strings.Index(goodOrder, ",\n")+1], ``, []string{"/data missing"}},
		"root array":                 {goodOrder, `[]`, []string{" type"}},
		"text is not JSON":           {goodOrder, `Sorry`, []string{" json"}},
		"__proto__ is a name of all": {`"data":{`, `"data":{"__proto__":1,`, []string{"/data/__proto__ data.unselected"}},
	} {
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

// TestIssuesEndTheReading: real problems are listed in the order reported, then those that verdicts
// make; what the schema misses because of them is not.
func TestIssuesEndTheReading(t *testing.T) {
	text := strings.NewReplacer(
		`"n":2`, `"n":0`, // a schema miss
		`"issues":[]`, `"issues":[{"code":"DATA_CARDINALITY_MISMATCH","category":"definition","path":"/data/lines/7/x","message":"b"},
{"code":"DATA_AMBIGUOUS","category":"business_information","path":null,"message":"a"},
{"code":"DATA_AMBIGUOUS","category":"business_information","path":null,"message":"a"}]`,
		`"/data","verdict":"satisfied"`, `"/data","verdict":"undetermined"`,
		`"/data/id","verdict":"satisfied"`, `"/data/id","verdict":"violated"`,
		`"not_provided"`, `"issue"`,
	).Replace(goodOrder)
	got := judge(t, text, orderTask(t, intent.Limits{MaxIssueCount: 5}))
	if got.err != nil || got.mistakes != nil {
		t.Fatal(got.mistakes, got.err)
	}
	var lines []string
	for _, issue := range got.issues {
		path := "null"
		if issue.Path != nil {
			path = *issue.Path
		}
		lines = append(lines, string(issue.Code)+" "+string(issue.Category)+" "+path+" "+issue.Message)
	}
	want := `DATA_CARDINALITY_MISMATCH definition /data/lines/7/x b
DATA_AMBIGUOUS business_information null a
DATA_AMBIGUOUS business_information null a
DATA_DESCRIPTION_UNDETERMINED definition /data One.
DATA_CONSTRAINT_VIOLATED definition /data/id As it is.`
	if strings.Join(lines, "\n") != want {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
	*got.issues[0].Path = "changed"
	if _, again, _ := got.data.Judge(schema.Verdict{}); *again[0].Path != "/data/lines/7/x" {
		t.Error("issues share memory with the candidate")
	}
}

// TestMistakesComeBeforeIssues: a sloppy candidate does not pass as a business problem, and the
// schema's violations, which the problem may have caused, stay out of what is to be mended.
func TestMistakesComeBeforeIssues(t *testing.T) {
	text := strings.NewReplacer(
		`"n":2`, `"n":0`,
		`"explanation":"One."`, `"explanation":""`,
		`"issues":[]`, `"issues":[{"code":"DATA_AMBIGUOUS","category":"business_information","path":null,"message":"a"}]`,
	).Replace(goodOrder)
	got := judge(t, text, orderTask(t, intent.Limits{}))
	if got.issues != nil || got.err != nil {
		t.Fatal(got.issues, got.err)
	}
	compare(t, got.mistakes, []string{"/descriptionChecks/0/explanation blank"})
}

// TestFieldIssueBacking: which issues let a field be called one.
func TestFieldIssueBacking(t *testing.T) {
	for path, backed := range map[string]bool{
		`null`: true, `"/data"`: true, `"/data/spare"`: true, `"/data/spare/0/x"`: true,
		`"/data/id"`: false, `"/data/tags/0"`: false,
	} {
		text := strings.NewReplacer(`"not_provided"`, `"issue"`, `"issues":[]`,
			`"issues":[{"code":"DATA_AMBIGUOUS","category":"business_information","path":`+path+`,"message":"a"}]`,
		).Replace(goodOrder)
		got := judge(t, text, orderTask(t, intent.Limits{}))
		if (len(got.mistakes) == 0) != backed || (len(got.issues) == 1) != backed {
			t.Errorf("%s: %v %v", path, got.mistakes, got.issues)
		}
	}
	text := strings.NewReplacer(`"/data/tags","status":"extracted"`, `"/data/tags","status":"issue"`,
		`"descriptionChecks":[`, `"descriptionChecks":[{"path":"/data/tags","verdict":"violated","explanation":"x","sources":[{"sourceId":"input","quote":"Order"}]},`,
	).Replace(goodOrder)
	if got := judge(t, text, orderTask(t, intent.Limits{})); len(got.mistakes) > 0 || len(got.issues) != 1 {
		t.Errorf("a verdict's issue does not serve: %v", got.mistakes)
	}
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
		if got.err != nil && (got.err.Code != intent.LimitExceeded || got.err.Stage != intent.StageData || got.mistakes != nil || got.issues != nil) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestJudgeCanBeRepeated(t *testing.T) {
	text := strings.Replace(goodOrder, `"quote":"Order"`, `"quote":"order"`, 1)
	data, err := candidate.CheckData(text, orderTask(t, intent.Limits{}))
	if err != nil {
		t.Fatal(err)
	}
	verdict := schema.Verdict{Described: []string{"/lines"}, Violations: []schema.Violation{{Pointer: "/tags", Keyword: "type", Expected: "x"}}}
	for range 3 {
		mistakes, _, _ := data.Judge(verdict)
		compare(t, mistakes, []string{"/data/lines description.missing", "/data/tags schema", "/descriptionChecks/0/sources/0/quote source.quote"})
	}
}

// TestDisagreementIsNotJudgedHere: the second judge's miss is no mistake of the model.
func TestDisagreementIsNotJudgedHere(t *testing.T) {
	data, _ := candidate.CheckData(goodOrder, orderTask(t, intent.Limits{}))
	verdict := schema.Verdict{Disagreement: &schema.Disagreement{Pointer: "/id", Keyword: "type"}}
	if mistakes, issues, err := data.Judge(verdict); mistakes != nil || issues != nil || err != nil {
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
		data, err := candidate.CheckData(text, orderTask(t, intent.Limits{}))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := data.Object(); ok || data.Value().Len() != 0 {
			t.Errorf("%q has data", text)
		}
	}
}
