package conformance

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/acceptance/match"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

// actVector is one case of kind "act"; vectors/README.md tells what its keys mean.
type actVector struct {
	ID       string         `json:"id"`
	Kind     string         `json:"kind"`
	Files    map[string]any `json:"files"`
	Instance any            `json:"instance"`
	Request  any            `json:"request"`
	Replies  any            `json:"replies"`
	Text     string         `json:"text"`
	Turns    any            `json:"turns"`
	Answers  any            `json:"answers"`
	Args     []string       `json:"args"`
	Expect   any            `json:"expect"`
	Exit     *int           `json:"exit"`
	After    map[string]any `json:"after"`
	Requests any            `json:"requests"`
	Ledger   any            `json:"ledger"`
}

func TestAct(t *testing.T) {
	folder := os.Getenv("INTENT_VECTORS")
	if folder == "" {
		folder = filepath.Join("..", "vectors", "act")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, raw := range whole(t, text) {
			workspace := filepath.Join(workspaces(t), "workspace")
			v := readAct(t, raw, workspace)
			if v.Kind == "act" {
				t.Run(v.ID, func(t *testing.T) {
					t.Parallel()
					playAct(t, v, workspace)
				})
			}
		}
	}
}

// whole returns the vectors of a file, each as its text.
func whole(t *testing.T, text []byte) []json.RawMessage {
	t.Helper()
	var several []json.RawMessage
	if json.Unmarshal(text, &several) != nil {
		several = []json.RawMessage{text}
	}
	return several
}

// workspaces makes the folder of one vector, its links resolved.
func workspaces(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// readAct reads a vector with its workspace's path in the place of $WORKSPACE.
func readAct(t *testing.T, raw []byte, workspace string) actVector {
	t.Helper()
	var v actVector
	decoder := json.NewDecoder(strings.NewReader(strings.ReplaceAll(string(raw), "$WORKSPACE", workspace)))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// ahead finds the parts of a pattern that is made of lookaheads, which Go's regexp does not have.
var ahead = regexp.MustCompile(`\(\?=((?:[^()\\]|\\.|\([^()]*\))*)\)`)

// plain writes patterns of lookaheads alone, `(?s)(?=.*a)(?=.*b)`, as all of their parts.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if pattern, ok := v["$match"].(string); ok && len(v) == 1 && strings.Contains(pattern, "(?=") {
			var all []any
			for _, part := range ahead.FindAllStringSubmatch(pattern, -1) {
				all = append(all, map[string]any{"$match": "(?s)" + part[1]})
			}
			return map[string]any{"$all": all}
		}
		for key, item := range v {
			v[key] = plain(item)
		}
	case []any:
		for i, item := range v {
			v[i] = plain(item)
		}
	}
	return v
}

func playAct(t *testing.T, v actVector, workspace string) {
	t.Helper()
	v.Expect, v.Requests, v.Ledger = plain(v.Expect), plain(v.Requests), plain(v.Ledger)
	dir := filepath.Dir(workspace)
	lay(t, workspace, v.Files)
	got, err := world.Run(dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}, "",
		actArguments(t, v, dir, workspace)...)
	if err != nil {
		t.Fatal(err)
	}
	reply := decodeAny(t, got.Stdout).(map[string]any)
	if err := match.Pattern(v.Expect, any(reply)); err != nil {
		t.Errorf("%v\n%s\n%s", err, got.Stdout, got.Stderr)
	}
	ran, _ := reply["run"].(map[string]any)
	if want := statusOf(v, ran); got.Status != want {
		t.Errorf("status %d, want %d", got.Status, want)
	}
	after(t, workspace, v.After)
	if v.Requests != nil {
		if err := match.Pattern(v.Requests, any(providerRequests(t, dir))); err != nil {
			t.Errorf("the requests: %v", err)
		}
	}
	if ran != nil {
		ledger(t, v, dir, ran["runId"].(string))
	}
}

func statusOf(v actVector, ran map[string]any) int {
	switch {
	case v.Exit != nil:
		return *v.Exit
	case ran["state"] == "completed":
		return 0
	case ran["state"] == "unknown_outcome":
		return 3
	default:
		return 1
	}
}

func actArguments(t *testing.T, v actVector, dir, workspace string) []string {
	t.Helper()
	turns := v.Turns
	if turns == nil {
		turns = []any{}
	}
	write(t, dir, "provider.json", map[string]any{"turns": turns})
	args := []string{"act", "--workspace", workspace, "--provider", "script:provider.json",
		"--journal", "runs.db", "--trace", "trace.jsonl", "--envelope"}
	if v.Answers != nil {
		write(t, dir, "answers.json", map[string]any{"answers": v.Answers})
		args = append(args, "--answers", "answers.json")
	} else {
		args = append(args, "--approve", "never")
	}
	for _, usual := range [][2]string{{"--reading-commands", "off"}, {"--sandbox", "off"},
		{"--provider-attempts", "1"},
		{"--max-work", "100"}, {"--timeout", "300s"}} {
		if !slices.Contains(v.Args, usual[0]) {
			args = append(args, usual[0], usual[1])
		}
	}
	args = append(args, v.Args...)
	if v.Request == nil {
		if v.Text == "" {
			v.Text = "Go on."
		}
		return append(args, "--mandate", "none", v.Text)
	}
	request := v.Request
	if text, ok := request.(string); ok {
		request = map[string]any{"input": text}
	}
	instance := v.Instance
	if instance == nil {
		instance = map[string]any{}
	}
	write(t, dir, "request.json", request)
	write(t, dir, "config.json", map[string]any{"instances": map[string]any{"default": instance}})
	write(t, dir, "script.json", map[string]any{"replies": v.Replies})
	return append(args, "--config", "config.json", "--request", "request.json", "--executor",
		"script:script.json")
}

