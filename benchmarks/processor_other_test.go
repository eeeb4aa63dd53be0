//go:build !unix

package benchmarks

import (
	"testing"
	"time"
)

// begun stands for the start of the process.
var begun = time.Now()

// processorTime is the time that has passed, for want of a better measure.
func processorTime(*testing.B) time.Duration { return time.Since(begun) }
