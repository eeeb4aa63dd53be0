package batch

import (
	"context"
	"sync"
	"time"
)

// DefaultJobs is how many pieces of work run at a time if the options do not say.
const DefaultJobs = 4

// ahead is how many outcomes may wait for an earlier one, for each job. It bounds memory: behind one slow
// piece at most Jobs times ahead others are done before the rest waits.
const ahead = 8

// Options says how a batch runs. The zero value runs [DefaultJobs] at a time as fast as they go.
type Options struct {
	Jobs int     // pieces at a time; 0 means DefaultJobs
	Rate float64 // pieces begun a second at most; 0 is no bound
}

func (o Options) jobs() int {
	if o.Jobs <= 0 {
		return DefaultJobs
	}
	return o.Jobs
}

// Run takes pieces from next until it reports false, has do work on them, and hands the outcomes to emit in
// the order of the pieces.
//
// next and emit are called from one goroutine each, never concurrently with themselves; do is called from
// Jobs goroutines. When ctx ends, or next or emit fails, no further piece begins; pieces under way are
// finished by do, which must heed its context, and their outcomes are handed to emit as long as no earlier
// one is missing and emit has not failed. Run returns when every goroutine has ended: emit's error, else
// next's, else ctx's, else nil. A piece that was begun and whose outcome could not be handed on is lost; the
// next run of the same batch does it again.
func Run[In, Out any](
	ctx context.Context,
	next func() (In, bool, error),
	do func(context.Context, In) Out,
	emit func(Out) error,
	o Options,
) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	b := batch[In, Out]{do: do, emit: emit, stop: stop, queue: make(chan piece[In, Out]),
		order: make(chan chan Out, o.jobs()*ahead)}
	var workers, writer sync.WaitGroup
	for range o.jobs() {
		workers.Go(func() { b.work(ctx) })
	}
	writer.Go(b.write)
	failed := b.feed(working, next, newPacer(o.Rate))
	close(b.queue)
	close(b.order)
	workers.Wait()
	writer.Wait()
	switch {
	case b.failed != nil:
		return b.failed
	case failed != nil:
		return failed
	default:
		return ctx.Err()
	}
}

// piece is one piece of work and the place that its outcome goes to.
type piece[In, Out any] struct {
	in  In
	out chan Out
}

// batch is the state of one Run.
type batch[In, Out any] struct {
	do   func(context.Context, In) Out
	emit func(Out) error
	stop context.CancelFunc // no further piece begins

	queue chan piece[In, Out] // closed by Run when nothing more comes
	order chan chan Out       // the places of outcomes, in order; its capacity is the bound of what waits

	failed error // of emit; written by write, read after it has ended
}

// feed takes pieces until there are no more or ctx ends.
func (b *batch[In, Out]) feed(ctx context.Context, next func() (In, bool, error), pace *pacer) error {
	for ctx.Err() == nil {
		in, more, err := next()
		if err != nil || !more {
			return err
		}
		if !pace.wait(ctx) {
			return nil
		}
		p := piece[In, Out]{in: in, out: make(chan Out, 1)}
		select {
		case b.order <- p.out:
		case <-ctx.Done():
			return nil
		}
		select {
		case b.queue <- p:
		case <-ctx.Done():
			close(p.out)
			return nil
		}
	}
	return nil
}

func (b *batch[In, Out]) work(ctx context.Context) {
	for p := range b.queue {
		p.out <- b.do(ctx, p.in)
	}
}

// write hands outcomes on in order. After a failure it only drains, so that nobody waits for it.
func (b *batch[In, Out]) write() {
	whole := true
	for place := range b.order {
		out, done := <-place
		if !done {
			whole = false // a piece that never began: what comes after it would be out of order
		}
		if !whole || b.failed != nil {
			continue
		}
		if b.failed = b.emit(out); b.failed != nil {
			b.stop()
		}
	}
}

// slowest is the longest pause between two beginnings: a rate below one a year is one a year.
const slowest = 365 * 24 * time.Hour

// pacer spreads beginnings evenly.
type pacer struct {
	every time.Duration
	next  time.Time
}

func newPacer(rate float64) *pacer {
	if rate <= 0 {
		return &pacer{}
	}
	return &pacer{every: time.Duration(min(float64(time.Second)/rate, float64(slowest)))}
}

// wait waits for the next beginning; it reports false if ctx ended first.
func (p *pacer) wait(ctx context.Context) bool {
	if p.every == 0 {
		return true
	}
	now := time.Now()
	if p.next.Before(now) {
		p.next = now
	}
	timer := time.NewTimer(p.next.Sub(now))
	defer timer.Stop()
	p.next = p.next.Add(p.every)
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
