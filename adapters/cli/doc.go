// Package cli is the root of the command line `intent`: the terminal it runs in, what it says and its
// exit status. The commands themselves are handed in: those of understanding are in
// adapters/cli/reading, those of acting in adapters/cli/acting. Neither imports the other.
//
// A command prints its output with [Terminal.Print], ends in wrong usage with [Usagef], and returns a
// [Status] if everything has been said already.
//
// The package is the binary's and not covered by the compatibility promise.
package cli
