package run_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

var began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// stage plays the lines of a script at a run, and restores it from its written record before each.
type stage struct {
	t   testing.TB
	run *run.Run
	out strings.Builder
	n   int
}

// play gives what a script does, line by line: the line, its events, the state and what is due.
func play(t testing.TB, script string) string {
	s := &stage{t: t}
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			s.line(line)
		}
	}
	return s.out.String()
}

func (s *stage) line(line string) {
	s.n++
	word, rest, _ := strings.Cut(line, " ")
	fmt.Fprintf(&s.out, "%s\n", line)
	if word == "start" {
		s.start(rest)
		return
	}
	s.restore()
	if word == "lose" {
		s.run.Lose(tool.Errorf(tool.ExecutionFailure, "the disk is full"))
		s.state()
		return
	}
	t, err := s.run.Apply(began.Add(time.Duration(s.n)*time.Second), s.input(word, rest))
	if err != nil {
		fmt.Fprintf(&s.out, "    refused: %v\n", err)
		return
	}
	s.told(t)
}

func (s *stage) start(rest string) {
	b := run.Begin{ID: "r", Prompt: "Go on.", Catalog: run.CatalogMark{Revision: 1, Digest: "sha256:c"}}
	_, _ = fmt.Sscanf(rest, "quota=%d attempts=%d", &b.Settings.Quota, &b.Settings.ProviderAttempts)
	r, t, err := run.Start(began, b)
	if err != nil {
		s.t.Fatal(err)
	}
	s.run = r
	s.told(t)
}

// restore makes the run anew from the JSON of its record.
func (s *stage) restore() {
	text, err := json.Marshal(s.run.Record())
	if err != nil {
		s.t.Fatal(err)
	}
	var record run.Record
	if err := json.Unmarshal(text, &record); err != nil {
		s.t.Fatal(err)
	}
	if s.run, err = run.Restore(record); err != nil {
		s.t.Fatal(err)
	}
	again, _ := json.Marshal(s.run.Record())
	if !bytes.Equal(again, text) {
		s.t.Fatalf("the record changed when it was restored:\n%s\n%s", text, again)
	}
}

func (s *stage) told(t run.Transition) {
	for _, e := range t.Events {
		if len(s.run.Due()) != 0 {
			s.t.Fatal("something is due before the commit is acknowledged")
		}
		fmt.Fprintf(&s.out, "    %d.%d %s", e.Event.Revision, e.Event.Number, e.Event.Type)
		for _, word := range []string{e.Event.Effect, e.Event.ToolCallID, string(e.Event.Outcome),
			string(e.Event.State)} {
			if word != "" {
				s.out.WriteString(" " + word)
			}
		}
		if e.Event.Error != nil {
			s.out.WriteString(" (" + string(e.Event.Error.Class) + ")")
		}
		for _, item := range e.Event.Items {
			fmt.Fprintf(&s.out, " +%s", item.Type)
		}
		s.out.WriteString("\n")
	}
	s.run.Acknowledge()
	s.state()
}

func (s *stage) state() {
	head := s.run.Head()
	fmt.Fprintf(&s.out, "    = %s, %d of %d", head.State, head.Work.Used, head.Work.Quota)
	if head.Error != nil {
		fmt.Fprintf(&s.out, ", %s", head.Error.Value().JSON())
	}
	for _, d := range s.run.Due() {
		fmt.Fprintf(&s.out, "; %s", d.Key)
		if d.Stop {
			s.out.WriteString(" stop")
		}
		if d.Pause > 0 {
			fmt.Fprintf(&s.out, " %s", d.Pause)
		}
	}
	s.out.WriteString("\n")
}

