package candidate_test

import "testing"

// TestDescriptionChecks: rule 3, one verdict for each described node.
func TestDescriptionChecks(t *testing.T) {
	check(t, map[string]change{
		"description missing at the root": {
			`{"path":"/data","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input",` +
				`"quote":"Order"}]},`,
			``,
			[]string{"/data description.missing"},
		},
		"description at a new place": {
			`{"path":"/data","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input",` +
				`"quote":"Order"}]},`,
			`{"path":"/data","verdict":"satisfied","explanation":"One.","sources":[{"sourceId":"input",` +
				`"quote":"Order"}]},{"path":"/data/lines/0/n","verdict":"satisfied","explanation":"One.",` +
				`"sources":[{"sourceId":"input","quote":"Order"}]},`,
			nil,
		},
		"description twice": {
			`"/data","verdict"`,
			`"/data/id","verdict"`,
			[]string{"/data description.missing", "/descriptionChecks/1/path description.duplicate"},
		},
		"description at nothing": {
			`"/data/id","verdict"`,
			`"/data/spare","verdict"`,
			[]string{"/data/id description.missing", "/descriptionChecks/1/path description.path"},
		},
		"description outside": {
			`"/data/id","verdict"`,
			`"/issues","verdict"`,
			[]string{"/data/id description.missing", "/descriptionChecks/1/path description.path"},
		},
		"description verdict unknown": {
			`"/data/id","verdict":"satisfied"`,
			`"/data/id","verdict":"ok"`,
			[]string{"/descriptionChecks/1/verdict word"},
		},
		"description without source": {
			`[{"sourceId":"input","quote":"Order"}]`,
			`[]`,
			[]string{"/descriptionChecks/0/sources source.none"},
		},
		"description with a wrong quote": {
			`"quote":"Order"`,
			`"quote":"order"`,
			[]string{"/descriptionChecks/0/sources/0/quote source.quote"},
		},
	})
}
