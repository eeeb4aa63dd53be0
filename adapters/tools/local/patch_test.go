package local_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// tree lays files; a text that begins with "-> " is a link.
func tree(t testing.TB, base string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(base, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if target, ok := strings.CutPrefix(text, "-> "); ok && err == nil {
			err = os.Symlink(target, path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// listing is what tree would lay.
func listing(t testing.TB, base string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(base, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(base, path)
		if target, err := os.Readlink(path); err == nil {
			files[name] = "-> " + target
			return nil
		}
		data, err := os.ReadFile(path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func lines(list ...string) string {
	return "*** Begin Patch\n" + strings.Join(list, "\n") + "\n*** End Patch"
}

func TestPatchesThroughLinks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		before, after map[string]string
		patch         string
		class         tool.Class
	}{
		{"a deletion takes the link", map[string]string{"f": "x\n", "l": "-> f"}, map[string]string{"f": "x\n"},
			lines("*** Delete File: l"), ""},
		{"also one that leads outside", map[string]string{"l": "-> ../outside/f"}, map[string]string{},
			lines("*** Delete File: l"), ""},
		{"a bare move takes the link", map[string]string{"f": "x\n", "l": "-> f"}, map[string]string{"f": "x\n", "m": "-> f"},
			lines("*** Update File: l", "*** Move to: m"), ""},
		{"a move with a change reads the target and takes the link", map[string]string{"f": "x\n", "l": "-> f"},
			map[string]string{"f": "x\n", "m": "y\n"}, lines("*** Update File: l", "*** Move to: m", "-x", "+y"), ""},
		{"an absolute link that stays inside", map[string]string{"d/f": "x\n", "l": "-> $W/d"},
			map[string]string{"d/f": "y\n", "l": "-> $W/d"}, lines("*** Update File: l/f", "-x", "+y"), ""},
		{"out and in again", map[string]string{"f": "x\n"}, map[string]string{"f": "y\n"},
			lines("*** Update File: ../workspace/f", "-x", "+y"), ""},
		{"dots after a link are the folder tree's", map[string]string{"a/b/f": "x\n", "l": "-> a/b"},
			map[string]string{"a/b/f": "x\n", "a/g": "y\n", "l": "-> a/b"}, lines("*** Add File: l/../g", "+y"), ""},
		{"a dangling link inside is followed", map[string]string{"l": "-> d/f"},
			map[string]string{"l": "-> d/f", "d/f": "y\n"}, lines("*** Add File: l", "+y"), ""},
		{"a loop", map[string]string{"l": "-> l"}, map[string]string{"l": "-> l"}, lines("*** Add File: l", "+y"), tool.Forbidden},
		{"dots through a missing folder", map[string]string{}, map[string]string{"f": "x\n"},
			lines("*** Add File: no/../f", "+x"), ""},
		{"onto itself by another spelling", map[string]string{"d/f": "x\n", "l": "-> d"}, map[string]string{"d/f": "y\n", "l": "-> d"},
			lines("*** Update File: d/f", "*** Move to: l/./f", "-x", "+y"), ""},
		{"a link to .git", map[string]string{".git/config": "x\n", "l": "-> .git"},
			map[string]string{".git/config": "x\n", "l": "-> .git"}, lines("*** Update File: l/config", "-x", "+y"), tool.Forbidden},
		{"the project's rules", map[string]string{".intent/acting.yaml": "x\n"}, map[string]string{".intent/acting.yaml": "x\n"},
			lines("*** Update File: .intent/acting.yaml", "-x", "+y"), tool.Forbidden},
		{"the workspace itself", map[string]string{}, map[string]string{}, lines("*** Delete File: ."), tool.ResourceConflict},
		{"a name that is too long", map[string]string{}, map[string]string{},
			lines("*** Add File: "+strings.Repeat("n", 300), "+x"), tool.ExecutionFailure},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			workspace := filepath.Join(base, "workspace")
			tree(t, base, map[string]string{"outside/f": "theirs\n"})
			if err := os.Mkdir(workspace, 0o755); err != nil {
				t.Fatal(err)
			}
			spell := func(files map[string]string) map[string]string {
				spelled := map[string]string{}
				for name, text := range files {
					spelled[name] = strings.ReplaceAll(text, "$W", workspace)
				}
				return spelled
			}
			tree(t, workspace, spell(c.before))
			_, err := open(t, local.Options{Workspace: workspace}).call(t, "apply_patch", c.patch)
			if c.class == "" && err != nil || c.class != "" && !errors.Is(err, c.class) {
				t.Errorf("%v, expected %q", err, c.class)
			}
			if got := listing(t, workspace); !reflect.DeepEqual(got, spell(c.after)) {
				t.Errorf("the workspace holds %q, expected %q", got, c.after)
			}
			if got := listing(t, filepath.Join(base, "outside")); len(got) != 1 || got["f"] != "theirs\n" {
				t.Errorf("outside holds %q", got)
			}
		})
	}
}

func TestGrantedRoots(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	tree(t, base, map[string]string{"w/a": "x\n", "more/f": "x\n", "read/f": "x\n"})
	b := open(t, local.Options{Workspace: filepath.Join(base, "w"), Protected: []string{filepath.Join(base, "more", "runs.db")},
		Roots: []local.Root{{Path: filepath.Join(base, "more"), Write: true}, {Path: filepath.Join(base, "read")}}})
	for _, c := range []struct {
		path  string
		class tool.Class
	}{
		{filepath.Join(base, "more", "f"), ""},
		{"../more/f", ""},
		{filepath.Join(base, "more", "runs.db"), tool.Forbidden},
		{filepath.Join(base, "more", "runs.db-wal"), tool.Forbidden},
		{"../more/runs.db/x", tool.Forbidden},
		{filepath.Join(base, "read", "f"), tool.Forbidden},
		{filepath.Join(base, "f"), tool.Forbidden},
		{"/", tool.Forbidden},
	} {
		_, err := b.call(t, "apply_patch", lines("*** Add File: "+c.path, "+y"))
		if c.class == "" && err != nil || c.class != "" && !errors.Is(err, c.class) {
			t.Errorf("%s: %v, expected %q", c.path, err, c.class)
		}
	}
}

func TestPatchNeeds(t *testing.T) {
	t.Parallel()
	workspace := t.TempDir()
	tree(t, workspace, map[string]string{"a": "x\n", "b": "x\n", "l": "-> a", ".envrc": "x\n"})
	b := open(t, local.Options{Workspace: workspace})
	needs := b.descriptors["apply_patch"].Needs
	for _, c := range []struct {
		patch string
		want  string
	}{
		{lines("*** Add File: n", "+x"), "[]"},
		{lines("*** Update File: a", "-x", "+y"), "[]"},
		{lines("*** Delete File: a", "*** Delete File: n"), "[{deletion [a n]}]"},
		{lines("*** Add File: a", "+y"), "[{replacement [a]}]"},
		{lines("*** Add File: l", "+y"), "[{replacement [l]}]"},
		{lines("*** Update File: a", "*** Move to: b"), "[{replacement [b]}]"},
		{lines("*** Update File: a", "*** Move to: ./a", "-x", "+y"), "[]"},
		{lines("*** Update File: a", "*** Move to: n"), "[]"},
		{lines("*** Add File: n", "+x", "*** Add File: n", "+y"), "[]"},
		{lines("*** Update File: .envrc", "-x", "+y"), "[{replacement [.envrc]}]"},
		{lines("*** Add File: .github/workflows/x.yml", "+y"), "[{replacement [.github/workflows/x.yml]}]"},
		{lines("*** Add File: deep/conftest.py", "+y"), "[{replacement [deep/conftest.py]}]"},
		{lines("*** Add File: .vscode/a/b", "+y", "*** Delete File: a"), "[{deletion [a]} {replacement [.vscode/a/b]}]"},
	} {
		got, err := needs(context.Background(), tool.Arguments{Kind: tool.Custom, Text: c.patch})
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, %v; expected %s", c.patch, got, err, c.want)
		}
	}
}

// TestUnapprovedFile has a file appear between approval and write.
func TestUnapprovedFile(t *testing.T) {
	t.Parallel()
	workspace := t.TempDir()
	b := open(t, local.Options{Workspace: workspace})
	d := b.descriptors["apply_patch"]
	arguments := tool.Arguments{Kind: tool.Custom, Text: lines("*** Add File: a", "+x", "*** Add File: b", "+x")}
	needs, err := d.Needs(context.Background(), arguments)
	if err != nil || len(needs) > 0 {
		t.Fatal(needs, err)
	}
	tree(t, workspace, map[string]string{"b": "theirs\n"})
	call, end := acting.NewCall(acting.CallSettings{Arguments: arguments, Approved: needs, Asks: true})
	defer end()
	_, err = d.Backend.Run(context.Background(), call)
	if !errors.Is(err, tool.ResourceConflict) || !strings.Contains(tool.From(err).Details.JSON(), `"path":"a"`) {
		t.Errorf("%v %s", err, tool.From(err).Details.JSON())
	}
	if got := listing(t, workspace); got["b"] != "theirs\n" || got["a"] != "x\n" {
		t.Errorf("%q", got)
	}
}

// TestOldBytes keeps what a patch changes, from which everything can be put back.
func TestOldBytes(t *testing.T) {
	t.Parallel()
	workspace := t.TempDir()
	tree(t, workspace, map[string]string{"a": "1\n", "b": "2\n", "c": "3\n", "d": "4\n"})
	var kept []string
	b := open(t, local.Options{Workspace: workspace,
		Keep: func(_ context.Context, i acting.Invocation, c local.Change) error {
			kept = append(kept, fmt.Sprintf("%s %s %s %s %q", i.InvocationID, c.Action, c.Path, c.From, c.Before))
			if c.Path == "refused" {
				return errors.New("disk full")
			}
			return nil
		}})
	_, err := b.call(t, "apply_patch", lines("*** Update File: a", "-1", "+x", "*** Delete File: b", "*** Add File: c", "+x",
		"*** Update File: d", "*** Move to: e", "*** Add File: refused", "+x"))
	if !errors.Is(err, tool.ExecutionFailure) {
		t.Error(err)
	}
	want := []string{`1 updated a  "1\n"`, `1 deleted b  "2\n"`, `1 added c  "3\n"`, `1 moved e d "4\n"`, `1 added refused  ""`}
	if !reflect.DeepEqual(kept, want) {
		t.Errorf("kept %q, expected %q", kept, want)
	}
	if got := listing(t, workspace); got["refused"] != "" || len(got) != 3 {
		t.Errorf("%q", got)
	}
}

func TestCancelledPatchStopsBetweenFiles(t *testing.T) {
	t.Parallel()
	workspace := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	b := open(t, local.Options{Workspace: workspace, Keep: func(context.Context, acting.Invocation, local.Change) error {
		cancel()
		return nil
	}})
	_, err := b.within(ctx, t, "apply_patch", lines("*** Add File: a", "+x", "*** Add File: b", "+x"))
	if got := listing(t, workspace); !errors.Is(err, tool.Cancelled) || len(got) != 1 || got["a"] != "x\n" {
		t.Errorf("%v, %q", err, got)
	}
}
