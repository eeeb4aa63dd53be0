package conversation_test

import (
	"context"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/adapters/provider/script"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/application/execution"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// gadget describes a tool of a test.
type gadget struct {
	name     string
	safety   tool.Safety
	approval tool.Approval
	run      acting.ToolFunc
	needs    []tool.Need
	check    func(tool.Arguments) (tool.Finding, error)
}

func registry(t testing.TB, gadgets ...gadget) *execution.Registry {
	t.Helper()
	var descriptors []acting.Descriptor
	var grants []tool.Grant
	for _, g := range gadgets {
		name := tool.Name{Name: g.name}
		d := acting.Descriptor{
			Contract: tool.Contract{
				Name: name, Description: "d", Kind: tool.Function, Revision: 1, Exposure: tool.Direct, Safety: g.safety,
				Input: `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`,
			},
			Backend: g.run, Check: g.check, Binding: "binding of " + g.name,
		}
		if g.needs != nil {
			d.Needs = func(context.Context, tool.Arguments) ([]tool.Need, error) { return g.needs, nil }
		}
		approval := g.approval
		if approval == "" {
			approval = tool.ApproveNone
		}
		descriptors = append(descriptors, d)
		grants = append(grants, tool.Grant{Tool: name, Revision: 1, Approval: approval})
	}
	known, _ := tool.ParseName("known_tool")
	r, err := execution.NewRegistry(1, descriptors, grants, []tool.Name{known})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func scripted(t testing.TB, text string) *script.Provider {
	t.Helper()
	p, err := script.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// say and do are turns of a script: a last message, and calls of tools without arguments.
const say = `{"items":[{"type":"message","text":"Finished."}]}`

func do(calls ...string) string {
	text := `{"items":[`
	for i := 0; i+1 < len(calls); i += 2 {
		if i > 0 {
			text += ","
		}
		text += `{"type":"function_call","callId":"` + calls[i] + `","name":"` + calls[i+1] + `","arguments":{}}`
	}
	return text + `]}`
}

func turns(all ...string) string {
	text := `{"turns":[`
	for i, turn := range all {
		if i > 0 {
			text += ","
		}
		text += turn
	}
	return text + `]}`
}

func ok(context.Context, *acting.Call) (tool.Result, error) {
	return tool.JSON(strictjson.Object(strictjson.Field("done", strictjson.Bool(true)))), nil
}

// start begins a run with the memory journal.
func start(t testing.TB, s conversation.Settings) (*conversation.Conversation, acting.Journal) {
	t.Helper()
	if s.Journal == nil {
		s.Journal = memory.New()
	}
	if s.Prompt == "" {
		s.Prompt = "Go on."
	}
	c, err := conversation.Start(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c, s.Journal
}

func play(t testing.TB, s conversation.Settings) (conversation.Outcome, acting.Page) {
	t.Helper()
	c, j := start(t, s)
	return finish(t, c, j)
}

func finish(t testing.TB, c *conversation.Conversation, j acting.Journal) (conversation.Outcome,
	acting.Page) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	outcome, err := c.Wait(ctx)
	if err != nil {
		t.Fatal(err)
	}
	page, err := acting.ReadAll(ctx, j, c.ID())
	if err != nil {
		t.Fatal(err)
	}
	return outcome, page
}

func types(page acting.Page) []run.EventType {
	var all []run.EventType
	for _, e := range page.Events {
		all = append(all, e.Event.Type)
	}
	return all
}
