package bootstrap

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// Typed reads requests into a Go struct. Its schema is derived from T; see [schema.For] for what a struct may
// hold and for the `intent` tag. It is safe for concurrent use.
type Typed[T any] struct {
	intent *Intent
	schema *schema.Schema
}

// Reading is a request that was read whole.
type Reading[T any] struct {
	Data   T             // the fields that were found; a field that was not has its zero value
	Result intent.Result // the same reading untyped, with intents, requirements and prohibitions
	Audit  intent.Audit  // what was asked, answered, checked and found; it holds the material
}

// NewTyped makes a Typed. The configuration's schema must be empty: it comes from T. The error is an
// *intent.Error with stage config, or joins one *schema.TypeError for each part of T that has no schema.
// Call Dispose when the Typed is no longer needed.
func NewTyped[T any](config intent.Config, executor ports.Executor, options ...Option) (*Typed[T], error) {
	if len(config.Schema) > 0 {
		var faults intent.Faults
		faults.Add("/schema", "stands beside a type that the schema is derived from")
		return nil, faults.Err(intent.ConfigInvalid, intent.StageConfig, "the configuration")
	}
	derived, err := schema.For[T]()
	if err != nil {
		return nil, err
	}
	config.Schema = []byte(derived.Text())
	reader, err := NewIntent(config, executor, options...)
	if err != nil {
		return nil, err
	}
	return &Typed[T]{intent: reader, schema: derived}, nil
}

// Parse reads one request and decodes its fields. It is [Intent.ParseAudited] otherwise: the error is an
// *intent.Error, and the reading is complete exactly when it is nil.
func (t *Typed[T]) Parse(ctx context.Context, request intent.Request) (Reading[T], error) {
	result, audit, err := t.intent.ParseAudited(ctx, request)
	if err != nil {
		return Reading[T]{Audit: audit}, err
	}
	reading := Reading[T]{Result: result, Audit: audit}
	if err := result.Data.Decode(&reading.Data); err != nil {
		// The schema accepts nothing that T does not take: this is a fault of the derivation.
		return Reading[T]{Audit: audit}, intent.NewError(intent.ModelOutputInvalid, intent.StageData,
			"the data does not fit the Go type, although its schema accepts it")
	}
	return reading, nil
}

// Schema returns the schema that was derived from T.
func (t *Typed[T]) Schema() *schema.Schema { return t.schema }

// Intent returns the untyped Intent, for a bridge to read with. It is disposed with the Typed.
func (t *Typed[T]) Intent() *Intent { return t.intent }

// Dispose ends the Typed as [Intent.Dispose] does.
func (t *Typed[T]) Dispose() { t.intent.Dispose() }

// Evidence returns the quotations of one value or container, named by a JSON Pointer into the data, such as
// /boxes: each with its material and every place in it. It is empty for a value that is not there.
func (r Reading[T]) Evidence(pointer string) []intent.AuditSource { return r.Audit.Evidence(pointer) }
