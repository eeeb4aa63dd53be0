package command_test

import (
	"os"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/command"
)

// TestMain makes a guardian of the test's own binary where it is started as one.
func TestMain(m *testing.M) {
	if code, ok := command.Guard(os.Args); ok {
		os.Exit(code)
	}
	os.Exit(m.Run())
}
