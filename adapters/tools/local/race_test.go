package local_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// swaps is how often a folder is swapped for a link in each of the tests below.
const swaps = 10_000

// arena is a workspace with a folder d, and a folder outside that nobody may touch. It lies in memory
// where there is such a place: every write is synced.
func arena(t *testing.T) (workspace, outside string) {
	t.Helper()
	base, err := os.MkdirTemp("/dev/shm", "intent-test-")
	if err != nil {
		base = t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	workspace, outside = filepath.Join(base, "workspace"), filepath.Join(base, "outside")
	for _, folder := range []string{filepath.Join(workspace, "d"), outside} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(outside, "f"), []byte("theirs\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return workspace, outside
}

func untouched(t *testing.T, outside string) {
	t.Helper()
	entries, err := os.ReadDir(outside)
	data, errRead := os.ReadFile(filepath.Join(outside, "f"))
	if err != nil || errRead != nil || len(entries) != 1 || string(data) != "theirs\n" {
		t.Fatalf("the folder outside was changed: %v, %q", entries, data)
	}
}

// TestFolderSwappedBetweenCheckAndWrite swaps the folder at the worst moment: when its file has been found
// and read, right before it is written.
func TestFolderSwappedBetweenCheckAndWrite(t *testing.T) {
	t.Parallel()
	workspace, outside := arena(t)
	d, away := filepath.Join(workspace, "d"), filepath.Join(workspace, "away")
	swapped := 0
	tools := open(t, local.Options{Workspace: workspace, Keep: func(context.Context, acting.Invocation, local.Change) error {
		swapped++
		if err := os.Rename(d, away); err != nil {
			return err
		}
		return os.Symlink(outside, d)
	}})
	inputs := []string{
		"*** Begin Patch\n*** Add File: d/f\n+mine\n*** End Patch",
		"*** Begin Patch\n*** Update File: d/f\n-ours\n+mine\n*** End Patch",
		"*** Begin Patch\n*** Delete File: d/f\n*** End Patch",
		"*** Begin Patch\n*** Add File: d/deep/er/f\n+mine\n*** End Patch",
		"*** Begin Patch\n*** Update File: d/f\n*** Move to: d/g\n-ours\n+mine\n*** End Patch",
	}
	for swapped < swaps {
		if err := os.WriteFile(filepath.Join(d, "f"), []byte("ours\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _ = tools.call(t, "apply_patch", inputs[swapped%len(inputs)])
		if err := os.Remove(d); err != nil {
			t.Fatal(err)
		}
		_ = os.RemoveAll(filepath.Join(away, "deep"))
		if err := os.Rename(away, d); err != nil {
			t.Fatal(err)
		}
	}
	untouched(t, outside)
}

// TestFolderSwappedAllTheTime swaps as fast as it can while patches are applied.
func TestFolderSwappedAllTheTime(t *testing.T) {
	t.Parallel()
	workspace, outside := arena(t)
	d, away := filepath.Join(workspace, "d"), filepath.Join(workspace, "away")
	link := filepath.Join(workspace, "link")
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	var done atomic.Bool
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for n := 0; n < swaps; n++ {
			_, _ = os.Rename(d, away), os.Rename(link, d)
			_, _ = os.Rename(d, link), os.Rename(away, d)
		}
		done.Store(true)
	}()
	tools := open(t, local.Options{Workspace: workspace})
	applied := 0
	for n := 0; !done.Load(); n++ {
		patch := fmt.Sprintf("*** Begin Patch\n*** Add File: d/f\n+%d\n*** Add File: d/new/f\n+x\n*** Delete File: d/new/f\n*** End Patch", n)
		if _, err := tools.call(t, "apply_patch", patch); err == nil {
			applied++
		}
	}
	<-finished
	untouched(t, outside)
	t.Logf("%d patches were applied meanwhile", applied)
}
