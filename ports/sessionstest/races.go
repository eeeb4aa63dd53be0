package sessionstest

import (
	"context"
	"errors"
	"sync"

	"github.com/devcodex/intent-runtime/ports"
)

const racers = 16

// together runs n functions at once and waits for them.
func together(n int, run func(racer int)) {
	var group sync.WaitGroup
	start := make(chan struct{})
	for racer := range n {
		group.Go(func() {
			<-start
			run(racer)
		})
	}
	close(start)
	group.Wait()
}

var raceCases = []testCase{
	{says: "of those who swap one revision one wins", check: func(b *bench) {
		b.fill("a")
		for round := range 50 {
			seen := b.load("a")
			wins := make([]bool, racers)
			together(racers, func(racer int) {
				mine := seen
				mine.Token = number(racer)
				err := b.store.Swap(context.Background(), mine)
				wins[racer] = err == nil
				if err != nil && !errors.Is(err, ports.ErrJobChanged) {
					b.Errorf("round %d: %v, want ErrJobChanged", round, err)
				}
			})
			after := b.load("a")
			for racer, won := range wins {
				if won != (after.Token == number(racer)) {
					b.Fatalf("round %d: racer %d won %v, the token is %s; want the winner's", round, racer, won, after.Token)
				}
			}
			if after.Revision != seen.Revision+1 {
				b.Fatalf("round %d: revision %d after %d, want one more", round, after.Revision, seen.Revision)
			}
		}
	}},
	{says: "of those who create one id one wins", check: func(b *bench) {
		var mu sync.Mutex
		won := 0
		together(racers, func(int) {
			if b.store.Create(context.Background(), job("a", 1)) == nil {
				mu.Lock()
				won++
				mu.Unlock()
			}
		})
		if won != 1 {
			b.Fatalf("%d created it, want 1", won)
		}
	}},
	{says: "the room holds under load", limits: room{MaxJobs: 8, MaxReplayEntries: 12, MaxReplayBytes: 60},
		check: func(b *bench) {
			together(racers, func(racer int) { b.churn("r" + number(racer) + "-") })
			b.sweep(ports.JobGroup{Session: "s"})
			for n := range 8 {
				b.create(job("z"+number(n), 7))
			}
			b.refused(b.store.Create(context.Background(), job("y", 1)), "maxJobs")
		}},
}

// churn makes, ends, loads and loses jobs; what the store refuses is no matter, what it counts is.
func (b *bench) churn(prefix string) {
	ctx := context.Background()
	for n := range 200 {
		record := job(prefix+number(n), 1+n%9)
		if b.store.Create(ctx, record) != nil {
			_, _ = b.store.Sweep(ctx, ports.JobGroup{Instance: "i"})
			continue
		}
		record, err := b.store.Load(ctx, "s", record.Job, n%2 == 0)
		if err != nil {
			continue
		}
		record.Reading, record.Final, record.State = "", "end", ports.JobEnded
		_ = b.store.Swap(ctx, record)
	}
}
