package local_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// vector is a case of domain/patch/testdata, played here on a real file system.
type vector struct {
	ID    string                     `json:"id"`
	Files map[string]json.RawMessage `json:"files"`
	Turns []struct {
		Items []struct{ Input string }
	} `json:"turns"`
	Expect struct {
		Run struct{ Invocations []map[string]any }
	} `json:"expect"`
	After map[string]json.RawMessage `json:"after"`
}

func TestVectors(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"patch.json", "patch-upstream.json"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "domain", "patch", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		var vectors []vector
		if err := json.Unmarshal(data, &vectors); err != nil {
			t.Fatal(err)
		}
		for _, v := range vectors {
			t.Run(v.ID, func(t *testing.T) {
				t.Parallel()
				v.play(t)
			})
		}
	}
}

func (v vector) play(t *testing.T) {
	workspace := filepath.Join(t.TempDir(), "workspace")
	if err := os.Mkdir(workspace, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, raw := range v.Files {
		lay(t, filepath.Join(workspace, name), raw)
	}
	tools := open(t, local.Options{Workspace: workspace})
	var results []map[string]any
	for _, turn := range v.Turns {
		for _, item := range turn.Items {
			if item.Input != "" {
				input := strings.ReplaceAll(item.Input, "$WORKSPACE", workspace)
				results = append(results, settled(tools.call(t, "apply_patch", input)))
			}
		}
	}
	for i, want := range v.Expect.Run.Invocations {
		delete(want, "toolCallId")
		delete(want, "tool")
		if i >= len(results) || !matches(results[i], want) {
			t.Errorf("call %d: got %v, expected %v", i+1, results[i], want)
		}
	}
	v.compare(t, workspace)
}

// settled is a call's outcome as an envelope shows it.
func settled(result tool.Result, err error) map[string]any {
	var value any
	outcome := map[string]any{"outcome": "ok"}
	if err != nil {
		outcome["outcome"] = "error"
		_ = json.Unmarshal(tool.From(err).Value().AppendJSON(nil), &value)
		outcome["error"] = value
		return outcome
	}
	_ = json.Unmarshal(result.View(nil).AppendJSON(nil), &value)
	outcome["value"] = value
	return outcome
}

// matches is the part of the vectors' patterns that they use for patches.
func matches(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		if pattern, ok := want["$match"].(string); ok {
			text, ok := got.(string)
			return ok && lookaheads(pattern, text)
		}
		object, ok := got.(map[string]any)
		for key, pattern := range want {
			value, there := object[key]
			if pattern == "$absent" && there || pattern != "$absent" && (!there || !matches(value, pattern)) {
				return false
			}
		}
		return ok
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return false
		}
		for i := range want {
			if !matches(list[i], want[i]) {
				return false
			}
		}
		return true
	case string:
		if want == "$text" {
			text, ok := got.(string)
			return ok && strings.TrimSpace(text) != ""
		}
	}
	return want == "$any" || reflect.DeepEqual(got, want)
}

// lookaheads matches patterns that ask for several texts in any order, which Go's engine cannot.
func lookaheads(pattern, text string) bool {
	rest, several := strings.CutPrefix(pattern, "(?s)(?=")
	if !several {
		return regexp.MustCompile(pattern).MatchString(text)
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(rest, ")"), ")(?=") {
		if !regexp.MustCompile("(?s)" + part).MatchString(text) {
			return false
		}
	}
	return true
}

type form struct {
	Text   *string `json:"text"`
	Base64 *string `json:"base64"`
	Dir    bool    `json:"dir"`
	Link   string  `json:"link"`
	Mode   string  `json:"mode"`
}

