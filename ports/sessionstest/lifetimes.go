package sessionstest

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// expiring creates a job that expires so much later.
func (b *bench) expiring(id string, after time.Duration) {
	b.Helper()
	record := job(id, 1)
	record.ExpiresAt = b.now().Add(after)
	b.create(record)
}

func (b *bench) state(id string, want ports.JobState) {
	b.Helper()
	if got := b.load(id).State; got != want {
		b.Fatalf("%s is %s, want %s", id, got, want)
	}
}

var lifetimeCases = []testCase{
	{says: "without a lifetime a job rests", check: func(b *bench) {
		b.fill("a")
		b.pass(1000 * time.Hour)
		b.state("a", ports.JobActive)
	}},
	{says: "a job expires at its time and keeps its reading", check: func(b *bench) {
		b.expiring("a", time.Second)
		b.pass(time.Second - 1)
		b.state("a", ports.JobActive)
		b.pass(1)
		b.state("a", ports.JobExpired)
		if got := b.load("a"); got.Bytes() != 1 || got.Revision != 2 {
			b.Fatalf("%d bytes at revision %d, want 1 at 2", got.Bytes(), got.Revision)
		}
	}},
	{says: "a job expires not a nanosecond early, and at most a microsecond late", check: func(b *bench) {
		b.expiring("a", time.Second+1500*time.Nanosecond)
		b.pass(time.Second + 1499*time.Nanosecond)
		b.state("a", ports.JobActive)
		b.pass(1001)
		b.state("a", ports.JobExpired)
	}},
	{says: "a swap sets another time", check: func(b *bench) {
		b.expiring("a", time.Second)
		b.expiring("b", 2*time.Second)
		record := b.load("a")
		record.ExpiresAt = b.now().Add(3 * time.Second)
		b.swap(record)
		b.pass(2 * time.Second)
		b.state("a", ports.JobActive)
		b.state("b", ports.JobExpired)
	}},
	{says: "times need not come in order", check: func(b *bench) {
		b.expiring("a", 3*time.Second)
		b.expiring("b", time.Second)
		b.expiring("c", 2*time.Second)
		b.pass(2 * time.Second)
		b.state("a", ports.JobActive)
		b.state("b", ports.JobExpired)
		b.state("c", ports.JobExpired)
	}},
	{says: "an expired job cannot go on", check: func(b *bench) {
		b.expiring("a", time.Second)
		record := b.load("a")
		b.pass(time.Second)
		b.is(b.store.Swap(context.Background(), record), ports.ErrJobChanged)
	}},
	{says: "an expired job gives up its place untouched", limits: room{MaxJobs: 1, MaxReplayEntries: 2},
		check: func(b *bench) {
			b.expiring("a", time.Second)
			b.pass(time.Second)
			b.fill("b")
			b.end("b")
			b.fill("c")
			b.gone("a")
		}},
	{says: "an ended job is forgotten in time", limits: room{ReplayTTL: time.Second}, check: func(b *bench) {
		b.fill("a")
		b.pass(time.Hour)
		b.end("a")
		b.pass(time.Second - 1)
		b.use("a")
		b.swap(b.load("a"))
		b.pass(1)
		b.gone("a")
	}},
	{says: "an expired job is forgotten a replay time after it expired", limits: room{ReplayTTL: time.Second},
		check: func(b *bench) {
			b.expiring("a", time.Second)
			b.pass(1900 * time.Millisecond)
			b.state("a", ports.JobExpired)
			b.pass(100 * time.Millisecond)
			b.gone("a")
		}},
	{says: "without a replay time an ended job is kept", check: func(b *bench) {
		b.fill("a")
		b.end("a")
		b.pass(1000 * time.Hour)
		b.kept("a")
	}},
	{says: "what time forgets no longer counts", limits: room{MaxReplayBytes: 2, ReplayTTL: time.Second},
		check: func(b *bench) {
			b.fill("a", "b")
			b.end("a", "b")
			b.pass(time.Second)
			b.create(job("c", 2))
			b.gone("a", "b")
		}},
}

var sweepCases = []testCase{
	{says: "a session's jobs are forgotten", limits: room{MaxJobs: 3, MaxReplayBytes: 3}, check: func(b *bench) {
		b.fill("a", "b")
		other := job("o", 1)
		other.Session = "other"
		b.create(other)
		b.end("a")
		swept := b.sweep(ports.JobGroup{Session: "s"})
		if len(swept) != 1 || swept[0].Job != "b" || swept[0].State != ports.JobActive || swept[0].Revision != 1 {
			b.Fatalf("swept %+v, want the active job alone, as it was: active at revision 1", swept)
		}
		b.gone("a", "b")
		if _, err := b.store.Load(context.Background(), "other", "o", false); err != nil {
			b.Fatalf("the other session's job: %v, want it kept", err)
		}
		b.fill("c", "d")
	}},
	{says: "an instance's active jobs are disposed", limits: room{MaxJobs: 3}, check: func(b *bench) {
		b.fill("a", "b")
		b.end("a")
		other := job("o", 1)
		other.Instance = "other"
		b.create(other)
		swept := b.sweep(ports.JobGroup{Instance: "i"})
		if len(swept) != 1 || swept[0].Job != "b" || swept[0].State != ports.JobDisposed || swept[0].Revision != 2 {
			b.Fatalf("swept %+v, want b alone, disposed at revision 2", swept)
		}
		b.state("a", ports.JobEnded)
		b.state("b", ports.JobDisposed)
		b.state("o", ports.JobActive)
		b.fill("c", "d")
	}},
	{says: "a second sweep finds nothing", check: func(b *bench) {
		b.fill("a")
		for want := 1; want >= 0; want-- {
			if got := b.sweep(ports.JobGroup{Instance: "i"}); len(got) != want {
				b.Fatalf("swept %d jobs, want %d", len(got), want)
			}
		}
		b.sweep(ports.JobGroup{Session: "s"})
		if got := b.sweep(ports.JobGroup{Session: "s"}); len(got) != 0 {
			b.Fatalf("swept %d jobs again, want none", len(got))
		}
	}},
	{says: "a disposed job can be ended, not revived", check: func(b *bench) {
		b.fill("a")
		swept := b.sweep(ports.JobGroup{Instance: "i"})[0]
		revived := swept
		revived.State = ports.JobActive
		b.is(b.store.Swap(context.Background(), revived), ports.ErrJobChanged)
		swept.Final = "f"
		b.swap(swept)
		b.state("a", ports.JobDisposed)
	}},
}
