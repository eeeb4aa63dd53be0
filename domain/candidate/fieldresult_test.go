package candidate_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestFieldResults: rule 4, one conclusion for each selected field.
func TestFieldResults(t *testing.T) {
	check(t, map[string]change{
		"field result missing": {
			`,` + "\n" + `{"path":"/data/spare","status":"not_provided","explanation":"e"}`,
			``,
			[]string{"/fieldResults field.missing"},
		},
		"field result twice": {
			`"fieldResults":[`,
			`"fieldResults":[{"path":"/data/id","status":"extracted","explanation":"e"},`,
			[]string{"/fieldResults/1/path field.duplicate"},
		},
		"field result of nothing": {
			`"fieldResults":[`,
			`"fieldResults":[{"path":"/data/none","status":"not_provided","explanation":"e"},`,
			[]string{"/fieldResults/0/path field.path"},
		},
		"field result below": {
			`"fieldResults":[`,
			`"fieldResults":[{"path":"/data/lines/0","status":"extracted","explanation":"e"},`,
			[]string{"/fieldResults/0/path field.path"},
		},
		"field result of data": {
			`"fieldResults":[`,
			`"fieldResults":[{"path":"/data","status":"extracted","explanation":"e"},`,
			[]string{"/fieldResults/0/path field.path"},
		},
		"field extracted but absent": {
			`"not_provided"`,
			`"extracted"`,
			[]string{"/fieldResults/4/status field.presence"},
		},
		"field not applicable": {`"not_provided"`, `"not_applicable"`, nil},
		"field denied but there": {
			`"/data/tags","status":"extracted"`,
			`"/data/tags","status":"not_applicable"`,
			[]string{"/fieldResults/2/status field.presence"},
		},
		"field issue without issue": {
			`"not_provided"`,
			`"issue"`,
			[]string{"/fieldResults/4/status field.issue"},
		},
		"field status unknown": {
			`"not_provided"`,
			`"unknown"`,
			[]string{"/fieldResults/4/status word"},
		},
		"field result path blank": {
			`"/data/spare"`,
			`""`,
			[]string{"/fieldResults/4/path blank", "/fieldResults field.missing"},
		},
	})
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
