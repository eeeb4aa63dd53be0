package bridge

import "context"

// Busy counts the jobs that a call or a submission is at.
func Busy(b *Bridge) int {
	b.jobs.mu.Lock()
	defer b.jobs.mu.Unlock()
	return len(b.jobs.busy)
}

// StateOf looks a job up without using it; "" is none.
func StateOf(s *Session, job string) string {
	record, err := s.bridge.store.load(context.Background(), jobKey{s.id, job}, false)
	if err != nil {
		return ""
	}
	return string(record.State)
}

// IDOf gives a session's id, which no caller needs.
func IDOf(s *Session) string { return s.id }

// IsClosed reports whether a session's close has begun.
func IsClosed(s *Session) bool { return s.closed.Load() }
