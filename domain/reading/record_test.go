package reading_test

import (
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
)

const (
	recordConfig = `{"schema":{"type":"object","properties":{"a":{"type":"string"},"b":{}}}}`
	goodCore     = `{"normalizedInput":"n","primaryIntent":null,"requirements":[],"prohibitions":[],"intents":[` +
		`{"action":null,"target":null,"requirements":[],"blockers":{"clarificationReason":"r","questions":[{"question":"q",` +
		`"options":[]}],"confirmationReason":null,"conditionReason":null}}]}`
)

// stages returns the record of a reading in each state in which it has one.
func stages(t testing.TB, def reading.Definition) []reading.Record {
	t.Helper()
	m, err := reading.Start(def, intent.Request{Input: "x", Context: intent.ContextText("c")})
	if err != nil {
		t.Fatal(err)
	}
	var records []reading.Record
	for _, candidate := range []string{"", "{}", goodCore, "{}"} {
		if candidate != "" {
			if _, err := m.Submit(candidate, nil); err != nil {
				t.Fatal(err)
			}
			if _, due := m.Check(); due {
				t.Fatal("a check is due")
			}
		}
		r, open := m.Record()
		if !open {
			t.Fatalf("no record after %q", candidate)
		}
		records = append(records, r)
	}
	return records
}

// What comes from a store is checked whole: nothing that no machine wrote is taken up.
func TestRestoreRefuses(t *testing.T) {
	def := definition(t, recordConfig)
	good := stages(t, def)
	for i, record := range good {
		if _, err := reading.Restore(def, record); err != nil {
			t.Errorf("record %d: %v", i, err)
		}
	}
	for name, change := range map[string]func(*reading.Record){
		"stage":             func(r *reading.Record) { r.Stage = "zzz" },
		"no core":           func(r *reading.Record) { r.Core = nil },
		"core in core":      func(r *reading.Record) { r.Stage = intent.StageCore },
		"a foreign core":    func(r *reading.Record) { r.Core.Input = "y" },
		"an empty core":     func(r *reading.Record) { r.Core = &intent.Result{} },
		"an item's id":      func(r *reading.Record) { r.Core.Intents[0].ID = "i2" },
		"an item's status":  func(r *reading.Record) { r.Core.Intents[0].Status = intent.StatusReady },
		"an unknown field":  func(r *reading.Record) { r.Fields = []string{"zzz"} },
		"a repeated field":  func(r *reading.Record) { r.Fields = []string{"a", "a"} },
		"no fields":         func(r *reading.Record) { r.Fields = nil },
		"no input":          func(r *reading.Record) { r.Input = " " },
		"a role":            func(r *reading.Record) { r.Context = append(r.Context, intent.Message{Role: "x"}) },
		"too many repairs":  func(r *reading.Record) { r.Repairs = 2 },
		"no repair":         func(r *reading.Record) { r.Repairs = 0 },
		"no mistakes":       func(r *reading.Record) { r.Mistakes = nil },
		"another diagnosis": func(r *reading.Record) { r.Diagnostic = "x" },
		"no candidate":      func(r *reading.Record) { r.Candidate = "" },
	} {
		record := stages(t, def)[3]
		change(&record)
		if m, err := reading.Restore(def, record); !errors.Is(err, reading.ErrRecord) || m != nil {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// FuzzRestore: whatever a store gives, it is refused, or a reading that goes on without a panic.
func FuzzRestore(f *testing.F) {
	def := definition(f, recordConfig)
	for _, record := range stages(f, def) {
		f.Add(string(record.AppendJSON(nil)), "{}")
	}
	for _, text := range []string{"{}", "null", `{"input":"x","fields":["a"],"stage":"data","repairs":0,"context":[]}`} {
		f.Add(text, goodCore)
	}
	f.Fuzz(func(t *testing.T, text, candidate string) {
		var record reading.Record
		if err := record.UnmarshalJSON([]byte(text)); err != nil {
			if !errors.Is(err, reading.ErrRecord) {
				t.Fatal(err)
			}
			return
		}
		m, err := reading.Restore(def, record)
		if err != nil {
			return
		}
		if again, open := m.Record(); !open || len(again.AppendJSON(nil)) == 0 {
			t.Fatal("a reading that was taken up has no record")
		}
		for m.Asks() {
			if _, asks := m.Next(true).(reading.AskModel); !asks {
				return
			}
			if _, err := m.Submit(candidate, nil); err != nil {
				t.Fatal(err)
			}
			if check, due := m.Check(); due {
				verdict, _ := schema.Evaluate(check.Projection, check.Value, func() bool { return false })
				if _, err := m.Checked(verdict); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// A driver that tells a machine the outcome of another step than the one due is told so, and changes nothing.
func TestWrongSteps(t *testing.T) {
	def := definition(t, recordConfig)
	start := func() *reading.Machine {
		m, err := reading.Start(def, intent.Request{Input: "x"})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := start()
	if _, err := m.Checked(schema.Verdict{}); !errors.Is(err, reading.ErrStep) || !m.Asks() {
		t.Errorf("checked while asking: %v", err)
	}
	if err := m.Fail(intent.NewError(intent.ModelAborted, "", "m")); err != nil {
		t.Fatal(err)
	}
	_, submitted := m.Submit("{}", nil)
	for name, err := range map[string]error{
		"submit": submitted, "fail": m.Fail(intent.ModelAborted), "refused": m.Refused(), "incomplete": m.Incomplete(),
	} {
		if !errors.Is(err, reading.ErrStep) {
			t.Errorf("%s after the end: %v", name, err)
		}
	}
	if fail, ok := m.Next(true).(reading.Fail); !ok || fail.Err.Code != intent.ModelAborted {
		t.Errorf("got %+v", m.Next(true))
	}
	if m := start(); m.Fail(errors.New("SECRET")) != nil || m.Asks() {
		t.Error("an error without a code does not end a reading")
	}
}

// Judging stops when it is told to, and leaves the machine where it was.
func TestSubmitStops(t *testing.T) {
	m, err := reading.Start(definition(t, `{}`), intent.Request{Input: "x"})
	if err != nil {
		t.Fatal(err)
	}
	many := `{"normalizedInput":"n","primaryIntent":null,"prohibitions":[],"intents":[],"requirements":["a"`
	for range 5000 {
		many += `,"a"`
	}
	if _, err := m.Submit(many+"]}", func() bool { return true }); err == nil || !m.Asks() {
		t.Errorf("got %v", err)
	}
	if judged, err := m.Submit(many+"]}", nil); err != nil || !judged.Passed {
		t.Errorf("got %+v, %v", judged, err)
	}
}

// Stage data is skipped for a request that has to be asked again, if the configuration says so.
func TestStopAtClarification(t *testing.T) {
	for _, stop := range []bool{false, true} {
		def := definition(t, recordConfig)
		def.Config.StopAtClarification = stop
		m, err := reading.Start(def, intent.Request{Input: "x"})
		if err != nil {
			t.Fatal(err)
		}
		judged, err := m.Submit(goodCore, nil)
		if err != nil || judged.DataSkipped != stop || m.Asks() == stop {
			t.Errorf("%v: got %+v, %v", stop, judged, err)
		}
		if done, ok := m.Next(true).(reading.Done); ok != stop || ok && done.Result.Data.Len() != 0 {
			t.Errorf("%v: got %+v", stop, done)
		}
	}
}
