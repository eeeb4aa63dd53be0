// Package acting is the commands of acting: `intent act` and `intent runs`. It reads flags, files and the
// terminal, starts a run, asks a person, and shows what came of it.
//
// It knows no provider, journal or tool by name. What exists is handed in as [Parts] by bootstrap/command.
//
// The package is the binary's and not covered by the compatibility promise.
package acting

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/application/profile"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	ports "github.com/devcodex/intent-runtime/ports/acting"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// Parts is what the commands are put together from.
type Parts struct {
	Providers []Scheme // every provider that can be named, in the order in which help lists them

	// OpenJournal opens the journal of a file; its error is a tool.Error. Memory makes one for nobody.
	OpenJournal func(ctx context.Context, path string, readOnly bool) (Journal, error)
	Memory      func() ports.Journal

	// Tools binds what the host has to a workspace, for one run.
	Tools func(Workplace) (Toolbox, error)

	// Protect keeps other processes of the same user from looking into this one. It is called before a
	// key is read.
	Protect func() error

	// Host names this process for the record of a run; Alive reports whether the process that a record
	// names still runs on this machine.
	Host  func() string
	Alive func(host string) bool

	User         func() string // who uses the command, for records
	Instructions string        // what a model is told if no request was read
}

// Journal is a journal that is closed after use.
type Journal interface {
	ports.Journal
	ports.Remover
	Close() error
}

// Workplace is where tools work, and what the flags say about it.
type Workplace struct {
	Workspace       string // absolute, links resolved
	Journal         string // the journal's file, absolute; "" for none. Nothing may touch it
	ReadingCommands bool
	Sandbox         string // on, off or required
	Secrets         []string
	Plan            func(lines []string) // told of each new plan, one line a step
}

// Toolbox is what a host has for one run.
type Toolbox struct {
	Host profile.Host
	// Release closes what the tools of the run still hold; nil if they hold nothing.
	Release func(ctx context.Context, owner string) (strictjson.Value, error)
	Notes   []string // what a person should know before the run: a line each
}

// Scheme is a provider that can be named.
type Scheme struct {
	Name   string // before the colon of a SPEC
	File   bool   // a file follows the colon, else a model
	KeyEnv string // the environment variable of its key; "" for none
	About  string
	New    func(ProviderSettings) (ports.Provider, error)
}

// ProviderSettings are what a provider is made of.
type ProviderSettings struct {
	Model  string
	Script []byte
	APIKey providerkit.Key
}

// program is the commands of one run with what they are put together from.
type program struct {
	parts Parts
	term  *cli.Terminal
	now   func() time.Time
}

// Commands makes the commands of the parts.
func Commands(parts Parts) cli.Commands {
	return func(term *cli.Terminal) []*cobra.Command {
		p := &program{parts: parts, term: term, now: time.Now}
		return []*cobra.Command{p.actCommand(), p.runsCommand()}
	}
}
