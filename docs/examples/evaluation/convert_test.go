package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/application/evaluation"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// TestSets: every row becomes a case that `intent eval` reads, with a schema that the runtime accepts.
func TestSets(t *testing.T) {
	t.Parallel()
	for set, tc := range map[string]struct {
		files []string
		cases int
		holds string
	}{
		"snips":    {[]string{"testdata/snips.json"}, 10, `"input":"Is there a storm now in NC?"`},
		"clinc150": {[]string{"testdata/clinc150.json"}, 10, `"expect":{"data":{"topic":"$absent"}}`},
		"nlupp":    {[]string{"testdata/nlupp.json"}, 10, `"expect":{"data":{"person_name":"charis klinefelter"}}`},
		"bfcl":     {[]string{"testdata/bfcl.jsonl", "testdata/bfcl-answers.jsonl"}, 5, `"unit":{"$match":"^(inches|in)$"}`},
	} {
		var out bytes.Buffer
		if err := run(append([]string{set}, tc.files...), &out); err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != tc.cases || !strings.Contains(out.String(), tc.holds) {
			t.Errorf("%s: %d cases, %q is among them: %v", set, len(lines), tc.holds, strings.Contains(out.String(), tc.holds))
		}
		for _, line := range lines {
			c, err := evaluation.ReadCase([]byte(line))
			if err != nil {
				t.Errorf("%s: %v", set, err)
				continue
			}
			if _, reasons := schema.Read(c.Schema, schema.Limits{}); len(reasons) > 0 {
				t.Errorf("%s: %s", c.ID, reasons.Summary())
			}
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"snips"}, {"other", "testdata/snips.json"}, {"snips", "testdata/nothing.json"},
		{"bfcl", "testdata/bfcl.jsonl"}, {"nlupp", "testdata/snips.json"}} {
		if err := run(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}
