package ecma_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

// suite is the folder of the official cases.
const suite = "../../../ports/validatortest/testdata/json-schema-test-suite"

// officialGroup is a group of the official JSON Schema test suite.
type officialGroup struct {
	Group  string
	Schema struct{ Pattern string }
	Tests  []struct {
		Description string
		Data        any
		Valid       bool
	}
}

func TestOfficialCases(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(suite, "draft7-supported.json"))
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, one := range raw {
		var group officialGroup
		if json.Unmarshal(one, &group) == nil && group.Schema.Pattern != "" {
			count += runOfficial(t, group)
		}
	}
	if count < 60 {
		t.Errorf("%d cases: the suite is not all there", count)
	}
	t.Logf("%d cases", count)
}

func runOfficial(t *testing.T, group officialGroup) (count int) {
	t.Helper()
	p, err := ecma.Compile(group.Schema.Pattern)
	if err != nil {
		t.Errorf("%s: %v", group.Group, err)
		return 0
	}
	for _, test := range group.Tests {
		text, isString := test.Data.(string)
		if !isString {
			continue
		}
		count++
		if got := p.MatchString(text); got != test.Valid {
			t.Errorf("%s, %s: %v", group.Group, test.Description, got)
		}
	}
	return count
}
