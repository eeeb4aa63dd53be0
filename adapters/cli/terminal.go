package cli

import "io"

// Terminal is the world the command runs in: its streams and the environment.
type Terminal struct {
	In  io.Reader
	Out Stream
	Err Stream

	// InTerminal tells that In is a terminal, where nothing is waiting to be read.
	InTerminal bool

	// Lookup gives an environment variable.
	Lookup func(name string) (string, bool)
}

// Stream is one output.
type Stream struct {
	io.Writer
	Terminal bool // a person is looking at it
	Colour   bool // escape sequences for colour are welcome
	Wipes    bool // escape sequences that empty a line are obeyed
	Width    int  // columns; 0 is unknown
}
