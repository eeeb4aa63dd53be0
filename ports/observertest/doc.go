// Package observertest is the conformance kit of [ports.Observer], and a recorder for the tests of programs
// that read with the runtime.
//
// An observer's test is one call:
//
//	func TestConformance(t *testing.T) {
//		observertest.Run(t, func(*testing.T) ports.Observer { return mine.New() })
//	}
//
// The kit tells the observer whole readings, as the runtime does: a result, a repair, a refused request, a
// failed call, a bridge's job, several at once, and events that it cannot know. What the observer makes of
// them is its own; the kit finds panics, ended goroutines, data races (run it with -race), changed events,
// and observers that wait for more.
package observertest
