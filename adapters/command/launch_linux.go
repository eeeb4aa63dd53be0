package command

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/devcodex/intent-runtime/ports/acting"
)

// child is the command as its guardian knows it.
type child struct {
	pid      int
	held     acting.SandboxHeld
	terminal *os.File // the terminal's other side; nil for pipes
}

// launch starts the command from a thread of its own, whose credentials, signal mask and filters the
// command inherits. The thread does nothing else afterwards; it stays, because the command's death
// signal is tied to it.
func launch(o startOrder) (child, error) {
	type result struct {
		child
		err error
	}
	launched := make(chan result)
	go func() {
		runtime.LockOSThread()
		c, err := launchHere(o)
		launched <- result{c, err}
		select {}
	}()
	r := <-launched
	return r.child, r.err
}

func launchHere(o startOrder) (child, error) {
	var c child
	files, closeFiles, err := c.files(o.Terminal)
	if err != nil {
		return child{}, err
	}
	defer closeFiles()
	if err := resetLimits(); err != nil {
		return child{}, fmt.Errorf("resetting limits: %w", err)
	}
	c.held = acting.SandboxHeld{Files: "none", Network: "none", Protect: "none"}
	if o.Sandbox != nil {
		if c.held, err = confine(*o.Sandbox, o.Mounts, files[0]); err != nil {
			return child{}, fmt.Errorf("applying the sandbox: %w", err)
		}
	}
	dir, err := workingDir()
	if err != nil {
		return child{}, fmt.Errorf("opening the working directory: %w", err)
	}
	defer func() { _ = unix.Close(dir) }()
	attributes := &syscall.ProcAttr{
		Dir: fmt.Sprintf("/proc/self/fd/%d", dir), Env: o.Env, Files: files,
		Sys: &syscall.SysProcAttr{Setpgid: o.Terminal == nil, Setsid: o.Terminal != nil,
			Setctty: o.Terminal != nil, Pdeathsig: syscall.SIGKILL},
	}
	if c.pid, err = syscall.ForkExec(o.Args[0], o.Args, attributes); err != nil {
		return child{}, fmt.Errorf("starting %s: %w", o.Args[0], err)
	}
	return c, nil
}

// workingDir opens the working directory once more, by its name: the descriptor that came with the order
// leads to the mounts of before, on which nothing is read-only. It must be the same folder.
func workingDir() (int, error) {
	name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", dirFD))
	if err != nil {
		return 0, err
	}
	fd, err := unix.Open(name, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	var given, found unix.Stat_t
	if err := errors.Join(unix.Fstat(dirFD, &given), unix.Fstat(fd, &found)); err != nil {
		return 0, err
	}
	if given.Dev != found.Dev || given.Ino != found.Ino {
		_ = unix.Close(fd)
		return 0, errors.New("it was moved")
	}
	return fd, nil
}

// files returns the command's three descriptors.
func (c *child) files(size *acting.TerminalSize) (files []uintptr, closeFiles func(), err error) {
	if size == nil {
		null, err := os.Open(os.DevNull)
		if err != nil {
			return nil, nil, err
		}
		return []uintptr{null.Fd(), outputFD, outputFD}, func() { _ = null.Close() }, nil
	}
	ours, theirs, err := openTerminal(*size)
	if err != nil {
		return nil, nil, fmt.Errorf("opening a terminal: %w", err)
	}
	c.terminal = ours
	return []uintptr{theirs.Fd(), theirs.Fd(), theirs.Fd()}, func() { _ = theirs.Close() }, nil
}

// resetLimits gives the command what a fresh session of a user has: the usual umask, no blocked signal,
// limits that nobody has lowered, no core files. Handlers of signals are reset by the start itself.
func resetLimits() error {
	unix.Umask(0o022)
	for _, limit := range []int{unix.RLIMIT_CPU, unix.RLIMIT_FSIZE, unix.RLIMIT_DATA, unix.RLIMIT_AS} {
		if err := setSoft(limit, unix.RLIM_INFINITY); err != nil {
			return err
		}
	}
	if err := setSoft(unix.RLIMIT_CORE, 0); err != nil {
		return err
	}
	if err := setSoft(unix.RLIMIT_STACK, 8<<20); err != nil {
		return err
	}
	if err := setSoft(unix.RLIMIT_NOFILE, 1024); err != nil {
		return err
	}
	if err := restoreLibrarySignals(); err != nil {
		return err
	}
	var none unix.Sigset_t
	return unix.PthreadSigmask(unix.SIG_SETMASK, &none, nil)
}

// setSoft sets a soft limit, within the hard one. It goes through syscall for files, so that Go does not
// put its own value back when it starts the command.
func setSoft(resource int, soft uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(resource, &limit); err != nil {
		return err
	}
	limit.Cur = min(soft, limit.Max)
	return syscall.Setrlimit(resource, &limit)
}

// openTerminal opens a pseudo-terminal of that size (pty(7)).
func openTerminal(size acting.TerminalSize) (ours, theirs *os.File, err error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	ours = os.NewFile(uintptr(fd), "terminal")
	window := &unix.Winsize{Row: uint16(size.Rows), Col: uint16(size.Columns)}
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, closing(ours, err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, window); err != nil {
		return nil, nil, closing(ours, err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		return nil, nil, closing(ours, err)
	}
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, closing(ours, err)
	}
	return ours, theirs, nil
}

func closing(f *os.File, err error) error {
	_ = f.Close()
	return err
}

// restoreLibrarySignals gives the signals 32 to 34 their default again. C libraries use them for threads;
// glibc's posix_spawn, which make uses, leaves them ignored in what it starts, and Go's runtime, which has a
// handler for every other signal, leaves them alone.
func restoreLibrarySignals() error {
	var action [64]byte // a kernel's sigaction of zeros, whatever its size here: the default, no flags
	for signal := uintptr(32); signal <= 34; signal++ {
		const maskBytes = 8
		_, _, errno := unix.RawSyscall6(
			unix.SYS_RT_SIGACTION,
			signal,
			uintptr(unsafe.Pointer(&action)),
			0,
			maskBytes,
			0,
			0,
		)
		if errno != 0 {
			return errno
		}
	}
	return nil
}
