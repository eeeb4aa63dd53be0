package sessionstest

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

func whole() ports.JobRecord {
	began := time.Date(2026, 2, 3, 4, 5, 6, 7, time.UTC)
	return ports.JobRecord{
		Job: "a", Session: "s", Instance: "i", Revision: 1, State: ports.JobActive, Token: "t",
		Steps:   []ports.JobStep{{Token: "t0", Digest: "d0", Reply: "r0"}, {Token: "t1", Digest: "d1"}},
		Reading: `{"input":"<ß>"}`, Final: "f", ExpiresAt: began.AddDate(9, 0, 0), Began: began,
		Asked: began.Add(1), CoreTime: 2, DataTime: 3,
	}
}

var recordCases = []testCase{
	{says: "what was created is loaded whole", check: func(b *bench) {
		b.create(whole())
		got, want := b.load("a"), whole()
		if !equal(got, want) {
			b.Fatalf("loaded %+v, want %+v", got, want)
		}
	}},
	{says: "a record survives JSON", check: func(b *bench) {
		text, err := json.Marshal(whole())
		var back ports.JobRecord
		if err != nil || json.Unmarshal(text, &back) != nil || !equal(back, whole()) {
			b.Fatalf("read back %+v (%v), want %+v", back, err, whole())
		}
	}},
	{says: "an id is kept once", check: func(b *bench) {
		b.fill("a")
		other := job("a", 5)
		other.Session = "other"
		b.is(b.store.Create(context.Background(), other), ports.ErrJobChanged)
		if got := b.load("a"); got.Bytes() != 1 {
			b.Fatalf("the first record became %+v, want it as it was", got)
		}
	}},
	{says: "a job is not there for another session", check: func(b *bench) {
		b.fill("a")
		_, err := b.store.Load(context.Background(), "other", "a", true)
		b.is(err, ports.ErrJobNotFound)
		stolen := b.load("a")
		stolen.Session = "other"
		b.is(b.store.Swap(context.Background(), stolen), ports.ErrJobNotFound)
	}},
	{says: "an unknown job is not found", check: func(b *bench) {
		b.gone("a")
		b.is(b.store.Swap(context.Background(), job("a", 1)), ports.ErrJobNotFound)
	}},
	{says: "records share no memory", check: func(b *bench) {
		mine := whole()
		b.create(mine)
		spoil(mine)
		b.unspoiled("the record that was created")
		spoil(b.load("a"))
		b.unspoiled("the record that was loaded")
		mine = b.load("a")
		b.swap(mine)
		spoil(mine)
		b.unspoiled("the record that was swapped")
		spoil(b.sweep(ports.JobGroup{Instance: "i"})[0])
		b.unspoiled("the record that a sweep returned")
	}},
	{says: "a swap raises the revision", check: func(b *bench) {
		b.fill("a")
		for revision := int64(1); revision < 4; revision++ {
			record := b.load("a")
			if record.Revision != revision {
				b.Fatalf("revision %d, want %d", record.Revision, revision)
			}
			record.Token = "t" + number(int(revision))
			b.swap(record)
		}
		if got := b.load("a").Token; got != "t3" {
			b.Fatalf("token %q after three swaps, want %q", got, "t3")
		}
	}},
	{says: "a swap of an old revision changes nothing", check: func(b *bench) {
		b.fill("a")
		old, record := b.load("a"), b.load("a")
		record.Token = "new"
		b.swap(record)
		old.Token = "old"
		b.is(b.store.Swap(context.Background(), old), ports.ErrJobChanged)
		if got := b.load("a").Token; got != "new" {
			b.Fatalf("token %q, want %q", got, "new")
		}
	}},
	{says: "a call whose context has ended does nothing", check: func(b *bench) {
		b.fill("a")
		record := b.load("a")
		over, cancel := context.WithCancel(context.Background())
		cancel()
		b.is(b.store.Create(over, job("b", 1)), context.Canceled)
		record.Token = "new"
		b.is(b.store.Swap(over, record), context.Canceled)
		_, err := b.store.Load(over, "s", "a", true)
		b.is(err, context.Canceled)
		_, err = b.store.Sweep(over, ports.JobGroup{Session: "s"})
		b.is(err, context.Canceled)
		b.gone("b")
		if got := b.load("a"); got.Revision != 1 || got.Token != "t-a" {
			b.Fatalf("the record became %+v, want it as it was", got)
		}
	}},
	{says: "an ended job stays ended", check: func(b *bench) {
		b.fill("a")
		b.end("a")
		record := b.load("a")
		record.State = ports.JobActive
		b.is(b.store.Swap(context.Background(), record), ports.ErrJobChanged)
	}},
}

// spoil changes what a record has in memory of its own.
func spoil(record ports.JobRecord) {
	for i := range record.Steps {
		record.Steps[i] = ports.JobStep{Token: "changed", Digest: "changed", Reply: "changed"}
	}
}

func (b *bench) unspoiled(who string) {
	b.Helper()
	if got, want := b.load("a").Steps, whole().Steps; !reflect.DeepEqual(got, want) {
		b.Fatalf("a change of %s changed the kept steps to %+v, want %+v", who, got, want)
	}
}

func equal(a, b ports.JobRecord) bool {
	same := a.ExpiresAt.Equal(b.ExpiresAt) && a.Began.Equal(b.Began) && a.Asked.Equal(b.Asked)
	a.ExpiresAt, a.Began, a.Asked = b.ExpiresAt, b.Began, b.Asked
	return same && reflect.DeepEqual(a, b)
}
