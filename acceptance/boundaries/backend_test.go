package boundaries

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// executionOnly is the one package that calls backends of tools, and the one function in it.
const (
	executionOnly = "application/execution"
	invoker       = "invoke"
)

// TestOnePathToABackend finds every call in this module that could be of acting.Tool.Run: a method Run of
// two arguments, in a package that knows the port. There is exactly one, and it is the kernel's.
func TestOnePathToABackend(t *testing.T) {
	t.Parallel()
	const root = "../.."
	var found []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if entry != nil && slices.Contains([]string{".git", "acceptance", "benchmarks", "tools", "testdata"},
				entry.Name()) &&
				filepath.Dir(path) == root {
				return fs.SkipDir
			}
			return err
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			rel, _ := filepath.Rel(root, path)
			found = append(found, backendCalls(t, path, filepath.ToSlash(rel))...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{executionOnly + "/dispatch.go " + invoker}; !slices.Equal(found, want) {
		t.Errorf("backends are called by %v, not only by %v", found, want)
	}
}

// backendCalls names the functions of a file that make such a call.
func backendCalls(t *testing.T, path, rel string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"`+module+`/ports/acting"`
	}) {
		return nil
	}
	var found []string
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		ast.Inspect(function.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 {
				return true
			}
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == "Run" && !subtest(selector) {
				found = append(found, rel+" "+function.Name.Name)
			}
			return true
		})
	}
	return found
}

// subtest reports whether a selector is t.Run, which kits call.
func subtest(selector *ast.SelectorExpr) bool {
	on, ok := selector.X.(*ast.Ident)
	return ok && on.Name == "t"
}
