package boundaries

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/devcodex/intent-runtime"
	root   = "../.."
)

// pkg is what `go list` says of one package, of this module or of one behind it.
type pkg struct {
	ImportPath   string
	Dir          string
	Standard     bool
	Module       *struct{ Path string }
	Imports      []string
	TestImports  []string
	XTestImports []string
	GoFiles      []string
	Deps         []string
}

// at is the package's path below the module.
func (p *pkg) at() string { return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/") }

// world is every package that the module is built from.
type world struct {
	own []*pkg
	all map[string]*pkg
}

func load(t *testing.T) *world {
	t.Helper()
	watch(t)
	w := &world{all: map[string]*pkg{}}
	for _, p := range list(t, "-deps", "./...") {
		w.all[p.ImportPath] = p
		if p.ImportPath == module || strings.HasPrefix(p.ImportPath, module+"/") {
			w.own = append(w.own, p)
		}
	}
	if len(w.own) < 2 {
		t.Fatalf("go list found %d packages of %s", len(w.own), module)
	}
	return w
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

func list(t *testing.T, args ...string) []*pkg {
	t.Helper()
	fields := "ImportPath,Dir,Standard,Module,Imports,TestImports,XTestImports,GoFiles,Deps"
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=" + fields}, args...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var found []*pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(pkg)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatalf("go list wrote what is no JSON: %v", err)
		}
		found = append(found, p)
	}
}

// matches reports whether a path is meant by a pattern.
func matches(pattern, path string) bool {
	if pattern == "*" {
		return true
	}
	if base, deep := strings.CutSuffix(pattern, "/..."); deep {
		return path == base || strings.HasPrefix(path, base+"/")
	}
	return path == pattern
}

// among reports whether one of the patterns means the path.
func among(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, path) })
}

// under reports whether one of the paths is the given one or above it.
func under(paths []string, path string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return p == "*" || matches(p+"/...", path) })
}

func ruleOf(at string) *rule {
	for i := range rules {
		if matches(rules[i].at, at) {
			return &rules[i]
		}
	}
	return nil
}

// TestImports holds every import of every package against the rule of its place.
func TestImports(t *testing.T) {
	w := load(t)
	for _, p := range w.own {
		r := ruleOf(p.at())
		if r == nil {
			t.Errorf("%s: no rule speaks of this place; it needs one in rules_test.go", p.at())
			continue
		}
		libs := map[string]bool{}
		for _, path := range p.Imports {
			if why := w.judge(r, path, libs); why != "" {
				t.Errorf("%s imports %s: %s", p.at(), path, why)
			}
		}
		if r.oneLib && len(libs) > 1 {
			t.Errorf("%s uses %d third-party modules, one is an adapter's due: %v", p.at(), len(libs), libs)
		}
		w.checkDrags(t, p, r)
	}
}

// judge says why the rule forbids an import, or nothing. It notes the module of a library in libs.
func (w *world) judge(r *rule, path string, libs map[string]bool) string {
	dep := w.all[path]
	switch {
	case strings.HasPrefix(path, module+"/"):
		if !among(r.inner, strings.TrimPrefix(path, module+"/")) {
			return "not one of the inner packages that this place may see"
		}
	case dep == nil || dep.Standard:
		if under(r.noStd, path) {
			return "this place does without it"
		}
		if r.std != nil && !slices.Contains(r.std, path) {
			return "not one of the standard packages that this place may see"
		}
	case r.oneLib && under(r.noLibs, path):
		return "this library belongs elsewhere"
	case r.oneLib:
		if dep.Module != nil {
			libs[dep.Module.Path] = true
		}
	case !under(r.libs, path):
		return "not one of the libraries that this place may see"
	}
	return ""
}

func (w *world) checkDrags(t *testing.T, p *pkg, r *rule) {
	t.Helper()
	for _, path := range p.Deps {
		dep := w.all[path]
		if dep != nil && dep.Module != nil && slices.Contains(r.noDrags, dep.Module.Path) {
			t.Errorf("%s drags in %s", p.at(), path)
		}
		if own, ok := strings.CutPrefix(path, module+"/"); ok && among(r.apart, own) {
			t.Errorf("%s drags in %s, a package of the other half", p.at(), own)
		}
	}
}

// TestTestImports keeps the tests of the inner rings inside: what the domain's tests need, the domain has.
func TestTestImports(t *testing.T) {
	for _, p := range load(t).own {
		r := ruleOf(p.at())
		if r == nil {
			continue // TestImports says so
		}
		for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
			inner, own := strings.CutPrefix(path, module+"/")
			if own && inner != p.at() && !among(r.inner, inner) && !among(r.tests, inner) {
				t.Errorf("the tests of %s import %s, which this place may not see", p.at(), path)
			}
		}
	}
}

// TestNamesExist keeps the table honest: a rule about a package that was renamed guards nothing.
func TestNamesExist(t *testing.T) {
	w := load(t)
	std := list(t, "std")
	for _, name := range announced {
		if slices.ContainsFunc(w.own, func(p *pkg) bool { return matches(name, p.at()) }) {
			t.Errorf("%s is here now; it is announced no more", name)
		}
	}
	for i := range rules {
		r := &rules[i]
		governed := slices.DeleteFunc(slices.Clone(w.own), func(p *pkg) bool { return ruleOf(p.at()) != r })
		if (len(governed) == 0) != r.planned {
			t.Errorf("rule %s: governs %d packages, planned is %v", r.at, len(governed), r.planned)
		}
		if len(governed) == 0 {
			continue
		}
		for _, name := range slices.Concat(r.inner, r.tests, r.apart) {
			if !planned(name) && !slices.ContainsFunc(w.own, func(p *pkg) bool { return matches(name, p.at()) }) {
				t.Errorf("rule %s: there is no package %s", r.at, name)
			}
		}
		for _, name := range r.libs {
			if !slices.ContainsFunc(governed, func(p *pkg) bool { return importsLib(w, p, name) }) {
				t.Errorf("rule %s: allows the library %s, which nothing there imports", r.at, name)
			}
		}
		for _, name := range slices.Concat(r.std, r.noStd) {
			if !slices.ContainsFunc(std, func(p *pkg) bool { return p.ImportPath == name }) {
				t.Errorf("rule %s: the standard library has no package %s", r.at, name)
			}
		}
		for _, name := range slices.Concat(r.noDrags, r.noLibs) {
			if !builtFrom(w, name) {
				t.Errorf("rule %s: forbids the module %s, which nothing here is built from", r.at, name)
			}
		}
	}
}

// planned reports whether a name stands for packages that a rule announces and nobody wrote yet.
func planned(name string) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.planned && matches(name, r.at) }) ||
		slices.Contains(announced, name)
}

func importsLib(w *world, p *pkg, name string) bool {
	if name == "*" {
		return true
	}
	return slices.ContainsFunc(p.Imports, func(path string) bool {
		return under([]string{name}, path) && w.all[path] != nil
	})
}

func builtFrom(w *world, name string) bool {
	for _, p := range w.all {
		if p.Module != nil && p.Module.Path == name {
			return true
		}
	}
	return false
}
