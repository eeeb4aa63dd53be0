package observertest

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/ports"
)

// Recorder is an observer that keeps what it is told. The zero Recorder is ready and wants no material. It is
// safe for concurrent use.
type Recorder struct {
	Material bool // whether events carry material; set it before an instance is made

	mu     sync.Mutex
	events []ports.Event
	ids    []string
}

var _ ports.MaterialObserver = (*Recorder)(nil)

// WantsMaterial returns the field.
func (r *Recorder) WantsMaterial() bool { return r.Material }

// Observe keeps an event and the id of the reading that its context belongs to.
func (r *Recorder) Observe(ctx context.Context, event ports.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, event)
	r.ids = append(r.ids, ports.ReadingID(ctx))
}

// Events returns what was told so far, in order. The slice is the caller's own.
func (r *Recorder) Events() []ports.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]ports.Event(nil), r.events...)
}

// Of returns the events of one reading.
func (r *Recorder) Of(id string) []ports.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []ports.Event
	for i, event := range r.events {
		if r.ids[i] == id {
			list = append(list, event)
		}
	}
	return list
}

// Kinds names the events in order, without package: "ParseStarted RequestSent … Finished".
func (r *Recorder) Kinds() string {
	events := r.Events()
	names := make([]string, len(events))
	for i, event := range events {
		names[i] = strings.TrimPrefix(fmt.Sprintf("%T", event), "ports.")
	}
	return strings.Join(names, " ")
}
