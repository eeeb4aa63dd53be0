package command

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/devcodex/intent-runtime/ports/acting"
)

// systemFolders may be read by every confined command: programs, their libraries and settings.
var systemFolders = [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc",
	"/opt", "/proc", "/sys", "/nix", "/gnu", "/var/lib/dpkg", "/run/current-system"}

// devices may be used by every confined command.
var devices = [...]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}

// keptCapabilities are what a command of root keeps within a sandbox. The others could undo it: mounts,
// modules, raw devices, other processes' memory.
const keptCapabilities = 1<<unix.CAP_CHOWN | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH |
	1<<unix.CAP_FOWNER | 1<<unix.CAP_FSETID | 1<<unix.CAP_SETGID | 1<<unix.CAP_SETUID | 1<<unix.CAP_KILL

// confine applies a sandbox to the calling thread and what it starts. terminal is the command's input,
// which it may open again if it is a terminal.
func confine(s acting.Sandbox, mounts bool, terminal uintptr) (acting.SandboxHeld, error) {
	held := acting.SandboxHeld{Files: "none", Network: "none", Protect: "none"}
	if mounts && len(s.Protect) > 0 {
		done, err := protect(s.Protect)
		if err != nil {
			return held, fmt.Errorf("protecting folders: %w", err)
		}
		if done {
			held.Protect = "mount"
		}
	}
	dropCapabilities()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return held, err
	}
	if landlockVersion() > 0 {
		if err := restrictFiles(s, terminal); err != nil {
			return held, fmt.Errorf("landlock: %w", err)
		}
		held.Files = "landlock"
	}
	switch {
	case s.Network:
		held.Network = "open"
	case seccompWorks() == nil:
		if err := refuseNetwork(); err != nil {
			return held, fmt.Errorf("seccomp: %w", err)
		}
		held.Network = "seccomp"
	}
	return held, nil
}

func dropCapabilities() {
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for capability := range uintptr(64) {
		if keptCapabilities>>capability&1 == 0 {
			// Those that the kernel does not have fail, and so do all without the right to drop any:
			// then there is none to lose.
			_ = unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
		}
	}
}

// protect makes existing folders read-only in this mount namespace, which nobody shares. It reports
// whether there was one.
func protect(folders []string) (done bool, err error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return false, err
	}
	for _, folder := range folders {
		if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := unix.Mount(folder, folder, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return false, err
		}
		flags, err := mountFlags(folder)
		if err != nil {
			return false, err
		}
		flags |= unix.MS_BIND | unix.MS_REMOUNT | unix.MS_RDONLY
		if err := unix.Mount("", folder, "", flags, ""); err != nil {
			return false, err
		}
		done = true
	}
	return done, nil
}

// mountFlags returns the flags that a mount in a user namespace must keep (mount_namespaces(7)).
func mountFlags(folder string) (uintptr, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(folder, &stat); err != nil {
		return 0, err
	}
	same := uintptr(stat.Flags) &
		(unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC | unix.MS_NOATIME | unix.MS_NODIRATIME)
	if stat.Flags&unix.ST_RELATIME != 0 {
		same |= unix.MS_RELATIME
	}
	return same, nil
}
