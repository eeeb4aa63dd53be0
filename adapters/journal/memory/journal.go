// Package memory keeps runs in memory: a journal for tests and for hosts that want no record. It passes
// what an ephemeral journal can, and does not claim to be durable.
package memory

import (
	"context"
	"slices"
	"sync"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Journal is an acting.Journal in memory. The zero Journal is not usable; see [New].
type Journal struct {
	mu    sync.Mutex
	runs  map[string]*book
	order []string // run ids, oldest first
	blobs map[string][]byte
}

// book is one run. It lives as long as the journal, or until it is removed.
type book struct {
	head    run.Head
	effects []run.Effect // open or uncertain, in order of commit
	events  []run.Sealed
}

var (
	_ acting.Journal = (*Journal)(nil)
	_ acting.Remover = (*Journal)(nil)
)

// New makes an empty journal.
func New() *Journal {
	return &Journal{runs: map[string]*book{}, blobs: map[string][]byte{}}
}

// Capabilities tells that nothing survives the process.
func (j *Journal) Capabilities() acting.JournalCapabilities { return acting.JournalCapabilities{} }

// Commit stores a transition.
func (j *Journal) Commit(ctx context.Context, t run.Transition) error {
	if err := ctx.Err(); err != nil {
		return tool.Errorf(tool.Timeout, "commit: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	b := j.runs[t.Head.ID]
	switch {
	case b == nil && t.From != (run.Stamp{}):
		return tool.Errorf(tool.ResourceConflict, "commit: the run is not there")
	case b != nil && t.From != run.Stamp{Revision: b.head.Revision, Incarnation: b.head.Incarnation}:
		return tool.Errorf(tool.ResourceConflict, "commit: the run is at another revision or incarnation")
	case b == nil:
		b = &book{}
		j.runs[t.Head.ID] = b
		j.order = append(j.order, t.Head.ID)
	}
	b.head = t.Head
	b.events = append(b.events, t.Events...)
	for _, e := range t.Effects {
		b.put(e)
	}
	for _, blob := range t.Blobs {
		if _, there := j.blobs[blob.Digest]; !there {
			j.blobs[blob.Digest] = slices.Clone(blob.Data)
		}
	}
	return nil
}

func (b *book) put(e run.Effect) {
	i := slices.IndexFunc(b.effects, func(other run.Effect) bool { return other.ID == e.ID })
	outstanding := e.State == run.EffectCommitted || e.State == run.EffectUncertain
	switch {
	case i < 0 && outstanding:
		b.effects = append(b.effects, e)
	case i >= 0 && outstanding:
		b.effects[i] = e
	case i >= 0:
		b.effects = slices.Delete(b.effects, i, i+1)
	}
}

// Read returns a part of a run.
func (j *Journal) Read(_ context.Context, runID string, after int64, limit int) (acting.Page, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	b := j.runs[runID]
	if b == nil {
		return acting.Page{}, tool.Errorf(tool.NotFound, "there is no such run")
	}
	if limit <= 0 {
		limit = acting.DefaultPage
	}
	from := min(max(int(after), 0), len(b.events)) // events are numbered from 1 without gaps
	to := min(from+limit, len(b.events))
	return acting.Page{
		Head: b.head, Effects: slices.Clone(b.effects),
		Events: slices.Clone(b.events[from:to]), More: to < len(b.events),
	}, nil
}

// List returns heads, newest first.
func (j *Journal) List(_ context.Context, filter acting.Filter) ([]run.Head, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var heads []run.Head
	for _, id := range slices.Backward(j.order) {
		head := j.runs[id].head
		if len(filter.States) == 0 || slices.Contains(filter.States, head.State) {
			heads = append(heads, head)
		}
		if filter.Limit > 0 && len(heads) == filter.Limit {
			break
		}
	}
	return heads, nil
}

// Blob returns the bytes of a digest.
func (j *Journal) Blob(_ context.Context, digest string) ([]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	data, ok := j.blobs[digest]
	if !ok {
		return nil, tool.Errorf(tool.NotFound, "there is no such blob")
	}
	return slices.Clone(data), nil
}

// Remove forgets an ended run, and the blobs that no other run refers to.
func (j *Journal) Remove(_ context.Context, runID string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	b := j.runs[runID]
	switch {
	case b == nil:
		return tool.Errorf(tool.NotFound, "there is no such run")
	case !b.head.State.Ended():
		return tool.Errorf(tool.ResourceConflict, "the run has not ended")
	}
	delete(j.runs, runID)
	j.order = slices.DeleteFunc(j.order, func(id string) bool { return id == runID })
	used := map[string]bool{}
	for _, other := range j.runs {
		for _, e := range other.events {
			for _, item := range e.Event.Items {
				if item.Output != nil {
					for _, image := range item.Output.Images() {
						used[image.Digest] = true
					}
				}
			}
		}
	}
	for digest := range j.blobs {
		if !used[digest] {
			delete(j.blobs, digest)
		}
	}
	return nil
}
