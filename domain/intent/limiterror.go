package intent

import (
	"fmt"
	"slices"
)

// Limit says which limit was passed.
type Limit struct {
	Name string // its wire name, such as maxInputBytes
	Got  int64  // what there was; Most + 1 if counting stopped there
	Most int64  // what is allowed
}

// busyLimits are limits on how much is done or kept at once: what passes them may fit later.
var busyLimits = []string{"maxConcurrentParses", "queue", "maxValidationQueueEntries", "maxValidationMs",
	"maxJobs", "maxReplayEntries", "maxReplayBytes"}

func (l Limit) busy() bool { return slices.Contains(busyLimits, l.Name) }

// LimitError makes a LIMIT_EXCEEDED: the limit's wire name, what there was and what is allowed.
func LimitError(stage Stage, limit string, got, most int) error {
	return NewLimitError(stage, Limit{Name: limit, Got: int64(got), Most: int64(most)},
		fmt.Sprintf("%d passes %s, which is %d", got, limit, most))
}

// NewLimitError makes a LIMIT_EXCEEDED with a message of its own.
func NewLimitError(stage Stage, limit Limit, message string) error {
	e := NewError(LimitExceeded, stage, message)
	e.Limit = &limit
	return e
}
