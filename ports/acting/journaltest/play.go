package journaltest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// play is a run that is stepped and committed by a check.
type play struct {
	run     *run.Run
	journal acting.Journal
	at      time.Time
}

var begin = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// started begins a run and commits its start.
func started(ctx context.Context, j acting.Journal, id string) (*play, error) {
	r, t, err := run.Start(begin, run.Begin{
		ID: id, Prompt: "Go on.", Catalog: run.CatalogMark{Revision: 1, Digest: "sha256:0"},
		Settings: run.Settings{Provider: "test", Model: "m"},
	})
	if err != nil {
		return nil, err
	}
	p := &play{run: r, journal: j, at: begin}
	if err := j.Commit(ctx, t); err != nil {
		return nil, fmt.Errorf("the start of a run is not taken: %w", err)
	}
	r.Acknowledge()
	return p, nil
}

// step applies inputs and commits what they make.
func (p *play) step(ctx context.Context, inputs ...run.Input) error {
	for _, in := range inputs {
		t, err := p.apply(in)
		if err != nil {
			return err
		}
		if err := p.journal.Commit(ctx, t); err != nil {
			return fmt.Errorf("a transition that follows is not taken: %w", err)
		}
		p.run.Acknowledge()
	}
	return nil
}

func (p *play) apply(in run.Input) (run.Transition, error) {
	p.at = p.at.Add(time.Second)
	return p.run.Apply(p.at, in)
}

// calls is a reply with one call of a tool that may change something, and its commit.
func (p *play) calls(id string) []run.Input {
	head := p.run.Head()
	invocation := fmt.Sprintf("%s-%d", head.ID, head.Invocations+1)
	return []run.Input{
		run.Replied{Effect: fmt.Sprintf("provider:%d", head.Attempts),
			Reply: run.Reply{End: run.Complete, Items: []run.Item{
				{Type: run.FunctionCallItem, CallID: id, Name: "act", Arguments: "{}"},
			}}},
		run.Admitted{InvocationID: invocation,
			Admission: run.Admission{Tool: "act", Revision: 1, Contract: "sha256:1"}},
	}
}

func (p *play) returns(result tool.Result) run.Input {
	head := p.run.Head()
	return run.Returned{Effect: fmt.Sprintf("tool:%s-%d", head.ID, head.Invocations), Result: result}
}

// completes is a reply without calls, and the release.
func (p *play) completes() []run.Input {
	return []run.Input{
		run.Replied{Effect: fmt.Sprintf("provider:%d", p.run.Head().Attempts), Reply: run.Reply{End: run.Complete}},
		run.Released{},
	}
}

// holds returns how a stored run differs from what was committed last.
func (p *play) holds(ctx context.Context, j acting.Journal) error {
	page, err := acting.ReadAll(ctx, j, p.run.ID())
	if err != nil {
		return fmt.Errorf("a committed run cannot be read: %w", err)
	}
	head := p.run.Head()
	switch {
	case page.Head.Revision != head.Revision || page.Head.Incarnation != head.Incarnation ||
		page.Head.State != head.State || page.Head.Chain != head.Chain || page.Head.Events != head.Events:
		return fmt.Errorf("the head is at revision %d, incarnation %d, %s; committed was %d, %d, %s",
			page.Head.Revision, page.Head.Incarnation, page.Head.State, head.Revision, head.Incarnation, head.State)
	case int64(len(page.Events)) != head.Events:
		return fmt.Errorf("%d events are stored, committed were %d", len(page.Events), head.Events)
	case run.BrokenChain("", page.Events) != 0:
		return fmt.Errorf("the events are not those that were committed, from number %d",
			run.BrokenChain("", page.Events))
	case page.Events[len(page.Events)-1].Digest != head.Chain:
		return errors.New("the last event is not the one that was committed")
	}
	return nil
}

func conflict(err error, what string) error {
	if errors.Is(err, tool.ResourceConflict) {
		return nil
	}
	return fmt.Errorf("%s is answered by %w, not resource_conflict", what, err)
}
