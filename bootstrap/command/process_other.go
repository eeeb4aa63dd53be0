//go:build !linux

package command

import (
	"os"
	"strconv"
	"syscall"
)

// protect knows no way on this system.
func protect() error { return nil }

// thisProcess names this process by its number.
func thisProcess() string { return strconv.Itoa(os.Getpid()) }

func alive(host string) bool {
	pid, err := strconv.Atoi(host)
	if err != nil {
		return false
	}
	process, err := os.FindProcess(pid)
	return err == nil && process.Signal(syscall.Signal(0)) == nil
}
