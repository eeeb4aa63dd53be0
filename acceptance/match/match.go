// Package match compares anything that can be written as JSON with the patterns of the conformance vectors
// and scenarios; see [pattern.Match] for what they mean.
package match

import (
	"encoding/json"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/pattern"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Pattern returns the first reason why value does not match the pattern, or nil. Both are anything
// that encoding/json can write; []byte and [json.RawMessage] are JSON text already, and so is a Go
// string that begins with '{' or '[' as a pattern. It keeps and changes neither.
func Pattern(wanted, value any) error {
	if text, isText := wanted.(string); isText && text != "" && (text[0] == '{' || text[0] == '[') {
		wanted = []byte(text)
	}
	p, err := valueOf(wanted)
	if err != nil {
		return fmt.Errorf("the pattern is no JSON: %w", err)
	}
	v, err := valueOf(value)
	if err != nil {
		return fmt.Errorf("the value is no JSON: %w", err)
	}
	return pattern.Match(p, v)
}

func valueOf(x any) (strictjson.Value, error) {
	switch x := x.(type) {
	case strictjson.Value:
		return x, nil
	case []byte:
		return strictjson.Decode(x, strictjson.Options{})
	case json.RawMessage:
		return strictjson.Decode(x, strictjson.Options{})
	}
	text, err := json.Marshal(x)
	if err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Decode(text, strictjson.Options{})
}
