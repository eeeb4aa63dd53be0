package acting

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/run"
)

// Journal keeps runs. It is safe for concurrent use, by several processes if it is durable.
//
// Every method ends with ctx, in bounded time. Errors: ResourceConflict for a transition that does not
// follow what the journal holds, NotFound for a run or blob that it does not hold, UnsupportedCapability
// for a newer version than it reads, ExecutionFailure for everything that the store itself cannot do.
// A failed Commit may have been stored or not, unless it is a ResourceConflict, which changes nothing.
type Journal interface {
	// Capabilities tells what the journal promises. It does not block.
	Capabilities() JournalCapabilities

	// Commit stores a transition whole or not at all, if run and incarnation are exactly as t.From says:
	// not there at all for the zero Stamp. When it returns nil the transition is kept as safely as the
	// capabilities say. A blob that is there already is not stored again. Nothing of t is changed or
	// kept in memory that the caller could change.
	Commit(ctx context.Context, t run.Transition) error

	// Read returns a run's head, its effects that are committed or uncertain, and at most limit events
	// after the numbered one, oldest first. after 0 begins with the first; limit 0 means 1,000.
	Read(ctx context.Context, runID string, after int64, limit int) (Page, error)

	// List returns heads, newest first.
	List(ctx context.Context, filter Filter) ([]run.Head, error)

	// Blob returns the bytes of a digest. They belong to the caller.
	Blob(ctx context.Context, digest string) ([]byte, error)
}

// DefaultPage is how many events Read gives if it is not told.
const DefaultPage = 1000

// JournalCapabilities are what a journal promises.
type JournalCapabilities struct {
	Durable bool // an acknowledged transition survives the process and the machine
}

// Page is a part of a run as a journal holds it.
type Page struct {
	Head    run.Head
	Effects []run.Effect // committed or uncertain, in order of their commit
	Events  []run.Sealed
	More    bool // there are later events
}

// Filter chooses runs of a list.
type Filter struct {
	States []run.State // any of them; none means all
	Limit  int         // 0 means all
}

// Remover is what a journal may also do: forget an ended run with its events, and blobs that no run
// refers to any more. It fails with ResourceConflict for a run that has not ended.
type Remover interface {
	Remove(ctx context.Context, runID string) error
}

// ReadAll reads a run whole.
func ReadAll(ctx context.Context, j Journal, runID string) (Page, error) {
	page, err := j.Read(ctx, runID, 0, 0)
	for err == nil && page.More {
		var next Page
		next, err = j.Read(ctx, runID, page.Events[len(page.Events)-1].Event.Number, 0)
		next.Events = append(page.Events, next.Events...)
		page = next
	}
	return page, err
}
