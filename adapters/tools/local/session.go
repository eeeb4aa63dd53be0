package local

import (
	"context"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Why a command was ended; the result's termination_status.
const (
	byTime    = "time_limit"
	byOutput  = "output_limit"
	byCancel  = "cancelled"
	byRelease = "released"
)

// lateOutput is how long output is waited for after a command's end.
const lateOutput = 50 * time.Millisecond

// session is a command that a run has started, from the reservation of its number on. It is kept after
// its end, so that its number still means something.
type session struct {
	number  int
	binding acting.Invocation
	desk    *desk
	login   *bool // what became of the wish for a login shell; nil for none
	tty     bool
	turn    chan struct{}

	command acting.Command
	git     gitState
	ended   chan struct{} // closed when the command has ended and its output is read
	limit   *time.Timer

	mu       sync.Mutex
	unread   []byte
	total    int
	exceeded bool
	why      string // why it was ended, "" if it was not
	closed   bool   // ended is closed
}

// watch reads the output until nobody is left who could write.
func (s *session) watch() {
	read := make(chan struct{})
	go func() {
		<-s.command.Done()
		timer := time.NewTimer(lateOutput)
		defer timer.Stop()
		select {
		case <-read:
		case <-timer.C:
		}
		_ = s.command.Close()
	}()
	buffer := make([]byte, 32<<10)
	for {
		n, err := s.command.Read(buffer)
		if s.take(buffer[:n]) {
			// Not from here: whoever ends it waits for this goroutine to read on.
			go s.end(byOutput)
		}
		if err != nil {
			break
		}
	}
	close(read)
	<-s.command.Done()
	s.limit.Stop()
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	close(s.ended)
}

// take keeps output up to the hard limit and reports whether it was just passed.
func (s *session) take(output []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	room := s.desk.options.OutputLimit - s.total
	s.total += len(output)
	if len(output) <= room {
		s.unread = append(s.unread, output...)
		return false
	}
	first := !s.exceeded
	s.exceeded = true
	s.unread = append(s.unread, output[:max(room, 0)]...)
	return first
}

// end ends the command, if it still runs; the first reason is kept.
func (s *session) end(why string) acting.CommandEnd {
	s.mu.Lock()
	if s.why == "" && !s.closed {
		s.why = why
	}
	s.mu.Unlock()
	return s.command.End()
}

// await takes the session's turn; false if ctx ended first.
func (s *session) await(ctx context.Context) bool {
	select {
	case s.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (s *session) release() { <-s.turn }

// look waits until the command has ended or the time to look has passed.
func (s *session) look(ctx context.Context, most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-s.ended:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// read takes all unread output; a character that is still to come stays, unless the command has ended.
func (s *session) read() (output []byte, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	end := len(s.unread)
	if !s.closed {
		end -= unfinished(s.unread)
	}
	output = s.unread[:end:end]
	s.unread = append([]byte(nil), s.unread[end:]...)
	return output, s.closed
}

// desk holds the commands of one bundle.
type desk struct {
	options   Options
	workspace string

	mu       sync.Mutex
	next     int
	sessions map[int]*session
	order    []int           // of the sessions kept, by number
	released map[string]bool // owners that start nothing any more
	lost     []acting.CommandIdentity
}

// reserve gives a number to a command that is about to start.
func (d *desk) reserve(binding acting.Invocation) (*session, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	alive := 0
	for _, s := range d.sessions {
		if s.alive() {
			alive++
		}
	}
	if alive >= MaxAlive {
		return nil, tool.Errorf(tool.Overloaded, "%d commands are running already", MaxAlive)
	}
	d.next++
	s := &session{number: d.next, binding: binding, desk: d,
		turn: make(chan struct{}, 1), ended: make(chan struct{})}
	d.sessions[s.number] = s
	d.order = append(d.order, s.number)
	d.forget()
	return s, nil
}

// forget drops the oldest commands that have ended, beyond those that are kept.
func (d *desk) forget() {
	for i := 0; len(d.order) > MaxKept && i < len(d.order); {
		if d.sessions[d.order[i]].alive() {
			i++
			continue
		}
		delete(d.sessions, d.order[i])
		d.order = append(d.order[:i], d.order[i+1:]...)
	}
}

// started gives a session its command. It is false if its owner was released meanwhile.
func (s *session) started(command acting.Command) bool {
	d := s.desk
	d.mu.Lock()
	defer d.mu.Unlock()
	s.command = command
	return !d.released[s.binding.Owner]
}

func (s *session) alive() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.closed
}

// abandon drops a reservation whose command did not start.
func (d *desk) abandon(s *session) {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.sessions, s.number)
	for i, number := range d.order {
		if number == s.number {
			d.order = append(d.order[:i], d.order[i+1:]...)
			break
		}
	}
}

// find returns a session by its number, for who it belongs to.
func (d *desk) find(number int, binding acting.Invocation) (*session, error) {
	d.mu.Lock()
	s, known := d.sessions[number]
	forgotten := number >= 1 && number <= d.next
	d.mu.Unlock()
	switch {
	case !known && forgotten:
		return nil, tool.Errorf(tool.NotFound, "command %d is not kept any more", number)
	case !known:
		return nil, tool.Errorf(tool.NotFound, "there is no command of that number")
	case s.binding.Owner != binding.Owner || s.binding.RunID != binding.RunID ||
		s.binding.Incarnation != binding.Incarnation:
		return nil, tool.Errorf(tool.Forbidden, "the command belongs to another run")
	}
	return s, nil
}
