// Package page lays out what a person reads of a reading: a result, or an error with what was
// understood all the same, as plain text for a terminal. Package html below it writes the same as one
// file for a browser.
//
// Text of requests, models and files is shown, never obeyed: control characters, escape sequences and
// invisible reordering marks come out as visible signs. Nothing depends on colour alone. All functions
// are pure and safe for concurrent use.
package page
