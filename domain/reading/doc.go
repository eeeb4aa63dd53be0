// Package reading is the two-stage reading of one request as a value that is stepped.
//
// A [Machine] does nothing by itself: it starts no goroutine, reads no clock and calls nobody. Its
// driver asks for the [Step] that is due, does what the step says (ask a model, have data judged
// against a schema) and tells the machine what came of it, until the step is [Done] or [Fail]. Parse
// and the bridge are short loops round it.
//
// A Machine is not safe for concurrent use. Between steps that ask a model it can be taken down to a
// [Record] and restored from it.
package reading
