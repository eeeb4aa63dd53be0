package ports

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// SchemaValidator judges business data against projected schemas. The conformance kit is package
// validatortest.
type SchemaValidator interface {
	// Name is the word by which a configuration chooses the validator. It is constant.
	Name() string

	// Compile prepares a projection for repeated use. It is called on a worker, stops when ctx ends and
	// then returns ctx's error. Every other error is a fault of the validator: a projection that
	// domain/schema accepted must compile.
	Compile(ctx context.Context, projection *schema.Projection) (CompiledSchema, error)
}

// CompiledSchema judges values. It is immutable and safe for concurrent use.
type CompiledSchema interface {
	// Validate judges one value whole. It stops soon after ctx ends and then returns ctx's error; a
	// verdict it returns without an error is complete. The value is immutable and may be kept.
	Validate(ctx context.Context, value strictjson.Value) (schema.Verdict, error)
}
