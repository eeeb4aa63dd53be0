package world

import (
	"maps"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// DataOf gives a good data candidate for any value: semantic evidence with one quote for every leaf and
// empty container, the conclusion extracted for every key it holds, no checks and no issues.
func DataOf(data Tree, quote string) Tree {
	candidate := Tree{"data": data, "evidence": []any{}, "descriptionChecks": []any{},
		"fieldResults": []any{}, "issues": []any{}}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		path := strictjson.AppendName("/data", name)
		Append("/fieldResults", Tree{"path": path, "status": "extracted", "explanation": "Stated."})(candidate)
		cover(candidate, path, data[name], quote)
	}
	return candidate
}

// Evidence gives one entry that quotes the input.
func Evidence(path, mode, quote string) Tree {
	return Tree{"path": path, "mode": mode, "sources": []any{Tree{"sourceId": "input", "quote": quote}}}
}

// Check gives one description check that quotes the input.
func Check(path, verdict, quote string) Tree {
	return Tree{"path": path, "verdict": verdict, "explanation": "Explained " + path + ".",
		"sources": []any{Tree{"sourceId": "input", "quote": quote}}}
}

// Issue gives one reported issue; path is a string or nil.
func Issue(code, category string, path any) Tree {
	return Tree{"code": code, "category": category, "path": path, "message": "Say it for " + code + "."}
}

// Conclusion gives one field result.
func Conclusion(path, status string) Tree {
	return Tree{"path": path, "status": status, "explanation": "Concluded."}
}

func cover(candidate Tree, path string, value any, quote string) {
	switch value := value.(type) {
	case Tree:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			cover(candidate, strictjson.AppendName(path, name), value[name], quote)
		}
		if len(value) > 0 {
			return
		}
	case []any:
		for i, inner := range value {
			cover(candidate, strictjson.AppendIndex(path, i), inner, quote)
		}
		if len(value) > 0 {
			return
		}
	}
	Append("/evidence", Evidence(path, "semantic", quote))(candidate)
}

// Schema gives an object schema of properties as JSON text, with more members of the root.
func Schema(properties string, more ...string) []byte {
	return []byte(`{"type":"object","properties":{` + properties + `}` + strings.Join(more, "") + `}`)
}
