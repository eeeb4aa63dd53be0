package intent_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func TestFaultsOfNothing(t *testing.T) {
	var faults intent.Faults
	faults.Join(errors.New("not ours"))
	if err := faults.Err(intent.InputInvalid, intent.StageInput, "request"); err != nil || !faults.None() {
		t.Errorf("got %v", err)
	}
}

func TestFaultsKeepPathAndCategory(t *testing.T) {
	for code, category := range map[intent.Code]intent.Category{
		intent.ConfigInvalid:     intent.CategoryConfig,
		intent.SchemaUnsupported: intent.CategoryConfig,
		intent.InputInvalid:      intent.CategoryInput,
		intent.UnknownField:      intent.CategoryInput,
	} {
		var faults intent.Faults
		faults.Add("/"+strings.Repeat("n", 100), "is wrong")
		faults.Add("", "is wrong too")
		e := intent.AsError(faults.Err(code, intent.StageBridge, "thing"))
		if e == nil || e.Code != code || e.Stage != intent.StageBridge || len(e.Issues) != 2 ||
			e.Issues[1].Category != category || e.Issues[1].Code != code || len(*e.Issues[0].Path) > 65 {
			t.Errorf("got %+v", e)
		}
		if !strings.HasPrefix(e.Message, "thing: /nnn") || !strings.HasSuffix(e.Message, " is wrong (and 1 more)") {
			t.Errorf("got %q", e.Message)
		}
	}
}

// However many faults a stranger sends, what is kept of them is bounded, in number and in bytes.
func TestFaultsAreBounded(t *testing.T) {
	deep := strings.Repeat("/"+strings.Repeat("n", 64), 1000)
	for name, path := range map[string]func(int) string{
		"many": func(i int) string { return fmt.Sprintf("/%d", i) },
		"long": func(int) string { return deep },
	} {
		var faults intent.Faults
		for i := range 20_000 {
			faults.Add(path(i%1000), "is wrong")
		}
		e := intent.AsError(faults.Err(intent.InputInvalid, intent.StageInput, "request"))
		last := e.Issues[len(e.Issues)-1]
		if len(e.Issues) > intent.MaxFaults+1 || last.Path != nil || last.Message != "and more" || !faults.Full() {
			t.Errorf("%s: %d issues, the last is %+v", name, len(e.Issues), last)
		}
		if size := len(e.Value().JSON()); size > 1<<18 || !strings.Contains(e.Message, "more than") {
			t.Errorf("%s: %d bytes, %q", name, size, e.Message)
		}
		var again intent.Faults
		again.Join(e)
		if !again.Full() {
			t.Errorf("%s: a list that was cut is joined as a whole one", name)
		}
	}
}

func TestFaultReaders(t *testing.T) {
	root, err := strictjson.Decode([]byte(`{"a":1,"b":"x","c":3.5,"d":"w"}`), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var faults intent.Faults
	faults.Require("", root, "a", "e")
	for key, item := range faults.Members("/at", root, "a thing", "a", "b", "c") {
		switch key {
		case "a":
			if n, ok := faults.Integer("/a", item, 1, 1, "is not 1"); !ok || n != 1 {
				t.Errorf("got %d", n)
			}
			faults.Text("/a", item)
		case "b":
			if got := intent.Word(&faults, "/b", item, "x", "y"); got != "x" {
				t.Errorf("got %q", got)
			}
			intent.Word(&faults, "/b", item, "u", "v", "w")
		case "c":
			faults.Integer("/c", item, 0, 9, "is not an integer")
		}
	}
	for range faults.Members("/no", strictjson.Int(1), "a thing") {
		t.Error("a number has members")
	}
	want := []string{"/e is missing", "/a is not a string", "/b is not u, v or w", "/c is not an integer",
		"/at/d is not a key of a thing", "/no is not an object"}
	e := intent.AsError(faults.Err(intent.ConfigInvalid, intent.StageConfig, "x"))
	for i, issue := range e.Issues {
		if got := *issue.Path + " " + issue.Message; i >= len(want) || got != want[i] {
			t.Errorf("got %q", got)
		}
	}
}
