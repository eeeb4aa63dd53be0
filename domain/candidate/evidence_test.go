package candidate_test

import "testing"

// TestEvidence: rule 2, what may and must be quoted.
func TestEvidence(t *testing.T) {
	check(t, map[string]change{
		"evidence missing for a leaf": {
			`{"path":"/data/lines/0/n","mode":"semantic","sources":[{"sourceId":"input","quote":"two"}]},`,
			``,
			[]string{"/data/lines/0/n evidence.missing"},
		},
		"evidence missing for an empty": {tagsEntry, ``, []string{"/data/tags evidence.missing"}},
		"evidence twice": {
			tagsEntry,
			tagsEntry + tagsEntry,
			[]string{"/evidence/5/path evidence.duplicate"},
		},
		"evidence container may miss": {
			`{"path":"/data/lines/0","mode":"semantic","sources":[{"sourceId":"input","quote":"two of ` +
				`X-1"}]},`,
			``,
			nil,
		},
		"evidence path to data": {
			`"/data/lines/0","mode"`,
			`"/data","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path to the root": {
			`"/data/lines/0","mode"`,
			`"","mode"`,
			[]string{"/evidence/1/path blank"},
		},
		"evidence path outside": {
			`"/data/lines/0","mode"`,
			`"/evidence/0","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path relative": {
			`"/data/lines/0","mode"`,
			`"data/lines/0","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path leading zero": {
			`"/data/lines/0","mode"`,
			`"/data/lines/00","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path behind the end": {
			`"/data/lines/0","mode"`,
			`"/data/lines/-","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path next item": {
			`"/data/lines/0","mode"`,
			`"/data/lines/1","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path bad escape": {
			`"/data/lines/0","mode"`,
			`"/data/lines~2","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path into a string": {
			`"/data/lines/0","mode"`,
			`"/data/id/0","mode"`,
			[]string{"/evidence/1/path evidence.path"},
		},
		"evidence path not escaped": {
			`{"path":"/data/a~1b~0","mode"`,
			`{"path":"/data/a/b~","mode"`,
			[]string{"/data/a~1b~0 evidence.missing", "/evidence/5/path evidence.path"},
		},
		"evidence path no string": {
			`"/data/lines/0","mode"`,
			`7,"mode"`,
			[]string{"/evidence/1/path type"},
		},
		"evidence mode unknown": {
			`"/data/lines/0","mode":"semantic"`,
			`"/data/lines/0","mode":"derived"`,
			[]string{"/evidence/1/mode word"},
		},
		"evidence exact for a container": {
			`"/data/lines/0","mode":"semantic"`,
			`"/data/lines/0","mode":"exact"`,
			[]string{"/evidence/1/mode evidence.exact"},
		},
		"evidence exact for a number": {
			`"/data/lines/0/n","mode":"semantic"`,
			`"/data/lines/0/n","mode":"exact"`,
			[]string{"/evidence/3/mode evidence.exact"},
		},
		"evidence exact, longer quote": {
			`"quote":"0042"}]},`,
			`"quote":"Order 0042"}]},`,
			[]string{"/evidence/0/mode evidence.exact"},
		},
		"evidence semantic, longer quote": {
			`"exact","sources":[{"sourceId":"input","quote":"0042"}]},`,
			`"semantic","sources":[{"sourceId":"input","quote":"Order 0042"}]},`,
			nil,
		},
		"evidence sources empty": {
			`[{"sourceId":"context:0","quote":"no tags"}]`,
			`[]`,
			[]string{"/evidence/4/sources source.none"},
		},
		"evidence source unknown": {
			`"context:0","quote":"no tags"`,
			`"context:1","quote":"no tags"`,
			[]string{"/evidence/4/sources/0/sourceId source.unknown"},
		},
		"evidence source no string": {
			`"context:0","quote":"no tags"`,
			`0,"quote":"no tags"`,
			[]string{"/evidence/4/sources/0/sourceId type"},
		},
		"evidence quote of another source": {
			`"context:0","quote":"no tags"`,
			`"input","quote":"no tags"`,
			[]string{"/evidence/4/sources/0/quote source.quote"},
		},
		"evidence quote of other case": {
			`"quote":"no tags"`,
			`"quote":"No tags"`,
			[]string{"/evidence/4/sources/0/quote source.quote"},
		},
		"evidence quote blank": {
			`"quote":"no tags"`,
			`"quote":" "`,
			[]string{"/evidence/4/sources/0/quote blank"},
		},
	})
}
