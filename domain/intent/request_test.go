package intent_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// paths lists where the issues of an error lie.
func paths(t *testing.T, err error) []string {
	t.Helper()
	e := intent.AsError(err)
	if e == nil {
		return nil
	}
	list := make([]string, 0, len(e.Issues))
	for _, issue := range e.Issues {
		if issue.Path == nil || issue.Message == "" {
			t.Fatalf("got %+v", issue)
		}
		list = append(list, *issue.Path)
	}
	return list
}

func TestReadRequest(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string // paths of the faults; nil where there is none
	}{
		"least": {`{"input":"x"}`, nil},
		"all keys": {
			`{"input":"x","fields":["a","a"],"context":[{"role":"tool","content":""}]}`,
			nil,
		},
		"empty ones":   {`{"input":"x","fields":[],"context":[]}`, nil},
		"context text": {`{"input":"x","context":""}`, nil},
		"no object":    {`["x"]`, []string{""}},
		"no JSON":      {`{"input":`, []string{"/input"}},
		"two values":   {`{"input":"x"} 1`, []string{""}},
		"repeated key": {`{"input":"x","input":"y"}`, []string{"/input"}},
		"repeated in a role": {
			`{"input":"x","context":[{"role":"user","role":"user","content":""}]}`,
			[]string{"/context/0/role"},
		},
		"no input":     {`{}`, []string{"/input"}},
		"input null":   {`{"input":null}`, []string{"/input"}},
		"input blank":  {`{"input":" \u200b\ufeff\n"}`, []string{"/input"}},
		"unknown keys": {`{"inputs":"x","a/b":1}`, []string{"/input", "/inputs", "/a~1b"}},
		"nulls":        {`{"input":"x","fields":null,"context":null}`, []string{"/fields", "/context"}},
		"types": {
			`{"input":1e400,"fields":{},"context":7}`,
			[]string{"/input", "/fields", "/context"},
		},
		"field types": {`{"input":"x","fields":["a",1,null]}`, []string{"/fields/1", "/fields/2"}},
		"message types": {
			`{"input":"x","context":["x",{}]}`,
			[]string{"/context/0", "/context/1/role", "/context/1/content"},
		},
		"roles": {`{"input":"x","context":[{"role":"system","content":"a"},{"role":"background","content":"a"},{"role":7,"content":"a"}]}`,
			[]string{"/context/0/role", "/context/1/role", "/context/2/role"}},
		"message closed": {`{"input":"x","context":[{"role":"user","content":null,"name":"n"}]}`,
			[]string{"/context/0/content", "/context/0/name"}},
		"too deep": {`{"input":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, []string{"-"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := intent.ReadRequest([]byte(tc.text))
			got := paths(t, err)
			if len(tc.want) == 1 && tc.want[0] == "-" && len(got) == 1 {
				got = tc.want
			}
			if !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if e := intent.AsError(err); e != nil && (e.Code != intent.InputInvalid || e.Stage != intent.StageInput) {
				t.Errorf("got %v", e)
			}
		})
	}
}

// TestLongNamesAreCut: an error shows no more than 64 bytes of a key.
func TestLongNamesAreCut(t *testing.T) {
	long := strings.Repeat("k", 9000)
	_, err := intent.ReadRequest([]byte(`{"input":"x","` + long + `":1}`))
	_, again := intent.ReadConfig([]byte(`{"` + long + `":1,"limits":{"` + long + `":1}}`))
	_, twice := intent.ReadRequest([]byte(`{"` + long + `":1,"` + long + `":1}`))
	for _, err := range []error{err, again, twice} {
		if text := intent.AsError(err).Value().JSON(); len(text) > 600 || strings.Contains(text, strings.Repeat("k", 65)) {
			t.Errorf("%d bytes", len(text))
		}
	}
}

func TestRequestFromValueReadsWhatReadRequestReads(t *testing.T) {
	value, err := strictjson.Decode([]byte(`{"input":" x ","fields":["b","a","b"],"context":"c"}`), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	request, failed := intent.RequestFromValue(value)
	if failed != nil {
		t.Fatal(failed)
	}
	if request.Input != " x " || !reflect.DeepEqual(request.Fields.Names(), []string{"b", "a"}) {
		t.Errorf("got %+v", request)
	}
	want := []intent.Message{{Role: intent.RoleBackground, Content: "c"}}
	if !reflect.DeepEqual(request.Context.Messages(), want) {
		t.Errorf("got %+v", request.Context.Messages())
	}
}

func TestSelection(t *testing.T) {
	declared := []string{"a", "b", "a.b"}
	for name, tc := range map[string]struct {
		selection intent.Selection
		all       bool
		want      []string
	}{
		"the zero value is all": {intent.Selection{}, true, declared},
		"none":                  {intent.NoFields(), false, []string{}},
		"no names is none":      {intent.Fields(), false, []string{}},
		"order of mention":      {intent.Fields("a.b", "a", "a.b"), false, []string{"a.b", "a"}},
	} {
		names, err := intent.Request{Input: "x", Fields: tc.selection}.Check(intent.Limits{}, declared)
		if err != nil || len(names) != len(tc.want) || len(names) > 0 && !reflect.DeepEqual(names, tc.want) || tc.selection.All() != tc.all {
			t.Errorf("%s: %q %v", name, names, err)
		}
	}
	names := []string{"a"}
	selection := intent.Fields(names...)
	names[0] = "b"
	if selection.Names()[0] != "a" {
		t.Error("a later change of the names shows")
	}
}

func TestUnknownFields(t *testing.T) {
	request := intent.Request{Input: "x", Fields: intent.Fields("a.b", "a", "\xff"+strings.Repeat("n", 100))}
	_, err := request.Check(intent.Limits{}, []string{"a"})
	if err == nil || intent.CodeOf(err) != intent.UnknownField || intent.AsError(err).Stage != intent.StageInput {
		t.Fatal(err)
	}
	if got := paths(t, err); !reflect.DeepEqual(got, []string{"/fields/0", "/fields/2"}) {
		t.Errorf("got %q", got)
	}
	if strings.Contains(intent.AsError(err).Value().JSON(), strings.Repeat("n", 65)) || intent.AsError(err).Issues[0].Code != intent.UnknownField ||
		intent.AsError(err).Issues[0].Category != intent.CategoryInput {
		t.Errorf("got %s", intent.AsError(err).Value().JSON())
	}
}

func TestCheckFindsEveryFault(t *testing.T) {
	request := intent.Request{
		Input: "\xff",
		Context: intent.ContextMessages(
			intent.Message{Role: "system", Content: "a\xff"},
			intent.Message{Role: intent.RoleBackground, Content: "b"},
			intent.Message{Role: intent.RoleUser, Content: ""},
		),
	}
	_, err := request.Check(intent.Limits{}, nil)
	if err == nil || intent.CodeOf(err) != intent.InputInvalid {
		t.Fatal(err)
	}
	want := []string{"/input", "/context/0/role", "/context/0/content", "/context/1/role"}
	if got := paths(t, err); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	_, err = intent.Request{Input: "\u3164 "}.Check(intent.Limits{}, nil)
	if got := paths(t, err); !reflect.DeepEqual(got, []string{"/input"}) {
		t.Errorf("got %q", got)
	}
	_, err = intent.Request{Input: "x", Context: intent.ContextText("\xff")}.Check(intent.Limits{}, nil)
	if got := paths(t, err); !reflect.DeepEqual(got, []string{"/context"}) {
		t.Errorf("got %q", got)
	}
}

func TestMaterialLimits(t *testing.T) {
	message := intent.Message{Role: intent.RoleUser, Content: "é<"}
	array := `[{"sourceId":"context:0","role":"user","content":"é<"}]`
	one := intent.Request{Input: "éé", Context: intent.ContextMessages(message)}
	for name, tc := range map[string]struct {
		request intent.Request
		limits  intent.Limits
		want    string
	}{
		"all at the limit": {
			one,
			intent.Limits{MaxInputBytes: 4, MaxContextMessages: 1, MaxContextBytes: len(array)},
			"",
		},
		"input":             {one, intent.Limits{MaxInputBytes: 3}, "maxInputBytes"},
		"context":           {one, intent.Limits{MaxContextBytes: len(array) - 1}, "maxContextBytes"},
		"an empty one is 0": {intent.Request{Input: "x"}, intent.Limits{MaxContextBytes: 1}, ""},
		"empty messages are 0": {
			intent.Request{Input: "x", Context: intent.ContextMessages()},
			intent.Limits{MaxContextBytes: 1},
			"",
		},
		"an empty text is none": {
			intent.Request{Input: "x", Context: intent.ContextText("")},
			intent.Limits{MaxContextBytes: 1},
			"",
		},
		"messages": {
			intent.Request{Input: "x", Context: intent.ContextMessages(message, message)},
			intent.Limits{MaxContextMessages: 1},
			"maxContextMessages",
		},
		"default input": {
			intent.Request{Input: strings.Repeat("x", 65537)},
			intent.Limits{},
			"maxInputBytes",
		},
		"default input at limit": {intent.Request{Input: strings.Repeat("x", 65536)}, intent.Limits{}, ""},
	} {
		_, err := tc.request.Check(tc.limits, nil)
		switch {
		case tc.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tc.want != "" && (err == nil || intent.CodeOf(err) != intent.LimitExceeded || intent.AsError(err).Stage != intent.StageInput || !strings.Contains(intent.AsError(err).Message, tc.want)):
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := intent.ContextValue(one.Materials()).JSON(); got != array {
		t.Errorf("got %s", got)
	}
}

func TestMaterials(t *testing.T) {
	messages := []intent.Message{
		{Role: intent.RoleUser, Content: "a"},
		{Role: intent.RoleAssistant, Content: "b"},
	}
	request := intent.Request{Input: "x", Context: intent.ContextMessages(messages...)}
	messages[0].Content = "changed"
	request.Context.Messages()[1].Content = "changed"
	want := []intent.Material{
		{ID: "input", Role: intent.RoleUser, Content: "x"},
		{ID: "context:0", Role: intent.RoleUser, Content: "a"},
		{ID: "context:1", Role: intent.RoleAssistant, Content: "b"},
	}
	if got := request.Materials(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	text := intent.Request{Input: "x", Context: intent.ContextText("t")}.Materials()
	if text[1] != (intent.Material{ID: "context:0", Role: intent.RoleBackground, Content: "t"}) {
		t.Errorf("got %+v", text)
	}
}

func FuzzReadRequest(f *testing.F) {
	f.Add([]byte(`{"input":"x","fields":["a"],"context":[{"role":"user","content":"c"}]}`))
	f.Add([]byte(`{"input":" ","context":"c"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		request, err := intent.ReadRequest(text)
		if err != nil {
			if e := intent.AsError(err); e == nil || e.Code != intent.InputInvalid || len(e.Issues) == 0 {
				t.Fatal(err)
			}
			return
		}
		// What is read is well formed: only limits and fields are left to judge.
		if _, failed := request.Check(intent.Limits{}, request.Fields.Names()); failed != nil && intent.CodeOf(failed) != intent.LimitExceeded {
			t.Fatal(failed)
		}
	})
}
