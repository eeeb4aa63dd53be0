//go:build unix

package growth

import (
	"syscall"
	"time"
)

// processorTime is what the process has used of all processors: a busy machine does not change it much.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
