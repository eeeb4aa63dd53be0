// Package native is the schema validator that consists of the runtime's own evaluation alone
// (domain/schema). It needs no third-party library, is stopped within its next visits, and never
// leaves a verdict unconfirmed: there is no second judge.
package native

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// Name chooses this validator in a configuration.
const Name = "native"

// Validator implements [ports.SchemaValidator]. It has no state; any number of instances may share it.
type Validator struct{}

var _ ports.SchemaValidator = Validator{}

// New makes the validator.
func New() Validator { return Validator{} }

// Name is [Name].
func (Validator) Name() string { return Name }

// Compile keeps the projection: domain/schema compiled it when it read the schema.
func (Validator) Compile(ctx context.Context, projection *schema.Projection) (ports.CompiledSchema, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return compiled{projection}, nil
}

type compiled struct{ projection *schema.Projection }

// Validate evaluates the value; it stops soon after ctx ends, inside the match of a pattern too.
func (c compiled) Validate(ctx context.Context, value strictjson.Value) (schema.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return schema.Verdict{}, err
	}
	verdict, stopped := schema.Evaluate(c.projection, value, func() bool { return ctx.Err() != nil })
	if stopped {
		return schema.Verdict{}, ctx.Err()
	}
	return verdict, nil
}
