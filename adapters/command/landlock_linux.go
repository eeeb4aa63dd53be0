package command

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/devcodex/intent-runtime/ports/acting"
)

// Rights of Landlock (landlock(7)), by what a rule is for.
const (
	readRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_DIR
	fileRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	// writeRights leave out devices: nobody makes one in a workspace.
	writeRights = readRights | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER
	deviceRights = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// ruleset is struct landlock_ruleset_attr; older kernels know its beginning only.
type ruleset struct {
	files, network, scoped uint64
}

// landlockVersion returns the version of the kernel's Landlock, 0 if it has none or has it switched off.
func landlockVersion() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0,
		unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// handled returns what a version can refuse: all rights over files, and signals and abstract sockets
// that leave the sandbox.
func handled(version int) (rules ruleset, size uintptr) {
	rules.files = 1<<13 - 1
	if version >= 2 {
		rules.files |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		rules.files |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 5 {
		rules.files |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	switch {
	case version < 4:
		return rules, 8
	case version < 6:
		return rules, 16
	}
	rules.scoped = unix.LANDLOCK_SCOPE_SIGNAL | unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	return rules, unsafe.Sizeof(rules)
}

// restrictFiles confines the calling thread. Without REFER (version 1) files cannot move between folders.
func restrictFiles(s acting.Sandbox, terminal uintptr) error {
	rules, size := handled(landlockVersion())
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), size, 0)
	if errno != 0 {
		return errno
	}
	defer func() { _ = unix.Close(int(fd)) }()
	allow := func(paths []string, rights uint64) error {
		for _, path := range paths {
			if err := allowPath(fd, path, rights&rules.files); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		return nil
	}
	own := []string{}
	if name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", terminal)); err == nil && name != os.DevNull {
		own = append(own, name)
	}
	err := errors.Join(allow(systemFolders[:], readRights), allow(s.Read, readRights),
		allow(s.Write, writeRights), allow(devices[:], deviceRights), allow(own, deviceRights))
	if err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// allowPath adds a rule for a file or for all below a folder. What is not there needs none.
func allowPath(ruleset uintptr, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.ENXIO) {
			return nil
		}
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	// struct landlock_path_beneath_attr is packed.
	var rule [12]byte
	*(*uint64)(unsafe.Pointer(&rule[0])) = rights
	*(*int32)(unsafe.Pointer(&rule[8])) = int32(fd)
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, ruleset, unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
