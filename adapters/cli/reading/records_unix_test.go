//go:build unix

package reading_test

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pipe makes a named pipe that nobody writes to.
func pipe(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	return name
}

// A named file that does not open holds nobody up, and is covered by --timeout.
func TestFilesThatDoNotOpen(t *testing.T) {
	t.Parallel()
	silent := pipe(t)
	for _, args := range [][]string{
		{"parse", "--config", silent, "x"}, {"parse", "--request", silent}, {"parse", "--schema", silent, "x"},
		{"parse", "--executor", "script:" + silent, "x"}, {"parse", "--audit", silent, "x"},
		{"parse", "--trace", silent, "x"}, {"doctor", "--config", silent}, {"schema", "check", silent},
		{"mcp", "--config", silent},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		stop := time.AfterFunc(20*time.Millisecond, cancel)
		got := world{}.runIn(ctx, t, args...)
		stop.Stop()
		cancel()
		if got.status == 0 || got.out != "" && args[0] != "doctor" {
			t.Errorf("%v: %+v", args, got)
		}
	}
	got := world{}.run(t, "parse", "--executor", "offline", "--timeout", "10ms", "--request", silent, "--envelope")
	if got.status != 1 || !strings.Contains(got.out, "MODEL_TIMEOUT") {
		t.Errorf("%+v", got)
	}
	never, hold := io.Pipe()
	defer hold.Close()
	got = world{in: never}.run(t, "parse", "--executor", "offline", "--timeout", "10ms", "--envelope", "-")
	if got.status != 1 || !strings.Contains(got.out, "MODEL_TIMEOUT") || !strings.Contains(got.out, `"input"`) {
		t.Errorf("%+v", got)
	}
}