// input reads one line of a script.
func (s *stage) input(word, rest string) run.Input {
	head := s.run.Head()
	invocation := fmt.Sprintf("r-%d", head.Invocations)
	class, text, _ := strings.Cut(rest, " ")
	failure := tool.Errorf(tool.Class(class), "%s", text)
	switch word {
	case "reply":
		return run.Replied{Effect: fmt.Sprintf("provider:%d", head.Attempts), Reply: reply(rest)}
	case "fail":
		return run.ReplyFailed{Effect: fmt.Sprintf("provider:%d", head.Attempts), Err: failure}
	case "pause-over":
		return run.PauseOver{}
	case "admit":
		return run.Admitted{InvocationID: invocation, Admission: run.Admission{
			Tool: "act", Revision: 1, Contract: "sha256:t", Arguments: "sha256:a", ReadOnly: rest == "read-only",
		}}
	case "refuse":
		return run.Refused{InvocationID: invocation, Err: failure}
	case "return":
		return run.Returned{Effect: "tool:" + invocation, Result: tool.Text("done")}
	case "return-error":
		return run.Returned{Effect: "tool:" + invocation, Err: failure}
	case "unknown":
		return run.Returned{Effect: "tool:" + invocation, Err: failure, Unknown: true}
	case "not-dispatched":
		return run.NotDispatched{Effect: "tool:" + invocation}
	case "ask":
		return run.Asked{Interaction: run.Interaction{Kind: run.Approval, InvocationID: invocation, Tool: "act",
			Approval: &run.ApprovalRequest{Contract: "sha256:t", Digest: "sha256:" + rest}}}
	case "question":
		return run.Asked{Effect: "tool:" + invocation, Interaction: run.Interaction{Kind: run.Permission}}
	default:
		return s.command(word, rest, failure)
	}
}

func (s *stage) command(word, rest string, failure error) run.Input {
	yes, open := word == "approve", ""
	for _, d := range s.run.Due() {
		if d.Kind == run.AwaitAnswer {
			open = d.Interaction.ID
		}
	}
	switch word {
	case "approve", "deny":
		return run.Answered{InteractionID: open, Answer: run.Answer{Approve: &yes, Reason: rest}}
	case "unanswered":
		return run.Unanswered{InteractionID: open, Err: failure}
	case "steer":
		return run.Steer{Text: rest}
	case "prompt":
		return run.Prompt{Text: rest}
	case "halt":
		in := run.Halt{State: run.State(rest)}
		if in.State != run.Cancelled {
			in.Err = tool.Errorf(tool.Timeout, "the run's time passed")
		}
		return in
	case "stage":
		var revision int
		_, _ = fmt.Sscan(rest, &revision)
		return run.Stage{PublicationID: "p", RunID: "r", Incarnation: 1, Expected: revision - 1,
			Effect:  fmt.Sprintf("tool:r-%d", s.run.Head().Invocations),
			Catalog: run.CatalogMark{Revision: revision, Digest: "sha256:d"}}
	case "released":
		return run.Released{}
	case "unreleased":
		return run.Released{Err: errors.New("a process may be left")}
	case "fence":
		return run.Fence{}
	case "reconcile":
		effect, outcome, _ := strings.Cut(rest, " ")
		return run.Reconcile{Effect: effect, Outcome: outcome, Note: "looked", By: "somebody"}
	}
	s.t.Fatalf("no such line: %s", word)
	return nil
}

// reply reads `call:c1 custom:c2 text:words end:refusal`.
func reply(words string) run.Reply {
	r := run.Reply{End: run.Complete}
	for word := range strings.FieldsSeq(words) {
		kind, value, _ := strings.Cut(word, ":")
		switch kind {
		case "call":
			r.Items = append(r.Items, run.Item{Type: run.FunctionCallItem, CallID: value, Name: "act",
				Arguments: "{}"})
		case "custom":
			r.Items = append(r.Items, run.Item{Type: run.CustomCallItem, CallID: value, Name: "act", Input: "x"})
		case "text":
			r.Items = append(r.Items, run.Item{Type: run.MessageItem, Text: value})
		case "item":
			r.Items = append(r.Items, run.Item{Type: run.ItemType(value)})
		case "end":
			r.End = run.End(value)
		}
	}
	return r
}
