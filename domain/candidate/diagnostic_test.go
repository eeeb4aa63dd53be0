package candidate_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func many(n int, message string) candidate.Mistakes {
	list := make(candidate.Mistakes, n)
	for i := range list {
		list[i] = candidate.Mistake{
			Pointer: fmt.Sprintf("/x/%d", i),
			Rule:    candidate.RuleBlank,
			Message: message,
		}
	}
	return list
}

func TestDiagnosticBounds(t *testing.T) {
	for name, tc := range map[string]struct {
		mistakes candidate.Mistakes
		lines    int
		last     string
	}{
		"none":           {nil, 1, ""},
		"one":            {many(1, "m"), 1, "/x/0: m"},
		"as many as fit": {many(32, "m"), 32, "/x/31: m"},
		"one too many":   {many(33, "m"), 32, "(and 2 more mistakes)"},
		"many":           {many(900, "m"), 32, "(and 869 more mistakes)"},
		"more than kept": {many(candidate.MaxMistakes, "m"), 32, "(and at least 969 more mistakes)"},
		"long lines":     {many(20, strings.Repeat("é", 200)), 10, "(and 11 more mistakes)"},
		"endless lines":  {many(20, strings.Repeat("é", 5000)), 4, "(and 17 more mistakes)"},
	} {
		text := tc.mistakes.Diagnostic()
		lines := strings.Split(text, "\n")
		if len(lines) != tc.lines || lines[len(lines)-1] != tc.last {
			t.Errorf("%s: %d lines, the last is %q", name, len(lines), lines[len(lines)-1])
		}
		if len(text) > candidate.MaxDiagnosticBytes || !utf8.ValidString(text) {
			t.Errorf("%s: %d bytes", name, len(text))
		}
		issues := tc.mistakes.Issues()
		if text != "" && len(issues) != len(lines) {
			t.Errorf("%s: %d issues for %d lines", name, len(issues), len(lines))
		}
	}
}

func TestIssuesAreTheLines(t *testing.T) {
	issues := many(40, "m").Issues()
	first, last := issues[0], issues[len(issues)-1]
	if first.Code != intent.ModelOutputInvalid || first.Category != intent.CategoryProcessing ||
		*first.Path != "/x/0" || first.Message != "m" {
		t.Errorf("got %+v", first)
	}
	if last.Path != nil || last.Message != "(and 9 more mistakes)" || last.Category != intent.CategoryProcessing {
		t.Errorf("got %+v", last)
	}
	if issues := (candidate.Mistakes)(nil).Issues(); issues == nil || len(issues) > 0 {
		t.Errorf("got %#v", issues)
	}
}

func TestRulesAreCounted(t *testing.T) {
	_, mistakes, _ := candidate.CheckCore(`{"a":1,"b":2,"normalizedInput":""}`, intent.Limits{}, nil)
	got := mistakes.Rules()
	if got[candidate.RuleUnknown] != 2 || got[candidate.RuleBlank] != 1 || got[candidate.RuleMissing] != 4 || len(got) != 3 {
		t.Errorf("got %v", got)
	}
}

// TestNamesAreCutAndStayOnOneLine: a key is shown up to 64 bytes, and cannot forge a line.
func TestNamesAreCutAndStayOnOneLine(t *testing.T) {
	long := strings.Repeat("k", 5000)
	text := `{"` + long + `":1,"x\n/data: fine\u2028\u0000":2,"intents":[{"` + long + `/~":{}}]}`
	_, mistakes, err := candidate.CheckCore(text, intent.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	diagnostic := mistakes.Diagnostic()
	if strings.Contains(diagnostic, strings.Repeat("k", 65)) || !strings.Contains(diagnostic, "k…") {
		t.Error("a name is not cut")
	}
	if !strings.Contains(diagnostic, `/x\u000a~1data: fine\u2028\u0000: is not a key`) {
		t.Errorf("a name breaks the line:\n%s", diagnostic)
	}
	if n := strings.Count(diagnostic, "\n") + 1; n != len(mistakes) {
		t.Errorf("%d lines for %d mistakes", n, len(mistakes))
	}
	for _, m := range mistakes {
		for _, name := range strings.Split(m.Pointer, "/") {
			if len(name) > 66 {
				t.Errorf("a name of %d bytes", len(name))
			}
		}
	}
}

// TestNothingIsQuoted: values of the candidate and the material never reach a message.
func TestNothingIsQuoted(t *testing.T) {
	text := strings.NewReplacer(`"0042"`, `"SECRET"`, `"Order"`, `"SECRET"`, `"semantic"`, `"SECRET"`,
		`"/data/tags"`, `"/data/SECRET"`, `"input"`, `"SECRET"`, `"extracted"`, `"SECRET"`,
		`"issues":[]`, `"issues":[{"code":"SECRET","category":"SECRET","path":"/SECRET","message":7}]`).Replace(goodOrder)
	got := judge(t, text, orderTask(t, intent.Limits{}))
	if len(got.mistakes) < 15 {
		t.Fatalf("only %d mistakes", len(got.mistakes))
	}
	for _, m := range got.mistakes {
		if strings.Contains(m.Pointer+m.Message, "SECRET") || strings.Contains(m.Message, "0042") {
			t.Errorf("%s: %s", m.Pointer, m.Message)
		}
	}
	for _, text := range []string{`{"a":SECRET}`, `SECRET`, `{"a":"SECRET\q"}`} {
		if _, m, _ := candidate.CheckCore(text, intent.Limits{}, nil); len(m) != 1 || strings.Contains(m.Diagnostic(), "SECRET") {
			t.Errorf("%s: %s", text, m.Diagnostic())
		}
	}
}

// TestMistakesAreBounded: a candidate of nothing but mistakes is reported at a bounded cost.
func TestMistakesAreBounded(t *testing.T) {
	deep := `{"data":` + strings.Repeat(`{"`+strings.Repeat("n", 90)+`":`, 25) + `[` + strings.Repeat("0,", 19000) + `0]` +
		strings.Repeat("}", 25) + `,"evidence":[],"descriptionChecks":[],"fieldResults":[],"issues":[]}`
	name := strings.Repeat("n", 90)
	task := taskOf(t, `{"type":"object","properties":{"`+name+`":{"type":"object"}}}`, "x", intent.Limits{})
	got := judge(t, deep, task)
	if got.err != nil || len(got.mistakes) != candidate.MaxMistakes {
		t.Fatal(len(got.mistakes), got.err)
	}
	if d := got.mistakes.Diagnostic(); len(d) > candidate.MaxDiagnosticBytes {
		t.Errorf("%d bytes", len(d))
	}
}
