package candidate_test

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// goodCore is a core candidate with every shape of a blocker.
const goodCore = `{"normalizedInput":"Move 0042, then tell them.","primaryIntent":"Move an order",
"requirements":["today"],"prohibitions":["do not call"],"intents":[
{"action":"modify","target":"order 0042","requirements":["to Friday"],
"blockers":{"clarificationReason":null,"questions":[],"confirmationReason":null,"conditionReason":null}},
{"action":null,"target":null,"requirements":[],
"blockers":{"clarificationReason":"Who?","questions":[{"question":"Who are they?","options":["A","B"]}],
"confirmationReason":"Not approved.","conditionReason":"Not moved yet."}}]}`

func TestCoreMistakes(t *testing.T) {
	for name, tc := range map[string]struct {
		old, with string
		want      []string // pointer and rule
	}{
		"nothing": {"", "", nil},
		"blank text": {
			`"Move 0042, then tell them."`,
			`" \u200b"`,
			[]string{"/normalizedInput blank"},
		},
		"null text":          {`"Move 0042, then tell them."`, `null`, []string{"/normalizedInput type"}},
		"blank primary":      {`"Move an order"`, `""`, []string{"/primaryIntent blank"}},
		"null primary":       {`"Move an order"`, `null`, nil},
		"texts are no array": {`["today"]`, `"today"`, []string{"/requirements type"}},
		"one of the texts": {
			`["today"]`,
			`["today",1," "]`,
			[]string{"/requirements/1 type", "/requirements/2 blank"},
		},
		"key missing":            {`"prohibitions":["do not call"],`, ``, []string{"/prohibitions missing"}},
		"key unknown":            {`"prohibitions":`, `"id":"i1","prohibitions":`, []string{"/id unknown"}},
		"intents no array":       {`"intents":[`, `"intents":{"x":[`, []string{"- json"}},
		"intent no object":       {`"intents":[`, `"intents":[7,`, []string{"/intents/0 type"}},
		"action unknown":         {`"modify"`, `"change"`, []string{"/intents/0/action word"}},
		"action no string":       {`"modify"`, `true`, []string{"/intents/0/action type"}},
		"action null, no reason": {`"modify"`, `null`, []string{"/intents/0/action core.action"}},
		"target blank":           {`"order 0042"`, `"\ufeff"`, []string{"/intents/0/target blank"}},
		"blockers missing": {`"requirements":["to Friday"],
"blockers":{"clarificationReason":null,"questions":[],"confirmationReason":null,"conditionReason":null}`,
			`"requirements":[]`, []string{"/intents/0/blockers missing"}},
		"reason without questions": {`[{"question":"Who are they?","options":["A","B"]}]`, `[]`,
			[]string{"/intents/1/blockers/questions core.questions"}},
		"questions without reason": {`"Who?"`, `null`,
			[]string{"/intents/1/action core.action", "/intents/1/blockers/clarificationReason core.questions"}},
		"blank reason": {`"Who?"`, `"  "`, []string{"/intents/1/blockers/clarificationReason blank"}},
		"blank option": {
			`["A","B"]`,
			`["A",""]`,
			[]string{"/intents/1/blockers/questions/0/options/1 blank"},
		},
		"question missing": {
			`"question":"Who are they?",`,
			``,
			[]string{"/intents/1/blockers/questions/0/question missing"},
		},
		"question closed": {
			`"options":["A","B"]`,
			`"options":[],"id":1`,
			[]string{"/intents/1/blockers/questions/0/id unknown"},
		},
		"blank confirmation": {`"Not approved."`, `"\t"`,
			[]string{"/intents/1/blockers/confirmationReason blank"}},
		"number condition": {`"Not moved yet."`, `0`, []string{"/intents/1/blockers/conditionReason type"}},
		"questions no array": {`[{"question":"Who are they?","options":["A","B"]}]`, `"Who?"`,
			[]string{"/intents/1/blockers/questions type"}},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.old != "" && !strings.Contains(goodCore, tc.old) {
				t.Fatal("the case changes nothing")
			}
			core, mistakes, err := candidate.CheckCore(strings.Replace(goodCore, tc.old, tc.with, 1), intent.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, mistakes, tc.want)
			if (core == nil) != (len(mistakes) > 0) {
				t.Errorf("core %v beside %d mistakes", core, len(mistakes))
			}
		})
	}
}

