// Package executors holds the code of docs/executors.md where it is compiled, checked and tested.
package executors

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/prompt"
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
		if i%2 == 0 || !isGo || !strings.Contains(code, "func ") || strings.Contains(code, "newMine") {
			continue
		}
		shown++
		if !strings.Contains(sources.String(), code) {
			t.Errorf("this block is in no file below:\n%s", code)
		}
	}
	if shown != 2 {
		t.Errorf("%d blocks of code, want 2", shown)
	}
}

// TestPageShowsTheSchema: authors see what Format.Schema is, member order included.
func TestPageShowsTheSchema(t *testing.T) {
	page, err := os.ReadFile("../../executors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(page), "```json\n")
	block, _, _ = strings.Cut(block, "```")
	var shown bytes.Buffer
	if err := json.Compact(&shown, []byte(block)); err != nil {
		t.Fatal(err)
	}
	request := prompt.Core(prompt.Basis{Language: "en", Schema: "{}", NativeJSONSchema: true})
	if shown.String() != request.Format.Schema {
		t.Errorf("the page shows %s\nwant %s", shown.String(), request.Format.Schema)
	}
}
