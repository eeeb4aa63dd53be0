// Package bootstrap is the embedder's entry: it puts an Intent together.
//
//	reader, err := bootstrap.NewIntent(intent.Config{Schema: schema}, executor)
//	defer reader.Dispose()
//	result, err := reader.Parse(ctx, intent.Request{Input: "Cancel order 000771."})
//
// The example of the package is a whole program. Everything here is a plain constructor; the same parts
// are Wire provider sets, [CoreSet] and [DefaultSet], for applications that are wired with Google Wire.
// No provider SDK comes along: an executor is imported by who uses it.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package bootstrap
