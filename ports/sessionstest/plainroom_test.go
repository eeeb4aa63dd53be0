package sessionstest

import (
	"slices"

	"github.com/devcodex/intent-runtime/ports"
)

// bytes counts a record.
func (s *plain) bytes(r ports.JobRecord) int {
	if s.is("counts the reading alone") {
		return len(r.Reading)
	}
	return r.Bytes()
}

// admit makes room for a record, in place of j's if there is one.
func (s *plain) admit(record ports.JobRecord, j *plainJob) error {
	active := s.sum(func(o *plainJob) int { return one(o != j && o.State == ports.JobActive) })
	activeBytes := s.bytes(record) + s.sum(func(o *plainJob) int {
		return one(o != j && o.State == ports.JobActive) * s.bytes(o.JobRecord)
	})
	all := func() int { return s.sum(func(o *plainJob) int { return one(o != j) }) }
	allBytes := func() int { return s.sum(func(o *plainJob) int { return one(o != j) * s.bytes(o.JobRecord) }) }
	if s.is("counts what is forgotten") {
		activeBytes += s.lost
	}
	if s.is("forgets before it refuses") {
		s.forgetFor(record, j, all, allBytes)
	}
	over := []*ports.SessionFullError{
		full("maxJobs", active+1, s.limits.MaxJobs, j == nil && !s.is("does not bound jobs")),
		full("maxReplayEntries", active+1, s.limits.MaxReplayEntries, j == nil),
		full("maxReplayBytes", activeBytes, s.limits.MaxReplayBytes, !s.is("does not bound bytes")),
	}
	if s.is("names the last limit") {
		slices.Reverse(over)
	}
	if s.is("names bytes before entries") {
		over[1], over[2] = over[2], over[1]
	}
	for _, refused := range over {
		if refused != nil && !s.is("forgets active jobs") {
			return refused
		}
	}
	s.forgetFor(record, j, all, allBytes)
	return nil
}

// forgetFor forgets ended jobs until a record fits.
func (s *plain) forgetFor(record ports.JobRecord, j *plainJob, all, allBytes func() int) {
	for {
		tooMany := j == nil && all() >= s.limits.MaxReplayEntries && !s.is("does not bound entries")
		tooMuch := allBytes()+s.bytes(record) > s.limits.MaxReplayBytes
		at := slices.IndexFunc(s.jobs, func(o *plainJob) bool {
			return o.State != ports.JobActive && (o != j || s.is("forgets the job that grows"))
		})
		if s.is("forgets the latest first") {
			for i, o := range s.jobs {
				if o.State != ports.JobActive && o != j {
					at = i
				}
			}
		}
		if s.is("forgets active jobs") && at < 0 && len(s.jobs) > 1 {
			at = 0
		}
		if !tooMany && !tooMuch || at < 0 {
			return
		}
		s.lost += s.bytes(s.jobs[at].JobRecord)
		s.jobs = slices.Delete(s.jobs, at, at+1)
	}
}

func full(setting string, need, most int, counts bool) *ports.SessionFullError {
	if !counts || need <= most {
		return nil
	}
	return &ports.SessionFullError{Setting: setting, Need: need, Most: most}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
