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

// failure is what ended a command that was used rightly.
type failure struct{ lines string }

func (e failure) Error() string { return e.lines }

// Failedf makes the error of a command that was used rightly and could not do its work: status 1. Each
// line of its text is shown by itself.
func Failedf(format string, args ...any) error { return failure{fmt.Sprintf(format, args...)} }

// NoArguments refuses words where a command has none, and names the command that was probably meant.
func NoArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasSubCommands():
		return Usagef("%s takes no arguments", c.CommandPath())
	}
	return Usagef("unknown command %s%s\n`%s --help` lists the commands", Quoted(args[0]),
		DidYouMean(args[0], commandNames(c)), c.CommandPath())
}

func commandNames(c *cobra.Command) []string {
	var names []string
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() || child.Name() == "help" {
			names = append(names, child.Name())
		}
	}
	return names
}

// Quoted lists words in quotation marks, each cut where it is long.
func Quoted(words ...string) string {
	shown := make([]string, len(words))
	for i, word := range words {
		shown[i] = strictjson.String(strictjson.CutName(word)).JSON()
	}
	return strings.Join(shown, ", ")
}

// statusOf returns the status of a command that ended with err. What is no [Status] and no failure is
// wrong usage.
func statusOf(err error) int {
	var status Status
	var failed failure
	switch {
	case err == nil:
		return int(StatusResult)
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &failed):
		return int(StatusError)
	default:
		return int(StatusUsage)
	}
}
