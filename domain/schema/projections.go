package schema

import "sync"

// maxKept is how many projections a schema keeps: those of the selections that come again and again.
// With the default limit on a schema's bytes they hold at most a megabyte of text.
const maxKept = 8

// projections keeps the projections that were made last, as long as their schema lives. They follow from
// the schema and the names alone, so that what is kept shows in nothing but the time a call takes.
type projections struct {
	mu   sync.Mutex
	kept []keptProjection // the one asked for last is the last
}

type keptProjection struct {
	order string // the names as they were asked for, by exactly
	made  *Projection
}

// find returns the projection of these names, nil if it is not kept.
func (p *projections) find(order string) *Projection {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, kept := range p.kept {
		if kept.order == order {
			copy(p.kept[i:], p.kept[i+1:])
			p.kept[len(p.kept)-1] = kept
			return kept.made
		}
	}
	return nil
}

// keep adds a projection; the one that was not asked for the longest goes if there are too many.
func (p *projections) keep(order string, made *Projection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) == maxKept {
		copy(p.kept, p.kept[1:])
		p.kept = p.kept[:maxKept-1]
	}
	p.kept = append(p.kept, keptProjection{order, made})
}
