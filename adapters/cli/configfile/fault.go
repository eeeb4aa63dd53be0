package configfile

import (
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli/input"
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
	b.WriteString(input.ShownName(f.File))
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d", f.Line)
	}
	b.WriteString(": ")
	if f.Path != "" {
		b.WriteString(strictjson.CutText(strictjson.CutPointer(f.Path), longestPlace) + " ")
	}
	b.WriteString(f.Reason)
	return b.String()
}

// longestPlace bounds a key path as it is shown, in bytes.
const longestPlace = 256

// MaxFaults bounds how many faults of a file are gathered; one more says that there are others.
const MaxFaults = 1000

// add gathers a fault, if there is room for it.
func (f *Faults) add(fault Fault) {
	switch {
	case len(*f) < MaxFaults:
		*f = append(*f, fault)
	case len(*f) == MaxFaults:
		*f = append(*f, Fault{File: fault.File, Reason: "has more faults"})
	}
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
