package bridge_test

import (
	"strconv"
	"testing"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// BenchmarkJob measures a whole job, prepared, advanced, replayed and ended, in a bridge that keeps so many
// others and is full. The figures must be alike.
func BenchmarkJob(b *testing.B) {
	for _, kept := range []int{10, 100, 1000, 10000} {
		b.Run("kept="+strconv.Itoa(kept), func(b *testing.B) {
			w := newWorld(b, setup{settings: bridge.Settings{MaxReplayEntries: kept, MaxReplayBytes: 1 << 30}})
			w.events.off = true
			for range kept {
				w.cancel(w.prepare(b).job)
			}
			b.ReportAllocs()
			for b.Loop() {
				at := w.prepare(b)
				data := wantTask(b, w.accept(at, goodCore), intent.StageData)
				w.accept(at, goodCore)
				wantResult(b, w.accept(data, goodData))
			}
		})
	}
}
