package intent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func ptr[T any](v T) *T { return &v }

func sample() intent.Result {
	return intent.Result{
		Input: "<x>", NormalizedInput: "n", PrimaryIntent: ptr("p"), Requirements: []string{"r"},
		Intents: []intent.Item{
			{
				ID:           "i1",
				Action:       ptr(intent.ActionDelete),
				Target:       ptr("t"),
				Requirements: []string{"q"},
				Status:       intent.StatusReady,
			},
			{ID: "i2", Status: intent.StatusNeedsClarification, Reason: "a\nb",
				Clarification: []intent.Clarification{{Question: "?", Options: []string{"o"}}, {Question: "!"}}},
		},
		Prohibitions: []string{},
		Data:         intent.NewData(strictjson.Object(strictjson.Field("b", strictjson.Int(1)))),
	}
}

const sampleJSON = `{"input":"<x>","normalizedInput":"n","primaryIntent":"p","requirements":["r"],"intents":[` +
	`{"id":"i1","action":"delete","target":"t","requirements":["q"],"status":"ready"},` +
	`{"id":"i2","action":null,"target":null,"requirements":[],"status":"needs_clarification",` +
	`"reason":"a\nb",` +
	`"clarification":[{"question":"?","options":["o"]},{"question":"!","options":[]}]}],` +
	`"prohibitions":[],"data":{"b":1}}`

func TestResultWireForm(t *testing.T) {
	if got := sample().Value().JSON(); got != sampleJSON {
		t.Errorf("got %s", got)
	}
	text, err := json.Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	var back intent.Result
	if err := json.Unmarshal(text, &back); err != nil || back.Value().JSON() != sampleJSON {
		t.Errorf("got %s %v", back.Value().JSON(), err)
	}
	empty := `{"input":"","normalizedInput":"","primaryIntent":null,"requirements":[],"intents":[],"prohibitions":[],"data":{}}`
	if got := (intent.Result{}).Value().JSON(); got != empty {
		t.Errorf("got %s", got)
	}
}

func TestCloneSharesNothing(t *testing.T) {
	first := sample()
	second := first.Clone()
	if !reflect.DeepEqual(first.Value().JSON(), second.Value().JSON()) {
		t.Error("a clone differs")
	}
	*second.PrimaryIntent, second.Requirements[0] = "!", "!"
	*second.Intents[0].Action, *second.Intents[0].Target, second.Intents[0].Requirements[0] = "!", "!", "!"
	second.Intents[1].Clarification[0].Options[0] = "!"
	second.Intents[1].ID = "!"
	if first.Value().JSON() != sampleJSON {
		t.Errorf("got %s", first.Value().JSON())
	}
	if r := (intent.Result{}).Clone(); r.Requirements == nil || r.Intents == nil || r.Prohibitions == nil {
		t.Error("a slice is nil")
	}
}

func TestData(t *testing.T) {
	var data intent.Data
	if err := json.Unmarshal([]byte(` {"z":1.0,"__proto__":{"a":[1]},"":null} `), &data); err != nil {
		t.Fatal(err)
	}
	if text, err := data.MarshalJSON(); err != nil || string(text) != `{"z":1.0,"__proto__":{"a":[1]},"":null}` {
		t.Errorf("got %s %v", text, err)
	}
	if !reflect.DeepEqual(data.Names(), []string{"z", "__proto__", ""}) || data.Len() != 3 {
		t.Errorf("got %q", data.Names())
	}
	if value, ok := data.Lookup("z"); !ok || value.Text() != "1.0" {
		t.Error("z is not found")
	}
	var into struct{ Z float64 }
	if err := data.Decode(&into); err != nil || into.Z != 1 {
		t.Errorf("got %+v %v", into, err)
	}
	for _, text := range []string{`[]`, `null`, `{"a":1,"a":2}`, `{"a":1e400}`} {
		before := data.Len()
		if err := data.UnmarshalJSON([]byte(text)); err == nil || data.Len() != before {
			t.Errorf("%s is accepted", text)
		}
	}
}

func TestEmptyData(t *testing.T) {
	for _, data := range []intent.Data{{}, intent.NewData(strictjson.Array()), intent.NewData(strictjson.Object())} {
		text, err := data.MarshalJSON()
		if err != nil || string(text) != "{}" || data.Len() != 0 || len(data.Names()) != 0 {
			t.Errorf("got %s %v", text, err)
		}
		if _, ok := data.Lookup("a"); ok {
			t.Error("something is found")
		}
	}
}

