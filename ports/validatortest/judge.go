package validatortest

import (
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

// holder returns an object that holds the value in the one field.
func holder(v strictjson.Value) strictjson.Value {
	return strictjson.Object(strictjson.Field(field, v))
}

// judge is a validator's function for one schema.
type judge func(valueJSON []byte) error

// compile compiles a root schema with a fresh validator.
func (b *bench) compile(rootText string) (judge, error) {
	p, err := project(rootText)
	if err != nil {
		return nil, fmt.Errorf("the kit's own schema is refused: %w", err)
	}
	return b.compiled(p)
}

func (b *bench) compiled(p *schema.Projection) (judge, error) {
	made, err := b.maker().Compile(p.Assertions())
	switch {
	case err != nil:
		return nil, fmt.Errorf("does not compile: %w", err)
	case made == nil:
		return nil, errors.New("compiles to nil without an error")
	}
	return made, nil
}

// agrees reports whether a judge finds a value valid. The error says that its answer is none that a validator
// may give.
func (j judge) agrees(value strictjson.Value) (valid bool, err error) {
	fault := j(value.AppendJSON(nil))
	switch fault := fault.(type) { //nolint:errorlint // the port asks for the error itself
	case nil:
		return true, nil
	case *schema.Disagreement:
		if fault == nil {
			return false, errors.New("returns a nil *schema.Disagreement: return nil if the value is valid")
		}
		return false, placed(fault, value)
	default:
		if errors.Is(fault, ports.ErrNoOpinion) {
			return false, errors.New("has no opinion about a small value")
		}
		return false, fmt.Errorf("fails with %w; a disagreement is an *schema.Disagreement that is not wrapped",
			fault)
	}
}

// placed reports what is wrong with the place that a disagreement names.
func placed(d *schema.Disagreement, value strictjson.Value) error {
	tokens, err := strictjson.SplitPointer(d.Pointer)
	if err != nil {
		return fmt.Errorf("names the place %q: %w", d.Pointer, err)
	}
	if _, ok := value.Resolve(tokens); !ok {
		return fmt.Errorf("names the place %q, which the value does not have", d.Pointer)
	}
	return nil
}

// check holds a judge's answer about a value of the one field to the right one.
func (b *bench) check(name string, j judge, v strictjson.Value, want bool) bool {
	got, err := j.agrees(holder(v))
	switch {
	case err != nil:
		b.fault("%s: %v", name, err)
	case got != want:
		b.fault("%s: valid is %v, must be %v", name, got, want)
	default:
		return true
	}
	return false
}
