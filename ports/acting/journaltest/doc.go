// Package journaltest is the kit for journals: one call of [Run] in a test of an adapter holds it to what
// acting.Journal says. [Checks] gives the checks by name, for whoever wants them one by one.
package journaltest
