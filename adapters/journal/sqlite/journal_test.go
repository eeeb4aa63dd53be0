package sqlite_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/journal/sqlite"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
	"github.com/devcodex/intent-runtime/ports/acting/journaltest"
)

func open(t *testing.T, path string) *sqlite.Journal {
	t.Helper()
	j, err := sqlite.Open(context.Background(), sqlite.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func TestJournal(t *testing.T) {
	t.Parallel()
	journaltest.Run(t, func(t *testing.T) journaltest.Subject {
		path := filepath.Join(t.TempDir(), "folder", "runs.db")
		j := open(t, path)
		return journaltest.Subject{
			Journal: j, Fail: j.Fill,
			Reopen: func() (acting.Journal, error) { return open(t, path), nil },
		}
	})
}

func start(t *testing.T, j acting.Journal, id string) error {
	t.Helper()
	_, transition, err := run.Start(time.Now(), run.Begin{ID: id, Prompt: "x"})
	if err != nil {
		t.Fatal(err)
	}
	return j.Commit(context.Background(), transition)
}

func TestFilesAreForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	j := open(t, path)
	if err := start(t, j, "a"); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
}

// Each fault is told before anything runs, in words and with a class.
func TestWhatCannotBeOpened(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	newer := filepath.Join(dir, "newer.db")
	if err := open(t, newer).Migrate(context.Background(), newer,
		[]string{"CREATE TABLE later (x TEXT) STRICT"}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		options sqlite.Options
		class   tool.Class
		says    string
	}{
		"no database": {sqlite.Options{Path: file("text.db", strings.Repeat("no database ", 1000))},
			tool.ExecutionFailure, "no database"},
		"a folder": {sqlite.Options{Path: dir}, tool.ExecutionFailure, "cannot be written"},
		"no path":  {sqlite.Options{}, tool.Validation, "path"},
		"not there": {sqlite.Options{Path: filepath.Join(dir, "none.db"), ReadOnly: true}, tool.NotFound,
			"no journal"},
		"newer":       {sqlite.Options{Path: newer}, tool.UnsupportedCapability, "version 2"},
		"newer, read": {sqlite.Options{Path: newer, ReadOnly: true}, tool.UnsupportedCapability, "version 2"},
	} {
		j, err := sqlite.Open(context.Background(), c.options)
		if !errors.Is(err, c.class) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			_ = j.Close()
		}
	}
}

func TestAnOlderJournalIsBroughtUpToDateBesideACopy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	j := open(t, path)
	if err := start(t, j, "kept"); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if err := j.Migrate(ctx, path, []string{"CREATE TABLE later (x TEXT) STRICT", "nonsense"}); !errors.Is(err,
		tool.ExecutionFailure) {
		t.Error("a migration that fails:", err)
	}
	if version, err := j.Version(); version != 1 || err != nil {
		t.Error("a migration that failed has left its traces:", version, err)
	}
	if err := j.Migrate(ctx, path, []string{"CREATE TABLE later (x TEXT) STRICT"}); err != nil {
		t.Fatal(err)
	}
	if version, err := j.Version(); version != 2 || err != nil {
		t.Error(version, err)
	}
	older, err := sqlite.Open(ctx, sqlite.Options{Path: path + ".v1", ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = older.Close() }()
	if heads, err := older.List(ctx, acting.Filter{}); err != nil || len(heads) != 1 || heads[0].ID != "kept" {
		t.Error(heads, err)
	}
	if info, err := os.Stat(path + ".v1"); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

func TestAFullDiskIsSaidToBeFull(t *testing.T) {
	t.Parallel()
	j := open(t, filepath.Join(t.TempDir(), "runs.db"))
	j.Fill()
	for i := range 50 {
		if err := start(t, j, strings.Repeat("x", 1+i*200)); err != nil {
			if !errors.Is(err, tool.ExecutionFailure) || !strings.Contains(err.Error(), "full") {
				t.Error(err)
			}
			return
		}
	}
	t.Error("a full disk takes everything")
}

func TestReadingOnlyWritesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	if err := start(t, open(t, path), "a"); err != nil {
		t.Fatal(err)
	}
	j, err := sqlite.Open(context.Background(), sqlite.Options{Path: path, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	if err := start(t, j, "b"); !errors.Is(err, tool.UnsupportedCapability) {
		t.Error(err)
	}
	if err := j.Remove(context.Background(), "a"); !errors.Is(err, tool.UnsupportedCapability) {
		t.Error(err)
	}
	if j.Capabilities().Durable {
		t.Error("a journal that is only read claims to keep something")
	}
}
