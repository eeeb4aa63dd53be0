package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Status is an exit status. As an error it ends a command when everything has been said already.
type Status int

// The exit statuses.
const (
	StatusResult Status = 0 // a result
	StatusError  Status = 1 // an error reply
	StatusUsage  Status = 2 // wrong usage or configuration file
)

// Error names the status.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// usageError is wrong usage, or a fault that must be fixed before anything can be read.
type usageError struct{ lines string }

func (e usageError) Error() string { return e.lines }

// Usagef makes an error of wrong usage. Each line of its text is shown by itself.
func Usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// NoArguments refuses words where a command has none, and names the command that was probably meant.
func NoArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasSubCommands():
		return Usagef("%s takes no arguments", c.CommandPath())
	}
	help := fmt.Sprintf("`%s --help` lists the commands", c.CommandPath())
	if meant := c.SuggestionsFor(args[0]); len(meant) > 0 {
		help = "perhaps it was to be " + strings.Join(meant, " or ") + "; " + help
	}
	return Usagef("%s has no command %s\n%s", c.CommandPath(), Quoted(args[0]), help)
}

// Quoted lists words in quotation marks, each cut where it is long.
func Quoted(words ...string) string {
	shown := make([]string, len(words))
	for i, word := range words {
		shown[i] = strictjson.String(strictjson.CutName(word)).JSON()
	}
	return strings.Join(shown, ", ")
}

// statusOf returns the status of a command that ended with err. What is no [Status] is wrong usage.
func statusOf(err error) int {
	var status Status
	switch {
	case err == nil:
		return int(StatusResult)
	case errors.As(err, &status):
		return int(status)
	default:
		return int(StatusUsage)
	}
}
