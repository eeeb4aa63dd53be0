// Package workers runs an instance's schema validations on at most two goroutines of its own.
//
// Workers start on demand and end after a second of idleness. A job that its caller gave up keeps its
// worker until it returns, so that abandoned work shows as a full queue and never as a growing leak.
package workers