func formOf(t *testing.T, raw json.RawMessage) form {
	t.Helper()
	var f form
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return form{Text: &text}
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f form) bytes(t *testing.T) []byte {
	t.Helper()
	if f.Base64 == nil {
		return []byte(*f.Text)
	}
	data, err := base64.StdEncoding.DecodeString(*f.Base64)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func lay(t *testing.T, path string, raw json.RawMessage) {
	t.Helper()
	f := formOf(t, raw)
	var err error
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	switch {
	case f.Dir:
		err = os.MkdirAll(path, 0o755)
	case f.Link != "":
		err = os.Symlink(f.Link, path)
	default:
		err = os.WriteFile(path, f.bytes(t), 0o644)
		if mode, errMode := strconv.ParseUint(f.Mode, 8, 32); errMode == nil && err == nil {
			err = os.Chmod(path, fs.FileMode(mode))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (v vector) compare(t *testing.T, workspace string) {
	t.Helper()
	expected := map[string]bool{".": true}
	for name, raw := range v.After {
		if name == "$only" {
			continue
		}
		path := filepath.Join(workspace, name)
		info, err := os.Lstat(path)
		if string(raw) == "null" {
			if err == nil {
				t.Errorf("%s is there", name)
			}
			continue
		}
		for at := filepath.Clean(name); at != "."; at = filepath.Dir(at) {
			expected[at] = true
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		formOf(t, raw).compare(t, path, info)
	}
	if string(v.After["$only"]) != "true" {
		return
	}
	_ = filepath.WalkDir(workspace, func(path string, _ fs.DirEntry, _ error) error {
		if name, _ := filepath.Rel(workspace, path); !expected[name] {
			t.Errorf("%s is there and should not be", name)
		}
		return nil
	})
}

func (f form) compare(t *testing.T, path string, info fs.FileInfo) {
	t.Helper()
	switch {
	case f.Dir:
		if !info.IsDir() {
			t.Errorf("%s is no folder", path)
		}
	case f.Link != "":
		if to, err := os.Readlink(path); err != nil || to != f.Link {
			t.Errorf("%s leads to %q, %v", path, to, err)
		}
	default:
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, f.bytes(t)) {
			t.Errorf("%s holds %q, %v; expected %q", path, data, err, f.bytes(t))
		}
		if mode, err := strconv.ParseUint(f.Mode, 8, 32); err == nil && info.Mode().Perm() != fs.FileMode(mode) {
			t.Errorf("%s has mode %v, expected %s", path, info.Mode(), f.Mode)
		}
	}
}

// tools is the bundle of a test with what a kernel would do round it.
type tools struct {
	*local.Tools
	descriptors map[string]acting.Descriptor
	catalog     *tool.Catalog
	asks        bool
	invocation  acting.Invocation
}

func open(t testing.TB, options local.Options) *tools {
	t.Helper()
	made, err := local.New(options)
	if err != nil {
		t.Fatal(err)
	}
	b := &tools{Tools: made, descriptors: map[string]acting.Descriptor{}}
	b.invocation = acting.Invocation{RunID: "run-1", Owner: "run-1", Incarnation: 1, InvocationID: "1"}
	var contracts []tool.Contract
	var grants []tool.Grant
	for _, d := range made.Descriptors() {
		b.descriptors[d.Contract.Name.String()] = d
		contracts = append(contracts, d.Contract)
		grants = append(grants, tool.Grant{Tool: d.Contract.Name, Revision: 1, Approval: tool.ApproveNone})
	}
	if b.catalog, err = tool.Admit(1, contracts, grants); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = made.Release(context.Background(), b.invocation.Owner)
		_ = made.Close()
	})
	return b
}

// call does what the kernel does with a call: arguments, check, needs, dispatch.
func (b *tools) call(t testing.TB, name, input string) (tool.Result, error) {
	t.Helper()
	return b.within(context.Background(), t, name, input)
}

func (b *tools) within(ctx context.Context, t testing.TB, name, input string) (tool.Result, error) {
	t.Helper()
	d, ok := b.descriptors[name]
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	entry, _ := b.catalog.Lookup(name)
	arguments, err := entry.Judge(d.Contract.Kind, input)
	if err != nil {
		return tool.Result{}, err
	}
	if d.Check != nil {
		if _, err := d.Check(arguments); err != nil {
			return tool.Result{}, err
		}
	}
	var needs []tool.Need
	if d.Needs != nil {
		if needs, err = d.Needs(ctx, arguments); err != nil {
			return tool.Result{}, err
		}
	}
	call, end := acting.NewCall(acting.CallSettings{Invocation: b.invocation, Tool: d.Contract.Name, Revision: 1,
		Arguments: arguments, Approved: needs, Asks: b.asks})
	defer end()
	result, err := d.Backend.Run(ctx, call)
	if err == nil && result.Err() != nil {
		t.Errorf("%s: %v", name, result.Err())
	}
	return result, err
}
