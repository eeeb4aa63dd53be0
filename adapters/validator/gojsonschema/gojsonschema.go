// Package gojsonschema is the default schema validator: two independent judges. The runtime's own
// evaluation (domain/schema) comes first; what it finds valid, github.com/xeipuuv/gojsonschema v1.2.0
// must find valid too.
//
// That library is not safe by itself, so it is fenced: it sees private copies only, of a schema and of
// a value whose numbers are written canonically; it can load nothing; it is asked only about values
// that are valid already, and only where the counted work promises that it ends soon, since it cannot
// be stopped; its panics are caught. docs/adr/0004 and 0008 tell why; the tests of this package show
// each danger.
//
// The one global of the library that is touched is its table of format checkers: the runtime's own
// checkers are added to it once, under names that no one else would use.
package gojsonschema

import (
	"context"
	"errors"
	"fmt"

	"github.com/xeipuuv/gojsonschema"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// Name chooses this validator in a configuration.
const Name = "gojsonschema"

// Validator implements [ports.SchemaValidator]. It has no state; any number of instances may share it.
type Validator struct{}

var _ ports.SchemaValidator = Validator{}

// New makes the validator.
func New() Validator { return Validator{} }

// Name is [Name].
func (Validator) Name() string { return Name }

// maxInstructions is how many instructions the patterns of a projection may come to for the second
// judge to compile them: it compiles each as often as it occurs, in some 60 ms for this many, and
// cannot be stopped meanwhile.
const maxInstructions = 100_000

// Compile prepares the second judge's private copy of the projection. Where its patterns are too many
// to compile without being stopped, there is none, and verdicts are unconfirmed.
func (Validator) Compile(ctx context.Context, projection *schema.Projection) (ports.CompiledSchema, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var c copier
	private := c.schema(projection.Root())
	if c.instructions > maxInstructions {
		return compiled{projection, nil}, nil
	}
	second, err := compile(private)
	if err != nil {
		return nil, err
	}
	return compiled{projection, second}, nil
}

// compile hands gojsonschema a schema that is its own.
func compile(private any) (second *gojsonschema.Schema, err error) {
	defer caught(&err)
	registerFormats()
	loader := gojsonschema.NewSchemaLoader()
	loader.Draft = gojsonschema.Draft7
	loader.AutoDetect = false
	second, err = loader.Compile(closedLoader{gojsonschema.NewRawLoader(private)})
	if err != nil {
		return nil, errors.New("gojsonschema does not compile the projection")
	}
	return second, nil
}

// errPanicked says that the library panicked; what with may quote the value, so it is dropped.
var errPanicked = errors.New("gojsonschema panicked")

func caught(err *error) {
	if recover() != nil {
		*err = errPanicked
	}
}

type compiled struct {
	projection *schema.Projection
	second     *gojsonschema.Schema // nil where it would take too long to make
}

// Validate evaluates the value and, where it is valid and the work affordable, has it confirmed. The
// confirmation in flight is the one thing that does not stop when ctx ends.
func (c compiled) Validate(ctx context.Context, value strictjson.Value) (schema.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return schema.Verdict{}, err
	}
	verdict, stopped := schema.Evaluate(c.projection, value, func() bool { return ctx.Err() != nil })
	if err := ctx.Err(); stopped && err != nil {
		return schema.Verdict{}, err
	}
	if !verdict.Valid() {
		return verdict, nil
	}
	if c.second == nil || verdict.Work > schema.MaxConfirmedWork || deeper(value, maxDepth) {
		verdict.Unconfirmed = true
		return verdict, nil
	}
	if err := ctx.Err(); err != nil {
		return schema.Verdict{}, err
	}
	disagreement, err := c.confirm(value)
	if err != nil {
		return schema.Verdict{}, err
	}
	verdict.Disagreement = disagreement
	return verdict, nil
}

// maxDepth is how deep a value may be for the second judge: the JSON package with which it compares
// values takes 10,000 containers in one another, and it panics where that refuses.
const maxDepth = 5000

func deeper(v strictjson.Value, levels int) bool {
	if levels == 0 {
		return true
	}
	for i := range v.Len() {
		if v.Kind() == strictjson.KindArray && deeper(v.Index(i), levels-1) ||
			v.Kind() == strictjson.KindObject && deeper(v.Member(i).Value, levels-1) {
			return true
		}
	}
	return false
}

// confirm asks gojsonschema about a value that the evaluation found valid; nil where it agrees.
func (c compiled) confirm(value strictjson.Value) (disagreement *schema.Disagreement, err error) {
	defer caught(&err)
	private, err := privateValue(value)
	if err != nil {
		return nil, err
	}
	result, err := c.second.Validate(gojsonschema.NewRawLoader(private))
	if err != nil {
		return nil, fmt.Errorf("gojsonschema gives no verdict")
	}
	return firstOf(result.Errors()), nil
}

// closedLoader keeps the library from loading anything: no reference gets through [schema.Read], and
// if one did, it would lead nowhere.
type closedLoader struct{ gojsonschema.JSONLoader }

// LoaderFactory makes loaders that refuse.
func (closedLoader) LoaderFactory() gojsonschema.JSONLoaderFactory { return refusingFactory{} }

type refusingFactory struct{}

// New makes a loader that loads nothing, whatever the source.
func (refusingFactory) New(string) gojsonschema.JSONLoader {
	return refusingLoader{closedLoader{gojsonschema.NewRawLoader(nil)}}
}

type refusingLoader struct{ closedLoader }

var errNothingLoaded = errors.New("nothing is ever loaded")

// LoadJSON refuses.
func (refusingLoader) LoadJSON() (any, error) { return nil, errNothingLoaded }
