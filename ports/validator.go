package ports

import "errors"

// SchemaValidator is a second judge of business data. The runtime evaluates each value by itself
// (domain/schema): violations, their order and their words are always its own, and it bounds, stops and
// counts that work. What it finds valid, the validator is asked about; it confirms or disagrees. A
// disagreement is a bug of one of the two and ends the reading with MODEL_OUTPUT_INVALID.
//
// The runtime calls a validator on a worker (see [Workers]), catches its panics and answers its own caller
// within maxValidationMs whatever the validator does. It cannot stop a call, though: the worker stays counted
// until it returns. So a validator says by MaxWork how much it can do in some 300 ms.
//
// The conformance kit is package validatortest; docs/embedding.md shows a validator of sixty lines.
type SchemaValidator interface {
	// Name is the word by which a configuration chooses the validator. It is constant.
	Name() string

	// MaxWork is the work up to which the validator is asked about a value, in the unit that
	// schema.Verdict counts. It is constant. Over it the runtime's own verdict stands and is told as
	// unconfirmed. 0 means that the validator is never asked, and that nothing misses it.
	MaxWork() int64

	// Compile prepares a schema for repeated use: compact JSON in the subset of Draft-7 that domain/schema
	// accepts, without annotations and with the members of each enum once. docs/schemas.md tells its meaning
	// (decimal numbers, patterns of ECMA-262 with the u flag, the formats of domain/schema/format). The
	// function that it returns judges one value, which is JSON as the strict reader accepts it; it is
	// safe for concurrent use. It returns nil if the value is valid, an *schema.Disagreement (itself, not
	// wrapped) if it is not, and ErrNoOpinion if it cannot tell.
	//
	// Both byte slices are the validator's to keep and change. Compile returns ErrNoOpinion for a schema that
	// it does not take on. Every other error is a fault of the validator: what it says goes nowhere.
	Compile(schemaJSON []byte) (judge func(valueJSON []byte) error, err error)
}

// ErrNoOpinion says that a validator cannot tell whether a value is valid: the runtime's own verdict stands
// and is told as unconfirmed. It is returned as it is, not wrapped.
var ErrNoOpinion = errors.New("the second judge has no opinion")
