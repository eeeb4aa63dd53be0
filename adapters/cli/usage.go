package cli

import (
	"errors"
	"fmt"

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
