package world

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Terminal is the command running at a pseudo-terminal of its own: what a person would have before him.
type Terminal struct {
	command *exec.Cmd
	screen  *os.File
	read    chan struct{}

	mu   sync.Mutex
	seen bytes.Buffer
}

// OpenTerminal starts the command with all three streams at a terminal of that many columns.
func OpenTerminal(dir string, env []string, columns int, args ...string) (*Terminal, error) {
	path, err := Binary()
	if err != nil {
		return nil, err
	}
	screen, keyboard, err := openPair(columns)
	if err != nil {
		return nil, err
	}
	defer keyboard.Close()
	t := &Terminal{command: exec.Command(path, args...), screen: screen, read: make(chan struct{})}
	t.command.Dir, t.command.Env = dir, append([]string{"HOME=" + dir, "TERM=xterm"}, env...)
	t.command.Stdin, t.command.Stdout, t.command.Stderr = keyboard, keyboard, keyboard
	t.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := t.command.Start(); err != nil {
		screen.Close()
		return nil, err
	}
	go func() {
		defer close(t.read)
		_, _ = io.Copy(t, screen) // ends with EIO when the last user of the terminal is gone
	}()
	return t, nil
}

// openPair opens a pseudo-terminal (pts(4)): the side that is looked at and the side that programs have.
func openPair(columns int) (screen, keyboard *os.File, err error) {
	screen, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(screen.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: uint16(columns)})
	}
	if err == nil {
		keyboard, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		screen.Close()
		return nil, nil, err
	}
	return screen, keyboard, nil
}

// Write takes what the command shows.
func (t *Terminal) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen.Write(text)
}

// Seen is everything shown so far, escape sequences included.
func (t *Terminal) Seen() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen.String()
}

// Press types a text; "\x03" is Ctrl-C, "\x04" the end of input.
func (t *Terminal) Press(keys string) error {
	_, err := t.screen.WriteString(keys)
	return err
}

// Wait waits for the command to end and gives its exit status. One that does not end is killed.
func (t *Terminal) Wait(bound time.Duration) (int, error) {
	kill := time.AfterFunc(bound, func() { _ = t.command.Process.Kill() })
	defer kill.Stop()
	err := t.command.Wait()
	select {
	case <-t.read:
	case <-time.After(time.Second):
	}
	t.screen.Close()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return -1, err
	}
	return t.command.ProcessState.ExitCode(), nil
}
