// Package reading is the commands of understanding: `intent parse`, `mcp`, `schema` and `doctor`. It
// reads flags, files and the terminal, has the runtime read a request, and shows what came of it.
//
// It knows no executor, validator or server by name. What exists is handed in as [Parts] by
// bootstrap/command.
//
// The package is the binary's and not covered by the compatibility promise.
package reading

import (
	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
)

// program is the commands of one run with what they are put together from.
type program struct {
	parts Parts
	term  *cli.Terminal
}

// Commands makes the commands of the parts.
func Commands(parts Parts) cli.Commands {
	return func(term *cli.Terminal) []*cobra.Command {
		p := &program{parts: parts, term: term}
		return []*cobra.Command{
			p.parseCommand(), p.galleryCommand(), p.evalCommand(), p.schemaCommand(),
			p.mcpCommand(), p.doctorCommand(),
		}
	}
}
