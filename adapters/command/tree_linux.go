package command

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// tree finds and signals the descendants of a process through /proc.
type tree struct{ root int }

func newTree(root int) tree { return tree{root: root} }

// pids lists the descendants that are not dead, as /proc shows them now.
func (t tree) pids() []int {
	children := map[int][]int{}
	for _, pid := range processes() {
		if parent, dead, ok := parentOf(pid); ok && !dead {
			children[parent] = append(children[parent], pid)
		}
	}
	var all []int
	for next := children[t.root]; len(next) > 0; {
		pid := next[0]
		next = append(next[1:], children[pid]...)
		all = append(all, pid)
	}
	return all
}

// signal sends a signal to every descendant. Each is held by a descriptor and looked at once more before
// the signal goes out, so that a number that was used again is never hit.
func (t tree) signal(s unix.Signal) {
	for _, pid := range t.pids() {
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			continue
		}
		if t.holds(pid) {
			_ = unix.PidfdSendSignal(fd, s, nil, 0)
		}
		_ = unix.Close(fd)
	}
}

// holds reports whether a process is below the root.
func (t tree) holds(pid int) bool {
	for pid > 1 {
		parent, _, ok := parentOf(pid)
		if !ok {
			return false
		}
		if parent == t.root {
			return true
		}
		pid = parent
	}
	return false
}

// processes lists all processes.
func processes() []int {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer func() { _ = proc.Close() }()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return nil
	}
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// parentOf reads the parent of a process and whether it is dead already (proc_pid_stat(5)).
func parentOf(pid int) (parent int, dead, ok bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false, false
	}
	// The name before may hold blanks and parentheses.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0, false, false
	}
	parent, err = strconv.Atoi(string(fields[1]))
	return parent, fields[0][0] == 'Z' || fields[0][0] == 'X', err == nil
}

// sweep kills, without a guardian, the processes of a group and those that carry a mark. It proves
// nothing: who left the group and cleared its environment is not found.
func sweep(leader int, mark string) {
	wanted := []byte(markVariable + "=" + mark)
	for range 100 {
		if leader > 0 {
			_ = unix.Kill(-leader, unix.SIGKILL)
		}
		found := false
		for _, pid := range processes() {
			found = killMarked(pid, wanted) || found
		}
		if !found {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func killMarked(pid int, wanted []byte) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false
	}
	defer func() { _ = unix.Close(fd) }()
	environment, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	for _, variable := range bytes.Split(environment, []byte{0}) {
		if bytes.Equal(variable, wanted) {
			return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0) == nil
		}
	}
	return false
}
