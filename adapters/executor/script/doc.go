// Package script is an executor that answers with prepared replies, in order. It is for embedders'
// tests, for demonstrations and for playing a recorded session again:
//
//	executor := script.New(script.JSON(core), script.JSON(data))
//	executor := script.New(script.Refusal("not allowed"), script.Status(429).After(time.Second))
//
// No network and no model are involved. The package is public and covered by the project's
// compatibility promise.
package script
