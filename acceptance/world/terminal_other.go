//go:build !linux

package world

import (
	"os"
	"time"
)

// Terminal is the command running at a pseudo-terminal; this system has none that is known here.
type Terminal struct{}

// OpenTerminal gives os.ErrNotExist.
func OpenTerminal(string, []string, int, ...string) (*Terminal, error) { return nil, os.ErrNotExist }

// Seen is nothing.
func (*Terminal) Seen() string { return "" }

// Press gives os.ErrNotExist.
func (*Terminal) Press(string) error { return os.ErrNotExist }

// Wait gives os.ErrNotExist.
func (*Terminal) Wait(time.Duration) (int, error) { return -1, os.ErrNotExist }
