package commandtest

import (
	"fmt"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/ports/acting"
)

// many prints more than a pipe or a terminal holds.
const (
	line = "01234567890123456789012345678901234567890123456789"
	many = "i=0; while [ $i -lt 2000 ]; do echo " + line + "; i=$((i+1)); done"
)

var output = []check{
	{"one_stream", func(k *kit) {
		text, _ := k.finish(k.spec("echo a; echo b >&2; echo c"))
		k.equal("output", text, "a\nb\nc\n")
	}},
	{"binary", func(k *kit) {
		text, _ := k.finish(k.spec(`printf '\000\377\200a\n'`))
		k.equal("output", text, "\x00\xff\x80a\n")
	}},
	{"large", func(k *kit) {
		text, _ := k.finish(k.spec(many))
		k.equal("length", len(text), 2000*(len(line)+1))
	}},
	{"slow_reader", func(k *kit) {
		c := k.start(k.spec("head -c 300000 /dev/zero | tr '\\0' x; echo over"))
		select {
		case <-c.Done():
			k.Error("the command did not wait for its reader")
		case <-time.After(100 * time.Millisecond):
		}
		text := k.rest(c)
		k.done(c)
		k.equal("length", len(text), 300000+len("over\n"))
		k.equal("end", c.End(), acting.CommandEnd{Status: acting.CommandExited, Cleanup: acting.CleanupNotNeeded})
	}},
	{"nobody_reads", func(k *kit) {
		c := k.start(k.spec("yes"))
		k.equal("clean-up", c.End().Cleanup, acting.CleanupConfirmed)
	}},
	{"after_the_end", func(k *kit) {
		c := k.start(k.spec("echo kept"))
		k.done(c)
		k.equal("output", k.rest(c), "kept\n")
	}},
}

var terminal = []check{
	{"terminal_is_one", func(k *kit) {
		text, end := k.finish(k.tty("test -t 0 && test -t 1 && test -t 2 && tty >/dev/null && stty size; echo $?"))
		k.equal("output", text, "24 80\r\n0\r\n")
		k.equal("end", end, acting.CommandEnd{Status: acting.CommandExited, Cleanup: acting.CleanupNotNeeded})
	}},
	{"terminal_size", func(k *kit) {
		spec := k.tty("stty size")
		spec.Terminal = &acting.TerminalSize{Rows: 1000, Columns: 1}
		text, _ := k.finish(spec)
		k.equal("size", text, "1000 1\r\n")
	}},
	{"terminal_prompt", func(k *kit) {
		c := k.start(k.tty("printf 'name? '; read name; echo \"<$name>\""))
		k.until(c, "name? ")
		k.write(c, "ada\n")
		k.until(c, "<ada>")
		k.done(c)
	}},
	{"terminal_ctrl_c", func(k *kit) {
		c := k.start(k.tty("trap 'echo back' INT; sleep 60; echo over"))
		time.Sleep(50 * time.Millisecond)
		deadline := time.Now().Add(patience)
		// The shell may not have started its job yet; a key that comes too early is lost.
		go func() {
			for time.Now().Before(deadline) {
				select {
				case <-c.Done():
					return
				case <-time.After(100 * time.Millisecond):
					_ = c.Interrupt()
				}
			}
		}()
		k.until(c, "over")
		k.done(c)
	}},
	{"terminal_background_jobs", func(k *kit) {
		k.needTerminal()
		spec := k.tty("set -m; sleep 60 & echo $! >pids; sleep 61 & echo $! >>pids; echo ready; wait")
		c := k.start(spec)
		k.until(c, "ready")
		k.equal("clean-up", c.End().Cleanup, acting.CleanupConfirmed)
		k.dead()
	}},
	{"terminal_leader_has_gone", func(k *kit) {
		c := k.start(k.tty("set -m; (trap '' HUP TERM; sleep 60) & echo $! >pids; exit 4"))
		k.done(c)
		end := c.End()
		k.equal("code", end.ExitCode, 4)
		k.equal("clean-up", end.Cleanup, acting.CleanupConfirmed)
		k.dead()
	}},
	{"terminal_keeps_bytes", func(k *kit) {
		text, _ := k.finish(k.tty(`printf '\033[1mé\033[0m\n\344\275'; sleep 0.05; printf '\240\n'`))
		k.equal("output", text, "\x1b[1mé\x1b[0m\r\n你\r\n")
	}},
	{"terminal_large", func(k *kit) {
		text, _ := k.finish(k.tty(many))
		k.equal("length", len(text), 2000*(len(line)+2))
	}},
	{"terminal_nobody_reads", func(k *kit) {
		c := k.start(k.tty("yes"))
		k.equal("clean-up", c.End().Cleanup, acting.CleanupConfirmed)
	}},
}

// tty is a shell's command on a terminal.
func (k *kit) tty(script string) acting.CommandSpec {
	k.Helper()
	k.needTerminal()
	spec := k.spec(script)
	spec.Terminal = &acting.TerminalSize{Rows: 24, Columns: 80}
	return spec
}

func (k *kit) write(c acting.Command, text string) {
	k.Helper()
	if _, err := fmt.Fprint(c, text); err != nil {
		k.Errorf("writing %q: %v", strings.TrimSpace(text), err)
	}
}
