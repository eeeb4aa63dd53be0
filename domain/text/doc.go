// Package text says what a text shows to a person. It is the ground of the other domain packages and
// knows none of their words.
package text