// compare holds mistakes against pointers and rules; "-" stands for a pointer that does not matter.
func compare(t *testing.T, got candidate.Mistakes, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d mistakes, want %d:\n%s", len(got), len(want), got.Diagnostic())
	}
	for i, m := range got {
		pointer, rule, _ := strings.Cut(want[i], " ")
		if pointer != "-" && m.Pointer != pointer || m.Rule != rule {
			t.Errorf("mistake %d is %s %s (%s), want %s", i, m.Pointer, m.Rule, m.Message, want[i])
		}
	}
}

func TestCoreMistakesAreAllFoundInDocumentOrder(t *testing.T) {
	text := `{"intents":[{"blockers":{"questions":[{}],"clarificationReason":null},"target":1,"action":"x","zeta":0}],
"zeta":{},"primaryIntent":"","requirements":[""]}`
	_, mistakes, err := candidate.CheckCore(text, intent.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, mistakes, []string{
		"/intents/0/blockers/questions/0/question missing",
		"/intents/0/blockers/questions/0/options missing",
		"/intents/0/blockers/clarificationReason core.questions",
		"/intents/0/blockers/confirmationReason missing",
		"/intents/0/blockers/conditionReason missing",
		"/intents/0/target type",
		"/intents/0/action word",
		"/intents/0/zeta unknown",
		"/intents/0/requirements missing",
		"/zeta unknown",
		"/primaryIntent blank",
		"/requirements/0 blank",
		"/normalizedInput missing",
		"/prohibitions missing",
	})
}

func TestCoreMustBeOneStrictObject(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "json",
		"[]":                        "type",
		"null":                      "type",
		goodCore + goodCore:         "json",
		"```json\n" + goodCore:      "json",
		"\ufeff" + goodCore:         "json",
		`{"a":"` + "\xff" + `"}`:    "json",
		`{"a":1e400}`:               "json",
		`{"a":9007199254740993}`:    "json",
		`{"a":1,"a":2}`:             "json",
		`{"a":"\udc00"}`:            "json",
		goodCore[:len(goodCore)-20]: "json",
	} {
		core, mistakes, err := candidate.CheckCore(text, intent.Limits{}, nil)
		if err != nil || core != nil || len(mistakes) != 1 || mistakes[0].Rule != want {
			t.Errorf("%.20q: %v %v %v", text, core, mistakes, err)
		}
	}
}

func TestCoreLimits(t *testing.T) {
	deep := strings.Repeat("[", 33) + strings.Repeat("]", 33)
	for name, tc := range map[string]struct {
		text   string
		limits intent.Limits
		want   string // the limit that the error names
	}{
		"bytes at the limit":       {goodCore, intent.Limits{MaxOutputBytes: len(goodCore)}, ""},
		"bytes over":               {goodCore, intent.Limits{MaxOutputBytes: len(goodCore) - 1}, "maxOutputBytes"},
		"bytes come first":         {"{{{", intent.Limits{MaxOutputBytes: 2}, "maxOutputBytes"},
		"default depth":            {deep, intent.Limits{}, "maxCandidateDepth"},
		"depth":                    {goodCore, intent.Limits{MaxCandidateDepth: 6}, "maxCandidateDepth"},
		"depth at the limit":       {goodCore, intent.Limits{MaxCandidateDepth: 7}, ""},
		"values":                   {goodCore, intent.Limits{MaxCandidateNodes: 10}, "maxCandidateNodes"},
		"intents":                  {goodCore, intent.Limits{MaxIntentCount: 1}, "maxIntentCount"},
		"intents at the limit":     {goodCore, intent.Limits{MaxIntentCount: 2}, ""},
		"intents before mistakes":  {`{"intents":[1,2]}`, intent.Limits{MaxIntentCount: 1}, "maxIntentCount"},
		"a fault before the depth": {`{x` + deep, intent.Limits{}, ""},
		"the depth before a fault": {deep + "x", intent.Limits{}, "maxCandidateDepth"},
	} {
		core, mistakes, err := candidate.CheckCore(tc.text, tc.limits, nil)
		if (err != nil) != (tc.want != "") || err != nil && !strings.Contains(intent.AsError(err).Message, tc.want) {
			t.Errorf("%s: %v, want one that names %q", name, err, tc.want)
		}
		if err != nil && (intent.CodeOf(err) != intent.LimitExceeded || intent.AsError(err).Stage != intent.StageCore || core != nil || mistakes != nil) {
			t.Errorf("%s: %+v, %v, %v", name, err, core, mistakes)
		}
	}
}

