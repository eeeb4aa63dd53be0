package reading_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/reading"
	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/bootstrap/command"
)

// disk is the disk with one operation on records that fails, counted from 0; -1 for none.
type disk struct {
	record.Disk
	fails, done int
}

var errDisk = errors.New("the disk is broken")

func (d *disk) next() error {
	d.done++
	if d.done-1 == d.fails {
		return errDisk
	}
	return nil
}

func (d *disk) Create(folder, pattern string) (record.File, error) {
	if err := d.next(); err != nil {
		return nil, err
	}
	file, err := d.Disk.Create(folder, pattern)
	return brittle{file, d}, err
}

func (d *disk) Rename(from, to string) error { return errors.Join(d.next(), d.Disk.Rename(from, to)) }

func (d *disk) SyncFolder(string) error { return d.next() }

type brittle struct {
	record.File
	on *disk
}

func (b brittle) Write(p []byte) (int, error) {
	if err := b.on.next(); err != nil {
		return 0, err
	}
	return b.File.Write(p)
}

func (b brittle) Sync() error  { return errors.Join(b.on.next(), b.File.Sync()) }
func (b brittle) Close() error { return errors.Join(b.on.next(), b.File.Close()) }

// on runs the command with records on a disk of the test's.
func (w world) on(t *testing.T, files record.Files, out io.Writer, args ...string) outcome {
	t.Helper()
	parts := command.Parts()
	parts.Files = files
	var log strings.Builder
	if w.in == nil {
		w.in = strings.NewReader("")
	}
	term := &cli.Terminal{In: w.in, Out: cli.Stream{Writer: out}, Err: cli.Stream{Writer: &log},
		Lookup: func(string) (string, bool) { return "", false }}
	status := cli.Run(context.Background(), term, args, reading.Commands(parts))
	return outcome{status: status, err: log.String()}
}

// Whatever fails of the records: the old ones stay, or the new ones are whole; the result is not lost; the
// status is 1, or 2 with nothing on stdout and nothing read.
func TestRecordsThatFail(t *testing.T) {
	script := replies(t, core)
	for fails := 0; ; fails++ {
		dir := t.TempDir()
		trace, audit := filepath.Join(dir, "trace"), filepath.Join(dir, "audit")
		for _, name := range []string{trace, audit} {
			if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		files := &disk{fails: fails}
		var out strings.Builder
		got := world{}.on(t, files, &out, "parse", "--executor", script, "--trace", trace, "--audit", audit, "x")
		if files.done <= fails {
			if got.status != 0 || got.err != "" || fails < 12 {
				t.Fatalf("without a fault, after %d operations: %+v", files.done, got)
			}
			return
		}
		entries, _ := os.ReadDir(dir)
		if len(entries) != 2 {
			t.Errorf("fault %d leaves %v", fails, entries)
		}
		for _, name := range []string{trace, audit} {
			text, err := os.ReadFile(name)
			if err != nil || string(text) != "old" && !strings.HasSuffix(string(text), "}\n") {
				t.Errorf("fault %d: %s is torn: %q, %v", fails, name, text, err)
			}
		}
		early := got.status == 2 && out.Len() == 0
		late := got.status == 1 && json.Valid([]byte(out.String())) && strings.Contains(got.err, "could not be kept")
		if !early && !late || !strings.Contains(got.err, errDisk.Error()) {
			t.Errorf("fault %d: %+v, stdout %q", fails, got, out.String())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// A stdout that takes nothing loses no record, and is no wrong usage.
func TestRecordsOutliveStdout(t *testing.T) {
	for _, input := range []string{"x", " "} {
		audit := filepath.Join(t.TempDir(), "audit")
		got := world{}.on(t, nil, full{}, "parse", "--executor", replies(t, core), "--envelope", "--audit", audit, input)
		text, err := os.ReadFile(audit)
		if err != nil || !json.Valid(text) || got.status != 1 || !strings.Contains(got.err, "could not be written") {
			t.Errorf("%+v, audit %q, %v", got, text, err)
		}
	}
}

// Nothing is written to before everything was checked, and no file has two roles.
func TestRecordsSpareWhatIsThere(t *testing.T) {
	script := replies(t, core)
	for _, tt := range []struct {
		name string
		args func(kept string) []string
	}{
		{"the other record", func(kept string) []string { return []string{"--trace", kept, "--audit", kept + "/z", "x"} }},
		{"a wrong executor", func(kept string) []string { return []string{"--audit", kept, "--executor", "frob", "x"} }},
		{"a wrong flag", func(kept string) []string { return []string{"--audit", kept, "--timeout", "soon", "x"} }},
		{"a missing request", func(kept string) []string { return []string{"--audit", kept, "--request", kept + "x"} }},
		{"both records", func(kept string) []string { return []string{"--audit", kept, "--trace", kept, "x"} }},
		{"the request", func(kept string) []string { return []string{"--audit", kept, "--request", kept} }},
		{"the schema", func(kept string) []string { return []string{"--audit", kept, "--schema", kept, "x"} }},
		{"the configuration", func(kept string) []string { return []string{"--trace", kept, "--config", kept, "x"} }},
		{"the script", func(kept string) []string {
			return []string{"--trace", kept, "--executor", "script:" + kept, "x"}
		}},
	} {
		text := `{"replies":[]}`
		if tt.name == "the configuration" {
			text = `{"instances":{"default":{}}}`
		}
		kept := file(t, "kept.json", text)
		before, _ := os.ReadFile(kept)
		args := append([]string{"parse", "--executor", script}, tt.args(kept)...)
		got := world{}.run(t, args...)
		after, err := os.ReadFile(kept)
		entries, _ := os.ReadDir(filepath.Dir(kept))
		if got.status != 2 || got.out != "" || err != nil || !bytes.Equal(after, before) || len(entries) != 1 {
			t.Errorf("%s: %+v, now %q, %v", tt.name, got, after, entries)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	if got := (world{}).run(t, "parse", "--executor", script, "--audit", "-", "x"); got.status != 2 {
		t.Errorf("--audit -: %+v", got)
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("a file is called -")
	}
}

// stdin is a file of the test's, as a shell's redirection makes it.
func TestRecordsSpareStdin(t *testing.T) {
	name := file(t, "in.txt", "Cancel it.")
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	got := world{in: in}.run(t, "parse", "--executor", "offline", "--audit", name, "-")
	if text, _ := os.ReadFile(name); got.status != 2 || string(text) != "Cancel it." {
		t.Errorf("%+v, %q", got, text)
	}
}
