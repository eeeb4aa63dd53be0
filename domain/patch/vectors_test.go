package patch_test

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/patch"
)

// vector is a case of testdata; what only a file system can tell is played by adapters/tools/local.
type vector struct {
	ID    string                     `json:"id"`
	Files map[string]json.RawMessage `json:"files"`
	Turns []struct {
		Items []struct{ Input string }
	} `json:"turns"`
	Expect struct {
		Run struct {
			Invocations []struct {
				Outcome string
				Error   json.RawMessage
			}
		}
	} `json:"expect"`
	After map[string]json.RawMessage `json:"after"`
}

// texts returns the files that are plain texts; false if there is anything else.
func texts(files map[string]json.RawMessage) (map[string]string, bool) {
	all := map[string]string{}
	for name, raw := range files {
		var content string
		switch {
		case name == "$only" || string(raw) == "null":
		case json.Unmarshal(raw, &content) == nil:
			all[name] = content
		default:
			return nil, false
		}
	}
	return all, true
}

func TestVectors(t *testing.T) {
	t.Parallel()
	played := 0
	for _, name := range []string{"patch.json", "patch-upstream.json"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		var vectors []vector
		if err := json.Unmarshal(data, &vectors); err != nil {
			t.Fatal(err)
		}
		for _, v := range vectors {
			if v.play(t) {
				played++
			}
		}
	}
	if played < 70 {
		t.Errorf("played %d vectors, expected at least 70", played)
	}
}

func (v vector) play(t *testing.T) bool {
	t.Helper()
	files, plain := texts(v.Files)
	after, plainAfter := texts(v.After)
	if !plain || !plainAfter {
		return false
	}
	var inputs []string
	for _, turn := range v.Turns {
		for _, item := range turn.Items {
			if item.Input != "" {
				inputs = append(inputs, item.Input)
			}
		}
	}
	for i, input := range inputs {
		if strings.Contains(input, "$WORKSPACE") || strings.Contains(input, "../") || strings.Contains(input, ": /") ||
			strings.Contains(input, ".git/") {
			return false
		}
		v.judge(t, i, perform(files, input))
	}
	for name, content := range files {
		if after[name] != content {
			t.Errorf("%s: %s holds %q, expected %q", v.ID, name, content, after[name])
		}
	}
	for name := range after {
		if _, ok := files[name]; !ok {
			t.Errorf("%s: %s is missing", v.ID, name)
		}
	}
	return true
}

var lineNumber = regexp.MustCompile(`line (\d+)`)

func (v vector) judge(t *testing.T, i int, err error) {
	t.Helper()
	want := v.Expect.Run.Invocations[i]
	if want.Outcome != "" && (want.Outcome == "ok") != (err == nil) {
		t.Errorf("%s: call %d: %v, expected %s", v.ID, i+1, err, want.Outcome)
		return
	}
	var syntax *patch.SyntaxError
	if strings.Contains(string(want.Error), "validation") != errors.As(err, &syntax) {
		t.Errorf("%s: call %d: %v, expected %s", v.ID, i+1, err, want.Error)
		return
	}
	if line := lineNumber.FindString(string(want.Error)); line != "" && !strings.Contains(err.Error(), line+":") {
		t.Errorf("%s: call %d: %v, expected %s", v.ID, i+1, err, line)
	}
}

var errWorld = errors.New("the files are not as the patch expects")

// perform applies a patch to files in memory, as far as the vectors need it.
func perform(files map[string]string, input string) error {
	p, err := patch.Parse(input)
	if err != nil {
		return err
	}
	for _, op := range p.Operations {
		if err := performOne(files, op); err != nil {
			return err
		}
	}
	return nil
}

func performOne(files map[string]string, op patch.Operation) error {
	for _, path := range []string{op.Path, op.To} {
		for name := range files {
			if path != "" && (strings.HasPrefix(name, path+"/") || strings.HasPrefix(path, name+"/")) {
				return errWorld
			}
		}
	}
	text, ok := files[op.Path]
	switch {
	case op.Action == patch.Add:
		files[op.Path] = op.Text
		return nil
	case !ok:
		return errWorld
	case op.Action == patch.Delete:
		delete(files, op.Path)
		return nil
	}
	if len(op.Chunks) > 0 {
		changed, err := patch.Apply(text, op.Chunks)
		if err != nil {
			return err
		}
		text = changed
	}
	if op.To != "" {
		delete(files, op.Path)
		op.Path = op.To
	}
	files[op.Path] = text
	return nil
}
