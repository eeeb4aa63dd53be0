// Package validatortest is the conformance kit for ports.SchemaValidator.
//
// A validator's own test is one call:
//
//	func TestValidator(t *testing.T) {
//		validatortest.Run(t, func() ports.SchemaValidator { return native.New() }, validatortest.Features{})
//	}
//
// The kit holds a validator to the words of ports.SchemaValidator and to JSON Schema Draft-7: the
// official cases inside the supported subset, cases of its own with every violation and described node
// named, cancellation, concurrency, no shared memory, no hidden limit, and a hunt for values that the
// validator judges otherwise than the runtime's own evaluation.
//
// The official cases are those of the JSON Schema test suite (MIT; see testdata/json-schema-test-suite).
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package validatortest
