package executortest

import (
	"fmt"
	"slices"
	"strings"
)

// fault is one thing that a rule found.
type fault struct {
	where string // the behaviour that it was found under; "" if there is one only
	what  string
}

// found gathers what a rule finds.
type found []fault

// addf adds a fault of a rule that looks at one behaviour.
func (f *found) addf(format string, args ...any) { f.under("", format, args...) }

// under adds a fault that was found under a behaviour.
func (f *found) under(where, format string, args ...any) {
	*f = append(*f, fault{where: where, what: fmt.Sprintf(format, args...)})
}

// grouped is a line for each thing that was found, with the behaviours that it was found under: a broken
// executor breaks a rule in each of many calls.
func (f found) grouped() string {
	const most = 8
	var order []string
	under := map[string][]string{}
	for _, one := range f {
		if _, ok := under[one.what]; !ok {
			order = append(order, one.what)
			under[one.what] = nil
		}
		if one.where != "" {
			under[one.what] = append(under[one.what], one.where)
		}
	}
	var lines strings.Builder
	for i, what := range order {
		if i == most {
			fmt.Fprintf(&lines, "\tand %d more\n", len(order)-most)
			break
		}
		where := under[what]
		slices.Sort(where)
		if where = slices.Compact(where); len(where) > 0 {
			what = strings.Join(where, ", ") + ": " + what
		}
		fmt.Fprintf(&lines, "\t%s\n", what)
	}
	return lines.String()
}
