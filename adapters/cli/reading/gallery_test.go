package reading_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A page for each line, whatever came of it, and an index that leads to all of them.
func TestGallery(t *testing.T) {
	in := file(t, "in.jsonl", `{"id":"first","input":"Cancel order 17."}

{"input":"<script>alert(1)</script> Cancel order 18."}
{"input":3}
`)
	out := filepath.Join(t.TempDir(), "pages")
	got := world{}.run(t, "gallery", in, "--out", out, "--executor", "offline")
	if got.status != 1 || !strings.Contains(got.out, "3 requests, 1 failed") {
		t.Fatalf("%+v", got)
	}
	index, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil || strings.Contains(string(index), "<script") || !strings.Contains(string(index), "first") {
		t.Errorf("%v, %s", err, index)
	}
	for _, name := range []string{"00001.html", "00003.html", "00004.html"} {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil || !strings.HasPrefix(string(text), "<!doctype html>") || !strings.Contains(string(index), `href="`+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, args := range [][]string{{in}, {"--out", out}, {in, in, "--out", out}, {"nowhere", "--out", out}, {in, "--out", in}} {
		if got := (world{}).run(t, append([]string{"gallery", "--executor", "offline"}, args...)...); got.status != 2 || got.out != "" {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// --open shows the page, beside the reply; a system without a browser is told where the page is.
func TestOpen(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var opened string
	for _, open := range []func(string) error{nil, func(name string) error { opened = name; return nil }} {
		got := world{open: open}.run(t, "parse", "--executor", "offline", "--open", "Cancel order 17.")
		if got.status != 0 || !strings.Contains(got.out, "Cancel order 17.") || !strings.Contains(got.err, "the page is ") {
			t.Errorf("%+v", got)
		}
	}
	text, err := os.ReadFile(opened)
	if err != nil || !strings.Contains(string(text), "<mark") {
		t.Errorf("%v, %s", err, text)
	}
	if info, err := os.Stat(opened); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}
