package parse

import (
	"context"
	"sync/atomic"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// mostPlaces keeps a limit far beyond what a process can run from costing memory: a channel of empty
// structs holds only a count, but its capacity is bounded.
const mostPlaces = 1 << 20

// places bounds how many parses, with all their generations, are in flight, and how many wait to be.
type places struct {
	tokens chan struct{}
	queue  chan struct{}
}

func newPlaces(most, queue int) *places {
	return &places{
		tokens: make(chan struct{}, min(most, mostPlaces)),
		queue:  make(chan struct{}, min(queue, mostPlaces)),
	}
}

// take returns a place with one hold on it. If none is free it waits in the queue until ctx ends; if the
// queue is full, too, or there is none, it does not wait. The error has stage input, and none if ctx
// ended, which is for the caller to explain.
func (p *places) take(ctx context.Context) (*place, error) {
	select {
	case p.tokens <- struct{}{}:
		return newPlace(p), nil
	default:
	}
	select {
	case p.queue <- struct{}{}:
	default:
		return nil, p.full()
	}
	defer func() { <-p.queue }()
	select {
	case p.tokens <- struct{}{}:
		return newPlace(p), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// full names the limit that a parse more than fit would pass: the queue's, if there is one.
func (p *places) full() error {
	if most := cap(p.queue); most > 0 {
		return intent.LimitError(intent.StageInput, "queue", most+1, most)
	}
	return intent.LimitError(intent.StageInput, "maxConcurrentParses", cap(p.tokens)+1, cap(p.tokens))
}

// place is free again when its last hold is released: the parse holds it, and so does each generation
// until its executor has returned.
type place struct {
	of    *places
	holds atomic.Int32
}

func newPlace(p *places) *place {
	taken := &place{of: p}
	taken.holds.Store(1)
	return taken
}

func (p *place) hold() { p.holds.Add(1) }

func (p *place) release() {
	if p.holds.Add(-1) == 0 {
		<-p.of.tokens
	}
}

// releaseAfter releases a hold when done is closed; the caller does not wait for that. So an observer that
// does not return takes up a place, as an executor does, and no more than there are places.
func (p *place) releaseAfter(done <-chan struct{}) {
	select {
	case <-done:
		p.release()
	default:
		go func() {
			<-done
			p.release()
		}()
	}
}
