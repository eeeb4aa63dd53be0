package command_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/devcodex/intent-runtime/adapters/command"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

const patience = 20 * time.Second

// sleeper is a command with a child in a session of its own; it prints both numbers.
const sleeper = "setsid sleep 60 & echo $$ $!; wait"

func start(t testing.TB, l *command.Launcher, script string) (acting.Command, []int) {
	t.Helper()
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	c, err := l.Start(context.Background(), acting.CommandSpec{
		Args: []string{"/bin/sh", "-c", script}, Dir: dir, Env: []string{"PATH=/usr/bin:/bin"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return c, numbers(t, line)
}

func numbers(t testing.TB, line string) []int {
	t.Helper()
	var all []int
	for _, field := range strings.Fields(line) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, n)
	}
	return all
}

// dead waits until processes are gone.
func dead(t testing.TB, pids ...int) {
	t.Helper()
	for _, pid := range pids {
		deadline := time.Now().Add(patience)
		for syscall.Kill(pid, 0) == nil && !zombie(pid) {
			if time.Now().After(deadline) {
				t.Errorf("process %d is still there", pid)
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

func stopped(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") T ")
}

// zombie reports whether a process is dead and waits only for whoever inherited it.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func TestGuardianKilled(t *testing.T) {
	t.Parallel()
	c, pids := start(t, launcher(t), sleeper)
	if err := syscall.Kill(c.Identity().Guardian, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	select {
	case <-c.Done():
	case <-time.After(patience):
		t.Fatal("nobody noticed")
	}
	if end := c.End(); end.Cleanup != acting.CleanupUnconfirmed || end.Status != acting.CommandTerminated || end.Reason == "" {
		t.Errorf("%+v", end)
	}
	dead(t, pids...)
}

// TestGuardianStopped is not told apart from a busy one at once; it must not hold anybody up for ever.
func TestGuardianStopped(t *testing.T) {
	t.Parallel()
	c, pids := start(t, launcher(t), "(sleep 0.3; kill -STOP $PPID) & "+sleeper)
	for deadline := time.Now().Add(patience); !stopped(c.Identity().Guardian); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the guardian is not stopped")
		}
	}
	if end := c.End(); end.Cleanup != acting.CleanupUnconfirmed {
		t.Errorf("%+v", end)
	}
	dead(t, pids...)
}

// TestHostKilled starts this test anew as a host, kills it, and looks for what it had started.
func TestHostKilled(t *testing.T) {
	t.Parallel()
	host := exec.Command(os.Args[0], "-test.run=^TestHost$", "-test.v")
	host.Env = append(os.Environ(), "COMMAND_TEST_HOST=1")
	stdout, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	var pids []int
	lines := bufio.NewScanner(stdout)
	for len(pids) < 9 && lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "processes "); ok {
			pids = append(pids, numbers(t, rest)...)
		}
	}
	if err := host.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, stdout)
	_ = host.Wait()
	if len(pids) != 9 {
		t.Fatalf("the host told of %d processes", len(pids))
	}
	dead(t, pids...)
}

// TestHost is the host of TestHostKilled.
func TestHost(t *testing.T) {
	if os.Getenv("COMMAND_TEST_HOST") == "" {
		t.Skip("started by TestHostKilled")
	}
	l := launcher(t)
	for range 3 {
		c, pids := start(t, l, "trap '' TERM; "+sleeper)
		fmt.Println("processes", c.Identity().Guardian, pids[0], pids[1])
	}
	time.Sleep(2 * patience)
}

func TestLimitsAreReset(t *testing.T) {
	t.Parallel()
	// The host's own soft limit is lower than what a command gets; the shell passes it on to a host.
	script := `ulimit -S -n 64; ulimit -S -c unlimited 2>/dev/null; umask 0; trap '' HUP INT USR1; exec "$0" -test.run='^TestResetHost$' -test.v`
	host := exec.Command("/bin/sh", "-c", script, os.Args[0])
	host.Env = append(os.Environ(), "COMMAND_TEST_HOST=1")
	leak, err := os.CreateTemp(t.TempDir(), "leak")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = leak.Close() }()
	host.ExtraFiles = []*os.File{leak, leak, leak, leak, leak, leak, leak, leak}
	out, err := host.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "state 1024 0 0022 0000000000000000 0000000000000000 4\n") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestResetHost is the host of TestLimitsAreReset: a process with limits, signals and descriptors that
// no command should see.
func TestResetHost(t *testing.T) {
	if os.Getenv("COMMAND_TEST_HOST") == "" {
		t.Skip("started by TestLimitsAreReset")
	}
	l := launcher(t)
	dir, err := os.Open("/")
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Start(context.Background(), acting.CommandSpec{Dir: dir, Env: []string{"PATH=/usr/bin:/bin"}, Args: []string{
		"/bin/sh", "-c", `echo state $(ulimit -S -n) $(ulimit -S -c) $(umask) $(sed -n 's/^Sig\(Blk\|Ign\):.//p' /proc/self/status) $(ls /proc/self/fd | wc -l)`}})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(c)
	fmt.Print(string(text))
	_ = c.Close()
}

func TestMarked(t *testing.T) {
	t.Parallel()
	if command.Inside() {
		t.Skip("this test runs inside a command")
	}
	c, _ := start(t, launcher(t), `test -n "$INTENT_COMMAND" && echo 1; sleep 60`)
	if c.Identity().Mark == "" {
		t.Error("no mark")
	}
}

func TestProgramsThatAreNoGuardian(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"/bin/true", "/bin/cat", "/no/such/program"} {
		if _, err := command.New(context.Background(), command.Options{Program: []string{program}}); !errors.Is(err, tool.UnsupportedCapability) {
			t.Errorf("%s: %v", program, err)
		}
	}
}

func TestGuardLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"intent"}, {"intent", "parse"}, {"guard-one-command"}} {
		if _, ok := command.Guard(args); ok {
			t.Errorf("%q made a guardian", args)
		}
	}
}

// TestNothingLeaks is not parallel: it counts descriptors and goroutines of this process.
func TestNothingLeaks(t *testing.T) {
	l := launcher(t)
	before, running := descriptors(t), goleak.IgnoreCurrent()
	for range 5 {
		c, _ := start(t, l, "echo 1; exit 0")
		<-c.Done()
		_ = c.Close()
		c, _ = start(t, l, "echo 1; sleep 60")
		_ = c.Close()
	}
	if after := descriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	goleak.VerifyNone(t, running)
}

func descriptors(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func BenchmarkActCommand(b *testing.B) {
	l := launcher(b)
	for b.Loop() {
		c, _ := start(b, l, "echo 1")
		<-c.Done()
		_ = c.Close()
	}
}
