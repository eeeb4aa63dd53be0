package bridge

import (
	"context"
	"sync"

	"github.com/devcodex/intent-runtime/application/internal/fence"
)

// eventQueue tells a job's observers one event after the other. Events are added with the job locked
// and told outside its lock, by one goroutine at a time: an observer that calls the bridge about its job
// only adds to the queue.
type eventQueue struct {
	mu      sync.Mutex
	waiting []func()
	telling bool
}

// add puts one event at the end; tell must be called after.
func (q *eventQueue) add(event func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, event)
}

// tell tells what waits, unless somebody is at it. Observers are foreign code: one that ends its
// goroutine loses its event, and one that blocks is waited for until ctx ends.
func (q *eventQueue) tell(ctx context.Context) {
	for q.begin() {
		_, err := fence.Call(ctx, func() struct{} {
			whole := false
			defer func() {
				if !whole {
					q.stop()
				}
			}()
			for event := q.next(); event != nil; event = q.next() {
				event()
			}
			whole = true
			return struct{}{}
		})
		if err != nil && ctx.Err() != nil {
			return
		}
	}
}

func (q *eventQueue) begin() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.telling || len(q.waiting) == 0 {
		return false
	}
	q.telling = true
	return true
}

// next takes the first event that waits. If there is none it returns nil, and the telling is over.
func (q *eventQueue) next() func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.waiting, q.telling = nil, false
		return nil
	}
	event := q.waiting[0]
	q.waiting = q.waiting[1:]
	return event
}

func (q *eventQueue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.telling = false
}
