package acting

import (
	"github.com/devcodex/intent-runtime/domain/run"
)

// Observer is told what a run does, in order, after it was committed. It is called from the run's own
// goroutine and must return soon; several runs may call it at the same time. What it is given must not
// be changed. A panic of an observer is caught; it changes nothing about the run.
type Observer interface {
	// Committed is called for each event that was acknowledged. Arguments, results and texts are left
	// out unless the host asked for them.
	Committed(runID string, event run.Event)

	// Requested is called before a provider is asked, with what the model is given; only if the host
	// asked for contents.
	Requested(runID string, request ProviderRequest)

	// Wrote is called for a piece of text that the model writes; only if the host asked for contents.
	Wrote(runID string, text string)
}
