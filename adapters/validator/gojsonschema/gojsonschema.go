// Package gojsonschema is the default schema validator, a second judge beside the runtime's own
// evaluation (domain/schema): github.com/xeipuuv/gojsonschema v1.2.0.
//
// That library is not safe by itself, so it is fenced: it sees private copies only, of a schema and of
// a value whose numbers are written canonically; it can load nothing; the runtime asks it only about
// values that are valid already, and only if the counted work promises that it ends soon, since it
// cannot be stopped; its panics are caught. docs/adr/0004 and 0008 tell why; the tests of this package
// show each danger.
//
// The one global of the library that is touched is its table of format checkers: the runtime's own
// checkers are added to it once, under names that no one else would use.
package gojsonschema

import (
	"errors"
	"math"

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
// judge to compile them: it compiles each as often as it occurs, in some 60 ms for this many, and cannot
// be stopped meanwhile.
const maxInstructions = 100_000

// MaxWork is the work up to which this library ends within 300 ms on this class of machine, whatever the
// value: BenchmarkWorstConfirmation measures it. It cannot be stopped.
const MaxWork = 300_000

// MaxWork is [MaxWork].
func (Validator) MaxWork() int64 { return MaxWork }

// Compile prepares a private copy of the schema. It has no opinion about schemas whose patterns are too
// many to compile without being stopped.
func (Validator) Compile(schemaJSON []byte) (func(valueJSON []byte) error, error) {
	root, err := rootOf(schemaJSON)
	if err != nil {
		return nil, err
	}
	var c copier
	private := c.schema(root)
	if c.instructions > maxInstructions {
		return nil, ports.ErrNoOpinion
	}
	compiled, err := compile(private)
	if err != nil {
		return nil, err
	}
	return judge{compiled}.judge, nil
}

// rootOf reads a projection of a schema that the runtime has accepted already, whatever the limits were.
func rootOf(schemaJSON []byte) (*schema.Node, error) {
	unlimited := schema.Limits{MaxBytes: math.MaxInt, MaxDepth: math.MaxInt, MaxProperties: math.MaxInt}
	accepted, reasons := schema.Read(schemaJSON, unlimited)
	if len(reasons) > 0 {
		return nil, errors.New("gojsonschema is given a schema outside the accepted subset")
	}
	return accepted.Project(accepted.Fields()).Root(), nil
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

// judge holds a compiled schema, which is immutable.
type judge struct{ compiled *gojsonschema.Schema }

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

// judge asks gojsonschema about one value. A panic of the library is an error.
func (j judge) judge(valueJSON []byte) (err error) {
	defer caught(&err)
	value, err := strictjson.Decode(valueJSON, strictjson.Options{})
	switch {
	case err != nil:
		return errors.New("gojsonschema is given a value that is not strict JSON")
	case deeper(value, maxDepth):
		return ports.ErrNoOpinion
	}
	result, err := j.compiled.Validate(gojsonschema.NewRawLoader(plain(value)))
	if err != nil {
		return errors.New("gojsonschema gives no verdict")
	}
	if first := firstOf(result.Errors()); first != nil {
		return first
	}
	return nil
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
