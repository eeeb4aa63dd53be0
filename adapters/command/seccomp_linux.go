package command

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refused are the system calls that a command without network is refused (EPERM): those that reach
// somebody through a socket, those that would do the same by another way, and the tracing of others.
var refused = [...]uint32{
	unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_SENDTO,
	unix.SYS_SENDMMSG, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_PTRACE,
}

// sockets are the system calls that make one; their first argument must be AF_UNIX.
var sockets = [...]uint32{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR}

// Offsets in struct seccomp_data (seccomp(2)); the first argument's low half, little-endian.
const (
	offsetNumber   = 0
	offsetArch     = 4
	offsetFirstArg = 16
)

// architecture returns the value by which seccomp knows this architecture; false if the filter is not
// written for it.
func architecture() (uint32, bool) {
	switch runtime.GOARCH {
	case "amd64":
		return unix.AUDIT_ARCH_X86_64, true
	case "arm64":
		return unix.AUDIT_ARCH_AARCH64, true
	}
	return 0, false
}

// seccompWorks returns why no filter can be installed; nil if one can.
func seccompWorks() error {
	if _, ok := architecture(); !ok {
		return fmt.Errorf("no filter for %s", runtime.GOARCH)
	}
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0,
		uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		return errno
	}
	return nil
}

func statement(code uint16, k uint32) unix.SockFilter { return unix.SockFilter{Code: code, K: k} }

func jump(code uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: code, Jt: yes, Jf: no, K: k}
}

// filter is the program. Another architecture's calls (32 bits, x32) are refused whole: their numbers
// mean something else.
func filter(arch uint32) []unix.SockFilter {
	const (
		load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		end   = unix.BPF_RET | unix.BPF_K
		x32   = 0x4000_0000
	)
	refuse := statement(end, unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM))
	program := []unix.SockFilter{
		statement(load, offsetArch), jump(equal, arch, 1, 0), refuse,
		statement(load, offsetNumber), jump(least, x32, 0, 1), refuse,
	}
	for _, number := range refused {
		program = append(program, jump(equal, number, 0, 1), refuse)
	}
	for _, number := range sockets {
		program = append(program, jump(equal, number, 0, 3),
			statement(load, offsetFirstArg), jump(equal, unix.AF_UNIX, 1, 0), refuse,
			statement(load, offsetNumber))
	}
	return append(program, statement(end, unix.SECCOMP_RET_ALLOW))
}

// refuseNetwork installs the filter for the calling thread and what it starts.
func refuseNetwork() error {
	arch, _ := architecture()
	program := filter(arch)
	fprog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0,
		uintptr(unsafe.Pointer(&fprog)))
	if errno != 0 {
		return errno
	}
	return nil
}
