// Package world is what acceptance specs act in: an Intent with a scripted executor, good candidates
// to start from, and the built binary.
package world
