package command

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// endTime bounds how long a guardian may take to end its command before it is killed itself: far more
// than its own times, because a busy machine proves nothing.
const endTime = termTime + killTime + drainTime + 2*time.Second

// launchTime bounds how long a guardian may take to tell that its command runs: one that the command has
// stopped meanwhile never does.
const launchTime = 10 * time.Second

// running is a command that was started. It lives until Close; its goroutine until the guardian is reaped.
type running struct {
	guardian *spawned
	identity acting.CommandIdentity
	terminal bool

	launched chan struct{} // closed when it runs, or never will
	done     chan struct{} // closed when the guardian was reaped and end is set

	ending sync.Once
	mu     sync.Mutex
	held   acting.SandboxHeld
	told   reports
	end    acting.CommandEnd
}

// reports is what a guardian has told, as far as it came.
type reports struct {
	started *started
	failed  string
	exited  *exited
	gone    *gone
}

// Start starts a command; see [acting.Commands].
func (l *Launcher) Start(ctx context.Context, spec acting.CommandSpec) (acting.Command, error) {
	if err := l.judge(spec); err != nil {
		return nil, err
	}
	c := &running{terminal: spec.Terminal != nil, launched: make(chan struct{}), done: make(chan struct{})}
	c.identity.Mark = rand.Text()
	mounts := l.mounts && spec.Sandbox != nil && len(spec.Sandbox.Protect) > 0
	env := slices.Concat(spec.Env, []string{markVariable + "=" + c.identity.Mark})
	var err error
	c.guardian, err = l.spawn(order{Start: &startOrder{Args: spec.Args, Env: env, Terminal: spec.Terminal,
		Sandbox: spec.Sandbox, Mounts: mounts}}, spec.Dir, mounts)
	if err != nil {
		return nil, tool.Errorf(tool.ExecutionFailure, "starting a guardian: %w", err)
	}
	c.identity.Guardian = c.guardian.process.Pid
	go c.follow()
	return c.await(ctx)
}

func (l *Launcher) judge(spec acting.CommandSpec) error {
	switch size := spec.Terminal; {
	case len(spec.Args) == 0 || !filepath.IsAbs(spec.Args[0]):
		return tool.Errorf(tool.Validation, "a command is the absolute path of a program and its arguments")
	case spec.Dir == nil:
		return tool.Errorf(tool.Validation, "a command has a working directory")
	case size != nil && (size.Rows < 1 || size.Rows > 1000 || size.Columns < 1 || size.Columns > 1000):
		return tool.Errorf(tool.Validation, "a terminal has 1 to 1,000 rows and columns")
	case size != nil && l.capabilities.Terminal != nil:
		return l.capabilities.Terminal
	}
	return nil
}

// await waits until the command runs, or makes sure that it does not.
func (c *running) await(ctx context.Context) (acting.Command, error) {
	patience := time.NewTimer(launchTime)
	defer patience.Stop()
	select {
	case <-c.launched:
	case <-patience.C:
		c.End()
		return nil, c.lost("the guardian does not tell whether the command runs")
	case <-ctx.Done():
		if end := c.End(); end.Cleanup == acting.CleanupUnconfirmed {
			return nil, c.lost(end.Reason)
		}
		_ = c.Close()
		if ctx.Err() == context.DeadlineExceeded {
			return nil, tool.Errorf(tool.Timeout, "the command was stopped while it started")
		}
		return nil, tool.Errorf(tool.Cancelled, "the command was stopped while it started")
	}
	c.mu.Lock()
	told := c.told
	c.mu.Unlock()
	switch {
	case told.started != nil:
		return c, nil
	case told.failed != "":
		_ = c.Close()
		return nil, tool.Errorf(tool.ExecutionFailure, "%s", told.failed)
	}
	<-c.done
	return nil, c.lost("the guardian ended before it told whether the command runs")
}

func (c *running) lost(reason string) error {
	_ = c.Close()
	return tool.Errorf(tool.UnknownOutcome, "%s", reason)
}

// follow reads what the guardian tells until it is reaped.
func (c *running) follow() {
	defer close(c.done)
	lines := json.NewDecoder(c.guardian.reports)
	for {
		var r report
		if lines.Decode(&r) != nil {
			break
		}
		c.note(r)
	}
	c.mu.Lock()
	if c.told.started == nil && c.told.failed == "" {
		close(c.launched)
	}
	c.mu.Unlock()
	// The end of the reports is the guardian's, or close to it: nobody else holds the pipe.
	_, _ = c.guardian.process.Wait()
	c.settle()
	_, _ = c.guardian.orders.Close(), c.guardian.reports.Close()
	c.guardian.input.closeAll()
}

func (c *running) note(r report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := c.told.started == nil && c.told.failed == ""
	switch {
	case r.Started != nil && first:
		c.told.started = r.Started
		c.held, c.identity.Process = r.Started.Held, r.Started.Process
		close(c.launched)
	case r.Failed != "" && first:
		c.told.failed = r.Failed
		close(c.launched)
	case r.Exited != nil:
		c.told.exited = r.Exited
	case r.Gone != nil:
		c.told.gone = r.Gone
	}
}

// settle says how the command ended, once the guardian is reaped.
func (c *running) settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end = acting.CommandEnd{Status: acting.CommandTerminated, Cleanup: acting.CleanupNotNeeded}
	if e := c.told.exited; e != nil {
		switch {
		case e.Signal == 0 && !e.Ours:
			c.end.Status, c.end.ExitCode = acting.CommandExited, e.Code
		case !e.Ours:
			c.end.Status = acting.CommandSignalled
		}
		if e.Signal != 0 {
			c.end.Signal = unix.SignalName(unix.Signal(e.Signal))
		}
	}
	switch gone := c.told.gone; {
	case c.told.failed != "":
	case gone == nil:
		sweep(c.identity.Process, c.identity.Mark)
		c.end.Cleanup, c.end.Reason = acting.CleanupUnconfirmed, "the guardian died before it had cleaned up"
	case len(gone.Left) > 0:
		c.end.Cleanup = acting.CleanupUnconfirmed
		c.end.Reason = fmt.Sprintf("processes could not be ended: %d", gone.Left)
	case gone.Others:
		c.end.Cleanup = acting.CleanupConfirmed
	}
}
