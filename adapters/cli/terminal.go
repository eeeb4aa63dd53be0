package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
)

// Terminal is the world the command runs in: its streams and the environment.
type Terminal struct {
	In  io.Reader
	Out Stream
	Err Stream

	// InTerminal reports whether In is a terminal, where nothing is waiting to be read.
	InTerminal bool

	// Open shows a file in the person's browser and does not wait for it; nil if there is none.
	Open func(file string) error

	// Lookup returns an environment variable.
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

// Style returns how a page on the stream is laid out.
func (s Stream) Style() page.Style { return page.Style{Width: s.Width, Colour: s.Colour} }

// Print writes a text whole to stdout.
func (t *Terminal) Print(text []byte) error { return Write(t.Out, "the output", text) }

// Note tells a person something that is no error; "" is nothing to tell.
func (t *Terminal) Note(text string) {
	if text != "" {
		fmt.Fprintf(t.Err, "intent: %s\n", page.Plain(text))
	}
}

// complain writes the lines of an error to stderr, each under the command's name.
func (t *Terminal) complain(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		t.Note(line)
	}
}

// Write writes a text whole to a stream. what names the stream in the error.
func Write(w io.Writer, what string, text []byte) error {
	if _, err := w.Write(text); err != nil {
		return cannotWrite(what, err)
	}
	return nil
}

func cannotWrite(what string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return Failedf("%s could not be written: %s", what, err)
}
