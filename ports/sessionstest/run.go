package sessionstest

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// Maker makes an empty store of a given room that tells the time by now, which the kit sets. What the
// store needs to be cleaned up, the maker registers with t.
type Maker func(t testing.TB, limits ports.SessionLimits, now func() time.Time) ports.SessionStore

// Run holds a store to the contract of ports.SessionStore.
func Run(t *testing.T, maker Maker) {
	t.Helper()
	for _, group := range groups() {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				t.Run(strings.ReplaceAll(c.says, " ", "-"), func(t *testing.T) {
					c.check(newBench(t, maker, c.limits))
				})
			}
		})
	}
}

// caseGroup is a chapter of the contract.
type caseGroup struct {
	name  string
	cases []testCase
}

func groups() []caseGroup {
	return []caseGroup{
		{"records", recordCases}, {"room", roomCases}, {"recency", recencyCases},
		{"lifetimes", lifetimeCases}, {"sweeps", sweepCases}, {"races", raceCases},
	}
}

// testCase is one rule in words, and how it is tried.
type testCase struct {
	says   string
	limits ports.SessionLimits // a zero count is roomy
	check  func(b *bench)
}

// room is how a case says what it needs of a store's limits.
type room = ports.SessionLimits

const roomy = 1 << 20

// bench is one store with its clock and shorthands that fail the test.
type bench struct {
	testing.TB
	store ports.SessionStore
	clock atomic.Int64 // nanoseconds
}

func newBench(t testing.TB, maker Maker, limits ports.SessionLimits) *bench {
	t.Helper()
	for _, count := range []*int{&limits.MaxJobs, &limits.MaxReplayEntries, &limits.MaxReplayBytes} {
		if *count == 0 {
			*count = roomy
		}
	}
	b := &bench{TB: t}
	b.clock.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	b.store = maker(t, limits, b.now)
	return b
}

func (b *bench) now() time.Time { return time.Unix(0, b.clock.Load()).UTC() }

func (b *bench) pass(d time.Duration) { b.clock.Add(int64(d)) }

// job is a record of the session `s` and the instance `i` with so many bytes.
func job(id string, bytes int) ports.JobRecord {
	return ports.JobRecord{
		Job: id, Session: "s", Instance: "i", State: ports.JobActive,
		Token: "t-" + id, Reading: strings.Repeat("x", bytes),
	}
}

func (b *bench) create(record ports.JobRecord) {
	b.Helper()
	if err := b.store.Create(context.Background(), record); err != nil {
		b.Fatalf("Create %s: %v, want it created", record.Job, err)
	}
}

// fill creates jobs of one byte.
func (b *bench) fill(ids ...string) {
	b.Helper()
	for _, id := range ids {
		b.create(job(id, 1))
	}
}

// end ends active jobs in order, so that the last is the one used last.
func (b *bench) end(ids ...string) {
	b.Helper()
	for _, id := range ids {
		record := b.load(id)
		record.State, record.Token, record.Reading, record.Final = ports.JobEnded, "", "", "f"
		b.swap(record)
	}
}

func (b *bench) load(id string) ports.JobRecord {
	b.Helper()
	record, err := b.store.Load(context.Background(), "s", id, false)
	if err != nil {
		b.Fatalf("Load %s: %v, want it kept", id, err)
	}
	return record
}

func (b *bench) use(id string) {
	b.Helper()
	if _, err := b.store.Load(context.Background(), "s", id, true); err != nil {
		b.Fatalf("Load %s: %v, want it kept", id, err)
	}
}

func (b *bench) swap(record ports.JobRecord) {
	b.Helper()
	if err := b.store.Swap(context.Background(), record); err != nil {
		b.Fatalf("Swap %s: %v, want it swapped", record.Job, err)
	}
}

func (b *bench) sweep(group ports.JobGroup) []ports.JobRecord {
	b.Helper()
	records, err := b.store.Sweep(context.Background(), group)
	if err != nil {
		b.Fatalf("Sweep %+v: %v, want the active jobs", group, err)
	}
	return records
}

func (b *bench) kept(ids ...string) {
	b.Helper()
	for _, id := range ids {
		b.load(id)
	}
}

func (b *bench) gone(ids ...string) {
	b.Helper()
	for _, id := range ids {
		if _, err := b.store.Load(context.Background(), "s", id, false); !errors.Is(err, ports.ErrJobNotFound) {
			b.Fatalf("Load %s gives %v, want %v", id, err, ports.ErrJobNotFound)
		}
	}
}

// refused demands that an error says which setting is full.
func (b *bench) refused(err error, setting string) {
	b.Helper()
	var full *ports.SessionFullError
	if !errors.As(err, &full) || full.Setting != setting || full.Need <= full.Most {
		b.Fatalf("got %v, want a SessionFullError about %s", err, setting)
	}
}

func (b *bench) is(err, want error) {
	b.Helper()
	if !errors.Is(err, want) {
		b.Fatalf("got %v, want %v", err, want)
	}
}

func number(n int) string { return strconv.Itoa(n) }
