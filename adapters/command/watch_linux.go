package command

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// How long a command is given to end: after SIGTERM, after the first SIGKILL, and for the last output of
// a terminal.
const (
	termTime  = 150 * time.Millisecond
	killTime  = 350 * time.Millisecond
	drainTime = 200 * time.Millisecond
)

// watch starts the command and stays until nothing is left of it.
func (g *guardian) watch(o startOrder) int {
	child, err := launch(o)
	if err != nil {
		g.report(report{Failed: err.Error()})
		return 1
	}
	g.report(report{Started: &started{Process: child.pid, Held: child.held}})
	relayed := closedAlready()
	if child.terminal != nil {
		relayed = relay(child.terminal)
	} else {
		// Only the command and its children may hold the pipe, so that its end means theirs.
		_ = unix.Close(outputFD)
	}
	w := watcher{guardian: g, leader: child.pid, deaths: reap(), asked: g.requests()}
	w.wait()
	left := w.end()
	g.report(report{Gone: &gone{Others: w.others, Left: left}})
	select {
	case <-relayed:
	case <-time.After(drainTime):
	}
	return 0
}

func closedAlready() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// watcher waits for the end of one command.
type watcher struct {
	*guardian
	leader int
	deaths <-chan death // closed when no descendant is left
	asked  <-chan byte

	exited bool // the leader is gone
	ending bool // we are ending it
	empty  bool // nobody is left
	others bool // there was somebody beside the leader, or we had to end it
}

// wait returns when the command has ended by itself or somebody wants it to end.
func (w *watcher) wait() {
	for !w.exited && !w.empty {
		select {
		case d, ok := <-w.deaths:
			w.note(d, ok)
		case b, ok := <-w.asked:
			if !ok {
				return
			}
			if b == askInterrupt {
				_ = unix.Kill(-w.leader, unix.SIGINT)
			}
		}
	}
}

// note takes a death, or the message that nobody is left.
func (w *watcher) note(d death, ok bool) {
	if !ok {
		w.empty = true
		return
	}
	if d.last {
		w.empty = true
	}
	if d.pid != w.leader || w.exited {
		return
	}
	w.exited = true
	e := exited{Code: d.status.ExitStatus(), Ours: w.ending}
	if d.status.Signaled() {
		e = exited{Signal: int(d.status.Signal()), Ours: w.ending}
	}
	w.report(report{Exited: &e})
}

// end ends whoever is left and returns those it could not end.
func (w *watcher) end() []int {
	if w.empty {
		return nil
	}
	w.ending, w.others = true, true
	tree := newTree(os.Getpid())
	tree.signal(unix.SIGTERM)
	tree.signal(unix.SIGCONT) // a stopped process takes no SIGTERM
	if w.gone(termTime) {
		return nil
	}
	for deadline := time.Now().Add(killTime); time.Now().Before(deadline); {
		// Again and again: a process may have started others meanwhile.
		tree.signal(unix.SIGKILL)
		if w.gone(10 * time.Millisecond) {
			return nil
		}
	}
	return tree.pids()
}

// gone waits and reports whether nobody is left.
func (w *watcher) gone(most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	for !w.empty {
		select {
		case d, ok := <-w.deaths:
			w.note(d, ok)
		case <-timer.C:
			return false
		}
	}
	return true
}
