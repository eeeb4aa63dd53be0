package sessionstest

import (
	"context"
	"testing"

	"github.com/devcodex/intent-runtime/ports"
)

// Benchmark measures a job's whole life in a store that keeps 10, 100, 1,000 and 10,000 ended jobs and
// is full: created, which forgets another, swapped, loaded and ended. A store keeps its contract where
// the four figures are alike.
func Benchmark(b *testing.B, maker Maker) {
	for _, kept := range []int{10, 100, 1000, 10000} {
		b.Run("kept="+number(kept), func(b *testing.B) {
			life(newBench(b, maker, ports.SessionLimits{MaxReplayEntries: kept + 1}), kept, b)
		})
	}
}

const lifeBytes = 2048

func life(s *bench, kept int, b *testing.B) {
	for n := range kept {
		s.create(job("k"+number(n), lifeBytes))
		s.end("k" + number(n))
	}
	s.create(job("rest", lifeBytes))
	template := job("", lifeBytes)
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; b.Loop(); n++ {
		template.Job = "n" + number(n)
		s.create(template)
		record := s.load(template.Job)
		record.Token = "next"
		s.swap(record)
		record, err := s.store.Load(context.Background(), "s", template.Job, true)
		if err != nil {
			b.Fatal(err)
		}
		record.State, record.Token, record.Reading, record.Final = ports.JobEnded, "", "", template.Reading
		s.swap(record)
	}
}
