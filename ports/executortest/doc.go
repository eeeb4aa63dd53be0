// Package executortest checks that an executor keeps the contract of ports.Executor. The author of an
// adapter calls it from one test, in the manner of testing/fstest:
//
//	func TestExecutor(t *testing.T) {
//		executortest.Run(t, func(t testing.TB, b executortest.Behaviour) executortest.Subject {
//			double := executortest.Start(t, b, answer) // answer writes the provider's own form
//			client := &http.Client{Timeout: b.Timeout}
//			return double.Subject(mine.New(double.URL, executorkit.NewKey(key), client))
//		}, executortest.Features{Secret: key})
//	}
//
// Each rule is a subtest that can be run alone with -run. What it finds is grouped by behaviour and says
// what would fix it. A behaviour that the adapter's test cannot bring about is named in [Features] and
// its rules are skipped, visibly. Run it with -race.
//
// Two things follow from how the rules look: a request must be sent byte for byte alike each time (a
// nonce or an idempotency key in the body breaks the rule history), and instructions and payload are
// counted (sent twice, they break the rule whole request). What the kit cannot see is a text of the
// adapter's own beside the instructions; the port forbids it all the same.
//
// The package is public and covered by the project's compatibility promise: a minor version may add
// rules that the port's documentation already states.
package executortest
