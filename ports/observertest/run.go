package observertest

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// patience is how long one event may take an observer. A reading waits for it.
const patience = 5 * time.Second

// T is what the kit needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Run holds an observer against the port's contract; make is called for each rule and gives a fresh one.
func Run(t *testing.T, make func(*testing.T) ports.Observer) {
	t.Helper()
	t.Run("every reading", func(t *testing.T) { everyReading(t, make(t)) })
	t.Run("readings at once", func(t *testing.T) { atOnce(t, make(t)) })
	t.Run("a context with nothing in it", func(t *testing.T) {
		tell(context.Background(), t, make(t), ports.ParseStarted{})
	})
}

// wants reports whether an observer gets material, which it says once and always the same.
func wants(t T, o ports.Observer) bool {
	t.Helper()
	m, ok := o.(ports.MaterialObserver)
	if !ok {
		return false
	}
	first := m.WantsMaterial()
	if m.WantsMaterial() != first {
		t.Errorf("WantsMaterial says another thing the second time; it is read once")
	}
	return first
}

// everyReading tells the observer one reading of each kind, event by event, and looks whether it has
// changed what it was told.
func everyReading(t T, o ports.Observer) {
	t.Helper()
	material := wants(t, o)
	untouched := readings(material)
	for i, reading := range readings(material) {
		ctx := ports.WithReadingID(context.Background(), fmt.Sprint("reading-", i))
		for k, event := range reading.events {
			tell(ctx, t, o, event)
			if !reflect.DeepEqual(event, untouched[i].events[k]) {
				t.Errorf("%s: the observer changes a %T; events must not be changed", reading.name, event)
			}
		}
	}
}

// atOnce tells readings of several goroutines, as concurrent parses do.
func atOnce(t T, o ports.Observer) {
	t.Helper()
	material := wants(t, o)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for _, reading := range readings(material) {
				for _, event := range reading.events {
					tell(ports.WithReadingID(context.Background(), reading.name), t, o, event)
				}
			}
		})
	}
	running.Wait()
}

// tell tells one event and reports what must not happen meanwhile.
func tell(ctx context.Context, t T, o ports.Observer, event ports.Event) {
	t.Helper()
	done := make(chan string, 1)
	go func() {
		said := fmt.Sprintf("Observe ends its goroutine on a %T", event)
		defer func() {
			if p := recover(); p != nil {
				said = fmt.Sprintf("Observe panics on a %T: %v", event, p)
			}
			done <- said
		}()
		o.Observe(ctx, event)
		said = ""
	}()
	select {
	case said := <-done:
		if said != "" {
			t.Errorf("%s", said)
		}
	case <-time.After(patience):
		t.Errorf("Observe has not returned after %s on a %T; the reading waits for it", patience, event)
	}
}
