//go:build unix

package commandtest

import (
	"os"
	"syscall"
)

// alive reports whether a process is there.
func alive(p *os.Process) bool { return p.Signal(syscall.Signal(0)) == nil }
