package memory

import (
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// settle takes up what has come due and gives the time. It costs what it ends and forgets, which each
// job causes once.
func (s *Store) settle() time.Time {
	now := s.now()
	for at := s.expiring.Front(); at != nil; at = s.expiring.Front() {
		e := at.Value.(*entry)
		if now.Before(e.due) {
			break
		}
		s.end(e, ports.JobExpired, e.due)
	}
	for at := s.leaving.Front(); at != nil; at = s.leaving.Front() {
		e := at.Value.(*entry)
		if now.Before(e.due) {
			break
		}
		s.forget(e)
	}
	return now
}

// admit makes room for a record of that many bytes: for a new job where e is nil, else in place of
// e's. It refuses before it forgets anything.
func (s *Store) admit(e *entry, bytes int) error {
	others, othersBytes := s.active, s.activeBytes
	grown := bytes
	if e != nil {
		grown -= e.bytes
		if e.inInstance != nil {
			others--
			othersBytes -= e.bytes
		}
	}
	switch {
	case e == nil && s.active >= s.limits.MaxJobs:
		return full("maxJobs", s.active+1, s.limits.MaxJobs)
	case e == nil && others >= s.limits.MaxReplayEntries:
		return full("maxReplayEntries", others+1, s.limits.MaxReplayEntries)
	case othersBytes+bytes > s.limits.MaxReplayBytes:
		return full("maxReplayBytes", othersBytes+bytes, s.limits.MaxReplayBytes)
	}
	for s.crowded(e == nil, grown) {
		s.forgetLast(e)
	}
	return nil
}

func full(setting string, need, most int) error {
	return &ports.SessionFullError{Setting: setting, Need: need, Most: most}
}

func (s *Store) crowded(entering bool, grown int) bool {
	return entering && len(s.jobs) >= s.limits.MaxReplayEntries || s.bytes+grown > s.limits.MaxReplayBytes
}

// forgetLast forgets the ended job that was used least recently, but the one that room is made for.
func (s *Store) forgetLast(but *entry) {
	last := s.recency.Back()
	if last.Value.(*entry) == but {
		last = last.Prev()
	}
	s.forget(last.Value.(*entry))
}
