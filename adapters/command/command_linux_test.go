package command_test

import (
	"context"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/command"
	"github.com/devcodex/intent-runtime/ports/acting"
	"github.com/devcodex/intent-runtime/ports/acting/commandtest"
)

func launcher(t testing.TB) *command.Launcher {
	t.Helper()
	l, err := command.New(context.Background(), command.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestKit(t *testing.T) {
	t.Parallel()
	l := launcher(t)
	commandtest.Run(t, func(testing.TB) acting.Commands { return l })
}
