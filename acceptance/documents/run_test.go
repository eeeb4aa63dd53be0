package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestBlocks compiles and runs the code blocks of every document.
func TestBlocks(t *testing.T) {
	watch(t)
	tools := t.TempDir()
	if out, err := goTool("build", "-o", tools, "./cmd/intent"); err != nil {
		t.Fatalf("building intent: %v\n%s", err, out)
	}
	for _, page := range pages(t) {
		blocks, _ := split(t, page)
		if len(blocks) == 0 {
			continue
		}
		t.Run(strings.TrimPrefix(page, root+"/"), func(t *testing.T) {
			d := &document{dir: t.TempDir(), tools: tools}
			for i, b := range blocks {
				d.play(t, i, b)
			}
		})
	}
}

// watch has go test's cache know of every source file: what is found out by running the go command depends
// on them, and the cache sees only what the test itself looks at.
func watch(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".go" || d.Name() == "go.mod" {
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// document is the state that the blocks of one page share.
type document struct {
	dir    string // where sh blocks run and named blocks lie
	tools  string // where intent is
	output string // what the block before printed
}

func (d *document) play(t *testing.T, n int, b block) {
	t.Helper()
	where := fmt.Sprintf("%s:%d", b.file, b.line)
	var err error
	switch {
	case b.skip != "":
		return
	case b.lang == "go":
		d.output, err = d.goBlock(n, b.text)
	case b.lang == "sh":
		d.output, err = d.shell(b.text)
	case b.lang == "text" && b.name == "output":
		if strings.TrimSpace(b.text) != strings.TrimSpace(d.output) {
			err = fmt.Errorf("the block before it printed\n%s", d.output)
		}
	case b.lang == "text":
	case b.lang == "json":
		err = d.file(b, json.Unmarshal)
	case b.lang == "yaml":
		err = d.file(b, yaml.Unmarshal)
	default:
		err = fmt.Errorf("nobody runs a block of kind %q: give it a kind, or say why it is not run", b.lang)
	}
	if err != nil {
		t.Errorf("%s: %v", where, err)
	}
}

// file checks a block of data and lays it down where it has a name.
func (d *document) file(b block, decode func([]byte, any) error) error {
	var v any
	if err := decode([]byte(b.text), &v); err != nil {
		return err
	}
	if b.name == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(d.dir, filepath.Base(b.name)), []byte(b.text), 0o600)
}

func (d *document) shell(text string) (string, error) {
	cmd := exec.Command("sh", "-eu", "-c", text)
	cmd.Dir = d.dir
	cmd.Env = d.env()
	return run(cmd)
}

// env is a newcomer's: no key, nothing configured.
func (d *document) env() []string {
	return []string{
		"PATH=" + d.tools + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + d.dir, "LANG=C.UTF-8", "NO_COLOR=1",
	}
}

// goBlock builds a block as a package of this module, so that it sees the code it documents, and runs it.
// An overlay keeps it out of the tree.
func (d *document) goBlock(n int, text string) (string, error) {
	if !strings.Contains("\n"+text, "\npackage ") {
		return "", fmt.Errorf("not a whole file, so it cannot be compiled: complete it, or say why it is not run")
	}
	name, isTest := "block.go", strings.Contains(text, "(t *testing.T)") || strings.Contains(text, "\nfunc Example")
	if isTest {
		name = "block_test.go"
	}
	at := fmt.Sprintf("acceptance/documents/block%d", n)
	overlay, err := d.overlay(filepath.Join(at, name), text)
	if err != nil {
		return "", err
	}
	if isTest {
		return goTool("test", "-vet=off", "-overlay", overlay, "./"+at)
	}
	binary := filepath.Join(d.dir, fmt.Sprintf("block%d.bin", n))
	if out, err := goTool("build", "-overlay", overlay, "-o", binary, "./"+at); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	if !strings.Contains("\n"+text, "\npackage main\n") {
		return "", nil
	}
	cmd := exec.Command(binary)
	cmd.Dir, cmd.Env = d.dir, d.env()
	out, err := run(cmd)
	if _, want, stated := strings.Cut(text, "// Output:"); err == nil && stated && uncomment(want) != strings.TrimSpace(out) {
		err = fmt.Errorf("printed\n%s", out)
	}
	return out, err
}

// uncomment is the text of the comment lines behind "// Output:".
func uncomment(rest string) string {
	var out []string
	for i, line := range strings.Split(rest, "\n") {
		text, comment := strings.CutPrefix(strings.TrimSpace(line), "//")
		if i > 0 && !comment {
			break
		}
		out = append(out, strings.TrimSpace(text))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

func (d *document) overlay(path, text string) (string, error) {
	abs, err := filepath.Abs(filepath.Join(root, path))
	if err != nil {
		return "", err
	}
	source := filepath.Join(d.dir, strings.ReplaceAll(path, "/", "_"))
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return "", err
	}
	table, err := json.Marshal(map[string]map[string]string{"Replace": {abs: source}})
	if err != nil {
		return "", err
	}
	return source + ".overlay.json", os.WriteFile(source+".overlay.json", table, 0o600)
}

func goTool(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	return run(cmd)
}

// run gives what a command prints, and on failure an error with what it complained about.
func run(cmd *exec.Cmd) (string, error) {
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("%w\n%s%s", err, out.String(), complaint.String())
	}
	return out.String(), err
}
