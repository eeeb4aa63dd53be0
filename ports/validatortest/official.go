package validatortest

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed testdata/json-schema-test-suite/*.json
var suite embed.FS

// OfficialCases is how many official cases pass the strict reader; the kit judges all of them.
const OfficialCases = 1191

// officialGroup is a schema of the official test suite with the values to judge by it. Number text
// stays as it is in the source.
type officialGroup struct {
	File, Group string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

func officialGroups() ([]officialGroup, error) {
	const folder = "testdata/json-schema-test-suite"
	files, err := suite.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []officialGroup
	for _, file := range files {
		text, err := suite.ReadFile(folder + "/" + file.Name())
		if err != nil {
			return nil, err
		}
		var groups []officialGroup
		if err := json.Unmarshal(text, &groups); err != nil {
			return nil, err
		}
		all = append(all, groups...)
	}
	return all, nil
}

func checkOfficial(b *bench) {
	groups, err := officialGroups()
	if err != nil {
		b.fault("the official cases cannot be read: %v", err)
		return
	}
	if len(b.features.Exceptions) > MaxExceptions {
		b.fault("%d exceptions, at most %d are allowed", len(b.features.Exceptions), MaxExceptions)
	}
	used := map[string]bool{}
	count := 0
	for _, g := range groups {
		count += b.officialGroup(g, used)
	}
	if count != OfficialCases {
		b.fault("%d official cases were judged, there are %d", count, OfficialCases)
	}
	for name := range b.features.Exceptions {
		if !used[name] {
			b.fault("the exception %q is none: the case is judged rightly, or there is none of that name", name)
		}
	}
}

// officialGroup judges a group and counts its cases that pass the strict reader.
func (b *bench) officialGroup(g officialGroup, used map[string]bool) int {
	if _, err := project(wrapped(string(g.Schema))); err != nil {
		return 0
	}
	made, err := b.compile(wrapped(string(g.Schema)))
	if err != nil {
		b.fault("%s: %v", g.Group, err)
		return 0
	}
	count := 0
	for _, test := range g.Tests {
		v, err := decode(string(test.Data))
		if err != nil {
			continue
		}
		count++
		valid, err := made.agrees(holder(v))
		if err == nil && valid != test.Valid {
			err = fmt.Errorf("valid is %v, must be %v", valid, test.Valid)
		}
		if err != nil && !b.excepted(g, test.Description, used) {
			b.fault("%s: %s: %s: %v", g.File, g.Group, test.Description, err)
		}
	}
	return count
}

func (b *bench) excepted(g officialGroup, description string, used map[string]bool) bool {
	name := g.Group + ": " + description
	reason := b.features.Exceptions[name]
	used[name] = reason != "" && strings.Contains(g.File, "hostname")
	return used[name]
}
