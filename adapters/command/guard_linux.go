package command

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"sync"

	"golang.org/x/sys/unix"
)

// Guard turns this process into a guardian if its arguments say so; main then exits with the code. A
// process that is none gets false at once. Call it before anything else is done.
func Guard(args []string) (code int, ok bool) {
	if len(args) < 2 || args[len(args)-1] != argument {
		return 0, false
	}
	g, err := newGuardian()
	if err != nil {
		return 1, true
	}
	return g.run(), true
}

// guardian is the state of a process that watches over one command; it lives as long as the process.
type guardian struct {
	orders  *bufio.Reader
	reports *os.File
	mu      sync.Mutex // of writing reports
}

func newGuardian() (*guardian, error) {
	for fd := orderFD; fd < spareFD; fd++ {
		unix.CloseOnExec(fd)
	}
	closeSpares()
	if _, err := unix.FcntlInt(orderFD, unix.F_GETFD, 0); err != nil {
		return nil, err
	}
	if _, err := unix.FcntlInt(reportFD, unix.F_GETFD, 0); err != nil {
		return nil, err
	}
	// A handler for every signal: none of them ends the guardian, and what it starts has all of them
	// reset, also those that this process had inherited as ignored.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals)
	return &guardian{
		orders:  bufio.NewReader(os.NewFile(orderFD, "orders")),
		reports: os.NewFile(reportFD, "reports"),
	}, nil
}

// closeSpares makes sure that no descriptor reaches the command that somebody else left open.
func closeSpares() {
	if unix.CloseRange(spareFD, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		limit.Cur = 1 << 16
	}
	for fd := uint64(spareFD); fd < min(limit.Cur, 1<<16); fd++ {
		unix.CloseOnExec(int(fd))
	}
}

func (g *guardian) run() int {
	line, err := g.orders.ReadBytes('\n')
	if err != nil {
		return 1
	}
	var o order
	if json.Unmarshal(line, &o) != nil {
		return 1
	}
	if err := adopt(); err != nil {
		g.report(report{Failed: "the guardian cannot adopt processes: " + err.Error(),
			Probed: &probed{Guardian: err.Error()}})
		return 1
	}
	switch {
	case o.Probe != nil:
		g.report(report{Probed: probe(*o.Probe)})
		return 0
	case o.Start != nil:
		return g.watch(*o.Start)
	}
	return 1
}

// adopt makes this process the one to which all orphans below it fall.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

func (g *guardian) report(r report) {
	line, err := json.Marshal(r)
	if err != nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	// Nobody may be there to read any more; the guardian does its work all the same.
	_, _ = g.reports.Write(append(line, '\n'))
}

// requests sends what the launcher asks for, and closes the channel at the pipe's end.
func (g *guardian) requests() <-chan byte {
	asked := make(chan byte)
	go func() {
		defer close(asked)
		for {
			b, err := g.orders.ReadByte()
			if err != nil {
				return
			}
			asked <- b
		}
	}()
	return asked
}

// relay copies between the terminal and the launcher until the terminal has no user left, and closes
// the launcher's end.
func relay(terminal *os.File) (finished <-chan struct{}) {
	output, input := os.NewFile(outputFD, "output"), os.NewFile(inputFD, "input")
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(output, terminal)
		_ = output.Close()
	}()
	go func() { _, _ = io.Copy(terminal, input) }()
	return done
}
