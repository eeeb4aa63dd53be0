package local

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// answer looks at a session for a while and makes the call's result of what it saw.
func (s *session) answer(ctx context.Context, call *acting.Call, most time.Duration) (tool.Result, error) {
	began := time.Now()
	s.look(ctx, most)
	if ctx.Err() != nil {
		return tool.Result{}, s.stopped(call)
	}
	output, ended := s.read()
	out := show(output, budget(call.Arguments().Value))
	value := s.value(out, ended, time.Since(began))
	if !ended {
		return tool.JSON(value), nil
	}
	return s.judge(value)
}

// stopped ends a command whose call was stopped, and proves it if it can.
func (s *session) stopped(call *acting.Call) error {
	end := s.end(byCancel)
	if end.Cleanup == acting.CleanupUnconfirmed {
		s.desk.lose(s.command.Identity())
		return tool.WithDetails(tool.Errorf(tool.UnknownOutcome,
			"the command could not be proven gone: %s", end.Reason), identity(s.command.Identity())...)
	}
	return call.Stopped(strictjson.Object(number("session_id", s.number),
		text("status", string(end.Status)), text("cleanup_status", string(end.Cleanup))))
}

// value is what exec_command and write_stdin return (L1.1).
func (s *session) value(out shown, ended bool, took time.Duration) strictjson.Value {
	end := acting.CommandEnd{Status: "running", Cleanup: acting.CleanupNotNeeded}
	if ended {
		end = s.command.End()
	}
	s.mu.Lock()
	why, exceeded := s.why, s.exceeded
	s.mu.Unlock()
	members := []strictjson.Member{text("output", out.text), {Name: "wall_time_seconds", Value: seconds(took)}}
	switch {
	case !ended:
		members = append(members, number("session_id", s.number))
	case end.Status == acting.CommandExited:
		members = append(members, number("exit_code", end.ExitCode))
	}
	members = append(members, text("status", string(end.Status)), termination(end, why),
		text("cleanup_status", string(end.Cleanup)))
	if end.Reason != "" {
		members = append(members, text("cleanup_error", end.Reason))
	}
	members = append(members, flag("output_limit_exceeded", exceeded), flag("output_truncated", out.omitted > 0),
		number("omitted_output_bytes", out.omitted), text("output_budget_unit", "estimated_token_bytes"),
		s.held())
	if s.login != nil {
		members = append(members, flag("login", *s.login))
	}
	if changed := s.gitChanges(ended); len(changed) > 0 {
		members = append(members, strictjson.Field("git_changed", strictjson.Strings(changed)))
	}
	return strictjson.Object(members...)
}

// termination tells why a command ended that did not exit by itself: our reason, or the signal.
func termination(end acting.CommandEnd, why string) strictjson.Member {
	switch {
	case end.Status == acting.CommandTerminated && why != "":
		return text("termination_status", why)
	case end.Status == acting.CommandTerminated && end.Signal == "":
		return text("termination_status", "guardian_lost")
	case end.Signal != "":
		return text("termination_status", end.Signal)
	}
	return strictjson.Field("termination_status", strictjson.Null())
}

func (s *session) held() strictjson.Member {
	held := s.command.Held()
	git := held.Protect
	if git == "none" && s.git != nil {
		git = "digest"
	}
	return strictjson.Field("sandbox", strictjson.Object(
		text("fs", held.Files), text("net", held.Network), text("git", git)))

}

// gitChanges lists what a command changed of .git that should not, where that could not be prevented.
func (s *session) gitChanges(ended bool) []string {
	if !ended || s.git == nil || s.command.Held().Protect == "mount" {
		return nil
	}
	return s.git.changed(readGit(s.desk.workspace))
}

// judge makes an error of a command's end where it is none of its own (L1.3, L1.8).
func (s *session) judge(value strictjson.Value) (tool.Result, error) {
	end := s.command.End()
	s.mu.Lock()
	why, exceeded := s.why, s.exceeded
	s.mu.Unlock()
	var members []strictjson.Member
	for name, member := range value.Members() {
		members = append(members, strictjson.Field(name, member))
	}
	switch {
	case end.Cleanup == acting.CleanupUnconfirmed:
		s.desk.lose(s.command.Identity())
		members = append(members, identity(s.command.Identity())...)
		return tool.Result{}, tool.WithDetails(tool.Errorf(tool.UnknownOutcome,
			"the command could not be proven gone: %s", end.Reason), members...)
	case exceeded:
		return tool.Result{}, tool.WithDetails(tool.Errorf(tool.BudgetExceeded,
			"the command was ended: it wrote more than %d bytes", s.desk.options.OutputLimit), members...)
	case why == byTime:
		return tool.Result{}, tool.WithDetails(tool.Errorf(tool.BudgetExceeded,
			"the command was ended: it ran longer than %s", s.desk.options.CommandTime), members...)
	}
	return tool.JSON(value), nil
}

// identity is what a record keeps of processes that nobody can prove gone.
func identity(i acting.CommandIdentity) []strictjson.Member {
	return []strictjson.Member{{Name: "processes", Value: strictjson.Object(
		number("guardian", i.Guardian), number("group", i.Process), text("mark", i.Mark))}}
}

func number(name string, n int) strictjson.Member {
	return strictjson.Field(name, strictjson.Int(int64(n)))
}

func flag(name string, set bool) strictjson.Member {
	return strictjson.Field(name, strictjson.Bool(set))
}

// seconds gives a duration as a JSON number of seconds, to the millisecond.
func seconds(d time.Duration) strictjson.Value {
	number := strconv.FormatFloat(math.Round(d.Seconds()*1000)/1000, 'f', -1, 64)
	value, err := strictjson.Decode([]byte(number), strictjson.Options{})
	if err != nil {
		return strictjson.Int(int64(d.Seconds()))
	}
	return value
}
