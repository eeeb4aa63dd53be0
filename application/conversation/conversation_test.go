package conversation_test

import (
	"slices"
	"testing"

	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

func TestARunFromPromptToEnd(t *testing.T) {
	t.Parallel()
	outcome, page := play(t, conversation.Settings{
		Provider: scripted(t, turns(do("c1", "act", "c2", "nobody", "c3", "known_tool"), say)),
		Registry: registry(t, gadget{name: "act", run: ok}),
	})
	if outcome.Head.State != run.Completed || outcome.Head.Work.Used != 3 || outcome.Head.Attempts != 2 {
		t.Errorf("%+v", outcome.Head)
	}
	want := []run.EventType{
		run.RunStarted, run.ProviderCommitted, run.ProviderSettled, run.ToolCommitted, run.ToolSettled,
		run.ToolRejected, run.ToolRejected, run.ProviderCommitted, run.ProviderSettled, run.RunFinished,
	}
	if got := types(page); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if len(outcome.Invocations) != 3 || outcome.Invocations[0].Outcome != run.OutcomeOK ||
		outcome.Invocations[1].Error.Class != tool.NotFound ||
		outcome.Invocations[2].Error.Class != tool.Forbidden {
		t.Errorf("%+v", outcome.Invocations)
	}
	if broken := run.BrokenChain("", page.Events); broken != 0 {
		t.Errorf("the chain breaks at %d", broken)
	}
	if page.Head.Chain != page.Events[len(page.Events)-1].Digest || len(page.Effects) != 0 {
		t.Errorf("%+v", page.Head)
	}
}
