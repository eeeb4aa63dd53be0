// Package command puts the binary `intent` together: which executors, validators and observers there
// are by name, and the terminal and environment it runs in.
//
// It is the binary's and not covered by the compatibility promise. An embedder uses package bootstrap.
package command

import (
	"context"
	"io"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/acting"
	"github.com/devcodex/intent-runtime/adapters/cli/reading"
	guardian "github.com/devcodex/intent-runtime/adapters/command"
	"github.com/devcodex/intent-runtime/adapters/executor/retry"
	"github.com/devcodex/intent-runtime/adapters/observe/trace"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Guard turns this process into the guardian of one command if its arguments say so; main then exits
// with the code. See package adapters/command.
func Guard(args []string) (code int, ok bool) { return guardian.Guard(args) }

// Run runs the command in this process's terminal and environment and gives its exit status.
func Run(ctx context.Context, args []string) int {
	return cli.Run(ctx, terminal(), args, reading.Commands(Parts()), acting.Commands(ActingParts()))
}

// Parts is what the commands of reading are put together from.
func Parts() reading.Parts {
	return reading.Parts{
		Schemes:    schemes(),
		Validators: validators(),
		NewIntent:  newIntent,
		Serve:      serve,
		NewTrace:   func(w io.Writer) ports.Observer { return trace.New(w) },
		Retry: func(executor ports.Executor, times int) (ports.Executor, error) {
			return retry.New(executor, retry.Options{Attempts: times + 1})
		},
	}
}

func newIntent(
	config intent.Config, executor ports.Executor, validator ports.SchemaValidator, observers ...ports.Observer,
) (*bootstrap.Intent, error) {
	reader, _, err := wireIntent(config, executor, validator, observers) // the command disposes it
	return reader, err
}
