package record_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/cli/record"
)

var errInjected = errors.New("injected")

// faulty is the disk with one operation that fails, counted from 0.
type faulty struct {
	record.Disk
	fails int
	done  int
}

func (f *faulty) next() error {
	f.done++
	if f.done-1 == f.fails {
		return &fs.PathError{Op: "test", Path: "fresh", Err: errInjected}
	}
	return nil
}

func (f *faulty) Create(folder, pattern string) (record.File, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	file, err := f.Disk.Create(folder, pattern)
	return &faultyFile{file, f}, err
}

func (f *faulty) Rename(from, to string) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Disk.Rename(from, to)
}

func (f *faulty) SyncFolder(folder string) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Disk.SyncFolder(folder)
}

type faultyFile struct {
	record.File
	on *faulty
}

// Write writes half before it fails, as a full disk does.
func (f *faultyFile) Write(p []byte) (int, error) {
	if err := f.on.next(); err != nil {
		n, _ := f.File.Write(p[:len(p)/2])
		return n, err
	}
	return f.File.Write(p)
}

func (f *faultyFile) Sync() error {
	if err := f.on.next(); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *faultyFile) Close() error { return errors.Join(f.on.next(), f.File.Close()) }

// write makes a record of two writes.
func write(files record.Files, name string) error {
	r, err := record.Create(files, name)
	if err != nil {
		return err
	}
	defer r.Discard()
	for _, text := range []string{"first ", "second"} {
		_, _ = r.Write([]byte(text)) // Keep tells it
	}
	return r.Keep()
}

// Whichever operation fails, the name holds the old record whole or the new one whole, and nothing is
// left beside it.
func TestEveryFaultOnce(t *testing.T) {
	for fails := 0; ; fails++ {
		dir := t.TempDir()
		name := filepath.Join(dir, "audit.json")
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		files := &faulty{fails: fails}
		err := write(files, name)
		text, _ := os.ReadFile(name)
		entries, _ := os.ReadDir(dir)
		if files.done <= fails { // nothing was left to fail
			if err != nil || string(text) != "first second" || fails < 6 {
				t.Fatalf("without a fault, after %d operations: %v, %q", files.done, err, text)
			}
			return
		}
		durable := files.done == fails+1 && string(text) == "first second" // only the folder's sync failed
		if !errors.Is(err, errInjected) || string(text) != "old" && !durable || len(entries) != 1 {
			t.Errorf("fault %d: %v, %q, %v", fails, err, text, entries)
		}
		if strings.Contains(err.Error(), ".part") {
			t.Errorf("the error names the fresh file: %v", err)
		}
	}
}

// An old record keeps neither its mode nor, behind a link, its place.
func TestFreshMode(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(target, 0o666), os.Symlink(target, link)); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{link, target} {
		if err := write(record.Disk{}, name); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(name)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		if text, _ := os.ReadFile(target); name == link && string(text) != "old" {
			t.Errorf("the link's target was written: %s", text)
		}
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	r, err := record.Create(record.Disk{}, filepath.Join(dir, strings.Repeat("long", 50)))
	if err != nil {
		t.Fatal(err)
	}
	r.Discard()
	r.Discard()
	if entries, _ := os.ReadDir(dir); len(entries) != 0 || r.Keep() == nil {
		t.Errorf("left %v", entries)
	}
}

func TestOnlyFilesAreReplaced(t *testing.T) {
	for _, name := range []string{os.DevNull, t.TempDir(), filepath.Join(t.TempDir(), "nowhere", "a")} {
		if err := write(record.Disk{}, name); err == nil {
			t.Errorf("%s became a record", name)
		}
	}
}

func TestOneFileHasOneRole(t *testing.T) {
	dir := t.TempDir()
	a, b, link := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(a, nil, 0o600), os.Symlink(a, link)); err != nil {
		t.Skip(err)
	}
	info, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		roles []record.Role
		good  bool
	}{
		{"two files", []record.Role{{Name: a}, {Name: b}}, true},
		{"one name", []record.Role{{Name: a}, {Name: a}}, false},
		{"a link", []record.Role{{Name: a}, {Name: link}}, false},
		{"a stream", []record.Role{{Name: a}, {Info: info}}, false},
		{"both to be made", []record.Role{{Name: b}, {Name: filepath.Join(dir, "x", "..", "b")}}, false},
		{"two streams", []record.Role{{Info: info, Output: true}, {Info: info, Output: true}}, true},
		{"a device", []record.Role{{Info: null}, {Name: os.DevNull}}, true},
		{"nothing known", []record.Role{{}, {}}, true},
	} {
		if err := record.Distinct(tt.roles); (err == nil) != tt.good {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
