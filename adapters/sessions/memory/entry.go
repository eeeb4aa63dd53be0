package memory

import (
	"container/list"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// entry is a job with its places in the store's lists; a place that is nil is not taken.
type entry struct {
	record ports.JobRecord
	bytes  int
	due    time.Time // when an active job expires, or an ended one is forgotten; zero is never

	inSession  *list.Element
	inInstance *list.Element
	inRecency  *list.Element
	inSchedule *list.Element // of expiring or leaving
}

// push puts an entry into a group's list, which is made where it is the first.
func push(groups map[string]*list.List, name string, e *entry) *list.Element {
	group, ok := groups[name]
	if !ok {
		group = list.New()
		groups[name] = group
	}
	return group.PushBack(e)
}

// pull takes an entry out of a group's list, and the list away with its last entry.
func pull(groups map[string]*list.List, name string, at *list.Element) {
	group := groups[name]
	group.Remove(at)
	if group.Len() == 0 {
		delete(groups, name)
	}
}

// members lists a group's entries, so that they can be moved while they are walked.
func members(group *list.List) []*entry {
	if group == nil {
		return nil
	}
	entries := make([]*entry, 0, group.Len())
	for at := group.Front(); at != nil; at = at.Next() {
		entries = append(entries, at.Value.(*entry))
	}
	return entries
}

// schedule puts an entry where its time belongs. Times come nearly always in order, since lifetimes
// are constant, so the walk from the back is a step or two.
func schedule(in *list.List, e *entry) *list.Element {
	for at := in.Back(); at != nil; at = at.Prev() {
		if !at.Value.(*entry).due.After(e.due) {
			return in.InsertAfter(e, at)
		}
	}
	return in.PushFront(e)
}

// place puts an entry into the lists that its state asks for and counts it. The group lists of
// sessions hold it from Create until it is forgotten.
func (s *Store) place(e *entry, now time.Time) {
	in := s.leaving
	e.due = time.Time{}
	if e.record.State == ports.JobActive {
		s.active++
		s.activeBytes += e.bytes
		e.inInstance = push(s.instances, e.record.Instance, e)
		in, e.due = s.expiring, e.record.ExpiresAt
	} else {
		e.inRecency = s.recency.PushFront(e)
		if s.limits.ReplayTTL > 0 {
			e.due = now.Add(s.limits.ReplayTTL)
		}
	}
	if !e.due.IsZero() {
		e.inSchedule = schedule(in, e)
	}
}

// displace undoes place.
func (s *Store) displace(e *entry) {
	if e.inSchedule != nil {
		s.expiring.Remove(e.inSchedule) // a list ignores an element of another
		s.leaving.Remove(e.inSchedule)
		e.inSchedule = nil
	}
	if e.inRecency != nil {
		s.recency.Remove(e.inRecency)
		e.inRecency = nil
	}
	if e.inInstance != nil {
		s.active--
		s.activeBytes -= e.bytes
		pull(s.instances, e.record.Instance, e.inInstance)
		e.inInstance = nil
	}
}

func (s *Store) forget(e *entry) {
	s.displace(e)
	pull(s.sessions, e.record.Session, e.inSession)
	s.bytes -= e.bytes
	delete(s.jobs, e.record.Job)
}

// end makes an active job one of the ended, at a time that may have passed already.
func (s *Store) end(e *entry, state ports.JobState, at time.Time) {
	s.displace(e)
	e.record.State = state
	e.record.Revision++
	s.place(e, at)
}