func TestAssemble(t *testing.T) {
	core, mistakes, err := candidate.CheckCore(goodCore, intent.Limits{}, nil)
	if err != nil || mistakes != nil {
		t.Fatal(mistakes, err)
	}
	want := `{"input":" raw\n","normalizedInput":"Move 0042, then tell them.","primaryIntent":"Move an order",` +
		`"requirements":["today"],"intents":[{"id":"i1","action":"modify","target":"order 0042",` +
		`"requirements":["to Friday"],"status":"ready"},{"id":"i2","action":null,"target":null,"requirements":[],` +
		`"status":"needs_clarification","reason":"Who?\nNot approved.\nNot moved yet.",` +
		`"clarification":[{"question":"Who are they?","options":["A","B"]}]}],` +
		`"prohibitions":["do not call"],"data":{}}`
	if got := core.Assemble(" raw\n").Value().JSON(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAssembleStatus(t *testing.T) {
	questions := `[{"question":"Q?","options":[]}]`
	for _, tc := range []struct {
		clarification, confirmation, condition string
		status                                 intent.Status
		reason                                 string
	}{
		{"null", "null", "null", intent.StatusReady, ""},
		{"null", "null", `"k"`, intent.StatusConditional, "k"},
		{"null", `"f"`, "null", intent.StatusAwaitingConfirmation, "f"},
		{"null", `"f"`, `"k"`, intent.StatusAwaitingConfirmation, "f\nk"},
		{`"c"`, "null", "null", intent.StatusNeedsClarification, "c"},
		{`"c"`, "null", `"k"`, intent.StatusNeedsClarification, "c\nk"},
		{`"c"`, `"f"`, `"k"`, intent.StatusNeedsClarification, "c\nf\nk"},
	} {
		asked := "[]"
		if tc.clarification != "null" {
			asked = questions
		}
		text := `{"normalizedInput":"n","primaryIntent":null,"requirements":[],"prohibitions":[],"intents":[` +
			`{"action":"other","target":null,"requirements":[],"blockers":{"clarificationReason":` + tc.clarification +
			`,"questions":` + asked + `,"confirmationReason":` + tc.confirmation +
			`,"conditionReason":` + tc.condition + `}}]}`
		core, mistakes, err := candidate.CheckCore(text, intent.Limits{}, nil)
		if err != nil || len(mistakes) > 0 {
			t.Fatal(mistakes, err)
		}
		item := core.Assemble("x").Intents[0]
		if item.Status != tc.status || item.Reason != tc.reason {
			t.Errorf("%+v: got %s %q", tc, item.Status, item.Reason)
		}
		if (len(item.Clarification) > 0) != (tc.status == intent.StatusNeedsClarification) {
			t.Errorf("%+v: clarification %v", tc, item.Clarification)
		}
	}
}

func TestAssembledResultsShareNothing(t *testing.T) {
	core, _, _ := candidate.CheckCore(goodCore, intent.Limits{}, nil)
	first := core.Assemble("x")
	first.Requirements[0], *first.PrimaryIntent, first.Intents[1].Clarification[0].Options[0] = "!", "!", "!"
	if strings.Contains(core.Assemble("x").Value().JSON(), "!") {
		t.Error("a change of one result shows in the next")
	}
	empty, _, _ := candidate.CheckCore(
		`{"normalizedInput":"n","primaryIntent":null,"requirements":[],"prohibitions":[],"intents":[]}`, intent.Limits{}, nil)
	if r := empty.Assemble("x"); r.Requirements == nil || r.Prohibitions == nil || r.Intents == nil {
		t.Error("a slice is nil")
	}
}
