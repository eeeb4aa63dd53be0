package commandtest

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Maker makes the adapter under test. What it holds is released with t.Cleanup.
type Maker func(t testing.TB) acting.Commands

// patience bounds every wait of the kit; a correct adapter needs a fraction of it.
const patience = 20 * time.Second

// check is one rule of the port.
type check struct {
	name string
	run  func(k *kit)
}

// Run holds an adapter to every rule, each in a parallel subtest of its own.
func Run(t *testing.T, make Maker) {
	for _, list := range [][]check{starting, ending, output, terminal, sandbox} {
		for _, c := range list {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				c.run(&kit{T: t, commands: make(t), dir: t.TempDir()})
			})
		}
	}
}

// kit is what one check works with.
type kit struct {
	*testing.T
	commands acting.Commands
	dir      string
}

// spec is a shell's command in the kit's folder.
func (k *kit) spec(script string) acting.CommandSpec {
	k.Helper()
	dir, err := os.Open(k.dir)
	if err != nil {
		k.Fatal(err)
	}
	k.Cleanup(func() { _ = dir.Close() })
	return acting.CommandSpec{
		Args: []string{"/bin/sh", "-c", script}, Dir: dir,
		Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"},
	}
}

func (k *kit) start(spec acting.CommandSpec) acting.Command {
	k.Helper()
	c, err := k.commands.Start(context.Background(), spec)
	if err != nil {
		k.Fatal(err)
	}
	k.Cleanup(func() { _ = c.Close() })
	return c
}

// finish starts a command, reads all of its output and waits for its end.
func (k *kit) finish(spec acting.CommandSpec) (string, acting.CommandEnd) {
	k.Helper()
	c := k.start(spec)
	text := k.rest(c)
	k.done(c)
	return text, c.End()
}

// rest reads all output that is still to come.
func (k *kit) rest(c acting.Command) string {
	k.Helper()
	return k.until(c, "")
}

// until reads output up to a text, or all of it for the empty one.
func (k *kit) until(c acting.Command, text string) string {
	k.Helper()
	var b strings.Builder
	buffer := make([]byte, 4096)
	late := time.AfterFunc(patience, func() { _ = c.Close() })
	defer late.Stop()
	for text == "" || !strings.Contains(b.String(), text) {
		n, err := c.Read(buffer)
		b.Write(buffer[:n])
		if err != nil {
			if text != "" {
				k.Fatalf("the output ended without %q: %q (%v)", text, b.String(), err)
			}
			if !errors.Is(err, io.EOF) {
				k.Fatalf("reading the output: %v after %q", err, b.String())
			}
			break
		}
	}
	return b.String()
}

func (k *kit) done(c acting.Command) {
	k.Helper()
	select {
	case <-c.Done():
	case <-time.After(patience):
		k.Fatal("the command does not end")
	}
}

func (k *kit) refused(spec acting.CommandSpec, class tool.Class) {
	k.Helper()
	c, err := k.commands.Start(context.Background(), spec)
	if err == nil {
		_ = c.Close()
	}
	if !errors.Is(err, class) {
		k.Errorf("got %v, expected %s", err, class)
	}
}

func (k *kit) equal(what string, got, want any) {
	k.Helper()
	if got != want {
		k.Errorf("%s: %#v, expected %#v", what, got, want)
	}
}
