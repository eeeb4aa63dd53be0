// Package bridge is the driver for hosts whose own model does the reading: it hands out a task, the
// host's model writes the candidate, the host hands it back. Stages, checks, repair and result are
// those of a parse.
//
// A [Bridge] reads with borrowed instances. [Bridge.Connect] opens a [Session], which owns the jobs
// it prepares and sees no other's. Replies are values: nothing a host sends makes a call fail in any
// other way than with a [Reply] of kind error.
//
// All jobs live in a ports.SessionStore as plain data. What the bridge itself holds is only what is
// going on at the moment: submissions that are being judged, each shared by all who hand in the same.
// An operation belongs to the bridge, not to the caller who began it, and is bounded by the instance's
// maxValidationMs.
//
// Observers of an instance get the same events as from a parse, with the job's id, in order and one at
// a time for each job. They must not call the bridge about the job that they are told of.
package bridge
