package reading_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/reading"
	"github.com/devcodex/intent-runtime/bootstrap/command"
)

// world is a command line without a process: streams in memory and an environment of its own.
type world struct {
	in          io.Reader
	inTerminal  bool
	outTerminal bool
	errTerminal bool
	colour      bool
	width       int
	env         map[string]string
	open        func(string) error
	parts       *reading.Parts // nil for the binary's
}

type outcome struct {
	status   int
	out, err string
}

func (w world) run(t *testing.T, args ...string) outcome {
	t.Helper()
	return w.runIn(context.Background(), t, args...)
}

func (w world) runIn(ctx context.Context, t *testing.T, args ...string) outcome {
	t.Helper()
	var out, log bytes.Buffer
	if w.in == nil {
		w.in = strings.NewReader("")
	}
	term := cli.Terminal{
		In: w.in, InTerminal: w.inTerminal,
		Out:    cli.Stream{Writer: &out, Terminal: w.outTerminal, Colour: w.colour, Width: w.width},
		Err:    cli.Stream{Writer: &log, Terminal: w.errTerminal, Colour: w.colour, Width: w.width},
		Open:   w.open,
		Lookup: func(name string) (string, bool) { value, ok := w.env[name]; return value, ok },
	}
	if w.parts == nil {
		parts := command.Parts()
		w.parts = &parts
	}
	status := cli.Run(ctx, &term, args, reading.Commands(*w.parts))
	return outcome{status, out.String(), log.String()}
}

// file writes a file into a folder of the test's and gives its name.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
