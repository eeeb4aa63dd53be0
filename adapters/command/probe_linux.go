package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/devcodex/intent-runtime/ports/acting"
)

// probe tries what the guardian needs and gives the reasons of what does not work.
func probe(o probeOrder) *probed {
	var p probed
	reason := func(to *string, err error) {
		if err != nil {
			*to = err.Error()
		}
	}
	reason(&p.Guardian, probeProcesses())
	reason(&p.Terminal, probeTerminal())
	reason(&p.Network, seccompWorks())
	if landlockVersion() == 0 {
		p.Files = "the kernel has no Landlock, or has it switched off"
	}
	if o.Folder != "" {
		reason(&p.Mounts, probeMounts(o.Folder))
	}
	return &p
}

// probeProcesses tries to hold a process by descriptor, and to look at it.
func probeProcesses() error {
	fd, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return fmt.Errorf("pidfd_open: %w", err)
	}
	defer func() { _ = unix.Close(fd) }()
	if err := unix.PidfdSendSignal(fd, 0, nil, 0); err != nil {
		return fmt.Errorf("pidfd_send_signal: %w", err)
	}
	if _, _, ok := parentOf(os.Getpid()); !ok {
		return errors.New("/proc does not show processes")
	}
	return nil
}

// probeTerminal starts a process that ends at once, in a session and on a terminal of its own.
func probeTerminal() error {
	ours, theirs, err := openTerminal(acting.TerminalSize{Rows: 24, Columns: 80})
	if err != nil {
		return err
	}
	defer func() { _, _ = ours.Close(), theirs.Close() }()
	fd := theirs.Fd()
	pid, err := syscall.ForkExec("/proc/self/exe", []string{"guardian", argument}, &syscall.ProcAttr{
		Files: []uintptr{fd, fd, fd}, Sys: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	})
	if err != nil {
		return err
	}
	_, err = unix.Wait4(pid, nil, 0, nil)
	return err
}

// probeMounts proves that a read-only mount holds: the folder takes a file before and none afterwards.
func probeMounts(folder string) error {
	if _, err := protect([]string{folder}); err != nil {
		return err
	}
	err := os.WriteFile(filepath.Join(folder, "written"), nil, 0o600)
	if !errors.Is(err, unix.EROFS) {
		return fmt.Errorf("a read-only mount does not hold: %w", err)
	}
	return nil
}
