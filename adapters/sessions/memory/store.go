package memory

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// Store is a ports.SessionStore in memory. It is safe for concurrent use; make it with [New].
type Store struct {
	limits ports.SessionLimits
	now    func() time.Time

	mu        sync.Mutex
	jobs      map[string]*entry
	sessions  map[string]*list.List // every job, by session
	instances map[string]*list.List // active jobs, by instance
	recency   *list.List            // ended jobs, the one used last in front
	expiring  *list.List            // active jobs that expire, the next in front
	leaving   *list.List            // ended jobs that are forgotten in time, the next in front

	active      int // jobs not ended
	activeBytes int // bytes of jobs not ended, which nothing can make room of
	bytes       int // bytes of all jobs
}

var _ ports.SessionStore = (*Store)(nil)

// New makes an empty store. now tells the time; nil is time.Now.
func New(limits ports.SessionLimits, now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{
		limits:    limits,
		now:       now,
		jobs:      make(map[string]*entry),
		sessions:  make(map[string]*list.List),
		instances: make(map[string]*list.List),
		recency:   list.New(),
		expiring:  list.New(),
		leaving:   list.New(),
	}
}

// Create keeps a new active job; see ports.SessionStore.
func (s *Store) Create(ctx context.Context, job ports.JobRecord) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.settle()
	if _, taken := s.jobs[job.Job]; taken {
		return ports.ErrJobChanged
	}
	if err := s.admit(nil, job.Bytes()); err != nil {
		return err
	}
	job = job.Clone()
	job.Revision, job.State = 1, ports.JobActive
	e := &entry{record: job, bytes: job.Bytes()}
	s.jobs[job.Job] = e
	e.inSession = push(s.sessions, job.Session, e)
	s.bytes += e.bytes
	s.place(e, now)
	return nil
}

// Load gives a job of a session; see ports.SessionStore.
func (s *Store) Load(ctx context.Context, session, job string, use bool) (ports.JobRecord, error) {
	if err := ctx.Err(); err != nil {
		return ports.JobRecord{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settle()
	e, err := s.find(session, job)
	if err != nil {
		return ports.JobRecord{}, err
	}
	if use && e.inRecency != nil {
		s.recency.MoveToFront(e.inRecency)
	}
	return e.record.Clone(), nil
}

func (s *Store) find(session, job string) (*entry, error) {
	e, ok := s.jobs[job]
	if !ok || e.record.Session != session {
		return nil, ports.ErrJobNotFound
	}
	return e, nil
}

// Swap replaces a record; see ports.SessionStore.
func (s *Store) Swap(ctx context.Context, job ports.JobRecord) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.settle()
	e, err := s.find(job.Session, job.Job)
	if err != nil {
		return err
	}
	was := e.record.State
	if e.record.Revision != job.Revision || was != ports.JobActive && job.State == ports.JobActive {
		return ports.ErrJobChanged
	}
	if err := s.admit(e, job.Bytes()); err != nil {
		return err
	}
	if was == ports.JobActive {
		s.displace(e)
		defer s.place(e, now)
	}
	s.bytes += job.Bytes() - e.bytes
	e.record, e.bytes = job.Clone(), job.Bytes()
	e.record.Revision++
	return nil
}

// Sweep ends the jobs of a session or an instance; see ports.SessionStore.
func (s *Store) Sweep(ctx context.Context, group ports.JobGroup) ([]ports.JobRecord, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.settle()
	if group.Session != "" {
		return s.forgetSession(group.Session), nil
	}
	return s.disposeInstance(group.Instance, now), nil
}

func (s *Store) forgetSession(session string) []ports.JobRecord {
	var ended []ports.JobRecord
	for _, e := range members(s.sessions[session]) {
		if e.record.State == ports.JobActive {
			ended = append(ended, e.record.Clone())
		}
		s.forget(e)
	}
	return ended
}

func (s *Store) disposeInstance(instance string, now time.Time) []ports.JobRecord {
	var ended []ports.JobRecord
	for _, e := range members(s.instances[instance]) {
		s.end(e, ports.JobDisposed, now)
		ended = append(ended, e.record.Clone())
	}
	return ended
}
