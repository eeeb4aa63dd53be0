// Package run holds one run as a value that is stepped: what happened, what may happen next, and what
// has to be written down before it does.
//
// A [Run] takes one [Input] and gives one [Transition]. The transition must be committed before the
// run takes another input; [Run.Due] then lists the works that may be out, each by the id of its
// effect. Nothing here has a goroutine, a clock, a file or chance: times and ids come with the inputs.
package run
