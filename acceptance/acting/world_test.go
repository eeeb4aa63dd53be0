package acting_test

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/adapters/provider/script"
	"github.com/devcodex/intent-runtime/bootstrap/acting"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// gadget is a tool of a spec: it takes {"a": text}, closed, and counts how often its backend is called.
type gadget struct {
	name     string
	safety   tool.Safety
	approval tool.Approval
	do       func(context.Context, *ports.Call) (tool.Result, error)
	check    func(tool.Arguments) (tool.Finding, error)
	needs    []tool.Need
	called   *atomic.Int64
}

func (g gadget) descriptor() ports.Descriptor {
	d := ports.Descriptor{
		Contract: tool.Contract{
			Name: tool.Name{Name: g.name}, Description: "d", Kind: tool.Function, Revision: 1,
			Exposure: tool.Direct, Safety: g.safety,
			Input: `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`,
		},
		Check: g.check, Binding: "bound to " + g.name,
	}
	d.Backend = ports.ToolFunc(func(ctx context.Context, call *ports.Call) (tool.Result, error) {
		if g.called != nil {
			g.called.Add(1)
		}
		if g.do == nil {
			return tool.JSON(strictjson.Bool(true)), nil
		}
		return g.do(ctx, call)
	})
	if g.needs != nil {
		d.Needs = func(context.Context, tool.Arguments) ([]tool.Need, error) { return g.needs, nil }
	}
	return d
}

func (g gadget) grant() tool.Grant {
	approval := g.approval
	if approval == "" {
		approval = tool.ApproveNone
	}
	return tool.Grant{Tool: tool.Name{Name: g.name}, Revision: 1, Approval: approval}
}

// call and said are items of a turn; turn and script put them together.
func call(id, name, arguments string) string {
	return `{"type":"function_call","callId":"` + id + `","name":"` + name + `","arguments":` + arguments + `}`
}

func said(text string) string { return `{"type":"message","text":"` + text + `"}` }

func turn(items ...string) string { return `{"items":[` + strings.Join(items, ",") + `]}` }

func scripted(turns ...string) ports.Provider {
	p, err := script.Read([]byte(`{"turns":[` + strings.Join(turns, ",") + `]}`))
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return p
}

// settingsOf are settings with tools that are granted and a memory journal.
func settingsOf(provider ports.Provider, gadgets ...gadget) acting.Settings {
	s := acting.Settings{Journal: memory.New(), Provider: provider, Prompt: "Go on."}
	for _, g := range gadgets {
		s.Tools, s.Grants = append(s.Tools, g.descriptor()), append(s.Grants, g.grant())
	}
	return s
}

func begunRun(s acting.Settings) *acting.Conversation {
	c, err := acting.Start(context.Background(), s)
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return c
}

func endedRun(c *acting.Conversation) acting.Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	outcome, err := c.Wait(ctx)
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return outcome
}

// acted runs a run to its end and reads what the journal holds of it.
func acted(s acting.Settings) (acting.Outcome, ports.Page) {
	c := begunRun(s)
	outcome := endedRun(c)
	page, err := ports.ReadAll(context.Background(), s.Journal, c.ID())
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return outcome, page
}

func eventsOf(page ports.Page, kind run.EventType) []run.Event {
	var found []run.Event
	for _, e := range page.Events {
		if e.Event.Type == kind {
			found = append(found, e.Event)
		}
	}
	return found
}

// person answers interactions: each Ask by the next of the answers; none left is nobody.
type person struct {
	answers []run.Answer
	asked   []run.Interaction
	refused []error
}

func (p *person) Ask(_ context.Context, asked run.Interaction, answer func(run.Answer) error) error {
	p.asked = append(p.asked, asked)
	if len(p.answers) == 0 {
		return tool.Errorf(tool.ApprovalRequired, "nobody is there")
	}
	next := p.answers[0]
	p.answers = p.answers[1:]
	if err := answer(next); err != nil {
		p.refused = append(p.refused, err)
		return tool.Errorf(tool.ApprovalRequired, "no good answer")
	}
	return nil
}

func approving(yes bool) run.Answer { return run.Answer{Approve: &yes, Reason: "because"} }

// watcher sees the requests that a provider is given.
type watcher struct {
	requests []ports.ProviderRequest
	events   []run.Event
}

func (w *watcher) Committed(_ string, e run.Event)             { w.events = append(w.events, e) }
func (w *watcher) Requested(_ string, r ports.ProviderRequest) { w.requests = append(w.requests, r) }
func (w *watcher) Wrote(string, string)                        {}
func classOf(e *tool.Error) tool.Class {
	if e == nil {
		return ""
	}
	return e.Class
}
