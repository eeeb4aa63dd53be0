// Package remote is what executors that ask one model over HTTP share: their options and the check of
// them, the guarded client, and how they show themselves. What they send and how they read an answer
// is each one's own.
package remote
