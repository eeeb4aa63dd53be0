package local

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	domaintext "github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Bounds of the time that a call looks at a command.
var (
	execYield = bounds{otherwise: 10 * time.Second, least: 250 * time.Millisecond, most: 30 * time.Second}
	typeYield = bounds{otherwise: 250 * time.Millisecond, least: 250 * time.Millisecond, most: 30 * time.Second}
	pollYield = bounds{otherwise: 5 * time.Second, least: 5 * time.Second, most: 300 * time.Second}
)

type bounds struct{ otherwise, least, most time.Duration }

// of reads a time in milliseconds, brought to the nearest bound.
func (b bounds) of(arguments strictjson.Value) time.Duration {
	value, ok := arguments.Lookup("yield_time_ms")
	if !ok {
		return b.otherwise
	}
	ms := min(max(value.Float(), float64(b.least.Milliseconds())), float64(b.most.Milliseconds()))
	return time.Duration(ms * float64(time.Millisecond))
}

// budget reads how many bytes of output a call shows.
func budget(arguments strictjson.Value) int {
	tokens := 10_000.0
	if value, ok := arguments.Lookup("max_output_tokens"); ok {
		tokens = value.Float()
	}
	return int(min(max(tokens, 0), maxShown) * bytesPerToken)
}

// execArguments are the arguments of exec_command.
type execArguments struct {
	cmd, workdir, shell  string
	tty, login, escalate bool
}

func readExec(arguments strictjson.Value) execArguments {
	a := execArguments{login: true}
	get := func(name string) strictjson.Value { value, _ := arguments.Lookup(name); return value }
	a.cmd, a.workdir, a.shell = get("cmd").Text(), get("workdir").Text(), get("shell").Text()
	a.tty = get("tty").Bool()
	if login, ok := arguments.Lookup("login"); ok {
		a.login = login.Bool()
	}
	a.escalate = get("sandbox_permissions").Text() == "require_escalated"
	return a
}

// checkExec wants a command.
func checkExec(arguments tool.Arguments) (tool.Finding, error) {
	if domaintext.Blank(readExec(arguments.Value).cmd) {
		return tool.Finding{}, tool.Errorf(tool.Validation, "the command is blank")
	}
	return tool.Finding{}, nil
}

// runExec starts a command and looks at it for a while.
func (t *Tools) runExec(ctx context.Context, call *acting.Call) (tool.Result, error) {
	a := readExec(call.Arguments().Value)
	spec, err := t.spec(a)
	if err != nil {
		return tool.Result{}, call.Reject(err)
	}
	defer func() { _ = spec.Dir.Close() }()
	yield := execYield.of(call.Arguments().Value)
	if err := call.Waiting(yield); err != nil {
		return tool.Result{}, err
	}
	s, err := t.desk.reserve(call.Invocation())
	if err != nil {
		return tool.Result{}, call.Reject(err)
	}
	s.tty = a.tty
	if a.login {
		login := t.options.Login
		s.login = &login
	}
	if err := t.launch(ctx, s, spec); err != nil {
		t.desk.abandon(s)
		return tool.Result{}, notStarted(call, err)
	}
	s.turn <- struct{}{}
	defer s.release()
	return s.answer(ctx, call, yield)
}

// notStarted tells how a launch failed: an unknown one stays unknown, any other left nothing.
func notStarted(call *acting.Call, err error) error {
	switch {
	case errors.Is(err, tool.UnknownOutcome):
		return err
	case errors.Is(err, tool.Cancelled), errors.Is(err, tool.Timeout):
		return call.Stopped(strictjson.Object(text("cleanup_status", string(acting.CleanupConfirmed))))
	}
	return call.Reject(err)
}

func (t *Tools) launch(ctx context.Context, s *session, spec acting.CommandSpec) error {
	if spec.Sandbox != nil {
		s.git = readGit(t.workspace.roots[0].path)
	}
	command, err := t.options.Commands.Start(ctx, spec)
	if err != nil {
		return err
	}
	open := s.started(command)
	s.limit = time.AfterFunc(t.options.CommandTime, func() { s.end(byTime) })
	go s.watch()
	if !open && s.end(byRelease).Cleanup == acting.CleanupUnconfirmed {
		return tool.Errorf(tool.UnknownOutcome, "the run had ended, and the command could not be proven gone")
	}
	if !open {
		return tool.Errorf(tool.Cancelled, "the run had ended")
	}
	return nil
}

// spec makes what is started of the arguments, or refuses them before anything is.
func (t *Tools) spec(a execArguments) (acting.CommandSpec, error) {
	var spec acting.CommandSpec
	shell, err := t.shell(a.shell)
	switch {
	case err != nil:
		return spec, err
	case a.escalate && !t.options.Escalate:
		return spec, tool.Errorf(tool.Forbidden, "the host lets no command run without the sandbox")
	case a.tty && t.options.Terminal == nil:
		return spec, tool.Errorf(tool.UnsupportedCapability, "the host gives no command a terminal")
	case a.tty && t.options.Commands.Capabilities().Terminal != nil:
		return spec, t.options.Commands.Capabilities().Terminal
	}
	if a.tty {
		size := *t.options.Terminal
		spec.Terminal = &size
	}
	if t.options.Sandbox != nil && !a.escalate {
		if spec.Sandbox, err = t.sandbox(); err != nil {
			return spec, err
		}
	}
	spec.Args = t.arguments(shell, a)
	spec.Env = t.environment(spec.Sandbox != nil)
	spec.Dir, err = t.workdir(a.workdir)
	return spec, err
}

func (t *Tools) shell(wanted string) (string, error) {
	if wanted == "" {
		return t.options.Shells[0], nil
	}
	for _, path := range t.options.Shells {
		if path == wanted || filepath.Base(path) == wanted {
			return path, nil
		}
	}
	return "", tool.Errorf(tool.Forbidden, "the shell is not on the host's list")
}

// arguments makes the command line of a shell. After the profiles of a login shell no secret is left:
// the command itself runs in a second shell, without those variables.
func (t *Tools) arguments(shell string, a execArguments) []string {
	if !a.login || !t.options.Login {
		return []string{shell, "-c", a.cmd}
	}
	script := "exec env"
	for _, name := range t.options.Secrets {
		script += " -u " + name
	}
	return []string{shell, "-lc", script + ` "$0" -c "$1"`, shell, a.cmd}
}
