package command

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// protect makes this process non-dumpable, so that no other one of the same user reads its memory or its
// environment through /proc.
func protect() error { return unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }

// thisProcess names this process among all that this machine will have run: its number may come again,
// but not with the same start and boot.
func thisProcess() string { return processName(os.Getpid()) }

func alive(host string) bool {
	pid, err := strconv.Atoi(strings.SplitN(host, "-", 2)[0])
	return err == nil && pid > 0 && processName(pid) == host
}

// processName returns "" for a process that is not there, or only still to be reaped.
func processName(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// The command's name may hold anything but ends with the last parenthesis; the start is field 22.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil || len(fields) < 20 || fields[0] == "Z" {
		return ""
	}
	return strconv.Itoa(pid) + "-" + fields[19] + "-" + strings.TrimSpace(string(boot))
}
