package workers

import (
	"slices"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// work is the life of one worker. It ends after idleness, when the pool is closed, or when a job ends
// the goroutine by runtime.Goexit.
func (p *Pool) work(t *task) {
	defer p.end()
	for t != nil {
		p.run(t)
		t = p.next()
	}
}

// run does one job and hands over what came of it.
func (p *Pool) run(t *task) {
	err := ports.ErrJobPanicked // stands where the job neither returns nor panics, but ends its goroutine
	defer func() {
		if recover() != nil {
			err = ports.ErrJobPanicked
		}
		p.mu.Lock()
		p.jobs--
		delete(p.running, t)
		p.mu.Unlock()
		t.result <- err
		t.cancel(nil)
	}()
	if ended := t.ctx.Err(); ended != nil {
		err = ended
		return
	}
	err = t.job(t.ctx)
}

// next gives the task that waits longest or, in an idle worker, the next one that comes; nil where the
// worker is to end.
func (p *Pool) next() *task {
	p.mu.Lock()
	if len(p.waiting) > 0 {
		t := p.take()
		p.mu.Unlock()
		return t
	}
	handoff := make(chan *task, 1)
	p.idle = append(p.idle, handoff)
	p.mu.Unlock()

	timer := time.NewTimer(MaxIdle)
	defer timer.Stop()
	select {
	case t := <-handoff:
		return t
	case <-timer.C:
	case <-p.closing:
	}
	return p.retire(handoff)
}

func (p *Pool) take() *task {
	t := p.waiting[0]
	p.waiting[0] = nil
	p.waiting = p.waiting[1:]
	p.running[t] = true
	return t
}

// retire takes a worker off the list of idle ones; where it is no longer there, a task is on its way.
func (p *Pool) retire(handoff chan *task) *task {
	p.mu.Lock()
	i := slices.Index(p.idle, handoff)
	if i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	p.mu.Unlock()
	if i >= 0 {
		return nil
	}
	return <-handoff
}

// end counts a worker out. A task that came between the last look and now gets a new one.
func (p *Pool) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.live--
	if len(p.waiting) > 0 {
		p.live++
		go p.work(p.take())
		return
	}
	if p.live > 0 {
		return
	}
	for _, ended := range p.ended {
		close(ended)
	}
	p.ended = nil
}
