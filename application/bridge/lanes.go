package bridge

import "sync"

// lanes orders what goes on at one job within this process. A job has a lane only while a call or an
// operation is at it.
type lanes struct {
	mu   sync.Mutex
	busy map[jobKey]*lane
}

type jobKey struct{ session, job string }

// lane is locked while a job's record is read and changed and while its observers are told, never
// while a candidate is judged.
type lane struct {
	sync.Mutex
	key       jobKey
	users     int        // guarded by lanes.mu
	operation *operation // in flight; nil where there is none
}

// take gives the job's lane. It must be given back.
func (l *lanes) take(session, job string) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := jobKey{session, job}
	at, ok := l.busy[key]
	if !ok {
		at = &lane{key: key}
		if l.busy == nil {
			l.busy = make(map[jobKey]*lane)
		}
		l.busy[key] = at
	}
	at.users++
	return at
}

func (l *lanes) giveBack(at *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at.users--
	if at.users == 0 {
		delete(l.busy, at.key)
	}
}

// settle answers the operation in flight, if there is one, in its stead.
func (at *lane) settle(reply Reply) {
	if at.operation != nil {
		at.operation.finish(reply)
		at.operation = nil
	}
}
