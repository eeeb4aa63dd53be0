package run_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Whole runs, each restored from its record before every input.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil || len(archive.Files) == 0 {
				t.Fatal(err)
			}
			got := play(t, string(archive.Files[0].Data))
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "steps", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) != 2 || string(archive.Files[1].Data) != got {
				t.Errorf("the steps are\n%s", got)
			}
		})
	}
}
