package boundaries

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// makers return the runtime's own error as what it is, never as a result that may say "no error": they
// build one, or look for one in an error.
var makers = []string{
	"domain/intent.NewError", "domain/intent.RequestFailed", "domain/intent.AsError",
	"domain/intent.Error.WithCause", "domain/intent.Error.WithForeign", "domain/intent.Error.WithPartial",
	"domain/intent.Error.Clone",
}

// TestErrorsAreReturnedAsErrors: a function whose result is a pointer to an error type makes a nil that is
// not nil once somebody assigns it to an error. So no exported function or method has one.
func TestErrorsAreReturnedAsErrors(t *testing.T) {
	t.Parallel()
	errorType := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	seen := map[string]bool{}
	for name, pkg := range typed(t) {
		if strings.Contains(name, "internal/") {
			continue // nobody outside can call it
		}
		for _, f := range exported(pkg) {
			full := name + "." + f.name
			for result := range f.signature.Results().Variables() {
				_, pointer := result.Type().(*types.Pointer)
				if !pointer || !types.Implements(result.Type(), errorType) {
					continue
				}
				seen[full] = true
				if !slices.Contains(makers, full) {
					t.Errorf("%s returns %s, expected error", full, result.Type())
				}
			}
		}
	}
	for _, name := range makers {
		if !seen[name] {
			t.Errorf("%s returns no pointer to an error any more", name)
		}
	}
}

type function struct {
	name      string
	signature *types.Signature
}

// exported lists a package's exported functions, and the exported methods of its exported types.
func exported(pkg *types.Package) []function {
	var list []function
	for _, name := range pkg.Scope().Names() {
		switch object := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			if object.Exported() {
				list = append(list, function{name, object.Signature()})
			}
		case *types.TypeName:
			if !object.Exported() {
				continue
			}
			methods := types.NewMethodSet(types.NewPointer(object.Type()))
			for method := range methods.Methods() {
				if f, ok := method.Obj().(*types.Func); ok && f.Exported() && f.Pkg() == pkg {
					list = append(list, function{name + "." + f.Name(), f.Signature()})
				}
			}
		}
	}
	return list
}

// typed reads the types of all packages of the module, by their path below it, from what the compiler
// exported.
func typed(t *testing.T) map[string]*types.Package {
	t.Helper()
	command := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Module,Name", module+"/...")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	var own []string
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export, Name string
			Module                   *struct{ Main bool }
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main && p.Name != "main" && p.Export != "" {
			own = append(own, p.ImportPath)
		}
	}
	reader := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("%s has no export data", path)
		}
		return os.Open(exports[path])
	})
	packages := map[string]*types.Package{}
	for _, path := range own {
		pkg, err := reader.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		packages[path[len(module)+1:]] = pkg
	}
	return packages
}
