//go:build unix

package benchmarks

import (
	"syscall"
	"testing"
	"time"
)

// processorTime is what the process has used of all processors: a busy machine does not change it much.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
