// Package validatortest is the conformance kit for ports.SchemaValidator.
//
// A validator's own test is one call:
//
//	func TestValidator(t *testing.T) {
//		validatortest.Run(t, func() ports.SchemaValidator { return gojsonschema.New() }, validatortest.Features{})
//	}
//
// The kit holds a validator to the words of ports.SchemaValidator and to JSON Schema Draft-7: the
// official cases inside the supported subset, cases of its own, a place for each disagreement, concurrent
// use, no state between schemas, an end in time for the largest values that it says it can do, and a hunt
// for values that it judges otherwise than the runtime's own evaluation. It asks about values of both kinds,
// though the runtime asks only about those that it found valid: a judge that is asleep agrees with all of
// them.
//
// The official cases are those of the JSON Schema test suite (MIT; see testdata/json-schema-test-suite).
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package validatortest
