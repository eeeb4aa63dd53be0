package candidate_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// TestIssues: rule 5, what a model may report.
func TestIssues(t *testing.T) {
	check(t, map[string]change{
		"issue code": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_SOURCE_INVALID","category":"definition","path":null,"message":"m"}]`,
			[]string{"/issues/0/code issue.code"},
		},
		"issue category": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"definition","path":null,"message":"m"}]`,
			[]string{"/issues/0/category issue.category"},
		},
		"issue category word": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"processing","path":null,"message":"m"}]`,
			[]string{"/issues/0/category word"},
		},
		"issue path outside": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"/issues",` +
				`"message":"m"}]`,
			[]string{"/issues/0/path issue.path"},
		},
		"issue path unselected": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"/data/x",` +
				`"message":"m"}]`,
			[]string{"/issues/0/path issue.path"},
		},
		"issue path syntax": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"/data/id~",` +
				`"message":"m"}]`,
			[]string{"/issues/0/path issue.path"},
		},
		"issue path blank": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":"","message":"m"}]`,
			[]string{"/issues/0/path blank"},
		},
		"issue path missing": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"business_information","message":"m"}]`,
			[]string{"/issues/0/path missing"},
		},
		"issue message blank": {
			`"issues":[]`,
			`"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":null,"message":" "}]`,
			[]string{"/issues/0/message blank"},
		},
		"issue no object": {`"issues":[]`, `"issues":[null]`, []string{"/issues/0 type"}},
	})
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
	if again := got.data.Judge(schema.Verdict{}).Issues; *again[0].Path != "/data/lines/7/x" {
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
