// Package sessionstest is the conformance kit for ports.SessionStore.
//
// A store's own test is one call:
//
//	func TestStore(t *testing.T) {
//		sessionstest.Run(t, func(_ testing.TB, l ports.SessionLimits, now func() time.Time) ports.SessionStore {
//			return memory.New(l, now)
//		})
//	}
//
// and its benchmark another, [Benchmark], whose figures must not grow with the number of kept jobs.
// The kit holds a store to the words of ports.SessionStore: semantics, exact counts, recency,
// lifetimes by a clock that the kit sets, and races.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package sessionstest
