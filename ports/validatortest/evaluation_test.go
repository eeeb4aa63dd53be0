package validatortest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema"
)

// TestEvaluationNamesEveryViolation holds the runtime's own evaluation to the kit's cases: which violations,
// where, in which order.
func TestEvaluationNamesEveryViolation(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		v, err := decode(c.value)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := evaluated(c.schema, v)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range verdict.Violations {
			got = append(got, strings.TrimPrefix(one.Pointer, "/"+field)+" "+one.Keyword)
			if one.Expected == "" {
				t.Errorf("%s of %s: the violation at %q does not say what was expected", c.value, c.schema, one.Pointer)
			}
		}
		if told := strings.Join(got, ", "); told != c.violations {
			t.Errorf("%s of %s: violations are %q, must be %q", c.value, c.schema, told, c.violations)
		}
	}
}

// described are root schemas with values, and the nodes that a description applies to.
var described = []struct{ schema, value, pointers string }{
	{`{"type":"object","description":"d","properties":{"a":{}}}`, `{}`, `""`},
	{`{"type":"object","description":" \u200b","properties":{"a":{"description":"\ufeff"}}}`, `{"a":1}`, ``},
	{`{"type":"object","properties":{"a":{"description":"d"},"b":{"description":"d"}}}`, `{"b":1}`, `"/b"`},
	{`{"type":"object","properties":{"a":{"type":"string","description":"d"}}}`, `{"a":1}`, `"/a"`},
	{`{"type":"object","properties":{"a":{"items":{"description":"i"},"description":"d"}}}`, `{"a":[1,2]}`,
		`"/a" "/a/0" "/a/1"`},
	{`{"type":"object","properties":{"a":{"properties":{"x":{}},"additionalProperties":{"description":"d"}}}}`,
		`{"a":{"x":1,"y/~":2}}`, `"/a/y~1~0"`},
	{`{"type":"object","properties":{"a":{"allOf":[{"description":"d"},
		{"properties":{"x":{"description":"d"}}}]}}}`,
		`{"a":{"x":1}}`, `"/a" "/a/x"`},
	{`{"type":"object","properties":{"a":{"allOf":[{"type":"string","description":"d"}]}}}`, `{"a":1}`, `"/a"`},
	{`{"type":"object","properties":{"a":{"anyOf":[{"minimum":9,"description":"d"},{"type":"integer"}]}}}`,
		`{"a":1}`, ``},
	{`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"minimum":1,"description":"d"}]}}}`,
		`{"a":1}`, `"/a"`},
	{`{"type":"object","properties":{"a":{"oneOf":[{"properties":{"x":{"description":"d"}}},
		{"properties":{"y":{"description":"d"}}}]}}}`, `{"a":{"y":1,"x":2}}`, `"/a/y" "/a/x"`},
	{`{"type":"object","properties":{"a":{"oneOf":[{"description":"d"}],"type":"string"}}}`, `{"a":1}`, `"/a"`},
	{`{"type":"object","properties":{"a":{"not":{"type":"string","description":"d"}}}}`, `{"a":1}`, ``},
	{`{"type":"object","properties":{"a":{"not":{"not":{"description":"d"}}}}}`, `{"a":1}`, ``},
	{`{"type":"object","properties":{"a":{"anyOf":[{"anyOf":[{"type":"string","description":"d"},
		{"items":{"description":"i"}}]},false]}}}`, `{"a":[1]}`, `"/a/0"`},
	{`{"type":"object","properties":{"a":{"anyOf":[{"allOf":[{"description":"d"},{"type":"string"}]},{}]}}}`,
		`{"a":1}`, ``},
	{`{"type":"object","properties":{"a":{"allOf":[{"description":"d"}],"anyOf":[{"description":"e"}],
		"description":"f"}}}`, `{"a":1}`, `"/a"`},
}

func TestEvaluationFindsDescribedNodes(t *testing.T) {
	t.Parallel()
	for _, c := range described {
		p, err := project(c.schema)
		if err != nil {
			t.Fatal(err)
		}
		v, err := decode(c.value)
		if err != nil {
			t.Fatal(err)
		}
		verdict, _ := schema.Evaluate(p, v, nil)
		var got []string
		for _, pointer := range verdict.Described {
			got = append(got, fmt.Sprintf("%q", pointer))
		}
		if told := strings.Join(got, " "); told != c.pointers {
			t.Errorf("%s of %s: described are %s, must be %s", c.value, c.schema, told, c.pointers)
		}
	}
}

// TestEvaluationStops: in the middle of work that takes long, many nodes and one pattern, the evaluation asks
// whether to stop and does so at once.
func TestEvaluationStops(t *testing.T) {
	t.Parallel()
	branch := `{"type":"string"}`
	for range 3 {
		branch = `{"anyOf":[` + strings.Repeat(branch+",", 15) + branch + `]}`
	}
	for what, tc := range map[string][2]string{
		"many nodes":  {`{"type":"array","items":` + branch + `}`, "[" + strings.Repeat("1,", 19000) + "1]"},
		"one pattern": {`{"type":"string","pattern":"(x+x+){1,300}y"}`, `"` + strings.Repeat("x", 250_000) + `"`},
	} {
		p, err := project(wrapped(tc[0]))
		if err != nil {
			t.Fatal(err)
		}
		v, err := decode(tc[1])
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		var since time.Time
		_, stopped := schema.Evaluate(p, holder(v), func() bool {
			asked++
			since = time.Now()
			return asked == 20
		})
		if !stopped || asked > 25 {
			t.Errorf("%s: stopped %v after %d questions", what, stopped, asked)
		}
		if took := time.Since(since); took > time.Second {
			t.Errorf("%s: goes on for %v", what, took)
		}
	}
}

// TestOfficialCases holds the evaluation to the official suite.
func TestOfficialCases(t *testing.T) {
	t.Parallel()
	groups, err := officialGroups()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, g := range groups {
		if _, err := project(wrapped(string(g.Schema))); err != nil {
			continue
		}
		for _, test := range g.Tests {
			v, err := decode(string(test.Data))
			if err != nil {
				continue
			}
			count++
			if verdict, err := evaluated(string(g.Schema), v); err != nil || verdict.Valid() != test.Valid {
				t.Errorf("%s: %s: valid is %v (%v), must be %v", g.Group, test.Description, verdict.Valid(), err, test.Valid)
			}
		}
	}
	if count != OfficialCases {
		t.Errorf("%d cases, want %d", count, OfficialCases)
	}
}
