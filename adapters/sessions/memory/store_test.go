package memory_test

import (
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/sessionstest"
)

func maker(_ testing.TB, limits ports.SessionLimits, now func() time.Time) ports.SessionStore {
	return memory.New(limits, now)
}

func TestStore(t *testing.T) { sessionstest.Run(t, maker) }

func BenchmarkStore(b *testing.B) { sessionstest.Benchmark(b, maker) }
