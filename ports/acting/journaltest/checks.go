package journaltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// atomicCommit: a transition that is refused leaves nothing behind, not even one of its parts.
func atomicCommit(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "atomic")
	if err != nil {
		return err
	}
	if err := p.step(ctx, p.calls("c1")...); err != nil {
		return err
	}
	part := tool.NewImage("image/png", []byte("refused bytes"))
	result := tool.Result{Parts: append(tool.JSON(strictjson.Bool(true)).Parts, part)}
	before := p.run.Record()
	t, err := p.apply(p.returns(result))
	if err != nil {
		return err
	}
	t.From.Revision += 7
	if err := conflict(s.Journal.Commit(ctx, t), "a transition from a revision that is not there"); err != nil {
		return err
	}
	if p.run, err = run.Restore(before); err != nil {
		return err
	}
	if err := p.holds(ctx, s.Journal); err != nil {
		return fmt.Errorf("after a refused transition: %w", err)
	}
	if _, err := s.Journal.Blob(ctx, part.Image.Digest); !errors.Is(err, tool.NotFound) {
		return errors.New("a refused transition has left its blob")
	}
	return outstanding(ctx, s.Journal, "atomic", run.EffectCommitted)
}

// directExecutionCommit: each commit of a call's way to its end can be read at once, whole.
func directExecutionCommit(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "direct")
	if err != nil {
		return err
	}
	inputs := append(p.calls("c1"), run.Input(nil))
	inputs[2] = run.Returned{Effect: "tool:direct-1", Result: tool.Text("done")}
	for _, in := range inputs {
		if err := p.step(ctx, in); err != nil {
			return err
		}
		if err := p.holds(ctx, s.Journal); err != nil {
			return err
		}
	}
	if err := p.step(ctx, p.completes()...); err != nil {
		return err
	}
	return p.holds(ctx, s.Journal)
}

// failedCommit: a commit that fails is told, and nothing of it is there.
func failedCommit(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "failing")
	if err != nil {
		return err
	}
	before := p.run.Record()
	large := run.Item{Type: run.MessageItem, Text: strings.Repeat("large enough to need room ", 10_000)}
	t, err := p.apply(run.Replied{Effect: "provider:1",
		Reply: run.Reply{End: run.Complete, Items: []run.Item{large}}})
	if err != nil {
		return err
	}
	s.Fail()
	if err := s.Journal.Commit(ctx, t); err == nil {
		return errors.New("a commit that could not be stored was acknowledged")
	}
	if p.run, err = run.Restore(before); err != nil {
		return err
	}
	return p.holds(ctx, s.Journal)
}

// incarnationFence: once the incarnation is raised, nothing of an older one is taken.
func incarnationFence(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "fenced")
	if err != nil {
		return err
	}
	if err := p.step(ctx, p.calls("c1")...); err != nil {
		return err
	}
	old := p.run.Record()
	loaded, err := load(ctx, s.Journal, "fenced")
	if err != nil {
		return err
	}
	next := &play{run: loaded, journal: s.Journal, at: p.at}
	if err := next.step(ctx, run.Fence{}); err != nil {
		return err
	}
	t, err := p.apply(p.returns(tool.Text("late")))
	if err != nil {
		return err
	}
	if err := conflict(s.Journal.Commit(ctx, t), "a transition of a fenced incarnation"); err != nil {
		return err
	}
	t.From.Revision = next.run.Head().Revision // it guesses the revision, but not the incarnation
	t.Head.Revision = t.From.Revision + 1
	if err := conflict(s.Journal.Commit(ctx, t),
		"a transition of a fenced incarnation at the right revision"); err != nil {
		return err
	}
	if old.Head.Incarnation+1 != next.run.Head().Incarnation {
		return errors.New("the incarnation was not raised by one")
	}
	return next.holds(ctx, s.Journal)
}

func load(ctx context.Context, j acting.Journal, id string) (*run.Run, error) {
	page, err := acting.ReadAll(ctx, j, id)
	if err != nil {
		return nil, err
	}
	return run.Load(page.Head, page.Events)
}

// outstandingEffects: what was committed and not settled is given back, and nothing else.
func outstandingEffects(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "outstanding")
	if err != nil {
		return err
	}
	if err := p.step(ctx, append(p.calls("c1"), run.Returned{Effect: "tool:outstanding-1",
		Result: tool.Text("x")})...); err != nil {
		return err
	}
	if err := p.step(ctx, p.calls("c2")...); err != nil {
		return err
	}
	return outstanding(ctx, s.Journal, "outstanding", run.EffectCommitted)
}

