package parse

import "sync/atomic"

// places bounds how many parses, with all their generations, are in flight.
type places struct{ tokens chan struct{} }

func newPlaces(most int) *places { return &places{tokens: make(chan struct{}, min(most, mostPlaces))} }

// mostPlaces keeps a limit far beyond what a process can run from costing memory: a channel of empty
// structs holds only a count, but its capacity is bounded.
const mostPlaces = 1 << 20

func (p *places) most() int { return cap(p.tokens) }

// take gives a place with one hold on it, or reports that none is free. It never waits.
func (p *places) take() (*place, bool) {
	select {
	case p.tokens <- struct{}{}:
		taken := &place{of: p}
		taken.holds.Store(1)
		return taken, true
	default:
		return nil, false
	}
}

// place is free again when its last hold is released: the parse holds it, and so does each generation
// until its executor has returned.
type place struct {
	of    *places
	holds atomic.Int32
}

func (p *place) hold() { p.holds.Add(1) }

func (p *place) release() {
	if p.holds.Add(-1) == 0 {
		<-p.of.tokens
	}
}
