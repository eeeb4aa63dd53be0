// Package santhosh is a second judge made of github.com/santhosh-tekuri/jsonschema: the example of a schema
// validator of one's own. It takes patterns and formats from the runtime.
package santhosh

import (
	"bytes"
	"errors"
	"regexp"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/schema/ecma"
	"github.com/devcodex/intent-runtime/domain/schema/format"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Validator implements ports.SchemaValidator.
type Validator struct{}

// Name is the word that a configuration would choose it by.
func (Validator) Name() string { return "santhosh" }

// MaxWork is what it does in some 300 ms; the kit measures with it.
func (Validator) MaxWork() int64 { return 100_000 }

// Compile prepares a schema. The library cannot be told another judge of the format "regex" than its
// engine of patterns, which therefore also takes what is only syntax.
func (Validator) Compile(schemaJSON []byte) (func(valueJSON []byte) error, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaJSON))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft7)
	compiler.AssertFormat()
	compiler.UseRegexpEngine(func(text string) (jsonschema.Regexp, error) {
		if ok, _ := format.Check("regex", text, nil); !ok {
			return nil, errors.New("not a pattern")
		}
		if pattern, err := ecma.Compile(text); err == nil {
			return pattern, nil
		}
		return regexp.MustCompile(""), nil // a value of the format, never matched
	})
	for _, name := range format.Names() {
		compiler.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(value any) error {
			if text, ok := value.(string); ok {
				if fits, _ := format.Check(name, text, nil); !fits {
					return errors.New("not of the format " + name)
				}
			}
			return nil
		}})
	}
	if err := compiler.AddResource("mem:///schema", document); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile("mem:///schema")
	return func(valueJSON []byte) error { return judge(compiled, valueJSON) }, err
}

// judge returns the first violation that has no cause of its own as a disagreement.
func judge(compiled *jsonschema.Schema, valueJSON []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(valueJSON))
	if err != nil {
		return err
	}
	var violation *jsonschema.ValidationError
	if err := compiled.Validate(value); !errors.As(err, &violation) {
		return err
	}
	for len(violation.Causes) > 0 {
		violation = violation.Causes[0]
	}
	found := &schema.Disagreement{}
	for _, name := range violation.InstanceLocation {
		found.Pointer = strictjson.AppendName(found.Pointer, name)
	}
	if path := violation.ErrorKind.KeywordPath(); len(path) > 0 {
		found.Keyword = path[0]
	}
	return found
}
