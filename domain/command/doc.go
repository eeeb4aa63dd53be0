// Package command reads a command line without running it. It accepts little: simple commands of plain
// words, joined by pipes and lists. What it does not accept may well be harmless; what it accepts means to
// bash and sh exactly what it says here.
//
// Two questions are answered with it. Does a line only read ([Rules.Reading])? And which words does each of
// its commands have ([Scan]), so that an approval can be bound to words instead of to a text?
//
// Nothing here looks at the machine: where a program lies and where a path leads is asked of a [View].
package command
