package candidate_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestEnvelope: the shape of the whole and of each part.
func TestEnvelope(t *testing.T) {
	check(t, map[string]change{
		"envelope key missing": {`,` + "\n" + `"issues":[]`, ``, []string{"/issues missing"}},
		"envelope key unknown": {`"issues":[]`, `"issues":[],"notes":[]`, []string{"/notes unknown"}},
		"evidence no array":    {`"issues":[]`, `"issues":{}`, []string{"/issues type"}},
		"entry no object":      {tagsEntry, tagsEntry + `"x",`, []string{"/evidence/5 type"}},
		"entry closed": {
			`"mode":"exact","sources":[{"sourceId":"input","quote":"0042"}]}`,
			`"mode":"exact","note":"","sources":[{"sourceId":"input","quote":"0042"}]}`,
			[]string{"/evidence/0/note unknown"},
		},
		"source closed": {
			`"quote":"0042"}`,
			`"quote":"0042","at":7}`,
			[]string{"/evidence/0/sources/0/at unknown"},
		},
		"source without quote": {
			`"sourceId":"context:0","quote":"no tags"`,
			`"sourceId":"context:0"`,
			[]string{"/evidence/4/sources/0/quote missing"},
		},
		"source no object": {
			`[{"sourceId":"context:0","quote":"no tags"}]`,
			`["no tags"]`,
			[]string{"/evidence/4/sources/0 type"},
		},
		"sources no array": {
			`[{"sourceId":"context:0","quote":"no tags"}]`,
			`null`,
			[]string{"/evidence/4/sources type"},
		},
		"check without path": {
			`{"path":"/data/id","verdict"`,
			`{"verdict"`,
			[]string{"/data/id description.missing", "/descriptionChecks/1/path missing"},
		},
		"check no object": {
			`"descriptionChecks":[`,
			`"descriptionChecks":[0,`,
			[]string{"/descriptionChecks/0 type"},
		},
		"result no object": {
			`"fieldResults":[`,
			`"fieldResults":[[],`,
			[]string{"/fieldResults/0 type"},
		},
		"results no array": {`"issues":[]`, `"issues":false`, []string{"/issues type"}},
		"explanation blank": {
			`"explanation":"One."`,
			`"explanation":" "`,
			[]string{"/descriptionChecks/0/explanation blank"},
		},
		"result explanation": {
			`"status":"not_provided","explanation":"e"`,
			`"status":"not_provided","explanation":""`,
			[]string{"/fieldResults/4/explanation blank"},
		},
		"issue explanation type": {
			`"explanation":"One."`,
			`"explanation":1`,
			[]string{"/descriptionChecks/0/explanation type"},
		},
	})
}

// The common wrappings of a candidate are named, their text is not.
func TestWrappings(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"```json\n{\"a\":1}\n```", "in a code fence"},
		{"SECRET:\n```\n{\"a\":1}\n```", "in a code fence"},
		{"Here is the SECRET:\n{\"a\":1}", "behind other text"},
		{"{\"a\":1}\nSECRET.", "followed by other text"},
		{"<think>SECRET</think>{\"a\":1}", "behind a thinking block"},
		{`"{\"SECRET\":1}"`, "is a string that holds the JSON object"},
		{`{"a":SECRET}`, "one strict JSON object and nothing else"},
		{"SECRET", "one strict JSON object and nothing else"},
	} {
		_, mistakes, err := candidate.CheckCore(tc.text, intent.Limits{}, nil)
		if err != nil || len(mistakes) != 1 || !strings.Contains(mistakes[0].Message, tc.want) ||
			strings.Contains(mistakes.Diagnostic(), "SECRET") {
			t.Errorf("%q: %v, %v", tc.text, mistakes, err)
		}
	}
}
