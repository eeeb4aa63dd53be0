package reading

import (
	"context"
	"sync"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// detail keeps why the model last declined or broke off. The contract gives that to observers that want
// material and to nobody else, so it reaches the person's page and no JSON. It is safe for concurrent use.
type detail struct {
	mu   sync.Mutex
	text string
}

var _ ports.MaterialObserver = (*detail)(nil)

// WantsMaterial is always true.
func (*detail) WantsMaterial() bool { return true }

// Observe keeps the detail of the last reply.
func (d *detail) Observe(_ context.Context, event ports.Event) {
	e, ok := event.(ports.ReplyReceived)
	if !ok {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text = ""
	if e.Material != nil {
		d.text = e.Material.Detail
	}
}

// of gives the reason of a failure, "" where it is of another kind.
func (d *detail) of(failure *intent.Error) string {
	if failure == nil || failure.Code != intent.ModelRefused && failure.Code != intent.ModelOutputIncomplete {
		return ""
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text
}
