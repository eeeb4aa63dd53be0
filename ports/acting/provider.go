package acting

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Provider asks one model. It is safe for concurrent use.
type Provider interface {
	// ID names the provider, the same in every process: it stands in transcripts, so that what only this
	// provider understands goes back to no other. It does not block.
	ID() string

	// Capabilities tells what the provider takes. It does not block.
	Capabilities() ProviderCapabilities

	// Turn asks the model once and tells what it says as it comes, by emit, from this goroutine. It tries
	// nothing twice, runs no tool and remembers nothing. It returns when the reply has ended or cannot
	// come any more, soon after ctx has ended.
	//
	// A reply that has ended is told by one event with an End, after which comes nothing. An error says
	// that there is none: TransientTransport, Overloaded (with details retryAfterMs, if told), Forbidden,
	// Validation, BudgetExceeded with details.reason "context_window", MalformedResult, Cancelled.
	// Nothing of request is changed or kept; what emit is given belongs to the kernel.
	Turn(ctx context.Context, request ProviderRequest, emit func(ProviderEvent)) error
}

// ProviderCapabilities are what a provider takes.
type ProviderCapabilities struct {
	Model         string // the model that is asked
	CustomTools   bool   // tools of raw text; without it they are given as functions of one string, `input`
	ParallelCalls bool   // more than one call in a reply
}

// ProviderRequest is what a model is given.
type ProviderRequest struct {
	RunID        string
	Attempt      int
	Instructions string
	Tools        []tool.Contract // in catalog order
	Input        []run.Item      // in order; images are whole
}

// ProviderEvent is one thing that a provider tells. Exactly one member is set.
type ProviderEvent struct {
	Text  string     // a piece of a message that is being written; its item comes when it is whole
	Item  *run.Item  // an item, whole
	Usage *run.Usage // what the attempt cost
	End   run.End    // the reply has ended
}
