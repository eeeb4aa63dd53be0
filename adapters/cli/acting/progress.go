package acting

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/domain/run"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// progress shows a person each call, its approval and its end as lines on stderr, if that is a terminal.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	watched bool
}

var _ ports.Observer = (*progress)(nil)

func (p *program) newProgress(o *orders) *progress {
	return &progress{w: p.term.Err, watched: p.term.Err.Terminal && !o.envelope}
}

// say writes a text that a person must see, watched or not.
func (s *progress) say(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = io.WriteString(s.w, text) // stderr has gone: nobody is there to be told
}

func (s *progress) line(format string, args ...any) {
	if s.watched {
		s.say(fmt.Sprintf(format, args...) + "\n")
	}
}

// plan shows a plan that changed.
func (s *progress) plan(lines []string) {
	for _, line := range lines {
		s.line("    %s", shown(line))
	}
}

// Committed shows what a person wants to know of an event.
func (s *progress) Committed(_ string, e run.Event) {
	switch e.Type {
	case run.ToolCommitted:
		s.line("  %s …", shown(e.Tool))
	case run.ToolSettled:
		if e.Error != nil {
			s.line("  %s: %s", shown(e.Tool), shown(e.Error.Error()))
		}
	case run.ToolRejected:
		s.line("  %s refused: %s", shown(e.Tool), shown(e.Error.Error()))
	case run.ProviderCommitted:
		s.line("attempt %d", e.Attempt)
	case run.RunCancelling:
		s.line("stopping …")
	}
}

// Requested shows nothing.
func (s *progress) Requested(string, ports.ProviderRequest) {}

// Wrote shows what the model writes.
func (s *progress) Wrote(_ string, text string) {
	for line := range strings.Lines(shownBlock(text)) {
		s.line("  > %s", strings.TrimRight(line, "\n"))
	}
}

// runPage is a run's end for a person.
func runPage(o conversation.Outcome) []byte {
	var b strings.Builder
	h := o.Head
	if h.Message != nil {
		b.WriteString(shownBlock(*h.Message) + "\n\n")
	}
	fmt.Fprintf(&b, "run %s: %s, %d attempts, %d of %d work\n", h.ID, h.State, h.Attempts, h.Work.Used,
		h.Work.Quota)
	if h.Error != nil {
		fmt.Fprintf(&b, "%s\n", shown(h.Error.Error()))
	}
	for _, call := range o.Invocations {
		fmt.Fprintf(&b, "  %-16s %-10s", shown(call.Tool), call.Outcome)
		if call.Error != nil {
			b.WriteString(" " + shown(call.Error.Error()))
		}
		b.WriteString("\n")
	}
	for _, text := range o.FollowUps {
		b.WriteString("not taken: " + shown(text) + "\n")
	}
	return []byte(b.String())
}
