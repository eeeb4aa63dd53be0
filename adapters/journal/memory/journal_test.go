package memory_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/ports/acting/journaltest"
)

func TestJournal(t *testing.T) {
	t.Parallel()
	journaltest.Run(t,
		func(*testing.T) journaltest.Subject { return journaltest.Subject{Journal: memory.New()} })
}

func TestItClaimsNoDurability(t *testing.T) {
	t.Parallel()
	if memory.New().Capabilities().Durable {
		t.Error("memory claims to be durable")
	}
}
