// Package native is the schema validator without a second judge: the runtime's own evaluation
// (domain/schema) decides alone. It needs no third-party library and leaves no verdict unconfirmed.
package native

import "github.com/devcodex/intent-runtime/ports"

// Name chooses this validator in a configuration.
const Name = "native"

// Validator implements [ports.SchemaValidator]. It has no state; any number of instances may share it.
type Validator struct{}

var _ ports.SchemaValidator = Validator{}

// New makes the validator.
func New() Validator { return Validator{} }

// Name is [Name].
func (Validator) Name() string { return Name }

// MaxWork is 0: there is no second judge to ask.
func (Validator) MaxWork() int64 { return 0 }

// Compile returns a judge that has no opinion. Nobody asks it.
func (Validator) Compile([]byte) (func([]byte) error, error) { return nil, ports.ErrNoOpinion }
