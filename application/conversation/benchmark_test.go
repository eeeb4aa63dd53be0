package conversation_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/adapters/journal/sqlite"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// batches is a provider that makes calls of `act`, so many in each reply, until there were enough.
type batches struct{ calls, each, made int }

func (*batches) ID() string { return "bench" }

func (*batches) Capabilities() acting.ProviderCapabilities {
	return acting.ProviderCapabilities{Model: "m", CustomTools: true, ParallelCalls: true}
}

func (b *batches) Turn(_ context.Context, _ acting.ProviderRequest, emit func(acting.ProviderEvent)) error {
	for i := 0; i < b.each && b.made < b.calls; i++ {
		b.made++
		emit(acting.ProviderEvent{Item: &run.Item{
			Type: run.FunctionCallItem, CallID: fmt.Sprint("c", b.made), Name: "act", Arguments: `{"a":"some text"}`,
		}})
	}
	emit(acting.ProviderEvent{End: run.Complete})
	return nil
}

// calls runs one run of n calls, so many in each reply.
func calls(b *testing.B, journal acting.Journal, n, each int) {
	b.Helper()
	c, err := conversation.Start(context.Background(), conversation.Settings{
		Journal: journal, Provider: &batches{calls: n, each: each}, Registry: registry(b,
			gadget{name: "act", run: ok}),
		Prompt: "x", Quota: 3*n + 3, Times: conversation.Times{Run: time.Hour},
	})
	if err != nil {
		b.Fatal(err)
	}
	if outcome, err := c.Wait(context.Background()); err != nil || outcome.Head.State != run.Completed {
		b.Fatal(outcome.Head, err)
	}
}

// What one call costs beside its backend, which does nothing, with the memory journal.
func BenchmarkActCallMemory(b *testing.B) {
	b.ReportAllocs()
	calls(b, memory.New(), b.N, 50)
}

// The same with SQLite: two commits, each on the disk.
func BenchmarkActCallSQLite(b *testing.B) {
	journal, err := sqlite.Open(context.Background(),
		sqlite.Options{Path: filepath.Join(b.TempDir(), "runs.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = journal.Close() }()
	b.ResetTimer()
	calls(b, journal, b.N, 50)
}

// What a call costs in runs of a growing length: it must not grow.
func BenchmarkActRunLength(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				calls(b, memory.New(), n, 1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/call")
		})
	}
}
