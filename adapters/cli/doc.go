// Package cli is the command line `intent`: it reads flags, files and the terminal, has the runtime
// read a request, and shows what came of it.
//
// It knows no executor, validator or server by name. What exists is handed in as [Parts] by
// bootstrap/command, which also reads the environment. [Run] returns the exit status: 0 a result, 1 an
// error reply, 2 wrong usage or a wrong configuration file.
//
// The package is the binary's and not covered by the compatibility promise.
package cli
