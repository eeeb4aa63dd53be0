package commandtest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

var starting = []check{
	{"exit_code", func(k *kit) {
		text, end := k.finish(k.spec("echo out; exit 3"))
		k.equal("output", text, "out\n")
		k.equal("end", end,
			acting.CommandEnd{Status: acting.CommandExited, ExitCode: 3, Cleanup: acting.CleanupNotNeeded})
	}},
	{"own_signal", func(k *kit) {
		_, end := k.finish(k.spec("kill -USR1 $$"))
		k.equal("status", end.Status, acting.CommandSignalled)
		k.equal("signal", end.Signal, "SIGUSR1")
	}},
	{"environment_is_exact", func(k *kit) {
		spec := k.spec("")
		spec.Args = []string{"/usr/bin/env"}
		spec.Env = []string{"A=1", "B=x y"}
		text, _ := k.finish(spec)
		var others []string
		for line := range strings.Lines(text) {
			// One variable more is allowed: the mark of the command.
			if line != "A=1\n" && line != "B=x y\n" && !strings.Contains(line, "=") {
				others = append(others, line)
			}
		}
		if !strings.Contains(text, "A=1\n") || !strings.Contains(text, "B=x y\n") || len(others) > 0 ||
			strings.Count(text, "\n") > 3 {
			k.Errorf("the environment is %q", text)
		}
	}},
	{"working_directory", func(k *kit) {
		text, _ := k.finish(k.spec("pwd -P"))
		want, err := filepath.EvalSymlinks(k.dir)
		if err != nil {
			k.Fatal(err)
		}
		k.equal("folder", text, want+"\n")
	}},
	{"input_is_empty", func(k *kit) {
		text, end := k.finish(k.spec("cat; echo over"))
		k.equal("output", text, "over\n")
		k.equal("code", end.ExitCode, 0)
		c := k.start(k.spec("sleep 60"))
		if _, err := c.Write([]byte("x")); !errors.Is(err, tool.Validation) {
			k.Errorf("input without a terminal: %v", err)
		}
	}},
	{"umask_signals_and_descriptors", func(k *kit) {
		text, _ := k.finish(k.spec(`umask; grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd | wc -l`))
		if _, err := os.Stat("/proc/self/status"); err != nil {
			k.Skip("no /proc here")
		}
		// ls has a fourth: the folder it lists.
		want := "0022\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n4\n"
		k.equal("state", text, want)
	}},
	{"no_program", func(k *kit) {
		spec := k.spec("")
		spec.Args = []string{"/no/such/program"}
		k.refused(spec, tool.ExecutionFailure)
	}},
	{"malformed", func(k *kit) {
		spec := k.spec("true")
		spec.Args = nil
		k.refused(spec, tool.Validation)
		spec = k.spec("true")
		spec.Args[0] = "sh"
		k.refused(spec, tool.Validation)
		spec = k.spec("true")
		spec.Dir = nil
		k.refused(spec, tool.Validation)
		spec = k.spec("true")
		spec.Terminal = &acting.TerminalSize{Rows: 0, Columns: 80}
		k.refused(spec, tool.Validation)
	}},
	{"cancel_during_launch", func(k *kit) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		c, err := k.commands.Start(ctx, k.spec("touch made; sleep 60"))
		if err == nil {
			_ = c.Close()
			k.Skip("it had started before it looked")
		}
		if !errors.Is(err, tool.Cancelled) {
			k.Errorf("got %v, expected %s", err, tool.Cancelled)
		}
	}},
	{"late_deadline_does_not_end_it", func(k *kit) {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		c, err := k.commands.Start(ctx, k.spec("sleep 60"))
		cancel()
		if err != nil {
			k.Fatal(err)
		}
		k.Cleanup(func() { _ = c.Close() })
		select {
		case <-c.Done():
			k.Error("the command ended with the context of its start")
		case <-time.After(50 * time.Millisecond):
		}
	}},
}
