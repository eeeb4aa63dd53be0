package engine_test

import (
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
)

// watch writes down what it is told.
type watch struct{ told []string }

func (w *watch) Judged(j *reading.Judgement) {
	text := "mistaken"
	if j.Passed {
		text = "passed"
	}
	w.told = append(w.told, string(j.Stage)+" "+text)
}

func (w *watch) Validated(_ schema.Verdict, failed error, _ time.Duration) {
	w.told = append(w.told, "validated "+string(intent.CodeOf(failed)))
}

func TestSubmit(t *testing.T) {
	reader, err := world.Orders(nil)
	if err != nil {
		t.Fatal(err)
	}
	i := reader.Engine()
	machine, failed := reading.Start(i.Definition(), intent.Request{Input: world.OrderInput})
	if failed != nil {
		t.Fatal(failed)
	}
	w := &watch{}
	for _, text := range []string{"{}", world.Text(world.Core()), world.Text(world.Data())} {
		if err := i.Submit(t.Context(), machine, text, w); err != nil {
			t.Fatal(err)
		}
	}
	if _, done := machine.Next(true).(reading.Done); !done {
		t.Errorf("the next step is %T", machine.Next(true))
	}
	want := []string{"core mistaken", "core passed", "validated ", "data passed"}
	if len(w.told) != len(want) {
		t.Fatalf("told %v", w.told)
	}
	for k := range want {
		if w.told[k] != want[k] {
			t.Errorf("told %v", w.told)
		}
	}
	reader.Dispose()
}

// TestWithoutAVerdict: the machine still awaits the verdict, so that the driver may end or drop it.
func TestWithoutAVerdict(t *testing.T) {
	reader, err := world.Orders(nil)
	if err != nil {
		t.Fatal(err)
	}
	i := reader.Engine()
	machine, failed := reading.Start(i.Definition(), intent.Request{Input: world.OrderInput})
	if failed != nil {
		t.Fatal(failed)
	}
	w := &watch{}
	if err := i.Submit(t.Context(), machine, world.Text(world.Core()), w); err != nil {
		t.Fatal(err)
	}
	reader.Dispose()
	err = i.Submit(t.Context(), machine, world.Text(world.Data()), w)
	if intent.CodeOf(err) != intent.InstanceDisposed {
		t.Errorf("got %v", err)
	}
	if _, due := machine.Check(); !due {
		t.Error("the machine no longer awaits its verdict")
	}
	if last := w.told[len(w.told)-1]; last != "validated INSTANCE_DISPOSED" {
		t.Errorf("told %v", w.told)
	}
}
