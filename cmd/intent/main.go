// Command intent reads requests in plain language into checked, structured results; see `intent help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/devcodex/intent-runtime/bootstrap/command"
)

func main() { os.Exit(run()) }

// run ends the command's context at the first signal, and leaves the second one to the system, so that
// a person always gets out.
func run() int {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	stop := context.AfterFunc(ctx, release)
	defer stop()
	return command.Run(ctx, os.Args[1:])
}
