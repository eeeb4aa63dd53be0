// Package script is a provider that says what a script tells it to: for tests, demonstrations and
// conformance vectors. It reads no file and asks no model.
package script

import (
	"context"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

const providerID = "script"

// Provider is an acting.Provider that plays the turns of a script, one for each call. It is safe for
// concurrent use; runs that share it share its turns. See [Read].
type Provider struct {
	turns  []turn
	custom bool

	mu   sync.Mutex
	next int
}

var _ acting.Provider = (*Provider)(nil)

// ID returns "script".
func (p *Provider) ID() string { return providerID }

// Capabilities tells that the script plays everything, custom tools unless its file says no.
func (p *Provider) Capabilities() acting.ProviderCapabilities {
	return acting.ProviderCapabilities{Model: providerID, CustomTools: p.custom, ParallelCalls: true}
}

// Turn plays the next turn. A script that is used up fails with ExecutionFailure.
func (p *Provider) Turn(ctx context.Context, _ acting.ProviderRequest,
	emit func(acting.ProviderEvent)) error {
	p.mu.Lock()
	n := p.next
	p.next++
	p.mu.Unlock()
	if n >= len(p.turns) {
		return tool.Errorf(tool.ExecutionFailure, "the provider script has no turn %d", n+1)
	}
	t := p.turns[n]
	if err := wait(ctx, t.delay); err != nil {
		return err
	}
	if t.err != nil {
		return t.err
	}
	for i := range t.items {
		item := t.items[i]
		if item.Type == run.MessageItem {
			emit(acting.ProviderEvent{Text: item.Text})
		}
		emit(acting.ProviderEvent{Item: &item})
	}
	if t.usage != nil {
		usage := *t.usage
		emit(acting.ProviderEvent{Usage: &usage})
	}
	emit(acting.ProviderEvent{End: t.end})
	return nil
}

func wait(ctx context.Context, delay time.Duration) error {
	if ctx.Err() == nil && delay == 0 {
		return nil
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return tool.Errorf(tool.Cancelled, "the attempt was stopped")
	}
}
