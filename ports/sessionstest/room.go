package sessionstest

import (
	"context"

	"github.com/devcodex/intent-runtime/ports"
)

var roomCases = []testCase{
	{says: "maxJobs counts jobs not ended", limits: room{MaxJobs: 2}, check: func(b *bench) {
		b.fill("a", "b")
		b.refused(b.store.Create(context.Background(), job("c", 1)), "maxJobs")
		b.gone("c")
		b.end("a")
		b.fill("c")
		b.kept("a", "b", "c")
	}},
	{says: "maxReplayEntries counts all jobs", limits: room{MaxReplayEntries: 3}, check: func(b *bench) {
		b.fill("a", "b", "c")
		b.refused(b.store.Create(context.Background(), job("d", 1)), "maxReplayEntries")
		b.end("b")
		b.fill("d")
		b.gone("b")
		b.kept("a", "c", "d")
	}},
	{says: "maxReplayBytes is exact", limits: room{MaxReplayBytes: 10}, check: func(b *bench) {
		b.create(job("a", 6))
		b.refused(b.store.Create(context.Background(), job("b", 5)), "maxReplayBytes")
		b.create(job("b", 4))
		b.refused(b.store.Create(context.Background(), job("c", 1)), "maxReplayBytes")
		b.create(job("d", 0))
	}},
	{says: "a swap counts the difference", limits: room{MaxReplayBytes: 10}, check: func(b *bench) {
		b.create(job("a", 6))
		b.create(job("b", 4))
		b.resize("a", 2)
		b.resize("b", 8)
		b.refused(b.store.Swap(context.Background(), b.sized("a", 3)), "maxReplayBytes")
		if got := b.load("a"); got.Bytes() != 2 || got.Revision != 2 {
			b.Fatalf("a refused swap left %d bytes at revision %d, want 2 at 2", got.Bytes(), got.Revision)
		}
	}},
	{says: "replies count as the reading does", limits: room{MaxReplayBytes: 10}, check: func(b *bench) {
		record := job("a", 3)
		record.Steps = []ports.JobStep{{Token: "t", Digest: "d", Reply: "1234"}, {Reply: "12"}}
		record.Final = "1"
		b.create(record)
		b.refused(b.store.Create(context.Background(), job("b", 1)), "maxReplayBytes")
	}},
	{says: "ended jobs make room for bytes", limits: room{MaxReplayBytes: 10}, check: func(b *bench) {
		b.fill("a", "b", "c")
		b.end("a", "b")
		b.create(job("d", 8))
		b.gone("a")
		b.kept("b", "c", "d")
	}},
	{says: "room is made for a job that grows", limits: room{MaxReplayBytes: 10}, check: func(b *bench) {
		b.fill("a", "b", "c")
		b.end("a", "b")
		b.resize("c", 9)
		b.gone("a")
		b.kept("b", "c")
	}},
	{says: "a refusal forgets nothing", limits: room{MaxReplayBytes: 10}, check: func(b *bench) {
		b.fill("a")
		b.end("a")
		b.create(job("b", 6))
		b.refused(b.store.Create(context.Background(), job("c", 5)), "maxReplayBytes")
		b.refused(b.store.Swap(context.Background(), b.sized("b", 11)), "maxReplayBytes")
		b.kept("a", "b")
	}},
	{says: "an ended job that grows is not forgotten for itself", limits: room{MaxReplayBytes: 4},
		check: func(b *bench) {
			b.fill("a", "b")
			b.end("a", "b")
			record := b.load("a")
			record.Final = "1234"
			b.swap(record)
			b.kept("a")
			b.gone("b")
		}},
	{says: "of limits that are passed at once the first is named",
		limits: room{MaxJobs: 2, MaxReplayEntries: 2, MaxReplayBytes: 2},
		check: func(b *bench) {
			b.fill("a", "b")
			b.refused(b.store.Create(context.Background(), job("c", 9)), "maxJobs")
		}},
	{says: "maxReplayEntries is named before maxReplayBytes",
		limits: room{MaxReplayEntries: 2, MaxReplayBytes: 2},
		check: func(b *bench) {
			b.fill("a", "b")
			b.refused(b.store.Create(context.Background(), job("c", 9)), "maxReplayEntries")
		}},
	{says: "what is forgotten no longer counts",
		limits: room{MaxJobs: 2, MaxReplayEntries: 3, MaxReplayBytes: 9},
		check: func(b *bench) {
			for n := range 40 {
				id := "j" + number(n)
				b.create(job(id, 3))
				b.end(id)
			}
			b.create(job("x", 4))
			b.create(job("y", 4))
		}},
}

func (b *bench) sized(id string, bytes int) ports.JobRecord {
	b.Helper()
	record := b.load(id)
	record.Reading = job(id, bytes).Reading
	return record
}

func (b *bench) resize(id string, bytes int) {
	b.Helper()
	b.swap(b.sized(id, bytes))
}

var recencyCases = []testCase{
	{says: "the job ended first goes first", limits: room{MaxReplayEntries: 3}, check: func(b *bench) {
		b.fill("a", "b", "c")
		b.end("b", "a", "c")
		b.fill("d")
		b.gone("b")
		b.fill("e")
		b.gone("a")
		b.kept("c", "d", "e")
	}},
	{says: "a use saves a job", limits: room{MaxReplayEntries: 2}, check: func(b *bench) {
		b.fill("a", "b")
		b.end("a", "b")
		b.use("a")
		b.fill("c")
		b.gone("b")
		b.kept("a", "c")
	}},
	{says: "a look does not", limits: room{MaxReplayEntries: 2}, check: func(b *bench) {
		b.fill("a", "b")
		b.end("a", "b")
		b.load("a")
		b.fill("c")
		b.gone("a")
	}},
	{says: "a swap of an ended job is no use", limits: room{MaxReplayEntries: 2}, check: func(b *bench) {
		b.fill("a", "b")
		b.end("a", "b")
		b.swap(b.load("a"))
		b.fill("c")
		b.gone("a")
	}},
}
