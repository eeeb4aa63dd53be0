package bridge

import (
	"context"
	"sync"
)

// jobLocks has a lock for each job that a call or a submission is at. A job that rests has none.
type jobLocks struct {
	mu   sync.Mutex
	busy map[jobKey]*lockedJob
}

type jobKey struct{ session, job string }

// lockedJob is what this process knows of a job beside its record. It lives while somebody is at the
// job. Its lock is had while the record is read and changed.
type lockedJob struct {
	key    jobKey
	users  int           // guarded by jobLocks.mu
	turn   chan struct{} // holds a token while the job is not locked
	events eventQueue

	// Guarded by the lock.
	inflight *submission   // under judgement; nil if there is none
	decided  []*submission // whose waiters go once the observers were told
}

// take returns the job's lock, not locked. It must be given back.
func (l *jobLocks) take(key jobKey) *lockedJob {
	l.mu.Lock()
	defer l.mu.Unlock()
	job, ok := l.busy[key]
	if !ok {
		job = &lockedJob{key: key, turn: make(chan struct{}, 1)}
		job.turn <- struct{}{}
		if l.busy == nil {
			l.busy = make(map[jobKey]*lockedJob)
		}
		l.busy[key] = job
	}
	job.users++
	return job
}

func (l *jobLocks) giveBack(job *lockedJob) {
	l.mu.Lock()
	defer l.mu.Unlock()
	job.users--
	if job.users == 0 {
		delete(l.busy, job.key)
	}
}

// withJob runs a function with a job locked. The error is ctx's, if it ended first and nothing was run.
// Who waits for what the function decided goes last, and finds the job at rest if nobody else is at it.
func (b *Bridge) withJob(ctx context.Context, key jobKey, run func(*lockedJob)) error {
	var decided []*submission
	defer func() {
		for _, s := range decided {
			s.release()
		}
	}()
	job := b.jobs.take(key)
	defer b.jobs.giveBack(job)
	var err error
	decided, err = job.locked(ctx, ctx, run)
	return err
}

// locked runs a function with the job locked. Then it tells the observers until told ends. It returns the
// submissions that the function decided; the caller releases them once it has given the job back.
func (j *lockedJob) locked(
	ctx, told context.Context, run func(*lockedJob),
) (decided []*submission, err error) {
	select {
	case <-j.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	decided = j.runLocked(run)
	j.events.tell(told)
	return decided, nil
}

func (j *lockedJob) runLocked(run func(*lockedJob)) (decided []*submission) {
	defer func() {
		decided, j.decided = j.decided, nil
		j.turn <- struct{}{}
	}()
	run(j)
	return nil // see above
}

// resolveInflight decides the submission under judgement, if there is one, in its stead.
func (j *lockedJob) resolveInflight(reply Reply) {
	if s := j.inflight; s != nil {
		s.resolve(reply)
		s.cancel()
	}
}