// providerRequests returns what the provider was given, attempt by attempt.
func providerRequests(t *testing.T, dir string) []any {
	t.Helper()
	requests := []any{}
	text, err := os.ReadFile(filepath.Join(dir, "trace.jsonl"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if event := decodeAny(t, line).(map[string]any); event["event"] == "provider_request" {
			requests = append(requests, event)
		}
	}
	return requests
}

// ledger holds what the journal says of a run against the vector and against the invariants of each.
func ledger(t *testing.T, v actVector, dir, id string) {
	t.Helper()
	got, err := world.Run(dir, nil, "", "runs", "show", id, "--journal", "runs.db", "-o", "json")
	if err != nil || got.Status != 0 {
		t.Fatalf("runs show: status %d, %v\n%s", got.Status, err, got.Stderr)
	}
	shown := decodeAny(t, got.Stdout).(map[string]any)
	if v.Ledger != nil {
		if err := match.Pattern(v.Ledger, any(shown)); err != nil {
			t.Errorf("the ledger: %v\n%s", err, got.Stdout)
		}
	}
	if fault := broken(shown); fault != "" {
		t.Errorf("the ledger: %s\n%s", fault, got.Stdout)
	}
}

// broken returns the invariant that a ledger breaks; "" if it breaks none.
func broken(shown map[string]any) string {
	open, known, last, stopped := map[string]int64{}, map[string]bool{}, int64(0), false
	for _, item := range shown["events"].([]any) {
		e := item.(map[string]any)
		kind, effect := e["type"].(string), fmt.Sprint(e["effect"])
		revision, err := e["revision"].(json.Number).Int64()
		if err != nil || revision < last {
			return fmt.Sprintf("revision %d of %s follows %d", revision, kind, last)
		}
		last = revision
		switch kind {
		case "provider_committed", "tool_committed":
			if len(open) > 0 || stopped || known[effect] {
				return effect + " is committed while another is open, after the stop, or twice"
			}
			open[effect], known[effect] = revision, true
		case "provider_settled", "tool_settled":
			if at, is := open[effect]; !is || at >= revision {
				return effect + " is settled and was not committed before"
			}
			delete(open, effect)
		case "run_cancelling", "run_finished":
			stopped = true
		}
	}
	if shown["run"].(map[string]any)["state"] == "completed" && len(open) > 0 {
		return "the run is completed and something is open"
	}
	return ""
}

// lay makes the workspace before a run.
func lay(t *testing.T, root string, files map[string]any) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.MkdirAll(root, 0o755))
	for name, form := range files {
		path := filepath.Join(root, name)
		f := formOf(form)
		if f["dir"] == true {
			must(os.MkdirAll(path, 0o755))
		} else {
			must(os.MkdirAll(filepath.Dir(path), 0o755))
			if target, ok := f["link"].(string); ok {
				must(os.Symlink(target, path))
				continue
			}
			must(os.WriteFile(path, content(t, f), 0o644))
		}
		if mode, ok := f["mode"].(string); ok {
			must(os.Chmod(path, modeOf(t, mode)))
		}
	}
}

func formOf(form any) map[string]any {
	if f, ok := form.(map[string]any); ok {
		return f
	}
	return map[string]any{"text": form}
}

func content(t *testing.T, f map[string]any) []byte {
	t.Helper()
	if coded, ok := f["base64"].(string); ok {
		data, err := base64.StdEncoding.DecodeString(coded)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	return []byte(f["text"].(string))
}

func modeOf(t *testing.T, text string) fs.FileMode {
	t.Helper()
	mode, err := strconv.ParseUint(text, 8, 32)
	if err != nil {
		t.Fatal(err)
	}
	return fs.FileMode(mode)
}

// after holds the workspace against what a vector says of it afterwards.
func after(t *testing.T, root string, want map[string]any) {
	t.Helper()
	for name, form := range want {
		if name != "$only" {
			entry(t, filepath.Join(root, name), form)
		}
	}
	if want["$only"] != true {
		return
	}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if rel != "." && !expected(want, rel) {
			t.Errorf("%s is there and was not expected", rel)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// expected reports whether a vector names a path, or something below it.
func expected(want map[string]any, rel string) bool {
	for name, form := range want {
		if form != nil && (name == rel || strings.HasPrefix(name, rel+"/")) {
			return true
		}
	}
	return false
}

func entry(t *testing.T, path string, form any) {
	t.Helper()
	info, err := os.Lstat(path)
	switch {
	case form == nil:
		if err == nil {
			t.Errorf("%s is there", path)
		}
		return
	case err != nil:
		t.Error(err)
		return
	}
	f := formOf(form)
	switch {
	case f["link"] != nil:
		if target, err := os.Readlink(path); err != nil || target != f["link"] {
			t.Errorf("%s is no link to %s", path, f["link"])
		}
		return
	case f["dir"] == true:
		if !info.IsDir() {
			t.Errorf("%s is no folder", path)
		}
	default:
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content(t, f)) {
			t.Errorf("%s holds %q, %v", path, got, err)
		}
	}
	if mode, ok := f["mode"].(string); ok && info.Mode().Perm() != modeOf(t, mode).Perm() {
		t.Errorf("%s has mode %s", path, info.Mode())
	}
}
