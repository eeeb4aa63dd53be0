package reading_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/domain/schema"
)

var update = flag.Bool("update", false, "write the expected steps of testdata anew")

// TestGolden plays each archive of testdata: config.json and request.json, then the answers in order.
// A file's name says what an answer is: core or data with a candidate, refusal, incomplete, or fail with
// a code. The file steps is what the machine asked and said in between.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, archive)
			if *update {
				rewrite(t, file, archive, got)
				return
			}
			if want := section(archive, "steps"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func section(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func rewrite(t *testing.T, file string, archive *txtar.Archive, steps string) {
	t.Helper()
	kept := archive.Files[:0]
	for _, f := range archive.Files {
		if f.Name != "steps" {
			kept = append(kept, f)
		}
	}
	kept = append(kept, txtar.File{Name: "steps", Data: []byte(steps)})
	archive.Files = kept
	if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}

// play steps a machine through an archive. Before each answer it takes the machine down and restores
// it, so that every archive proves the record too.
func play(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	def := definition(t, section(archive, "config.json"))
	request, err := intent.ReadRequest([]byte(section(archive, "request.json")))
	if err != nil {
		t.Fatal(err)
	}
	machine, failed := reading.Start(def, request)
	if failed != nil {
		return "refused " + intent.AsError(failed).Value().JSON() + "\n"
	}
	var out strings.Builder
	out.WriteString(shown(machine))
	for _, answer := range archive.Files {
		record, open := machine.Record()
		if !open {
			break
		}
		machine = again(t, def, record)
		if give(t, machine, answer) {
			out.WriteString(shown(machine))
		}
	}
	return out.String()
}

// again takes a reading up from its record, as another process would.
func again(t *testing.T, def reading.Definition, record reading.Record) *reading.Machine {
	t.Helper()
	var read reading.Record
	if err := read.UnmarshalJSON(record.AppendJSON(nil)); err != nil {
		t.Fatal(err)
	}
	machine, err := reading.Restore(def, read)
	if err != nil {
		t.Fatal(err)
	}
	return machine
}

func definition(t testing.TB, text string) reading.Definition {
	t.Helper()
	config, err := intent.ReadConfig([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	config = config.WithDefaults()
	s, failed := config.ReadSchema()
	if failed != nil {
		t.Fatal(failed)
	}
	return reading.Definition{Config: config, Schema: s}
}

func give(t *testing.T, m *reading.Machine, answer txtar.File) bool {
	t.Helper()
	var err error
	kind, rest, _ := strings.Cut(answer.Name, " ")
	switch kind {
	case "core", "data":
		_, err = m.Submit(strings.TrimSuffix(string(answer.Data), "\n"), nil)
	case "refusal":
		err = m.Refused()
	case "incomplete":
		err = m.Incomplete()
	case "fail":
		err = m.Fail(intent.NewError(intent.Code(rest), intent.StageConfig, "it failed"))
	default:
		return false
	}
	if check, due := m.Check(); due {
		verdict, _ := schema.Evaluate(check.Projection, check.Value, func() bool { return false })
		_, err = m.Checked(verdict)
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}

// sizes are of the instructions too, whose prose may change without changing what a machine does.
// sizes are of whole requests: they change with the instructions.
var sizes = regexp.MustCompile(`\d+( passes maxRequestBytes)|("name":"maxRequestBytes","got":)\d+`)

// shown tells the step that is due; of a task's payload only what differs between tasks.
func shown(m *reading.Machine) string {
	switch step := m.Next(true).(type) {
	case reading.AskModel:
		_, payload, repair := strings.Cut(step.Request.Payload, `,"repair":`)
		line := fmt.Sprintf("ask %s as %s", step.Request.Stage, step.Request.Format.Kind)
		if repair {
			line += " to mend " + strings.TrimSuffix(payload, "}")
		}
		return line + "\n"
	case reading.Done:
		return "done " + step.Result.Value().JSON() + "\n"
	case reading.Fail:
		return "fail " + sizes.ReplaceAllString(step.Err.Value().JSON(), "${2}N${1}") + "\n"
	default:
		return fmt.Sprintf("unexpected %T\n", step)
	}
}
