// Package commandtest is the conformance kit for acting.Commands, on real processes.
//
// An adapter's own test is one call:
//
//	func TestCommands(t *testing.T) {
//		commandtest.Run(t, func(t testing.TB) acting.Commands { … })
//	}
//
// It needs /bin/sh and the usual programs of a Unix system. What the adapter says it cannot do is
// skipped, with its reason, after the kit has seen that it is refused.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package commandtest
