package validatortest

import (
	"context"
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// field is the one field of the kit's schemas, which hold whatever is to be tested.
const field = "v"

// wrapped puts a schema under the one field of a root schema.
func wrapped(schemaText string) string {
	return `{"type":"object","properties":{"` + field + `":` + schemaText + `}}`
}

// project reads a root schema and projects it whole.
func project(rootText string) (*schema.Projection, error) {
	s, reasons := schema.Read([]byte(rootText), schema.Limits{MaxDepth: 64})
	if len(reasons) > 0 {
		return nil, errors.New(reasons.Summary())
	}
	return s.Project(s.Fields()), nil
}

func decode(text string) (strictjson.Value, error) {
	return strictjson.Decode([]byte(text), strictjson.Options{})
}

// holder gives an object that holds the value in the one field.
func holder(v strictjson.Value) strictjson.Value {
	return strictjson.Object(strictjson.Field(field, v))
}

// compile compiles a root schema with a fresh validator.
func (b *bench) compile(rootText string) (ports.CompiledSchema, error) {
	p, err := project(rootText)
	if err != nil {
		return nil, fmt.Errorf("the kit's own schema is refused: %w", err)
	}
	return b.maker().Compile(context.Background(), p)
}

// judge compiles a schema and validates one value of the one field.
func (b *bench) judge(schemaText, valueText string) (schema.Verdict, error) {
	compiled, err := b.compile(wrapped(schemaText))
	if err != nil {
		return schema.Verdict{}, err
	}
	v, err := decode(valueText)
	if err != nil {
		return schema.Verdict{}, fmt.Errorf("the kit's own value is refused: %w", err)
	}
	return compiled.Validate(context.Background(), holder(v))
}

// sound reports what is wrong with a verdict in itself.
func sound(v schema.Verdict) error {
	switch {
	case v.Disagreement != nil:
		return fmt.Errorf("the judges disagree at %q about %s", v.Disagreement.Pointer, v.Disagreement.Keyword)
	case v.Unconfirmed && !v.Valid():
		return fmt.Errorf("unconfirmed, though not valid: there is nothing to confirm")
	}
	for _, one := range v.Violations {
		if one.Keyword == "" || one.Expected == "" {
			return fmt.Errorf("the violation at %q does not say what was expected", one.Pointer)
		}
	}
	return nil
}
