//go:build !unix

package growth

import "time"

var begun = time.Now()

func processorTime() time.Duration { return time.Since(begun) }
