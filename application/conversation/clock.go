package conversation

import (
	"sync"
	"time"
)

// stopwatch counts down a time that can stand still. It is safe for concurrent use. fire is called once,
// from a goroutine of a timer, if the time passes while it runs; a timer of before a pause that fires
// late does nothing. It lives as long as the effect or run that it bounds.
type stopwatch struct {
	mu      sync.Mutex
	left    time.Duration
	since   time.Time // when it began to run; zero while it stands still
	timer   *time.Timer
	turn    int // counts starts, so that a late timer knows that it is not meant
	over    bool
	endless bool
	fire    func()
}

func newStopwatch(left time.Duration, running bool, fire func()) *stopwatch {
	s := &stopwatch{left: left, endless: left == Infinite, fire: fire}
	if running {
		s.resume()
	}
	return s
}

func (s *stopwatch) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || s.endless || !s.since.IsZero() {
		return
	}
	s.since = time.Now()
	s.turn++
	turn := s.turn
	s.timer = time.AfterFunc(s.left, func() { s.expire(turn) })
}

func (s *stopwatch) expire(turn int) {
	s.mu.Lock()
	meant := !s.over && turn == s.turn && !s.since.IsZero()
	s.over = s.over || meant
	s.mu.Unlock()
	if meant {
		s.fire()
	}
}

func (s *stopwatch) pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold()
}

// hold stops the count; s.mu is held.
func (s *stopwatch) hold() {
	if s.over || s.since.IsZero() {
		return
	}
	s.timer.Stop()
	s.left = max(s.left-time.Since(s.since), 0)
	s.since = time.Time{}
}

// extend adds to what is left.
func (s *stopwatch) extend(more time.Duration) {
	s.mu.Lock()
	running := !s.since.IsZero()
	s.hold()
	s.left += max(more, 0)
	s.mu.Unlock()
	if running {
		s.resume()
	}
}

// stop ends the count for good.
func (s *stopwatch) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold()
	s.over = true
}

// deadline returns when the time passes, as things stand.
func (s *stopwatch) deadline() (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.endless:
		return time.Time{}, false
	case s.since.IsZero():
		return time.Now().Add(s.left), true
	default:
		return s.since.Add(s.left), true
	}
}

// remaining returns what is left; Infinite if it is endless.
func (s *stopwatch) remaining() time.Duration {
	if at, ok := s.deadline(); ok {
		return time.Until(at)
	}
	return Infinite
}
