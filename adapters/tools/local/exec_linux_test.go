package local_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/command"
	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

func TestMain(m *testing.M) {
	if code, ok := command.Guard(os.Args); ok {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

var launcher = sync.OnceValues(func() (*command.Launcher, error) {
	return command.New(context.Background(), command.Options{})
})

// withCommands is a bundle with commands in an empty workspace.
func withCommands(t testing.TB, change ...func(*local.Options)) (*tools, string) {
	t.Helper()
	l, err := launcher()
	if err != nil {
		t.Fatal(err)
	}
	workspace := t.TempDir()
	options := local.Options{Workspace: workspace, Commands: l, Shells: []string{"/bin/sh"},
		Environment: []string{"PATH=/usr/bin:/bin", "HOME=" + workspace, "LC_ALL=C", "LANG=C", "SECRET_KEY=k", "OTHER=o"}}
	for _, c := range change {
		c(&options)
	}
	return open(t, options), workspace
}

// value is a command's result.
type value struct {
	Output      string
	ExitCode    *int `json:"exit_code"`
	Session     int  `json:"session_id"`
	Status      string
	Termination string `json:"termination_status"`
	Cleanup     string `json:"cleanup_status"`
	Exceeded    bool   `json:"output_limit_exceeded"`
	Truncated   bool   `json:"output_truncated"`
	Omitted     int    `json:"omitted_output_bytes"`
	Unit        string `json:"output_budget_unit"`
	Login       *bool
	Sandbox     acting.SandboxHeld
	GitChanged  []string `json:"git_changed"`
}

func (b *tools) exec(t testing.TB, arguments map[string]any) (value, error) {
	t.Helper()
	return b.run(t, "exec_command", arguments)
}

func (b *tools) write(t testing.TB, arguments map[string]any) (value, error) {
	t.Helper()
	return b.run(t, "write_stdin", arguments)
}

func (b *tools) run(t testing.TB, name string, arguments map[string]any) (value, error) {
	t.Helper()
	input, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	result, err := b.call(t, name, string(input))
	return read(t, result, err)
}

// read reads a result, or the details of an error, which have the same members.
func read(t testing.TB, result tool.Result, failure error) (value, error) {
	t.Helper()
	var v value
	text := []byte(result.Output())
	if failure != nil {
		text = tool.From(failure).Details.AppendJSON(nil)
	}
	if len(text) > 0 && string(text) != "null" {
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
	}
	return v, failure
}

func TestCommandValue(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t)
	v, err := b.exec(t, map[string]any{"cmd": "printf '%s %s %s %s %s' $NO_COLOR $TERM $PAGER $GIT_PAGER \"$SECRET_KEY$OTHER\"; exit 3"})
	if err != nil || v.Output != "1 dumb cat cat " || v.ExitCode == nil || *v.ExitCode != 3 || v.Status != "exited" ||
		v.Cleanup != "not_needed" || v.Session != 0 || v.Unit != "estimated_token_bytes" || v.Login == nil || *v.Login {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestCommandRefusals(t *testing.T) {
	t.Parallel()
	b, workspace := withCommands(t)
	if err := os.Symlink("..", filepath.Join(workspace, "out")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arguments map[string]any
		class     tool.Class
	}{
		{map[string]any{"cmd": " \n "}, tool.Validation},
		{map[string]any{"cmd": "\u200b"}, tool.Validation},
		{map[string]any{"cmd": "touch made", "workdir": ".."}, tool.Forbidden},
		{map[string]any{"cmd": "touch made", "workdir": "out"}, tool.Forbidden},
		{map[string]any{"cmd": "touch made", "workdir": "/"}, tool.Forbidden},
		{map[string]any{"cmd": "touch made", "workdir": "no-such"}, tool.NotFound},
		{map[string]any{"cmd": "touch made", "sandbox_permissions": "require_escalated"}, tool.Forbidden},
		{map[string]any{"cmd": "touch made", "shell": "/bin/dash-not"}, tool.Forbidden},
		{map[string]any{"cmd": "touch made", "tty": true}, tool.UnsupportedCapability},
		{map[string]any{"cmd": "touch made", "environment_id": "x"}, tool.Validation},
	} {
		if _, err := b.exec(t, c.arguments); !errors.Is(err, c.class) {
			t.Errorf("%v: %v, expected %s", c.arguments, err, c.class)
		}
	}
	for _, id := range []any{0, 1, -1, 1.5, 99, 1e15} {
		if _, err := b.write(t, map[string]any{"session_id": id}); !errors.Is(err, tool.NotFound) {
			t.Errorf("session %v: %v", id, err)
		}
	}
	if entries, _ := os.ReadDir(workspace); len(entries) != 1 {
		t.Errorf("something was launched: %v", entries)
	}
	if v, err := b.exec(t, map[string]any{"cmd": "sleep 60", "yield_time_ms": 1}); err != nil || v.Session != 1 {
		t.Errorf("the first command has number %d, %v", v.Session, err)
	}
}

func TestSessions(t *testing.T) {
	t.Parallel()
	b, workspace := withCommands(t)
	v, err := b.exec(t, map[string]any{"cmd": "echo begun; while ! [ -e go ]; do sleep 0.02; done; echo over", "yield_time_ms": 1000})
	if err != nil || v.Status != "running" || v.Session != 1 || v.Output != "begun\n" || v.ExitCode != nil {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, err := b.write(t, map[string]any{"session_id": 1, "chars": "hello\n"}); !errors.Is(err, tool.Validation) ||
		!strings.Contains(err.Error(), "tty") {
		t.Errorf("input without a terminal: %v", err)
	}
	other := *b
	other.invocation.Incarnation = 2
	if _, err := other.write(t, map[string]any{"session_id": 1}); !errors.Is(err, tool.Forbidden) {
		t.Errorf("another incarnation: %v", err)
	}
	if err := os.WriteFile(filepath.Join(workspace, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	v, err = b.write(t, map[string]any{"session_id": 1})
	if err != nil || v.Status != "exited" || v.Output != "over\n" || v.ExitCode == nil || *v.ExitCode != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	v, err = b.write(t, map[string]any{"session_id": 1})
	if err != nil || v.Status != "exited" || v.Output != "" {
		t.Errorf("after the end: %+v, %v", v, err)
	}
	if _, err := b.write(t, map[string]any{"session_id": 1, "chars": "x"}); !errors.Is(err, tool.ResourceConflict) {
		t.Errorf("input after the end: %v", err)
	}
}

func TestInterruptWithoutTerminal(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t)
	_, err := b.exec(t, map[string]any{"cmd": "trap 'echo caught; exit 7' INT; while :; do sleep 0.05; done", "yield_time_ms": 1000})
	if err != nil {
		t.Fatal(err)
	}
	v, err := b.write(t, map[string]any{"session_id": 1, "chars": "\x03", "yield_time_ms": 20000})
	if err != nil || v.Output != "caught\n" || v.ExitCode == nil || *v.ExitCode != 7 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t)
	v, err := b.exec(t, map[string]any{"cmd": "printf 'aé你😀b'", "max_output_tokens": 1})
	if err != nil || v.Output != "aé" || !v.Truncated || v.Omitted != len("你😀b") {
		t.Errorf("%+v, %v", v, err)
	}
	v, err = b.exec(t, map[string]any{"cmd": `printf '\377a\344\275'; sleep 0.3; printf '\240\344'`, "yield_time_ms": 20000})
	if err != nil || v.Output != "\uFFFDa你\uFFFD" || v.Truncated {
		t.Errorf("%+v, %v", v, err)
	}
	v, err = b.exec(t, map[string]any{"cmd": "head -c 900000 /dev/zero", "max_output_tokens": 1e9})
	if err != nil || !v.Truncated || len(v.Output)+v.Omitted != 900000 {
		t.Errorf("%d shown, %d omitted, %v", len(v.Output), v.Omitted, err)
	}
}

func TestUnfinishedCharacterWaits(t *testing.T) {
	t.Parallel()
	b, workspace := withCommands(t)
	v, err := b.exec(t, map[string]any{"cmd": `printf 'a\344\275'; while ! [ -e go ]; do sleep 0.02; done; printf '\240'`, "yield_time_ms": 1000})
	if err != nil || v.Output != "a" || v.Status != "running" {
		t.Fatalf("%+v, %v", v, err)
	}
	if err := os.WriteFile(filepath.Join(workspace, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if v, err = b.write(t, map[string]any{"session_id": 1}); err != nil || v.Output != "你" {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestHardLimits(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t, func(o *local.Options) { o.OutputLimit = 10_000 })
	v, err := b.exec(t, map[string]any{"cmd": "yes", "yield_time_ms": 30000})
	if !errors.Is(err, tool.BudgetExceeded) || !v.Exceeded || v.ExitCode != nil || v.Status != "terminated" ||
		v.Cleanup != "confirmed" || len(v.Output) != 10_000 || v.Termination != "output_limit" {
		t.Errorf("%+v, %v", v, err)
	}
	b, _ = withCommands(t, func(o *local.Options) { o.CommandTime = 300 * time.Millisecond })
	v, err = b.exec(t, map[string]any{"cmd": "echo x; sleep 60", "yield_time_ms": 30000})
	if !errors.Is(err, tool.BudgetExceeded) || v.Exceeded || v.Status != "terminated" || v.Output != "x\n" || v.Termination != "time_limit" {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestCancelDuringPoll(t *testing.T) {
	t.Parallel()
	b, workspace := withCommands(t)
	if _, err := b.exec(t, map[string]any{"cmd": "echo $$ >pid; sleep 60", "yield_time_ms": 1000}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := b.within(ctx, t, "write_stdin", `{"session_id":1}`); !errors.Is(err, tool.Cancelled) {
		t.Errorf("%v", err)
	}
	gone(t, workspace)
}

func gone(t testing.TB, workspace string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(workspace, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(text)) {
		if _, err := os.Stat("/proc/" + pid); err == nil {
			t.Errorf("process %s is still there", pid)
		}
	}
}

func TestReleaseEndsForgottenCommands(t *testing.T) {
	t.Parallel()
	b, workspace := withCommands(t)
	for range 3 {
		if _, err := b.exec(t, map[string]any{"cmd": "trap '' TERM; setsid sleep 60 & echo $$ $! >>pid; wait", "yield_time_ms": 1000}); err != nil {
			t.Fatal(err)
		}
	}
	evidence, err := b.Release(context.Background(), b.invocation.Owner)
	if err != nil || evidence.JSON() != `{"commands":3,"ended":3,"unconfirmed":[]}` {
		t.Errorf("%s, %v", evidence.JSON(), err)
	}
	gone(t, workspace)
	if _, err := b.exec(t, map[string]any{"cmd": "echo $$ >pid; sleep 60"}); err == nil {
		t.Error("a released owner started a command")
	}
}

func TestGuardianLost(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t)
	v, err := b.exec(t, map[string]any{"cmd": "sleep 0.1; kill -9 $PPID; sleep 60", "yield_time_ms": 30000})
	if !errors.Is(err, tool.UnknownOutcome) || v.Cleanup != "unconfirmed" || v.Status != "terminated" {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := b.Release(context.Background(), b.invocation.Owner); !errors.Is(err, tool.UnknownOutcome) {
		t.Errorf("the release forgot it: %v", err)
	}
}

func TestTooManyCommands(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t)
	var wait sync.WaitGroup
	var mu sync.Mutex
	refused := 0
	for range local.MaxAlive + 3 {
		wait.Go(func() {
			_, err := b.exec(t, map[string]any{"cmd": "sleep 60", "yield_time_ms": 250})
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, tool.Overloaded) {
				refused++
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if refused != 3 {
		t.Errorf("%d commands were refused", refused)
	}
}

func TestOneCallAtATime(t *testing.T) {
	t.Parallel()
	b, workspace := withCommands(t)
	if _, err := b.exec(t, map[string]any{"cmd": "i=0; while [ $i -lt 200 ]; do echo $i; i=$((i+1)); done; while ! [ -e go ]; do sleep 0.02; done", "yield_time_ms": 250}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(workspace, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if v, err := b.write(t, map[string]any{"session_id": 1}); err != nil || v.Status != "exited" {
				t.Errorf("%+v, %v", v, err)
			}
		})
	}
	wait.Wait()
}

func TestTerminal(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t, func(o *local.Options) { o.Terminal = &acting.TerminalSize{Rows: 24, Columns: 80} })
	v, err := b.exec(t, map[string]any{"cmd": "stty size; printf 'name? '; read n; echo \"<$n>\"; sleep 60", "tty": true, "yield_time_ms": 1000})
	if errors.Is(err, tool.UnsupportedCapability) {
		t.Skip(err)
	}
	if err != nil || v.Output != "24 80\r\nname? " || v.Session != 1 {
		t.Fatalf("%+v, %v", v, err)
	}
	v, err = b.write(t, map[string]any{"session_id": 1, "chars": "ada\n", "yield_time_ms": 1000})
	if err != nil || v.Output != "ada\r\n<ada>\r\n" {
		t.Errorf("%+v, %v", v, err)
	}
	v, err = b.write(t, map[string]any{"session_id": 1, "chars": "\x03", "yield_time_ms": 20000})
	if err != nil || v.Status != "signalled" && v.Status != "exited" {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestLoginShell plants a profile that exports a key, and a variable that cannot be unset.
func TestLoginShell(t *testing.T) {
	t.Parallel()
	b, workspace := withCommands(t, func(o *local.Options) {
		o.Login, o.Secrets, o.Pass = true, []string{"SECRET_KEY"}, []string{"PATH", "HOME", "SECRET_*"}
	})
	profile := "export SECRET_KEY=planted; readonly SECRET_KEY; export FROM_PROFILE=yes\n"
	if err := os.WriteFile(filepath.Join(workspace, ".profile"), []byte(profile), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := b.exec(t, map[string]any{"cmd": `echo "<$SECRET_KEY$FROM_PROFILE>"`})
	if err != nil || v.Output != "<yes>\n" || v.Login == nil || !*v.Login {
		t.Errorf("%+v, %v", v, err)
	}
	v, err = b.exec(t, map[string]any{"cmd": `echo "<$SECRET_KEY$FROM_PROFILE>"`, "login": false})
	if err != nil || v.Output != "<>\n" || v.Login != nil {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestSandboxedCommand(t *testing.T) {
	t.Parallel()
	secret := t.TempDir()
	if err := os.WriteFile(filepath.Join(secret, "key"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	b, workspace := withCommands(t, func(o *local.Options) { o.Sandbox, o.Escalate = &local.Sandbox{}, true })
	if err := os.Mkdir(filepath.Join(workspace, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("cat %s/key; echo x >%s/made; echo x >\"$TMPDIR/t\" && echo x >mine && cat mine; echo x >.git/config", secret, secret)
	v, err := b.exec(t, map[string]any{"cmd": script})
	if err != nil {
		t.Fatal(err)
	}
	if v.Sandbox.Files != "landlock" {
		t.Skipf("not confined here: %+v", v.Sandbox)
	}
	if strings.Contains(v.Output, "secret") || !strings.Contains(v.Output, "x\n") {
		t.Errorf("%+v", v)
	}
	if v.Sandbox.Protect == "digest" && fmt.Sprint(v.GitChanged) != "[.git/config]" {
		t.Errorf("a change of .git was not told: %+v", v)
	}
	if _, err := os.Stat(filepath.Join(secret, "made")); err == nil {
		t.Error("it wrote outside")
	}
	v, err = b.exec(t, map[string]any{"cmd": "cat " + secret + "/key", "sandbox_permissions": "require_escalated"})
	if err != nil || v.Output != "secret" || v.Sandbox.Files != "none" {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestNumbersAreNeverUsedAgain(t *testing.T) {
	t.Parallel()
	b, _ := withCommands(t)
	seen := map[string]bool{}
	for range 3 {
		v, err := b.exec(t, map[string]any{"cmd": "sleep 60", "yield_time_ms": 250})
		if err != nil || seen[strconv.Itoa(v.Session)] {
			t.Errorf("%+v, %v", v, err)
		}
		seen[strconv.Itoa(v.Session)] = true
	}
}
