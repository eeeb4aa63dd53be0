package candidate_test

import "testing"

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
