package boundaries

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// clock is what package time offers beside its types: reading or waiting for the present moment.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Local"}

// shared is what makes a package-level variable a place where callers meet.
var shared = []string{"sync.Mutex", "sync.RWMutex", "sync.Map", "sync.Pool", "atomic."}

// source is one parsed package without its tests.
type source struct {
	*pkg
	fset  *token.FileSet
	files []*ast.File
	info  types.Info
	scope *types.Scope
}

// parse reads a package and resolves the names inside it; imported names stay unknown, which is enough.
func parse(t *testing.T, p *pkg) *source {
	t.Helper()
	s := &source{pkg: p, fset: token.NewFileSet(), info: types.Info{Uses: map[*ast.Ident]types.Object{}}}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, f)
	}
	conf := types.Config{Importer: nowhere{}, Error: func(error) {}, FakeImportC: true}
	checked, _ := conf.Check(p.ImportPath, s.fset, s.files, &s.info) // its errors are of imports, left out
	s.scope = checked.Scope()
	return s
}

// nowhere imports nothing.
type nowhere struct{}

func (nowhere) Import(string) (*types.Package, error) { return nil, errors.New("left out") }

func (s *source) where(n ast.Node) string {
	pos := s.fset.Position(n.Pos())
	return s.at() + "/" + filepath.Base(pos.Filename) + ":" + strconv.Itoa(pos.Line)
}

func (s *source) inspect(f func(ast.Node)) {
	for _, file := range s.files {
		ast.Inspect(file, func(n ast.Node) bool { f(n); return true })
	}
}

// TestDomainIsStepped: domain code starts nothing, waits for nothing and reads no clock.
func TestDomainIsStepped(t *testing.T) {
	for _, p := range load(t).own {
		if !matches("domain/...", p.at()) {
			continue
		}
		s := parse(t, p)
		s.inspect(func(n ast.Node) {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s: starts a goroutine", s.where(n))
			case *ast.ChanType:
				t.Errorf("%s: has a channel", s.where(n))
			case *ast.SelectStmt:
				t.Errorf("%s: waits in a select", s.where(n))
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clock, n.Sel.Name) {
					t.Errorf("%s: reads the clock with time.%s", s.where(n), n.Sel.Name)
				}
			}
		})
	}
}

// TestNoGlobalState: nothing happens on import, and no package-level variable changes once it is set.
// An adapter that must touch its library's global does it behind a sync.Once, which this allows.
func TestNoGlobalState(t *testing.T) {
	for _, p := range load(t).own {
		if matches("acceptance/...", p.at()) {
			continue
		}
		s := parse(t, p)
		s.inspect(func(n ast.Node) {
			for _, target := range written(n) {
				if v := s.global(target); v != "" {
					t.Errorf("%s: changes the package-level variable %s", s.where(target), v)
				}
			}
			if f, ok := n.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: has an init function", s.where(f))
			}
		})
		s.checkVars(t)
	}
}

// written is the expressions that a node gives a new value. An address handed out is no change yet: large
// tables are passed that way.
func written(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear") && len(n.Args) > 0 {
			return n.Args[:1]
		}
	}
	return nil
}

// global is the name of the package-level variable at the root of an expression such as v.f[i], if it is one.
func (s *source) global(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			v, ok := s.info.Uses[x].(*types.Var)
			if ok && v.Parent() == s.scope {
				return x.Name
			}
			return ""
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return ""
		}
	}
}

// checkVars refuses package-level locks, pools and counters: they are state by their type.
func (s *source) checkVars(t *testing.T) {
	t.Helper()
	for _, file := range s.files {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for _, e := range append([]ast.Expr{v.Type}, v.Values...) {
					if e == nil {
						continue
					}
					text := strings.TrimPrefix(types.ExprString(e), "&")
					if slices.ContainsFunc(shared, func(p string) bool { return strings.HasPrefix(text, p) }) {
						t.Errorf("%s: %s is shared state of the whole process", s.where(v), v.Names[0].Name)
					}
				}
			}
		}
	}
}

// TestJSONTextStaysInside: the API of jsontext still moves, so no exported name of ours may show a type of it.
func TestJSONTextStaysInside(t *testing.T) {
	for _, p := range load(t).own {
		if p.at() != "domain/strictjson" {
			continue
		}
		s := parse(t, p)
		for _, file := range s.files {
			ast.FileExports(file) // leaves exported names only
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					f.Body = nil
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if x, ok := n.(*ast.SelectorExpr); ok && types.ExprString(x.X) == "jsontext" {
						t.Errorf("%s: an exported name shows jsontext.%s", s.where(n), x.Sel.Name)
					}
					return true
				})
			}
		}
	}
}