// outstanding wants exactly the last call as an effect of that state.
func outstanding(ctx context.Context, j acting.Journal, id string, state run.EffectState) error {
	page, err := acting.ReadAll(ctx, j, id)
	if err != nil {
		return err
	}
	want := fmt.Sprintf("tool:%s-%d", id, page.Head.Invocations)
	if len(page.Effects) != 1 || page.Effects[0].ID != want || page.Effects[0].State != state {
		return fmt.Errorf("outstanding are %+v, not %s as %s", page.Effects, want, state)
	}
	return nil
}

// restart: another process finds everything that was acknowledged.
func restart(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "restarted")
	if err != nil {
		return err
	}
	for i := range 3 {
		if err := p.step(ctx, p.calls(fmt.Sprintf("c%d", i))...); err != nil {
			return err
		}
		again, err := s.Reopen()
		if err != nil {
			return fmt.Errorf("the store cannot be opened anew: %w", err)
		}
		if err := p.holds(ctx, again); err != nil {
			return fmt.Errorf("opened anew: %w", err)
		}
		if err := outstanding(ctx, again, "restarted", run.EffectCommitted); err != nil {
			return fmt.Errorf("opened anew: %w", err)
		}
		if err := p.step(ctx, p.returns(tool.Text("x"))); err != nil {
			return err
		}
	}
	return nil
}

// staleRevision: a transition from an older or a later revision, or of a run that is there already, is a
// conflict and changes nothing.
func staleRevision(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "stale")
	if err != nil {
		return err
	}
	first := p.run.Record()
	t, err := p.apply(run.Steer{Text: "left"})
	if err != nil {
		return err
	}
	if err := s.Journal.Commit(ctx, t); err != nil {
		return err
	}
	p.run.Acknowledge()
	if err := conflict(s.Journal.Commit(ctx, t), "the same transition again"); err != nil {
		return err
	}
	other, err := run.Restore(first)
	if err != nil {
		return err
	}
	late, err := other.Apply(p.at, run.Steer{Text: "right"})
	if err != nil {
		return err
	}
	if err := conflict(s.Journal.Commit(ctx, late), "a transition from an older revision"); err != nil {
		return err
	}
	if _, err := started(ctx, s.Journal, "stale"); !errors.Is(err, tool.ResourceConflict) {
		return fmt.Errorf("a second start of a run is answered by %w, not resource_conflict", err)
	}
	return p.holds(ctx, s.Journal)
}

// terminal: an ended run is given back as ended, with the error that it ended with.
func terminal(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "terminal")
	if err != nil {
		return err
	}
	failure := tool.WithDetails(tool.Errorf(tool.Overloaded, "busy"),
		strictjson.Field("retryAfterMs", strictjson.Int(5)))
	if err := p.step(ctx, run.ReplyFailed{Effect: "provider:1", Err: failure}, run.Released{}); err != nil {
		return err
	}
	r, err := load(ctx, s.Journal, "terminal")
	if err != nil {
		return err
	}
	head := r.Head()
	if head.State != run.Failed || head.Error == nil ||
		head.Error.Value().JSON() != tool.From(failure).Value().JSON() {
		return fmt.Errorf("the run is %s with another error than it ended with", head.State)
	}
	if len(r.Due()) != 0 {
		return errors.New("an ended run has something due")
	}
	return p.holds(ctx, s.Journal)
}

// uncertainFencing: what was open when a run was fenced is uncertain, until it is reconciled once.
func uncertainFencing(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "uncertain")
	if err != nil {
		return err
	}
	if err := p.step(ctx, p.calls("c1")...); err != nil {
		return err
	}
	r, err := load(ctx, s.Journal, "uncertain")
	if err != nil {
		return err
	}
	p.run = r
	if err := p.step(ctx, run.Fence{}); err != nil {
		return err
	}
	if err := outstanding(ctx, s.Journal, "uncertain", run.EffectUncertain); err != nil {
		return err
	}
	if p.run, err = load(ctx, s.Journal, "uncertain"); err != nil {
		return err
	}
	if err := p.step(ctx, run.Reconcile{Effect: "tool:uncertain-1", Outcome: "done", By: "a test"}); err != nil {
		return err
	}
	page, err := acting.ReadAll(ctx, s.Journal, "uncertain")
	if err != nil {
		return err
	}
	if len(page.Effects) != 0 || page.Head.State != run.Failed {
		return fmt.Errorf("reconciled, and yet %s with %+v", page.Head.State, page.Effects)
	}
	return p.holds(ctx, s.Journal)
}

// durableClaim: only a journal that can be opened anew may claim to be durable.
func durableClaim(_ context.Context, s Subject) error {
	if s.Journal.Capabilities().Durable && s.Reopen == nil {
		return errors.New("the journal claims to be durable and cannot be opened anew")
	}
	return nil
}

