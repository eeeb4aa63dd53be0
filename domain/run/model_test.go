package run_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// model says what a run must do, in another way than the run does it: by the letter of where it is.
//
//	P an attempt is out      J a call is judged   W an approval is awaited   D a call is out
//	Q a call that is out asks   Z a pause          S what is out is stopped   R release   E ended
type model struct {
	at        byte
	used      int
	quota     int
	attempts  int // allowed in a row
	failures  int
	calls     int // of the batch, the one under way included
	called    bool
	approved  bool
	steering  int
	followUps int
	unsure    bool
	end       run.State
}

// want is what the model says of an input: taken or not; the model has moved if it was.
func (m *model) want(in string) bool {
	live := m.at == 'P' || m.at == 'J' || m.at == 'W' || m.at == 'D' || m.at == 'Q' || m.at == 'Z'
	switch in {
	case "steer", "prompt":
		if live {
			m.queue(in)
		}
		return live
	case "halt":
		if live {
			m.halt(run.Cancelled)
		}
		return live
	case "reply", "reply-calls", "malformed", "fail", "transient":
		return m.provider(in)
	case "pause-over":
		if m.at != 'Z' {
			return false
		}
		m.attempt()
	case "refuse", "ask", "admit":
		return m.judged(in)
	case "approve", "deny", "expire":
		return m.answered(in)
	case "question":
		if m.at != 'D' {
			return false
		}
		m.at = 'Q'
	case "return", "return-error", "unknown":
		return m.returned(in)
	case "not-dispatched":
		if m.at != 'S' || m.calls == 0 {
			return false
		}
		m.at = 'R'
	case "released":
		if m.at != 'R' {
			return false
		}
		m.at = 'E'
		if m.unsure {
			m.end = run.UnknownOutcome
		}
	}
	return true
}

func (m *model) queue(in string) {
	if in == "steer" {
		m.steering++
	} else {
		m.followUps++
	}
}

// halt stops; what is out must come back first.
func (m *model) halt(end run.State) {
	m.end = end
	switch m.at {
	case 'P':
		m.at, m.calls = 'S', 0
	case 'D', 'Q':
		m.at = 'S'
	default:
		m.at = 'R'
	}
}

func (m *model) attempt() {
	if m.used == m.quota {
		m.at, m.end = 'R', run.Failed
		return
	}
	m.used++
	m.at = 'P'
	if m.failures > 0 {
		return
	}
	if m.steering > 0 {
		m.steering--
	} else if !m.called && m.followUps > 0 {
		m.followUps--
	}
}

func (m *model) provider(in string) bool {
	if m.at == 'S' && m.calls == 0 {
		m.at = 'R'
		return true
	}
	if m.at != 'P' {
		return false
	}
	switch in {
	case "reply", "reply-calls":
		m.failures, m.called = 0, in == "reply-calls"
		if m.called {
			m.calls = 2
		}
		m.next()
	case "transient":
		if m.failures+1 < m.attempts {
			m.failures++
			m.at = 'Z'
			return true
		}
		m.at, m.end = 'R', run.Failed
	default:
		m.at, m.end = 'R', run.Failed
	}
	return true
}

// next goes on after a reply or a call.
func (m *model) next() {
	m.approved = false
	switch {
	case m.calls > 0:
		m.at = 'J'
	case !m.called && m.steering == 0 && m.followUps == 0:
		m.at, m.end = 'R', run.Completed
	default:
		m.attempt()
	}
}

func (m *model) done() {
	m.calls--
	m.next()
}

func (m *model) judged(in string) bool {
	if m.at != 'J' || in == "ask" && m.approved {
		return false
	}
	switch {
	case in == "refuse":
		m.done()
	case m.used == m.quota:
		m.at, m.end = 'R', run.Failed
	case in == "ask":
		m.at = 'W'
	default:
		m.used++
		m.at = 'D'
	}
	return true
}

func (m *model) answered(in string) bool {
	switch {
	case m.at == 'Q' && in == "expire":
		m.at = 'D'
	case m.at != 'W':
		return false
	case in == "approve":
		m.at, m.approved = 'J', true
	default:
		m.done()
	}
	return true
}

func (m *model) returned(in string) bool {
	stopping := m.at == 'S' && m.calls > 0
	if m.at != 'D' && m.at != 'Q' && !stopping {
		return false
	}
	if in == "unknown" {
		m.unsure = true
	}
	switch {
	case stopping:
		m.at = 'R'
	case in == "unknown":
		m.at, m.end = 'R', run.UnknownOutcome
	default:
		m.done()
	}
	return true
}

func (m *model) state() run.State {
	switch m.at {
	case 'E':
		return m.end
	case 'W':
		return run.WaitingApproval
	case 'Q':
		return run.WaitingResult
	case 'R':
		if m.end == run.Completed {
			return run.Running
		}
		return run.Cancelling
	case 'S':
		return run.Cancelling
	default:
		return run.Running
	}
}

// commands and how often each comes; those that go on come more often than those that end.
var commands = []string{
	"reply-calls", "reply-calls", "reply-calls", "reply", "admit", "admit", "admit", "return", "return", "return",
	"ask", "ask", "approve", "approve", "deny", "expire", "refuse", "return-error", "transient", "pause-over", "pause-over",
	"steer", "prompt", "question", "released", "released", "not-dispatched", "halt", "unknown", "malformed", "fail",
}

