package intent_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

var anyText = rapid.StringN(0, 12, -1)

func drawResult(t *rapid.T) intent.Result {
	texts := rapid.SliceOfN(anyText, 0, 3)
	result := intent.Result{
		Input: anyText.Draw(t, "input"), NormalizedInput: anyText.Draw(t, "normalized"),
		PrimaryIntent: rapid.Ptr(anyText, true).Draw(t, "primary"), Requirements: texts.Draw(t, "requirements"),
		Prohibitions: texts.Draw(t, "prohibitions"), Intents: []intent.Item{},
		Data: intent.NewData(strictjson.Object(strictjson.Field(anyText.Draw(t, "name"), strictjson.Int(3)))),
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "intents") {
		item := intent.Item{
			ID:     fmt.Sprintf("i%d", i+1),
			Action: rapid.Ptr(rapid.SampledFrom(intent.Actions()), true).Draw(t, "action"),
			Target: rapid.Ptr(anyText, true).Draw(t, "target"), Requirements: texts.Draw(t, "requirements"),
			Status: rapid.SampledFrom(intent.Statuses()).Draw(t, "status"), Reason: anyText.Draw(t, "reason"),
		}
		if rapid.Bool().Draw(t, "asks") {
			item.Clarification = []intent.Clarification{{Question: anyText.Draw(t, "question"), Options: texts.Draw(t, "options")}}
		}
		result.Intents = append(result.Intents, item)
	}
	return result
}

// What is written is read back whole.
func TestWireFormsRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		result := drawResult(rt)
		var back intent.Result
		text, _ := json.Marshal(result)
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, result) {
			rt.Fatalf("got  %+v\nwant %+v\n%v", back, result, err)
		}
		partial := result.Clone()
		partial.Data = intent.Data{}
		failed := &intent.Error{
			Code:    rapid.SampledFrom(intent.Codes()).Draw(rt, "code"),
			Stage:   intent.StageData,
			Message: anyText.Draw(rt, "message"),
			Issues: []intent.Issue{{Code: intent.DataConflict, Category: intent.CategoryDefinition,
				Path: rapid.Ptr(anyText, true).Draw(rt, "path"), Message: "m"}},
			Reason:       rapid.SampledFrom(append(intent.FailureReasons(), "")).Draw(rt, "reason"),
			Status:       rapid.SampledFrom([]int{0, 429}).Draw(rt, "status"),
			ProviderCode: rapid.SampledFrom([]string{"", "model_not_found"}).Draw(rt, "providerCode"),
			RetryAfter:   time.Duration(rapid.IntRange(0, 5).Draw(rt, "wait")) * time.Millisecond,
			Limit:        rapid.SampledFrom([]*intent.Limit{nil, {Name: "maxJobs", Got: 3, Most: 2}}).Draw(rt, "limit"),
		}
		if rapid.Bool().Draw(rt, "partial") {
			failed.PartialResult = &partial
		}
		var again intent.Error
		text, _ = json.Marshal(failed)
		err := json.Unmarshal(text, &again)
		if written, _ := json.Marshal(&again); err != nil || !bytes.Equal(written, text) || !errors.Is(&again, failed.Code) {
			rt.Fatalf("got  %s\nwant %s\n%v", written, text, err)
		}
	})
}

