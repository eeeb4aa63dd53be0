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
			b.Fatalf("read back %+v (%v)", back, err)
		}
	}},
	{says: "an id is kept once", check: func(b *bench) {
		b.fill("a")
		other := job("a", 5)
		other.Session = "other"
		b.is(b.store.Create(context.Background(), other), ports.ErrJobChanged)
		if got := b.load("a"); got.Bytes() != 1 {
			b.Fatalf("the first record became %+v", got)
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
		mine.Steps[0].Reply = "changed"
		first := b.load("a")
		first.Steps[1].Token = "changed"
		b.swap(whole())
		if got := b.load("a").Steps; !reflect.DeepEqual(got, whole().Steps) {
			b.Fatalf("the steps became %+v", got)
		}
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
			b.Fatalf("token %q after three swaps", got)
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
			b.Fatalf("token %q", got)
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

func equal(a, b ports.JobRecord) bool {
	same := a.ExpiresAt.Equal(b.ExpiresAt) && a.Began.Equal(b.Began) && a.Asked.Equal(b.Asked)
	a.ExpiresAt, a.Began, a.Asked = b.ExpiresAt, b.Began, b.Asked
	return same && reflect.DeepEqual(a, b)
}
