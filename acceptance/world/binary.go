package world

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
)

// Binary builds the command once a test process and gives its path. [Clean] removes it.
var Binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "intent-acceptance-")
	if err != nil {
		return "", err
	}
	built.Store(&dir)
	path := filepath.Join(dir, "intent")
	build := exec.Command("go", "build", "-o", path, "github.com/devcodex/intent-runtime/cmd/intent")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the command: %w: %s", err, out)
	}
	return path, nil
})

// built is the folder that [Binary] made, nil where it was not asked.
var built atomic.Pointer[string]

// Clean removes what [Binary] built, if it did. The process calls it once, when all specs have run.
func Clean() error {
	if dir := built.Load(); dir != nil {
		return os.RemoveAll(*dir)
	}
	return nil
}

// Outcome is what a run of the command left.
type Outcome struct {
	Stdout, Stderr string
	Status         int
}

// Run runs the command with arguments and standard input, in a folder of the caller's, with no other
// environment than the one given.
func Run(dir string, env []string, stdin string, args ...string) (Outcome, error) {
	path, err := Binary()
	if err != nil {
		return Outcome{}, err
	}
	command := exec.Command(path, args...)
	command.Dir, command.Env = dir, append([]string{"HOME=" + dir}, env...)
	command.Stdin = bytes.NewBufferString(stdin)
	var out, log bytes.Buffer
	command.Stdout, command.Stderr = &out, &log
	err = command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Outcome{}, err
	}
	return Outcome{Stdout: out.String(), Stderr: log.String(), Status: command.ProcessState.ExitCode()}, nil
}
