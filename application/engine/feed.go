package engine

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/application/internal/fence"
	"github.com/devcodex/intent-runtime/ports"
)

// feedGrace is how long a reading that is over waits for an observer that is being told something. It is
// longer than a quick observer takes, so that the reading returns after its last event, and short enough
// for "promptly".
const feedGrace = 100 * time.Millisecond

// observer is one of an instance's observers, as long as the instance lives.
type observer struct {
	ports.Observer
	material bool
	report   func(event ports.Event, err error) // of a panic; only the first is reported
}

func observersOf(given []ports.Observer, log slog.Handler) []*observer {
	if log == nil {
		log = slog.Default().Handler()
	}
	logger := slog.New(log)
	var observers []*observer
	for _, o := range given {
		if o == nil {
			continue
		}
		m, ok := o.(ports.MaterialObserver)
		var once sync.Once
		observers = append(observers, &observer{
			Observer: o,
			material: ok && wantsMaterial(m),
			report: func(event ports.Event, err error) {
				once.Do(func() {
					logger.Error("an observer failed; its later failures are not reported",
						slog.String("observer", fmt.Sprintf("%T", o)),
						slog.String("event", fmt.Sprintf("%T", event)),
						slog.String("error", err.Error()))
				})
			},
		})
	}
	return observers
}

func wantsMaterial(m ports.MaterialObserver) bool {
	wants, err := fence.Do(m.WantsMaterial)
	return err == nil && wants
}

// feed tells an instance's observers the events of one reading, in order. Each event is told on a
// goroutine of its own that waits for the one before; the reading waits for it, until the reading is over.
type feed struct {
	ctx       context.Context // of Observe: it has values, and no end
	until     context.Context // of the waiting
	observers []*observer
	last      chan struct{} // closed when the latest event has been told; nil if there is none
}

func newFeed(ctx context.Context, id string, observers []*observer) feed {
	return feed{
		ctx:       ports.WithReadingID(context.WithoutCancel(ctx), id),
		until:     ctx,
		observers: observers,
	}
}

func (f *feed) tell(event func(material bool) ports.Event) {
	if len(f.observers) == 0 {
		return
	}
	events := make([]ports.Event, len(f.observers)) // each has its own, made before the reading goes on
	for i, o := range f.observers {
		events[i] = event(o.material)
	}
	before, done := f.last, make(chan struct{})
	f.last = done
	go func() {
		defer close(done)
		if before != nil {
			<-before
		}
		fence.Each(len(events),
			func(i int) { f.observers[i].Observe(f.ctx, events[i]) },
			func(i int, err error) { f.observers[i].report(events[i], err) })
	}()
	f.await(done)
}

// await returns when an event has been told, or soon after the reading is over.
func (f *feed) await(done <-chan struct{}) {
	select {
	case <-done:
		return
	case <-f.until.Done():
	}
	timer := time.NewTimer(feedGrace)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

func (f *feed) told() <-chan struct{} {
	if f.last != nil {
		return f.last
	}
	none := make(chan struct{})
	close(none)
	return none
}
