package configfile

import (
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Fault is one thing that is wrong with a file. Its text holds no value of the file.
type Fault struct {
	File   string // as it was named
	Line   int    // counted from 1; 0 where the key path tells the place
	Path   string // the key path, a JSON Pointer; "" for the file as a whole
	Reason string // what is wrong, and what to do where that is not plain
}

// Error gives file, place and reason in one line.
func (f Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d", f.Line)
	}
	b.WriteString(": ")
	if f.Path != "" {
		b.WriteString(strictjson.CutPointer(f.Path) + " ")
	}
	b.WriteString(f.Reason)
	return b.String()
}

// Faults is every fault found in a file, in its order. It is an error when it is not empty.
type Faults []Fault

// Error gives a line a fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}
