package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
)

// The exit statuses.
const (
	StatusResult = 0 // a result
	StatusError  = 1 // an error reply
	StatusUsage  = 2 // wrong usage or configuration file
)

// usageError is wrong usage, or a fault that must be mended before anything can be read.
type usageError struct{ lines string }

func (e usageError) Error() string { return e.lines }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// noArguments refuses words where a command has none, and names the command that was probably meant.
func noArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasSubCommands():
		return usagef("%s takes no arguments", c.CommandPath())
	}
	help := fmt.Sprintf("`%s --help` lists the commands", c.CommandPath())
	if meant := c.SuggestionsFor(args[0]); len(meant) > 0 {
		help = "perhaps it was to be " + strings.Join(meant, " or ") + "; " + help
	}
	return usagef("%s has no command %s\n%s", c.CommandPath(), quoted(args[:1]), help)
}

// statusError ends the command with a status when everything has been said already.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// cannotWrite says that something could not be written; it is no usage error, but nothing that a caller
// could take for a reply either.
func cannotWrite(what string, err error) error {
	return usagef("%s cannot be written: %s", what, configfile.Reason(err))
}

func statusOf(err error) int {
	var status statusError
	switch {
	case err == nil:
		return StatusResult
	case errors.As(err, &status):
		return int(status)
	default:
		return StatusUsage
	}
}
