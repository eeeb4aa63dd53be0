package commandtest

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/ports/acting"
)

var ending = []check{
	{"end", func(k *kit) {
		c := k.start(k.spec("echo ready; sleep 60"))
		k.until(c, "ready")
		end := c.End()
		k.equal("status", end.Status, acting.CommandTerminated)
		k.equal("signal", end.Signal, "SIGTERM")
		k.equal("clean-up", end.Cleanup, acting.CleanupConfirmed)
		k.equal("the second time", c.End(), end)
	}},
	{"end_after_the_end", func(k *kit) {
		c := k.start(k.spec("exit 0"))
		k.done(c)
		k.equal("end", c.End(), acting.CommandEnd{Status: acting.CommandExited, Cleanup: acting.CleanupNotNeeded})
	}},
	{"interrupt", func(k *kit) {
		c := k.start(k.spec("trap 'echo caught; exit 5' INT; echo ready; while :; do sleep 0.05; done"))
		k.until(c, "ready")
		if err := c.Interrupt(); err != nil {
			k.Fatal(err)
		}
		k.until(c, "caught")
		k.done(c)
		k.equal("code", c.End().ExitCode, 5)
	}},
	{"group", func(k *kit) { k.gone("sleep 60 & echo $! >pids; sleep 61 & echo $! >>pids; echo ready; wait") }},
	{"ignoring_sigterm", func(k *kit) {
		k.gone("trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo $! >pids; echo ready; " +
			"while :; do sleep 1; done")
	}},
	{"stopped", func(k *kit) { k.gone("sleep 60 & echo $! >pids; kill -STOP $!; echo ready; wait") }},
	{"double_fork", func(k *kit) {
		k.gone("( (sleep 60 & echo $! >pids) & ); while ! [ -s pids ]; do sleep 0.01; done; echo ready; sleep 60")
	}},
	{"own_session", func(k *kit) {
		// A file tells that the process has its session: its number alone would come too early.
		k.gone("setsid sh -c 'echo $$ >pids; sleep 60' & " +
			"while ! [ -s pids ]; do sleep 0.01; done; echo ready; wait")
	}},
	{"own_session_without_environment", func(k *kit) {
		k.gone("env -i setsid sh -c 'echo $$ >pids; (trap \"\" TERM HUP; sleep 60) & echo $! >>pids; wait' & " +
			"while ! [ -s pids ]; do sleep 0.01; done; echo ready; wait")
	}},
	{"left_in_the_background", func(k *kit) {
		c := k.start(k.spec("sleep 60 & echo $! >pids; exit 0"))
		k.done(c)
		end := c.End()
		k.equal("status", end.Status, acting.CommandExited)
		k.equal("clean-up", end.Cleanup, acting.CleanupConfirmed)
		k.dead()
	}},
	{"many_at_once", func(k *kit) {
		var wait sync.WaitGroup
		ends := make([]acting.CommandEnd, 64)
		for i := range ends {
			wait.Go(func() {
				c, err := k.commands.Start(context.Background(), k.spec("sleep 60 & echo $$ $!; wait"))
				if err != nil {
					k.Error(err)
					return
				}
				buffer := make([]byte, 100)
				n, _ := c.Read(buffer)
				ends[i] = c.End()
				for _, pid := range strings.Fields(string(buffer[:n])) {
					k.pidDead(pid)
				}
				_ = c.Close()
			})
		}
		wait.Wait()
		for _, end := range ends {
			k.equal("clean-up", end.Cleanup, acting.CleanupConfirmed)
		}
	}},
}

// gone starts a script that writes process numbers to a file and prints ready; after its end none of
// them may be alive, and that must be told as confirmed.
func (k *kit) gone(script string) {
	k.Helper()
	c := k.start(k.spec(script))
	k.until(c, "ready")
	start := time.Now()
	end := c.End()
	if took := time.Since(start); took > patience {
		k.Errorf("the end took %v", took)
	}
	k.equal("clean-up", end.Cleanup, acting.CleanupConfirmed)
	k.equal("status", end.Status, acting.CommandTerminated)
	k.dead()
}

// dead wants the processes of the file to be gone.
func (k *kit) dead() {
	k.Helper()
	text, err := os.ReadFile(filepath.Join(k.dir, "pids"))
	if err != nil || len(text) == 0 {
		k.Fatalf("no process told its number: %v", err)
	}
	for _, pid := range strings.Fields(string(text)) {
		k.pidDead(pid)
	}
}

func (k *kit) pidDead(pid string) {
	k.Helper()
	number, err := strconv.Atoi(pid)
	if err != nil {
		k.Fatalf("%q is no process", pid)
	}
	p, err := os.FindProcess(number)
	if err == nil && alive(p) {
		k.Errorf("process %d is still there", number)
	}
}
