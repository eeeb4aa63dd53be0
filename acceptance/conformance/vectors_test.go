// Package conformance plays the language-neutral vectors against the built command, several at a time:
// most of a vector's time is a process that starts, or a lifetime that passes.
package conformance

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/acceptance/match"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

// atOnce is how many vectors play at a time. Those that wait for a lifetime to pass cost no processor.
const atOnce = "8"

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", atOnce); err != nil {
		panic(err)
	}
	status := m.Run()
	if err := world.Clean(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// vector is one case of the conformance suite; vectors/README.md tells what its keys mean.
type vector struct {
	ID       string            `json:"id"`
	Kind     string            `json:"kind"`
	Instance json.RawMessage   `json:"instance"`
	Request  json.RawMessage   `json:"request"`
	Replies  []json.RawMessage `json:"replies"`
	Calls    *int              `json:"calls"`
	Requests []any             `json:"requests"`
	Expect   any               `json:"expect"`

	Instances json.RawMessage `json:"instances"`
	Bridge    json.RawMessage `json:"bridge"`
	Steps     []vectorStep    `json:"steps"`
}

type vectorStep struct {
	Call       string            `json:"call"`
	Args       map[string]any    `json:"args"`
	Expect     any               `json:"expect"`
	Save       map[string]string `json:"save"`
	SleepMs    int               `json:"sleepMs"`
	Connection string            `json:"connection"`
}

// vectors reads every vector of a kind.
func vectors(t *testing.T, kind string) []vector {
	t.Helper()
	folder := os.Getenv("INTENT_VECTORS")
	if folder == "" {
		folder = filepath.Join("..", "vectors")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors in %s", folder)
	}
	var all []vector
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range decodeVectors(t, file, text) {
			if v.Kind == kind {
				all = append(all, v)
			}
		}
	}
	return all
}

func decodeVectors(t *testing.T, file string, text []byte) []vector {
	t.Helper()
	var several []vector
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		text = append(append([]byte("["), text...), ']')
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&several); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return several
}

func decodeAny(t *testing.T, text string) any {
	t.Helper()
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%v: %q", err, text)
	}
	return value
}

func TestParse(t *testing.T) {
	for _, v := range vectors(t, "parse") {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			playParse(t, v)
		})
	}
}

// TestParseNative plays the vectors that have a schema with the native validator alone.
func TestParseNative(t *testing.T) {
	for _, v := range vectors(t, "parse") {
		withSchema, ok := bytes.CutPrefix(bytes.TrimSpace(v.Instance), []byte("{"))
		if !ok || !bytes.Contains(withSchema, []byte(`"schema"`)) {
			continue
		}
		v.Instance = append([]byte(`{"validator":"native",`), withSchema...)
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			playParse(t, v)
		})
	}
}

func TestBridge(t *testing.T) {
	for _, v := range vectors(t, "bridge") {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			playBridge(t, v)
		})
	}
}

func playParse(t *testing.T, v vector) {
	t.Helper()
	dir := t.TempDir()
	instance := v.Instance
	if instance == nil {
		instance = json.RawMessage("{}")
	}
	replies := v.Replies
	if replies == nil {
		replies = []json.RawMessage{}
	}
	write(t, dir, "config.json", map[string]any{"instances": map[string]any{"default": instance}})
	write(t, dir, "request.json", v.Request)
	write(t, dir, "script.json", map[string]any{"replies": replies})
	got, err := world.Run(dir, nil, "", "parse", "--config", "config.json", "--request", "request.json",
		"--executor", "script:script.json", "--trace", "trace.jsonl", "--envelope")
	if err != nil {
		t.Fatal(err)
	}
	reply := decodeAny(t, got.Stdout)
	if err := match.Pattern(v.Expect, reply); err != nil {
		t.Errorf("%v\n%s\n%s", err, got.Stdout, got.Stderr)
	}
	want := 1
	if reply.(map[string]any)["kind"] == "result" {
		want = 0
	}
	if got.Status != want {
		t.Errorf("status %d, want %d", got.Status, want)
	}
	requests := traced(t, dir)
	if v.Calls != nil && len(requests) != *v.Calls {
		t.Errorf("%d calls, want %d", len(requests), *v.Calls)
	}
	if v.Requests != nil {
		if err := match.Pattern(any(v.Requests), any(requests)); err != nil {
			t.Errorf("the requests: %v", err)
		}
	}
}

// traced returns the requests of a trace, each payload decoded.
func traced(t *testing.T, dir string) []any {
	t.Helper()
	requests := []any{}
	text, err := os.ReadFile(filepath.Join(dir, "trace.jsonl"))
	if os.IsNotExist(err) {
		return requests
	}
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		event := decodeAny(t, line).(map[string]any)
		if event["event"] == "request" {
			event["payload"] = decodeAny(t, event["payload"].(string))
			requests = append(requests, event)
		}
	}
	return requests
}

func write(t *testing.T, dir, name string, value any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// playBridge plays a vector's steps in order, each on the connection that it names.
func playBridge(t *testing.T, v vector) {
	t.Helper()
	dir := t.TempDir()
	config := map[string]any{"instances": v.Instances}
	if v.Bridge != nil {
		config["bridge"] = v.Bridge
	}
	write(t, dir, "config.json", config)
	hosts, saved := map[string]*world.Host{}, map[string]any{}
	for n, step := range v.Steps {
		time.Sleep(time.Duration(step.SleepMs) * time.Millisecond)
		host, ok := hosts[step.Connection]
		if !ok {
			host = connect(t, dir)
			hosts[step.Connection] = host
		}
		reply, err := host.Tool(step.Call, arguments(t, step, saved))
		if err != nil {
			t.Fatalf("step %d: %v", n+1, err)
		}
		if step.Expect != nil {
			if err := match.Pattern(fill(step.Expect, saved), any(reply)); err != nil {
				t.Fatalf("step %d: %v", n+1, err)
			}
		}
		for name, path := range step.Save {
			saved[name] = reply[strings.TrimPrefix(path, "/")]
		}
	}
}

func connect(t *testing.T, dir string) *world.Host {
	t.Helper()
	host, err := world.Connect(dir, "config.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	return host
}

// arguments are those of a step; a candidate is handed in as text.
func arguments(t *testing.T, step vectorStep, saved map[string]any) map[string]any {
	t.Helper()
	args := map[string]any{}
	for key, value := range step.Args {
		if key == "candidate" {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			key, value = "candidateText", string(text)
		}
		args[key] = fill(value, saved)
	}
	return args
}

// fill puts saved values in the place of their names.
func fill(value any, saved map[string]any) any {
	switch v := value.(type) {
	case string:
		if kept, ok := saved[strings.TrimPrefix(v, "$")]; ok && strings.HasPrefix(v, "$") {
			return kept
		}
	case map[string]any:
		filled := make(map[string]any, len(v))
		for key, item := range v {
			filled[key] = fill(item, saved)
		}
		return filled
	case []any:
		filled := make([]any, len(v))
		for i, item := range v {
			filled[i] = fill(item, saved)
		}
		return filled
	}
	return value
}
