package acting

import (
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// show gives a run whole: its record, events and effects, and whether the chain of events is unbroken.
func (p *program) show(r *run.Run, page ports.Page, output string) []byte {
	head := p.seen(page.Head)
	effects := run.Effects(page.Events)
	if head.State == run.RecoveryRequired {
		effects = recovered(effects, r.Uncertain())
	}
	broken := run.BrokenChain("", page.Events)
	if n := len(page.Events); broken == 0 && n > 0 && page.Events[n-1].Digest != head.Chain {
		broken = head.Events
	}
	if output == cli.FormatText {
		return showPage(head, page.Events, effects, broken)
	}
	events := make([]strictjson.Value, len(page.Events))
	for i, e := range page.Events {
		value, err := strictjson.Decode(e.Text, strictjson.Options{AnyNumber: true})
		if err != nil { // the journal has read it already
			value = strictjson.Null()
		}
		events[i] = value
	}
	shown := make([]strictjson.Value, len(effects))
	for i, e := range effects {
		shown[i] = jsonOf(e)
	}
	return cli.Line(strictjson.Object(member("run", jsonOf(head)), member("events", strictjson.Array(events...)),
		member("effects", strictjson.Array(shown...)), member("chain", chainValue(head.Chain, broken))))
}

// recovered gives open effects the state that a recovery would find.
func recovered(effects, uncertain []run.Effect) []run.Effect {
	unsure := map[string]bool{}
	for _, e := range uncertain {
		unsure[e.ID] = true
	}
	for i := range effects {
		switch {
		case unsure[effects[i].ID]:
			effects[i].State = run.EffectUncertain
		case effects[i].Open():
			effects[i].State = run.EffectNotDispatched
		}
	}
	return effects
}

func chainValue(head string, broken int64) strictjson.Value {
	members := []strictjson.Member{
		member("head", strictjson.String(head)), member("whole", strictjson.Bool(broken == 0)),
	}
	if broken != 0 {
		members = append(members, member("brokenAt", strictjson.Int(broken)))
	}
	return strictjson.Object(members...)
}

func showPage(h run.Head, events []run.Sealed, effects []run.Effect, broken int64) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "run %s: %s, revision %d, incarnation %d\n", h.ID, h.State, h.Revision, h.Incarnation)
	fmt.Fprintf(&b, "%d attempts, %d of %d work\n", h.Attempts, h.Work.Used, h.Work.Quota)
	if h.Error != nil {
		b.WriteString(shown(h.Error.Error()) + "\n")
	}
	b.WriteString("\n")
	for _, sealed := range events {
		e := sealed.Event
		fmt.Fprintf(&b, "%4d  %s  %-22s %s", e.Revision, e.At.Local().Format("15:04:05.000"), e.Type, shown(e.Tool))
		if e.InvocationID != "" {
			b.WriteString(" " + e.InvocationID)
		}
		if e.Outcome != "" {
			b.WriteString(" " + string(e.Outcome))
		}
		if e.Error != nil {
			b.WriteString(" " + shown(e.Error.Error()))
		}
		b.WriteString("\n")
		showItems(&b, e.Items)
	}
	b.WriteString("\n")
	for _, e := range effects {
		if e.State == run.EffectUncertain {
			fmt.Fprintf(&b, "uncertain: %s (%s)\n", e.ID, shown(e.Tool))
		}
	}
	if broken != 0 {
		fmt.Fprintf(&b, "the chain of events is broken at event %d\n", broken)
	}
	return []byte(b.String())
}

// showItems writes what the model, the tools and the person said, marked as theirs.
func showItems(b *strings.Builder, items []run.Item) {
	for _, item := range items {
		who, text := item.Role, item.Text
		switch item.Type {
		case run.FunctionCallItem:
			who, text = "calls "+shown(item.Name), item.Arguments
		case run.CustomCallItem:
			who, text = "calls "+shown(item.Name), item.Input
		case run.ToolOutputItem:
			who = "output"
			if item.Output != nil {
				text = item.Output.Output()
			}
		case run.OpaqueItem:
			continue
		}
		for line := range strings.Lines(shownBlock(text)) {
			fmt.Fprintf(b, "        %s| %s\n", who, strings.TrimRight(line, "\n"))
		}
	}
}
