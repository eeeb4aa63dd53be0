package bridge

import "context"

// Busy counts the jobs that a call or an operation is at.
func Busy(b *Bridge) int {
	b.lanes.mu.Lock()
	defer b.lanes.mu.Unlock()
	return len(b.lanes.busy)
}

// StateOf looks a job up without using it; "" is none.
func StateOf(s *Session, job string) string {
	record, err := s.bridge.store.Load(context.Background(), s.id, job, false)
	if err != nil {
		return ""
	}
	return string(record.State)
}

// IDOf gives a session's id, which no caller needs.
func IDOf(s *Session) string { return s.id }

// IsClosed tells whether a session's close has begun.
func IsClosed(s *Session) bool { return s.closed.Load() }
