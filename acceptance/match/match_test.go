package match

import (
	"testing"

	"github.com/onsi/gomega"
)

func TestPattern(t *testing.T) {
	tests := []struct {
		pattern, value string
		want           bool
	}{
		{`{"a":1}`, `{"a":1.0,"b":2}`, true},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":null}`, `{}`, false},
		{`{"a":null}`, `{"a":null}`, true},
		{`{"a":"$any"}`, `{"a":null}`, true},
		{`{"a":"$any"}`, `{}`, false},
		{`{"a":"$absent"}`, `{}`, true},
		{`{"a":"$absent"}`, `{"a":null}`, false},
		{`{"a":"$text"}`, `{"a":" "}`, false},
		{`{"a":"$text"}`, `{"a":"\u200b\ufeff"}`, false},
		{`{"a":"$text"}`, `{"a":"x"}`, true},
		{`{"a":"$text"}`, `{"a":1}`, false},
		{`[1,2]`, `[1,2]`, true},
		{`[1,2]`, `[2,1]`, false},
		{`[1]`, `[1,2]`, false},
		{`[{"a":1}]`, `[{"a":1,"b":2}]`, true},
		{`{"$exact":{"a":[1]}}`, `{"a":[1.0]}`, true},
		{`{"$exact":{"a":1}}`, `{"a":1,"b":2}`, false},
		{`{"$exact":{"a":"$any"}}`, `{"a":1}`, false},
		{`{"$exact":{"a":1}}`, `{"b":1}`, false},
		{`{"$has":[{"a":1},"x"]}`, `["x",{"a":1,"b":1}]`, true},
		{`{"$has":[1,2]}`, `[1]`, false},
		{`{"$has":[1]}`, `1`, false},
		{`{"$has":1}`, `[1]`, false},
		{`{"$match":"^a.c$"}`, `"abc"`, true},
		{`{"$match":"b"}`, `"abc"`, true},
		{`{"$match":"z"}`, `"abc"`, false},
		{`{"$match":"1"}`, `1`, false},
		{`{"$match":"("}`, `"("`, false},
		{`{"$match":1}`, `"1"`, false},
		{`{"$size":2}`, `{"a":1,"b":2}`, true},
		{`{"$size":0}`, `[]`, true},
		{`{"$size":1}`, `"a"`, false},
		{`{"$size":"1"}`, `[1]`, false},
		{`{"$not":{"a":1}}`, `{"a":2}`, true},
		{`{"$not":{"a":1}}`, `{"a":1}`, false},
		{`{"a":{"$not":1}}`, `{}`, false},
		{`{"$size":1,"a":1}`, `{"a":1}`, false},
		{`{"a":true}`, `{"a":false}`, false},
		{`{"a":true}`, `[]`, false},
		{`{"a":`, `{}`, false},
		{`{}`, `{`, false},
	}
	for _, test := range tests {
		if err := Pattern(test.pattern, []byte(test.value)); (err == nil) != test.want {
			t.Errorf("Pattern(%s, %s) = %v", test.pattern, test.value, err)
		}
	}
}

func TestGoValues(t *testing.T) {
	if err := Pattern(map[string]any{"a": "$text"}, struct {
		A string `json:"a"`
	}{"x"}); err != nil {
		t.Error(err)
	}
	if Pattern(func() {}, 1) == nil || Pattern(1, func() {}) == nil {
		t.Error("what is no JSON must not match")
	}
}

func TestMatcher(t *testing.T) {
	g := gomega.NewWithT(t)
	g.Expect(map[string]int{"a": 1}).To(MatchPattern(`{"a":1}`))
	g.Expect([]int{1}).NotTo(MatchPattern(`[2]`))
	m := MatchPattern(`[2]`)
	if ok, err := m.Match([]int{1}); ok || err != nil || m.FailureMessage(nil) == "" || m.NegatedFailureMessage(nil) == "" {
		t.Error("the failure must be told")
	}
}
