package format_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema/format"
)

// officialGroup is a group of the official JSON Schema test suite.
type officialGroup struct {
	File   string
	Group  string
	Schema struct{ Format string }
	Tests  []struct {
		Description string
		Data        any
		Valid       bool
	}
}

// suite is the folder of the official cases.
const suite = "../../../ports/validatortest/testdata/json-schema-test-suite"

// officialGroups reads the groups whose schema is a format.
func officialGroups(t *testing.T) []officialGroup {
	t.Helper()
	var groups []officialGroup
	for _, name := range []string{"draft7-supported.json", "duration-uuid.json"} {
		text, err := os.ReadFile(filepath.Join(suite, name))
		if err != nil {
			t.Fatal(err)
		}
		var raw []json.RawMessage
		if err := json.Unmarshal(text, &raw); err != nil {
			t.Fatal(err)
		}
		for _, one := range raw {
			var group officialGroup
			if json.Unmarshal(one, &group) == nil && group.Schema.Format != "" {
				groups = append(groups, group)
			}
		}
	}
	return groups
}

func TestOfficialCases(t *testing.T) {
	count, seen := 0, map[string]bool{}
	for _, group := range officialGroups(t) {
		seen[group.Schema.Format] = true
		for _, test := range group.Tests {
			text, isString := test.Data.(string)
			if !isString {
				continue
			}
			count++
			if ok, _ := format.Check(group.Schema.Format, text, nil); ok != test.Valid {
				t.Errorf("%s, %s: %q: got %v, want %v", group.File, test.Description, text, ok, test.Valid)
			}
		}
	}
	if count < 400 || len(seen) != len(format.Names())-1 {
		t.Errorf("%d cases of %d formats: the suite is not all there", count, len(seen))
	}
	t.Logf("%d cases of %d formats", count, len(seen))
}
