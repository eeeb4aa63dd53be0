// Package intent is the vocabulary of the runtime: what is asked of it (Request), what it answers
// (Result or Error), how it is configured (Config, Limits) and what goes to and from a model
// (ModelRequest, ModelReply).
//
// A result says what a person asked for, as far as it was understood and checked. The status `ready`
// means "understood", never "allowed": nothing here executes, authorises, guesses or fills in.
//
// All types are plain values. They hold no lock and start nothing; a value may be read by several
// goroutines as long as none changes it. What the runtime hands out shares no memory with it.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package intent
