// Package benchmarks measures this module's schema evaluation beside gojsonschema,
// santhosh-tekuri/jsonschema and google/jsonschema-go: `make bench`.
package benchmarks
