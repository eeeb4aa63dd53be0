// Package memory keeps a bridge's jobs in the process's memory.
//
// It is the default store and promises nothing across a restart. Each call costs what its own job
// costs, however many are kept: bytes are counted as they change, what has to go is taken from the end
// of a list, and a sweep walks only the jobs it ends. Lifetimes are kept without a timer or goroutine:
// each call first takes up what has come due since the last.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package memory
