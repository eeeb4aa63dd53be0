package reading

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// progressPause is how long a reading may take before it is worth a line, and how often the line changes.
const progressPause = 150 * time.Millisecond

// wipe goes to the line's begin and empties it (ECMA-48, EL).
const wipe = "\r\x1b[K"

// progress shows a person who waits what is going on: one line that changes and is wiped at the end. A
// nil progress shows nothing. It is safe for concurrent use.
type progress struct {
	to    io.Writer
	begun time.Time
	end   chan struct{}
	ended chan struct{}
	once  sync.Once

	mu    sync.Mutex
	stage string
}

var _ ports.Observer = (*progress)(nil)

// progress makes the line on stderr; nil if nobody is looking. It must be stopped.
func (p *program) progress() *progress {
	if !p.term.Err.Terminal || !p.term.Err.Wipes {
		return nil
	}
	return &progress{to: p.term.Err, stage: "starting", end: make(chan struct{})}
}

// start begins to show the line, once: as soon as there is a request to wait for.
func (s *progress) start() {
	if s == nil {
		return
	}
	s.begun, s.ended = time.Now(), make(chan struct{})
	go s.show()
}

// stop wipes the line and waits until that is done. It is idempotent.
func (s *progress) stop() {
	if s == nil {
		return
	}
	s.once.Do(func() { close(s.end) })
	if s.ended != nil {
		<-s.ended
	}
}

func (s *progress) show() {
	defer close(s.ended)
	ticker := time.NewTicker(progressPause)
	defer ticker.Stop()
	shown := false
	for {
		select {
		case <-s.end:
			if shown {
				fmt.Fprint(s.to, wipe)
			}
			return
		case <-ticker.C:
			fmt.Fprint(s.to, wipe+s.line())
			shown = true
		}
	}
}

func (s *progress) line() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("%s… %.1f s", s.stage, time.Since(s.begun).Seconds())
}

// Observe takes what the line is about from an event.
func (s *progress) Observe(_ context.Context, event ports.Event) {
	switch e := event.(type) {
	case ports.RequestSent:
		s.set(stageLine(e.Stage, e.Repair))
	case ports.ReplyReceived:
		s.set("checking what was read")
	}
}

func (s *progress) set(stage string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stage = stage
}

func stageLine(stage intent.Stage, repair bool) string {
	line := map[intent.Stage]string{
		intent.StageCore: "reading what is asked (core)", intent.StageData: "reading the fields (data)",
	}[stage]
	if repair {
		line += ", again to fix mistakes (repair)"
	}
	return line
}
