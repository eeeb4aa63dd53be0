// Package executortest checks that an executor keeps the contract of ports.Executor. The author of an
// adapter calls it from one test, in the manner of testing/fstest:
//
//	func TestExecutor(t *testing.T) {
//		executortest.Run(t, func(t testing.TB, b executortest.Behaviour) executortest.Subject {
//			double := startDouble(t, b) // an httptest.Server that does what b says
//			return executortest.Subject{
//				Executor: mine.New(double.URL, mine.Secret(key)),
//				Sent:     double.Bodies,
//				Gone:     double.Gone,
//			}
//		}, executortest.Features{Secret: key})
//	}
//
// Each rule is a subtest that can be run alone with -run. A behaviour that the adapter's test cannot
// bring about is named in [Features] and its rules are skipped, visibly. Run it with -race.
//
// The package is public and covered by the project's compatibility promise: a minor version may add
// rules that the port's documentation already states.
package executortest
