// Package command puts the binary `intent` together: which executors, validators and observers there
// are by name, and the terminal and environment it runs in.
//
// It is the binary's and not covered by the compatibility promise. An embedder uses package bootstrap.
package command

import (
	"context"
	"io"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/observe/trace"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Run runs the command in this process's terminal and environment and gives its exit status.
func Run(ctx context.Context, args []string) int {
	return cli.Run(ctx, Parts(), terminal(), args)
}

// Parts is what the command is put together from.
func Parts() cli.Parts {
	return cli.Parts{
		Schemes:    schemes(),
		Validators: validators(),
		NewIntent:  newIntent,
		Serve:      serve,
		NewTrace:   func(w io.Writer) cli.Trace { return trace.New(w) },
	}
}

func newIntent(
	config intent.Config, executor ports.Executor, validator ports.SchemaValidator, observers ...ports.Observer,
) (*bootstrap.Intent, error) {
	return wireIntent(config, executor, validator, observers)
}