// 100,000 random sequences of commands against the model.
func TestRunAgainstAModel(t *testing.T) {
	t.Parallel()
	const sequences, parts = 100_000, 4
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := range sequences / parts {
				if fault := sequence(rand.New(rand.NewPCG(uint64(part), uint64(seed)))); fault != "" {
					t.Fatalf("part %d, seed %d: %s", part, seed, fault)
				}
			}
		})
	}
}

// sequence plays one sequence; it returns where run and model part, or which invariant broke.
func sequence(random *rand.Rand) string {
	m := &model{at: 'P', used: 1, quota: 1 + random.IntN(6), attempts: 1 + random.IntN(3)}
	r, t, err := run.Start(began, run.Begin{ID: "r", Prompt: "x", Settings: run.Settings{Quota: m.quota,
		ProviderAttempts: m.attempts}})
	if err != nil {
		return err.Error()
	}
	l := ledger{committed: map[string]int64{}}
	if fault := l.take(t); fault != "" {
		return fault
	}
	r.Acknowledge()
	told := ""
	for range 4 + random.IntN(16) {
		in := commands[random.IntN(len(commands))]
		told += " " + in
		before, head := *m, r.Head()
		t, err := r.Apply(began, input(r, in))
		if want := m.want(in); want != (err == nil) {
			return fmt.Sprintf("%s: taken is %v, the model says %v (%v)", told, err == nil, want, err)
		}
		if err != nil {
			*m = before
			if r.Head() != head {
				return told + ": a refused input has changed the run"
			}
			continue
		}
		if fault := l.take(t); fault != "" {
			return told + ": " + fault
		}
		r.Acknowledge()
		if got := r.Head(); got.State != m.state() || got.Work.Used != m.used || (m.at == 'E') != r.Ended() {
			return fmt.Sprintf("%s: %s with %d used, the model says %s with %d", told, got.State, got.Work.Used,
				m.state(), m.used)
		}
		if (len(r.Due()) == 0) != (m.at == 'E') {
			return fmt.Sprintf("%s: %d works are due", told, len(r.Due()))
		}
	}
	return ""
}

// ledger holds the invariants of a run's events.
type ledger struct {
	number    int64
	previous  string
	committed map[string]int64 // open effects

	stopped bool
}

func (l *ledger) take(t run.Transition) string {
	for _, sealed := range t.Events {
		e := sealed.Event
		if l.number++; e.Number != l.number || e.Previous != l.previous || e.Revision != t.Head.Revision {
			return fmt.Sprintf("event %d does not follow", e.Number)
		}
		l.previous = sealed.Digest
		switch e.Type {
		case run.ProviderCommitted, run.ToolCommitted:
			if len(l.committed) > 0 || l.stopped {
				return e.Effect + " is committed while another is open, or after the stop"
			}
			l.committed[e.Effect] = e.Revision
		case run.ProviderSettled, run.ToolSettled:
			at, open := l.committed[e.Effect]
			if !open || at >= e.Revision {
				return e.Effect + " is settled and was not committed before"
			}
			delete(l.committed, e.Effect)
		case run.RunCancelling:
			l.stopped = true
		case run.RunFinished:
			if len(l.committed) > 0 {
				return "the run finished with something open"
			}
		}
	}
	return ""
}

// input makes the input of a command's name for the run as it is.
func input(r *run.Run, name string) run.Input {
	head := r.Head()
	invocation := fmt.Sprintf("r-%d", head.Invocations)
	provider := fmt.Sprintf("provider:%d", head.Attempts)
	failure := tool.Errorf(tool.ExecutionFailure, "no")
	open := ""
	for _, d := range r.Due() {
		if d.Kind == run.AwaitAnswer {
			open = d.Interaction.ID
		}
	}
	yes := name == "approve"
	switch name {
	case "reply":
		return run.Replied{Effect: provider, Reply: run.Reply{End: run.Complete}}
	case "reply-calls":
		id := fmt.Sprint(head.Events)
		return run.Replied{Effect: provider, Reply: reply("call:a" + id + " call:b" + id)}
	case "malformed":
		return run.Replied{Effect: provider, Reply: reply("call:x call:x")}
	case "fail":
		return run.ReplyFailed{Effect: provider, Err: failure}
	case "transient":
		return run.ReplyFailed{Effect: provider, Err: tool.Errorf(tool.Overloaded, "busy")}
	case "pause-over":
		return run.PauseOver{}
	case "refuse":
		return run.Refused{InvocationID: invocation, Err: failure}
	case "ask":
		return run.Asked{Interaction: run.Interaction{Kind: run.Approval, InvocationID: invocation,
			Approval: &run.ApprovalRequest{}}}
	case "question":
		return run.Asked{Effect: "tool:" + invocation, Interaction: run.Interaction{Kind: run.Question}}
	case "approve", "deny":
		return run.Answered{InteractionID: open, Answer: run.Answer{Approve: &yes}}
	case "expire":
		return run.Unanswered{InteractionID: open, Err: tool.Timeout}
	case "admit":
		return run.Admitted{InvocationID: invocation}
	case "return":
		return run.Returned{Effect: "tool:" + invocation, Result: tool.Text("x")}
	case "return-error":
		return run.Returned{Effect: "tool:" + invocation, Err: failure}
	case "unknown":
		return run.Returned{Effect: "tool:" + invocation, Err: failure, Unknown: true}
	case "not-dispatched":
		return run.NotDispatched{Effect: "tool:" + invocation}
	case "steer":
		return run.Steer{Text: "x"}
	case "prompt":
		return run.Prompt{Text: "x"}
	case "halt":
		return run.Halt{State: run.Cancelled}
	default:
		return run.Released{}
	}
}