func TestWireFormsOfAnotherType(t *testing.T) {
	for _, text := range []string{`[]`, `{"code":1}`, `{"issues":{}}`, `{"partialResult":[]}`, `{"limit":"x"}`, `{"code":"a","code":"b"}`} {
		if err := json.Unmarshal([]byte(text), &intent.Error{}); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	for _, text := range []string{`1`, `{"intents":[{"id":1}]}`, `{"requirements":[1]}`, `{"data":[]}`} {
		if err := json.Unmarshal([]byte(text), &intent.Result{}); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// Nothing that prints an error shows what an executor said.
func TestForeignErrorsAreNotPrinted(t *testing.T) {
	secret := errors.New("SECRET")
	e := intent.NewError(intent.ModelRequestFailed, intent.StageCore, "m").WithForeign(secret)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		for _, value := range []any{e, *e, struct{ E *intent.Error }{e}, struct{ e intent.Error }{*e}} {
			if text := fmt.Sprintf(verb, value); strings.Contains(text, "SECRET") {
				t.Errorf("%s shows %s", verb, text)
			}
		}
	}
	if !errors.Is(e, secret) || !errors.Is(e.Clone(), secret) || e.WithForeign(nil).Foreign() != nil {
		t.Error("the executor's own error is not reached")
	}
}

func TestKinds(t *testing.T) {
	for _, code := range append(intent.Codes(), intent.BusinessCodes()...) {
		if code.Kind() == intent.KindBug && code != intent.ExecutorNotConfigured && code != intent.HostCapabilityUnsupported {
			t.Errorf("%s has no kind", code)
		}
	}
	for name, want := range map[string]intent.Kind{
		"maxInputBytes": intent.KindCaller, "maxConcurrentParses": intent.KindBusy, "maxJobs": intent.KindBusy,
	} {
		if got := intent.AsError(intent.LimitError(intent.StageInput, name, 2, 1)).Kind(); got != want {
			t.Errorf("%s: got %s", name, got)
		}
	}
	if intent.Code("NEW").Kind() != intent.KindBug {
		t.Error("a code that is not known has another kind")
	}
}

func TestDecodeTakesIntegersHoweverTheyAreWritten(t *testing.T) {
	var data intent.Data
	if err := json.Unmarshal([]byte(`{"a":3.0,"b":1e3,"c":-0.0,"d":[2E0],"e":0.5,"f":{"g":7.00}}`), &data); err != nil {
		t.Fatal(err)
	}
	var into struct {
		A, B, C int64
		D       []int
		E       float64
		F       struct{ G uint8 }
	}
	if err := data.Decode(&into); err != nil || into.A != 3 || into.B != 1000 || into.C != 0 || into.D[0] != 2 ||
		into.E != 0.5 || into.F.G != 7 {
		t.Errorf("got %+v, %v", into, err)
	}
}

func TestAnswer(t *testing.T) {
	first := intent.Request{Input: "Move it.", Fields: intent.Fields("a"), Context: intent.ContextText("Box 3.")}
	second := first.Answer("Which box?", "The red one.")
	want := []intent.Message{{Role: intent.RoleTool, Content: "Box 3."},
		{Role: intent.RoleUser, Content: "Move it."}, {Role: intent.RoleAssistant, Content: "Which box?"}}
	if !reflect.DeepEqual(second.Context.Messages(), want) || second.Input != "The red one." || second.Fields.All() {
		t.Errorf("got %+v", second)
	}
	if _, err := second.Check(intent.Limits{}, []string{"a"}); err != nil {
		t.Error(err)
	}
	if first.Context.Messages()[0].Role != intent.RoleBackground {
		t.Error("the first request is changed")
	}
}

// FuzzBounds: whatever is sent as a request or configuration, the answer is bounded.
func FuzzBounds(f *testing.F) {
	for _, part := range []string{`1,`, `"a",`, `{"role":1},`, `{"role":"user","content":"x","y":1},`} {
		f.Add(`{"input":"x","context":[`, part, `0]}`, uint16(3000))
		f.Add(`{"input":"x","fields":[`, part, `0]}`, uint16(3000))
	}
	f.Add(`{"limits":{`, `"x":1,`, `"y":1}}`, uint16(2))
	f.Fuzz(func(t *testing.T, begin, part, end string, times uint16) {
		text := []byte(begin + strings.Repeat(part, int(times)) + end)
		if len(text) > 1<<20 {
			return
		}
		request, err := intent.ReadRequest(text)
		if err == nil {
			_, err = request.Check(intent.Limits{}, []string{"a"})
		}
		_, wrong := intent.ReadConfig(text)
		for _, err := range []error{err, wrong} {
			if e := intent.AsError(err); e != nil && len(e.Value().JSON()) > 1<<19 {
				t.Fatalf("%d bytes of request, %d of answer", len(text), len(e.Value().JSON()))
			}
		}
	})
}
