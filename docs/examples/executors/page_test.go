// Package executors holds the code of docs/executors.md where it is compiled, checked and tested.
package executors

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPageShowsTheseFiles: what a reader copies from the page is what is tested here.
func TestPageShowsTheseFiles(t *testing.T) {
	page, err := os.ReadFile("../../executors.md")
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || filepath.Dir(path) == "." {
			return err
		}
		source, err := os.ReadFile(path)
		sources.Write(source)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	const mark = "```"
	shown := 0
	for i, part := range strings.Split(string(page), "\n"+mark) {
		code, isGo := strings.CutPrefix(part, "go\n")
		if i%2 == 0 || !isGo || !strings.Contains(code, "func ") {
			continue
		}
		shown++
		if !strings.Contains(sources.String(), code) {
			t.Errorf("this block is in no file below:\n%s", code)
		}
	}
	if shown != 3 {
		t.Errorf("%d blocks of code, want 3", shown)
	}
}
