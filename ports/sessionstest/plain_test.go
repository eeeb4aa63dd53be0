package sessionstest

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// defect is one thing that a plain store does wrong; "" is none.
type defect string

// plain keeps the contract in the plainest way, and breaks it in the one way that its defect names.
type plain struct {
	limits ports.SessionLimits
	now    func() time.Time
	defect defect

	mu   sync.Mutex
	jobs []*plainJob // in order of use or end, the latest last
	lost int         // bytes of jobs that were forgotten
}

type plainJob struct {
	ports.JobRecord
	due time.Time // when it expires or is forgotten; zero is never
}

func (s *plain) is(d defect) bool { return s.defect == d }

// enter begins a call.
func (s *plain) enter(ctx context.Context) (leave func(), err error) {
	if ctx.Err() != nil && !s.is("ignores its context") {
		return func() {}, ctx.Err()
	}
	s.mu.Lock()
	s.settle()
	return s.mu.Unlock, nil
}

func (s *plain) settle() {
	for _, j := range slices.Clone(s.jobs) {
		due := j.due
		switch {
		case s.is("expires early") && j.State == ports.JobActive:
			due = due.Truncate(time.Microsecond)
		case s.is("expires late") && j.State == ports.JobActive && !due.IsZero():
			due = due.Add(time.Millisecond)
		}
		if j.due.IsZero() || s.now().Before(due) || j.State != ports.JobActive {
			continue
		}
		if s.is("never expires") {
			continue
		}
		s.end(j, ports.JobExpired, j.due)
		if s.is("loses the reading of an expired job") {
			j.Reading = ""
		}
	}
	s.jobs = slices.DeleteFunc(s.jobs, func(j *plainJob) bool {
		gone := j.State != ports.JobActive && !j.due.IsZero() && !s.now().Before(j.due)
		if gone {
			s.lost += s.bytes(j.JobRecord)
		}
		return gone && !s.is("keeps ended jobs for ever")
	})
}

// end makes a job one of the ended.
func (s *plain) end(j *plainJob, state ports.JobState, at time.Time) {
	j.State, j.Revision, j.due = state, j.Revision+1, time.Time{}
	if s.is("counts the replay time from when it notices") {
		at = s.now()
	}
	switch {
	case s.limits.ReplayTTL > 0:
		j.due = at.Add(s.limits.ReplayTTL)
	case s.is("gives every job a lifetime"):
		j.due = at.Add(99 * time.Hour)
	}
	s.use(j)
}

func (s *plain) use(j *plainJob) {
	at := slices.Index(s.jobs, j)
	s.jobs = append(slices.Delete(s.jobs, at, at+1), j)
}

func (s *plain) find(session, id string) *plainJob {
	for _, j := range s.jobs {
		if j.Job == id && (j.Session == session || s.is("shows a job to any session")) {
			return j
		}
	}
	return nil
}

func (s *plain) sum(count func(*plainJob) int) int {
	total := 0
	for _, j := range s.jobs {
		total += count(j)
	}
	return total
}

func (s *plain) Create(ctx context.Context, job ports.JobRecord) error {
	leave, err := s.enter(ctx)
	defer leave()
	switch {
	case err != nil:
		return err
	case slices.ContainsFunc(s.jobs, func(j *plainJob) bool { return j.Job == job.Job }) && !s.is("creates an id twice"):
		return ports.ErrJobChanged
	}
	if err := s.admit(job, nil); err != nil {
		return err
	}
	kept := job
	if !s.is("keeps the memory of Create") {
		kept = job.Clone()
	}
	kept.Revision, kept.State = 1, ports.JobActive
	if s.is("drops times") {
		kept.Asked = time.Time{}
	}
	due := job.ExpiresAt
	if due.IsZero() && s.is("gives every job a lifetime") {
		due = s.now().Add(99 * time.Hour)
	}
	s.jobs = append(s.jobs, &plainJob{JobRecord: kept, due: due})
	return nil
}

func (s *plain) Load(ctx context.Context, session, job string, use bool) (ports.JobRecord, error) {
	leave, err := s.enter(ctx)
	defer leave()
	if err != nil {
		return ports.JobRecord{}, err
	}
	j := s.find(session, job)
	if j == nil {
		return ports.JobRecord{}, ports.ErrJobNotFound
	}
	if j.State != ports.JobActive && (use && !s.is("does not count a use") || s.is("counts every look as a use")) {
		s.use(j)
	}
	if s.is("hands out its memory at Load") {
		return j.JobRecord, nil
	}
	return j.Clone(), nil
}

func (s *plain) Swap(ctx context.Context, job ports.JobRecord) error {
	leave, err := s.enter(ctx)
	defer leave()
	if err != nil {
		return err
	}
	j := s.find(job.Session, job.Job)
	switch {
	case j == nil && s.is("creates what is swapped"):
		s.jobs = append(s.jobs, &plainJob{JobRecord: job.Clone()})
		return nil
	case j == nil:
		return ports.ErrJobNotFound
	case j.Revision != job.Revision && !s.is("swaps any revision"):
		return ports.ErrJobChanged
	case j.State != ports.JobActive && job.State == ports.JobActive && !s.is("revives ended jobs"):
		return ports.ErrJobChanged
	}
	if err := s.admit(job, j); err != nil && !s.is("swaps what it refuses") {
		return err
	}
	s.replace(j, job)
	return nil
}

func (s *plain) replace(j *plainJob, job ports.JobRecord) {
	was, due := j.State, j.due
	j.JobRecord = job
	if !s.is("keeps the memory of Swap") {
		j.JobRecord = job.Clone()
	}
	switch {
	case job.State == ports.JobActive:
		j.due = job.ExpiresAt
		if s.is("keeps the first expiry") {
			j.due = due
		}
	case was == ports.JobActive, s.is("counts a swap of an ended job"):
		s.end(j, job.State, s.now())
		j.Revision--
	}
	if !s.is("does not count revisions") {
		j.Revision++
	}
}

func (s *plain) Sweep(ctx context.Context, group ports.JobGroup) ([]ports.JobRecord, error) {
	leave, err := s.enter(ctx)
	defer leave()
	if err != nil {
		return nil, err
	}
	var swept []ports.JobRecord
	for _, j := range slices.Clone(s.jobs) {
		active := j.State == ports.JobActive
		if !s.in(j, group) || group.Instance != "" && !active {
			continue
		}
		s.sweep(j, group)
		if active || s.is("returns ended jobs of a sweep") {
			record := j.JobRecord
			if !s.is("hands out its memory at Sweep") {
				record = record.Clone()
			}
			swept = append(swept, record)
		}
	}
	return swept, nil
}

func (s *plain) in(j *plainJob, group ports.JobGroup) bool {
	if s.is("sweeps everything") {
		return true
	}
	return group.Session != "" && j.Session == group.Session || group.Instance != "" && j.Instance == group.Instance
}

func (s *plain) sweep(j *plainJob, group ports.JobGroup) {
	switch {
	case group.Instance != "" && !s.is("sweeps without a trace"):
		s.end(j, ports.JobDisposed, s.now())
	case group.Instance == "" && !s.is("keeps a swept session"):
		at := slices.Index(s.jobs, j)
		s.jobs = slices.Delete(s.jobs, at, at+1)
		if s.is("disposes a swept session") {
			j.State, j.Revision = ports.JobDisposed, j.Revision+1
		}
	}
}
