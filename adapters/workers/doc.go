// Package workers runs an instance's jobs, at most two at a time, each on a goroutine of its own. No
// goroutine stays when there is no job.
//
// A job that its caller gave up stays counted until it returns, so that abandoned work shows as a full queue
// and never as a growing leak.
package workers
