package reading

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// meterPause is how often a meter's line changes.
const meterPause = 250 * time.Millisecond

// meter shows how far a long run is: a line that changes and is wiped at the end. A nil meter shows
// nothing. It is safe for concurrent use.
type meter struct {
	to    io.Writer
	what  string // plural of what is counted
	all   int    // how many there are; 0 if nobody knows
	begun time.Time
	end   chan struct{}
	ended chan struct{}

	mu     sync.Mutex
	done   int
	failed int
	here   int // done by this run, which the rate is about
}

// meter begins a line on stderr; nil if nobody is looking. done counts what earlier runs did. It must be
// stopped.
func (p *program) meter(what string, all, done int) *meter {
	if !p.term.Err.Terminal || !p.term.Err.Wipes {
		return nil
	}
	m := &meter{to: p.term.Err, what: what, all: all, done: done, begun: time.Now(),
		end: make(chan struct{}), ended: make(chan struct{})}
	go m.show()
	return m
}

// add counts a piece that is done.
func (m *meter) add(failed bool) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.here++
	m.done++
	m.failed += one(failed)
}

func (m *meter) stop() {
	if m == nil {
		return
	}
	close(m.end)
	<-m.ended
}

func (m *meter) show() {
	defer close(m.ended)
	ticker := time.NewTicker(meterPause)
	defer ticker.Stop()
	for {
		select {
		case <-m.end:
			fmt.Fprint(m.to, wipe)
			return
		case now := <-ticker.C:
			fmt.Fprint(m.to, wipe+m.line(now))
		}
	}
}

func (m *meter) line(now time.Time) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	text := fmt.Sprintf("%d %s", m.done, m.what)
	if m.all > 0 {
		text = fmt.Sprintf("%d of %d %s, %d %%", m.done, m.all, m.what, 100*m.done/m.all)
	}
	if m.failed > 0 {
		text += fmt.Sprintf(", %d failed", m.failed)
	}
	rate := float64(m.here) / now.Sub(m.begun).Seconds()
	if m.here == 0 {
		return text
	}
	text += fmt.Sprintf(", %.1f/s", rate)
	if left := m.all - m.done; left > 0 {
		text += ", " + time.Duration(float64(left)/rate*float64(time.Second)).Round(time.Second).String() + " left"
	}
	return text
}
