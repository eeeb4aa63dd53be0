// Package conversation runs one run to its end: a short loop round domain/run that starts and stops the
// works that are due, keeps the clocks, and takes commands.
//
// A [Conversation] is made by [Start], which returns when the run's start is committed. From then on one
// goroutine steps the run; each work has a goroutine of its own that is waited for with a bound.
package conversation
