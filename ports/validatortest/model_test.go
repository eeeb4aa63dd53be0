package validatortest

import (
	"slices"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// describedBy is the contract's rule read word by word: the plain model of which nodes are described.
func describedBy(t *testing.T, s, v strictjson.Value, at string, found map[string]bool) {
	if description, _ := s.Lookup("description"); strings.TrimSpace(description.Text()) != "" {
		found[at] = true
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		branches, _ := s.Lookup(keyword)
		for _, branch := range branches.Items() {
			if keyword == "allOf" || holds(t, branch, v) {
				describedBy(t, branch, v, at, found)
			}
		}
	}
	properties, _ := s.Lookup("properties")
	additional, _ := s.Lookup("additionalProperties")
	for name, member := range v.Members() {
		sub, ok := properties.Lookup(name)
		if !ok {
			sub = additional
		}
		describedBy(t, sub, member, strictjson.AppendName(at, name), found)
	}
	items, _ := s.Lookup("items")
	for i, item := range v.Items() {
		describedBy(t, items, item, strictjson.AppendIndex(at, i), found)
	}
}

// holds judges a branch by itself, as the schema of a field.
func holds(t *testing.T, branch, v strictjson.Value) bool {
	t.Helper()
	p, err := project(wrapped(branch.JSON()))
	if err != nil {
		t.Fatalf("%s: %v", branch.JSON(), err)
	}
	verdict, _ := schema.Evaluate(p, holder(v), nil)
	return verdict.Valid()
}

// inOrder lists the pointers of all nodes in document order.
func inOrder(v strictjson.Value, at string) []string {
	all := []string{at}
	for name, member := range v.Members() {
		all = append(all, inOrder(member, strictjson.AppendName(at, name))...)
	}
	for i, item := range v.Items() {
		all = append(all, inOrder(item, strictjson.AppendIndex(at, i))...)
	}
	return all
}

// TestDescribedNodesAgainstAPlainModel also holds violations to document order.
func TestDescribedNodesAgainstAPlainModel(t *testing.T) {
	several := 0
	for pair := range Pairs(11, 12_000) {
		for _, value := range pair.Values {
			found := map[string]bool{}
			describedBy(t, pair.Projection.Root().Definition(), value, "", found)
			order := inOrder(value, "")
			want := slices.DeleteFunc(slices.Clone(order), func(at string) bool { return !found[at] })
			verdict, _ := schema.Evaluate(pair.Projection, value, nil)
			if !slices.Equal(want, verdict.Described) {
				t.Fatalf("%s of %s: described are %q, the model says %q", value.JSON(), pair.Projection.Text(), verdict.Described, want)
			}
			if len(want) > 1 {
				several++
			}
			if !slices.IsSortedFunc(verdict.Violations, func(a, b schema.Violation) int {
				return slices.Index(order, a.Pointer) - slices.Index(order, b.Pointer)
			}) {
				t.Fatalf("%s of %s: violations out of order: %v", value.JSON(), pair.Projection.Text(), verdict.Violations)
			}
		}
	}
	if several < 400 {
		t.Errorf("only %d values had several described nodes", several)
	}
}
