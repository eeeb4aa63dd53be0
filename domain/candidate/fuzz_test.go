package candidate_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

func FuzzCheckCore(f *testing.F) {
	f.Add(goodCore)
	f.Add(strings.ReplaceAll(goodCore, "null", `""`))
	f.Add(`{"intents":[{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		core, mistakes, err := candidate.CheckCore(text, intent.Limits{
			MaxCandidateDepth: 20,
			MaxCandidateNodes: 500,
		}, nil)
		bounded(t, mistakes)
		if count(core != nil, len(mistakes) > 0, err != nil) != 1 {
			t.Fatal(core, mistakes, err)
		}
		if core == nil {
			return
		}
		result := core.Assemble("x")
		result.Data = intent.Data{}
		nonBlank(t, result.Value())
		for _, item := range result.Intents {
			if (item.Status == intent.StatusReady) != (item.Reason == "") ||
				(item.Status == intent.StatusNeedsClarification) != (len(item.Clarification) > 0) ||
				item.Action == nil && item.Status != intent.StatusNeedsClarification {
				t.Fatalf("got %+v", item)
			}
		}
	})
}

func count(cases ...bool) (n int) {
	for _, c := range cases {
		if c {
			n++
		}
	}
	return n
}

// bounded checks what every diagnostic must keep.
func bounded(t *testing.T, mistakes candidate.Mistakes) {
	t.Helper()
	text := mistakes.Diagnostic()
	if len(text) > candidate.MaxDiagnosticBytes || strings.Count(text, "\n") >= candidate.MaxDiagnosticLines {
		t.Fatalf("%d bytes, %d lines", len(text), strings.Count(text, "\n")+1)
	}
	for _, m := range mistakes {
		if m.Rule == "" || m.Message == "" {
			t.Fatalf("got %+v", m)
		}
	}
}

func nonBlank(t *testing.T, v strictjson.Value) {
	t.Helper()
	if v.Kind() == strictjson.KindString && text.Blank(v.Text()) {
		t.Fatal("a string of the result is blank")
	}
	for _, item := range v.Items() {
		nonBlank(t, item)
	}
	for _, item := range v.Members() {
		nonBlank(t, item)
	}
}

func FuzzCheckData(f *testing.F) {
	f.Add(goodOrder)
	f.Add(strings.ReplaceAll(goodOrder, `"satisfied"`, `"violated"`))
	f.Add(strings.ReplaceAll(goodOrder, `"issues":[]`,
		`"issues":[{"code":"DATA_CONFLICT","category":"business_information","path":null,"message":"m"}]`))
	f.Add(`{"data":{"id":[]},"evidence":[{}],"descriptionChecks":[{}],"fieldResults":[{}],"issues":[{}]}`)
	task := orderTask(f, intent.Limits{MaxCandidateDepth: 20, MaxCandidateNodes: 500})
	f.Fuzz(func(t *testing.T, written string) {
		got := judge(t, written, task)
		bounded(t, got.mistakes)
		if count(len(got.mistakes) > 0, len(got.issues) > 0, got.err != nil) > 1 {
			t.Fatal(got)
		}
		if got.data != nil {
			got.data.Findings()
		}
		for _, issue := range got.issues {
			if _, known := intent.BusinessCategory(issue.Code); !known || text.Blank(issue.Message) {
				t.Fatalf("got %+v", issue)
			}
		}
		if len(got.mistakes)+len(got.issues) > 0 || got.err != nil {
			return
		}
		checkGood(t, got.data, task)
	})
}

// checkGood holds what a candidate without a mistake or issue promises against the contract.
func checkGood(t *testing.T, data *candidate.Data, task candidate.DataTask) {
	t.Helper()
	object, ok := data.Object()
	if !ok {
		t.Fatal("no data")
	}
	if verdict, _ := schema.Evaluate(task.Projection, object, func() bool { return false }); !verdict.Valid() {
		t.Fatal("the schema is not satisfied")
	}
	entries := map[string]bool{}
	for _, entry := range data.Evidence() {
		entries[entry.Path] = true
		for _, source := range entry.Sources {
			found := false
			for _, m := range task.Materials {
				found = found || m.ID == source.SourceID && strings.Contains(m.Content, source.Quote)
			}
			if !found || text.Blank(source.Quote) {
				t.Fatalf("%q is quoted and does not occur", source.Quote)
			}
		}
	}
	covered(t, entries, "/data", object)
}

func covered(t *testing.T, entries map[string]bool, path string, v strictjson.Value) {
	t.Helper()
	if v.Len() == 0 && path != "/data" && !entries[path] {
		t.Fatalf("%s has no evidence", path)
	}
	for i, item := range v.Items() {
		covered(t, entries, strictjson.AppendIndex(path, i), item)
	}
	for name, item := range v.Members() {
		covered(t, entries, strictjson.AppendName(path, name), item)
	}
}