func TestErrorsAreTheirCode(t *testing.T) {
	err := intent.NewError(intent.ModelTimeout, intent.StageData, "took too long").WithCause(context.DeadlineExceeded)
	wrapped := fmt.Errorf("outer: %w", err)
	if !errors.Is(wrapped, intent.ModelTimeout) || !errors.Is(wrapped, context.DeadlineExceeded) ||
		errors.Is(wrapped, intent.ModelAborted) || errors.Is(wrapped, context.Canceled) {
		t.Error("errors.Is is wrong")
	}
	if intent.CodeOf(wrapped) != intent.ModelTimeout || intent.CodeOf(errors.New("x")) != "" || intent.CodeOf(nil) != "" {
		t.Error("CodeOf is wrong")
	}
	if intent.AsError(wrapped) != err || intent.AsError(context.Canceled) != nil {
		t.Error("AsError is wrong")
	}
	if err.Error() != "MODEL_TIMEOUT (data): took too long" || intent.ModelTimeout.Error() != "MODEL_TIMEOUT" {
		t.Errorf("got %q", err.Error())
	}
}

func TestErrorWireForm(t *testing.T) {
	err := intent.NewError(intent.DataExtractionFailed, intent.StageData, "<m>")
	if got := err.Value().JSON(); got != `{"code":"DATA_EXTRACTION_FAILED","stage":"data","message":"<m>","issues":[]}` {
		t.Errorf("got %s", got)
	}
	core := sample()
	err = err.WithPartial(&core)
	err.Issues = []intent.Issue{
		{Code: intent.DataAmbiguous, Category: intent.CategoryBusinessInformation, Message: "m"},
		{
			Code:     intent.DataConflict,
			Category: intent.CategoryBusinessInformation,
			Path:     ptr("/data"),
			Message:  "n",
		},
	}
	err.RetryAfter = time.Second
	want := `{"code":"DATA_EXTRACTION_FAILED","stage":"data","message":"<m>","issues":[` +
		`{"code":"DATA_AMBIGUOUS","category":"business_information","path":null,"message":"m"},` +
		`{"code":"DATA_CONFLICT","category":"business_information","path":"/data","message":"n"}],` +
		`"retryAfterMs":1000,"partialResult":` +
		strings.Replace(sampleJSON, `{"b":1}`, `{}`, 1) + `}`
	text, failed := err.MarshalJSON()
	if failed != nil || string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

func TestErrorCopies(t *testing.T) {
	core := sample()
	first := intent.NewError(intent.LimitExceeded, intent.StageData, "m").WithPartial(&core).WithCause(context.Canceled)
	first.Issues = []intent.Issue{{Path: ptr("/a")}}
	before := first.Value().JSON()
	second := first.Clone()
	*second.Issues[0].Path = "!"
	second.PartialResult.Requirements[0] = "!"
	core.Requirements[0] = "!"
	if first.Value().JSON() != before || !errors.Is(second, context.Canceled) {
		t.Errorf("got %s", first.Value().JSON())
	}
	if first.WithPartial(nil).PartialResult != nil || first.PartialResult == nil {
		t.Error("WithPartial changes its receiver")
	}
	if e := intent.NewError(intent.LimitExceeded, intent.StageCore, "m").Clone(); e.PartialResult != nil || e.Issues != nil {
		t.Errorf("got %+v", e)
	}
}

func TestLimitError(t *testing.T) {
	err := intent.AsError(intent.LimitError(intent.StageInput, "maxInputBytes", 9, 8))
	if err.Code != intent.LimitExceeded || err.Stage != intent.StageInput || err.Message != "9 passes maxInputBytes, which is 8" {
		t.Errorf("got %v", err)
	}
}

func TestBusinessCodes(t *testing.T) {
	count := map[intent.Category]int{}
	for _, code := range intent.BusinessCodes() {
		category, known := intent.BusinessCategory(code)
		if !known {
			t.Errorf("%s has no category", code)
		}
		count[category]++
	}
	if count[intent.CategoryBusinessInformation] != 4 || count[intent.CategoryDefinition] != 4 {
		t.Errorf("got %v", count)
	}
	for _, code := range []intent.Code{intent.DataSourceInvalid, intent.ModelRefused, ""} {
		if _, known := intent.BusinessCategory(code); known {
			t.Errorf("a model may report %s", code)
		}
	}
	if len(intent.Actions()) != 7 {
		t.Errorf("got %v", intent.Actions())
	}
}