// blobsOnce: the bytes of an image are kept once and given back whole; records do not hold them.
func blobsOnce(ctx context.Context, s Subject) error {
	data := bytes.Repeat([]byte("pixel"), 1000)
	part := tool.NewImage("image/png", data)
	for _, id := range []string{"blob-a", "blob-b"} {
		p, err := started(ctx, s.Journal, id)
		if err != nil {
			return err
		}
		if err := p.step(ctx, p.calls("c1")...); err != nil {
			return err
		}
		if err := p.step(ctx, p.returns(tool.Result{Parts: []tool.Part{part}})); err != nil {
			return err
		}
	}
	got, err := s.Journal.Blob(ctx, part.Image.Digest)
	if err != nil || !bytes.Equal(got, data) {
		return fmt.Errorf("the blob comes back as %d bytes, %w", len(got), err)
	}
	if len(got) > 0 {
		got[0] ^= 0xff
	}
	if again, err := s.Journal.Blob(ctx, part.Image.Digest); err != nil || !bytes.Equal(again, data) {
		return errors.New("the blob changed with bytes that were given out")
	}
	return nil
}

// pages: events come in pages without gaps or repeats; a run that is not there is not found.
func pages(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "pages")
	if err != nil {
		return err
	}
	for i := range 10 {
		if err := p.step(ctx, run.Steer{Text: fmt.Sprint(i)}); err != nil {
			return err
		}
	}
	var after, count int64
	for more := true; more; {
		page, err := s.Journal.Read(ctx, "pages", after, 5)
		if err != nil {
			return err
		}
		for _, e := range page.Events {
			if after++; e.Event.Number != after {
				return fmt.Errorf("event %d comes after %d", e.Event.Number, after-1)
			}
			count++
		}
		if more = page.More; len(page.Events) > 5 || more && len(page.Events) == 0 {
			return fmt.Errorf("a page of 5 has %d events", len(page.Events))
		}
	}
	if count != p.run.Head().Events {
		return fmt.Errorf("the pages hold %d events of %d", count, p.run.Head().Events)
	}
	if _, err := s.Journal.Read(ctx, "nobody", 0, 0); !errors.Is(err, tool.NotFound) {
		return fmt.Errorf("a run that is not there is answered by %w", err)
	}
	return nil
}

// lists: runs are listed newest first, by state, up to a limit.
func lists(ctx context.Context, s Subject) error {
	for _, id := range []string{"l1", "l2", "l3"} {
		p, err := started(ctx, s.Journal, id)
		if err != nil {
			return err
		}
		if id == "l2" {
			if err := p.step(ctx, p.completes()...); err != nil {
				return err
			}
		}
	}
	for _, c := range []struct {
		filter acting.Filter
		want   string
	}{
		{acting.Filter{}, "l3 l2 l1 "}, {acting.Filter{Limit: 2}, "l3 l2 "},
		{acting.Filter{States: []run.State{run.Completed}}, "l2 "},
		{acting.Filter{States: []run.State{run.Running, run.Failed}, Limit: 1}, "l3 "},
	} {
		heads, err := s.Journal.List(ctx, c.filter)
		if err != nil {
			return err
		}
		got := ""
		for _, head := range heads {
			got += head.ID + " "
		}
		if got != c.want {
			return fmt.Errorf("%+v lists %q, not %q", c.filter, got, c.want)
		}
	}
	return nil
}

// oneWinner: of transitions that race from one revision exactly one is taken.
func oneWinner(ctx context.Context, s Subject) error {
	p, err := started(ctx, s.Journal, "race")
	if err != nil {
		return err
	}
	const racers = 8
	var wg sync.WaitGroup
	errs := make([]error, racers)
	for i := range racers {
		r, err := run.Restore(p.run.Record())
		if err != nil {
			return err
		}
		t, err := r.Apply(p.at, run.Steer{Text: fmt.Sprint(i)})
		if err != nil {
			return err
		}
		wg.Go(func() { errs[i] = s.Journal.Commit(ctx, t) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		switch {
		case err == nil:
			won++
		case !errors.Is(err, tool.ResourceConflict):
			return fmt.Errorf("a racer is answered by %w", err)
		}
	}
	if won != 1 {
		return fmt.Errorf("%d of %d racing transitions were taken", won, racers)
	}
	page, err := acting.ReadAll(ctx, s.Journal, "race")
	if err != nil || run.BrokenChain("", page.Events) != 0 {
		return fmt.Errorf("after a race the chain is broken, %w", err)
	}
	return nil
}
