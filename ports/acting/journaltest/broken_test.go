package journaltest_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
	"github.com/devcodex/intent-runtime/ports/acting/journaltest"
)

// broken is a journal with one fault, in the place of what the memory journal does.
type broken struct {
	acting.Journal
	commit  func(acting.Journal, run.Transition) error
	read    func(acting.Page) acting.Page
	list    func([]run.Head) []run.Head
	blob    func([]byte) []byte
	durable bool
}

func (b *broken) Capabilities() acting.JournalCapabilities {
	return acting.JournalCapabilities{Durable: b.durable}
}

func (b *broken) Commit(ctx context.Context, t run.Transition) error {
	if b.commit != nil {
		return b.commit(b.Journal, t)
	}
	return b.Journal.Commit(ctx, t)
}

func (b *broken) Read(ctx context.Context, id string, after int64, limit int) (acting.Page, error) {
	page, err := b.Journal.Read(ctx, id, after, limit)
	if b.read != nil {
		page = b.read(page)
	}
	return page, err
}

func (b *broken) List(ctx context.Context, f acting.Filter) ([]run.Head, error) {
	heads, err := b.Journal.List(ctx, f)
	if b.list != nil {
		heads = b.list(heads)
	}
	return heads, err
}

func (b *broken) Blob(ctx context.Context, digest string) ([]byte, error) {
	data, err := b.Journal.Blob(ctx, digest)
	if b.blob != nil {
		data = b.blob(data)
	}
	return data, err
}

// stored holds what a journal gives for a run now.
func stored(j acting.Journal, id string) run.Head {
	page, _ := j.Read(context.Background(), id, 0, 1)
	return page.Head
}

// Each check finds the fault that it is there for.
func TestChecksFindFaults(t *testing.T) {
	t.Parallel()
	noRevisionCompared := func(j acting.Journal, t run.Transition) error {
		if t.From != (run.Stamp{}) {
			t.From.Revision = stored(j, t.Head.ID).Revision
		}
		return j.Commit(context.Background(), t)
	}
	noIncarnationCompared := func(j acting.Journal, t run.Transition) error {
		if t.From != (run.Stamp{}) {
			t.From.Incarnation = stored(j, t.Head.ID).Incarnation
		}
		return j.Commit(context.Background(), t)
	}
	partsOfRefused := func(j acting.Journal, t run.Transition) error {
		if err := j.Commit(context.Background(), t); err != nil {
			part := t
			part.Events, part.Effects = nil, nil
			head := stored(j, t.Head.ID)
			part.From = run.Stamp{Revision: head.Revision, Incarnation: head.Incarnation}
			part.Head = head
			_ = j.Commit(context.Background(), part)
			return err
		}
		return nil
	}
	acknowledgesAll := func(j acting.Journal, t run.Transition) error {
		_ = j.Commit(context.Background(), t)
		return nil
	}
	noEffects := func(j acting.Journal, t run.Transition) error {
		t.Effects = nil
		return j.Commit(context.Background(), t)
	}
	losesEvent := func(j acting.Journal, t run.Transition) error {
		t.Events = t.Events[1:]
		return j.Commit(context.Background(), t)
	}
	for name, c := range map[string]struct {
		journal *broken
		found   []string
	}{
		"no revision compared": {&broken{commit: noRevisionCompared},
			[]string{"atomic_commit", "stale_revision", "one_winner"}},
		"no incarnation compared": {&broken{commit: noIncarnationCompared}, []string{"incarnation_fence"}},
		"parts of a refused one":  {&broken{commit: partsOfRefused}, []string{"atomic_commit"}},
		"acknowledges everything": {&broken{commit: acknowledgesAll},
			[]string{"failed_commit", "incarnation_fence", "stale_revision"}},
		"no effects": {&broken{commit: noEffects},
			[]string{"outstanding_effect_reconstruction", "uncertain_effect_fencing", "restart_reconstruction"}},
		"loses events": {&broken{commit: losesEvent},
			[]string{"direct_execution_commit", "terminal_reconstruction"}},
		"forgets errors": {&broken{read: func(p acting.Page) acting.Page {
			p.Head.Error = nil
			return p
		}}, []string{"terminal_reconstruction"}},
		"says there is no more": {&broken{read: func(p acting.Page) acting.Page {
			p.More = false
			return p
		}}, []string{"pages"}},
		"lists the oldest first": {&broken{list: func(h []run.Head) []run.Head {
			slices.Reverse(h)
			return h
		}}, []string{"lists"}},
		"cuts blobs":      {&broken{blob: func(b []byte) []byte { return b[:len(b)/2] }}, []string{"blobs_once"}},
		"claims too much": {&broken{durable: true}, []string{"durable_claim"}},
	} {
		for _, check := range journaltest.Checks() {
			if slices.Contains(c.found, check.Name) {
				t.Run(name+"/"+check.Name, func(t *testing.T) {
					t.Parallel()
					if find(t, *c.journal, check) == nil {
						t.Error("the fault is not found")
					}
				})
			}
		}
	}
}

// find makes a check of a journal that has the fault over a memory of its own.
func find(t *testing.T, b broken, check journaltest.Check) error {
	t.Helper()
	b.Journal = memory.New()
	subject := journaltest.Subject{Journal: &b, Fail: func() { b.Journal = full{b.Journal} }}
	if check.Name != "durable_claim" {
		subject.Reopen = func() (acting.Journal, error) { return &b, nil }
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return check.Do(ctx, subject)
}

// full takes nothing more.
type full struct{ acting.Journal }

func (full) Commit(context.Context, run.Transition) error {
	return tool.Errorf(tool.ExecutionFailure, "the disk is full")
}
