package acting

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/run"
)

// Interactions asks a person. A run without one has nobody to ask.
type Interactions interface {
	// Ask shows an interaction. It may answer before it returns, or later from any goroutine, until ctx
	// ends: by calling answer, which authenticates nothing itself. answer returns Validation for a
	// malformed answer, and the interaction stays open; ResourceConflict if it is answered or over;
	// UnknownOutcome if the answer could not be written down. It is safe for concurrent use.
	//
	// Ask must not block for the answer. An error means that nobody can be asked: the interaction is
	// refused with the error's class, ApprovalRequired as a rule. It is called from one goroutine of the
	// run; several runs may call it at the same time.
	Ask(ctx context.Context, asked run.Interaction, answer func(run.Answer) error) error
}
