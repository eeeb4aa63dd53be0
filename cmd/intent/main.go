// Command intent reads requests in plain language into checked, structured results; see `intent help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/devcodex/intent-runtime/bootstrap/command"
)

func main() {
	// A guardian of one command is this program started anew; see bootstrap/command.
	if code, ok := command.Guard(os.Args); ok {
		os.Exit(code)
	}
	os.Exit(run())
}

// run ends the command's context at the first signal, and leaves the second one to the system, so that
// a person always gets out. What a signal cut short ends with 128 and the signal's number, as a shell
// would say it: 130 for SIGINT, 143 for SIGTERM. What ended well all the same ends with 0, and what says
// more than "not done" keeps its status: 2 for wrong usage, 3 for a run whose outcome nobody knows.
func run() int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals, caught := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		first := <-signals
		signal.Stop(signals)
		caught <- first
		cancel()
	}()
	status := command.Run(ctx, os.Args[1:])
	select {
	case first := <-caught:
		if number, ok := first.(syscall.Signal); ok && status == 1 {
			return 128 + int(number)
		}
	default:
	}
	return status
}
