// Package ports holds the contracts that outsiders implement: what the runtime needs of a model, a
// schema validator, a worker pool, a session store and an observer.
//
// Ports are contracts here, not handlers: each interface is one page that says who calls it, from
// which goroutine, who owns what is passed, and which errors mean what. For each that others are
// likely to implement there is a public conformance kit.
//
//	port             kit             adapters
//	Executor         executortest    executor/openai, executor/xai, executor/offline, executor/script
//	SchemaValidator  validatortest   validator/gojsonschema, validator/native
//	Workers                          workers
//	SessionStore     sessionstest    sessions/memory
//	Observer                         observe/zapobserver, observe/slogobserver, observe/trace
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package ports
