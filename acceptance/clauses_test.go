package acceptance_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// clauses lists what the contract and its sister documents say by clause. Section 1 says what the rest
// is for and holds no rule of its own.
var clauses = []string{
	"2", "3", "4", "5", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.order", "6", "7", "8",
	"9", "9.language", "9.limits", "10", "11", "12", "13",
	"schema", "bridge", "cli", "executors", "instructions",
}

// further lists the documents whose rules are labelled by number; a label names the rule ("robust.2",
// "K3.2").
var further = []string{
	"architecture", "embedding", "ecosystem", "hosts", "offline", "performance", "robust",
	"K1", "K2", "K3", "K4", "K5", "K6", "K7", "L1", "L2", "L3", "L4", "I1", "I2", "I3",
	"P1", "P2", "P3", "P4", "P5", "P6",
	"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11", "S12", "S13", "S14", "S15", "S16",
	"S17", "S18", "S19", "S20", "S21", "S22", "S23", "S24", "S25", "S26", "S27", "S28", "S29", "S30", "S31",
	"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16",
	"R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R28",
}

// specified tells what the labels of this folder's containers say, and what is wrong with a container.
type specified struct {
	clauses map[string]int
	faults  []string
	files   *token.FileSet
}

func readSpecs() specified {
	s := specified{clauses: map[string]int{}, files: token.NewFileSet()}
	names, err := filepath.Glob("*_test.go")
	Expect(err).NotTo(HaveOccurred())
	for _, name := range names {
		file, err := parser.ParseFile(s.files, name, nil, 0)
		Expect(err).NotTo(HaveOccurred())
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				s.call(call)
			}
			return true
		})
	}
	return s
}

func (s *specified) call(call *ast.CallExpr) {
	name := calledName(call.Fun)
	switch name {
	case "Label":
		for _, label := range texts(call.Args) {
			if clause, ok := strings.CutPrefix(label, "clause:"); ok {
				s.clauses[clause]++
			}
		}
	case "It", "Specify", "Entry", "DescribeTable", "Describe", "Context", "When":
		if last, ok := lastFunc(call); ok && len(last.Body.List) == 0 {
			s.fault(call, "an empty "+name)
		}
		if name == "It" && len(call.Args) < 2 {
			s.fault(call, "a spec without a body")
		}
	case "PIt", "XIt", "FIt", "PDescribe", "XDescribe", "FDescribe", "PContext", "XContext", "FContext", "PEntry",
		"XEntry", "FEntry", "PDescribeTable", "XDescribeTable", "FDescribeTable":
		s.fault(call, name)
	}
}

func (s *specified) fault(call *ast.CallExpr, what string) {
	s.faults = append(s.faults, fmt.Sprintf("%s: %s", s.files.Position(call.Pos()), what))
}

// calledName gives the name of a function that is called by its bare name, as Ginkgo's are here.
func calledName(fun ast.Expr) string {
	if name, ok := fun.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func lastFunc(call *ast.CallExpr) (*ast.FuncLit, bool) {
	for i := len(call.Args) - 1; i >= 0; i-- {
		if body, ok := call.Args[i].(*ast.FuncLit); ok {
			return body, true
		}
	}
	return nil, false
}

func texts(args []ast.Expr) []string {
	var list []string
	for _, arg := range args {
		literal, ok := arg.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil {
			list = append(list, text)
		}
	}
	return list
}

var _ = Describe("The specs themselves", func() {
	It("leave no clause out", func() {
		found := readSpecs().clauses
		var missing []string
		for _, clause := range clauses {
			if !covered(found, clause) {
				missing = append(missing, clause)
			}
		}
		Expect(missing).To(BeEmpty(), "clauses without a spec labelled clause:<name>")
	})

	It("name no clause that does not exist", func() {
		for clause := range readSpecs().clauses {
			Expect(known(clause)).To(BeTrue(), "clause:%s", clause)
		}
	})

	It("are neither pending, focused nor empty", func() {
		Expect(readSpecs().faults).To(BeEmpty())
	})
})

// covered reports whether a clause, or a part of it that is named by more words, has a spec.
func covered(found map[string]int, clause string) bool {
	for label := range found {
		if label == clause || strings.HasPrefix(label, clause+".") {
			return true
		}
	}
	return false
}

// known reports whether a clause is one of the lists, or a part of one that is named by more words.
func known(clause string) bool {
	for _, c := range slices.Concat(clauses, further) {
		if clause == c || strings.HasPrefix(clause, c+".") {
			return true
		}
	}
	return false
}
