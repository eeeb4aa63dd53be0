// Package command starts commands so that nothing of them is left behind.
//
// Each command has a guardian: this program started anew, which does nothing else. The guardian is the
// reaper of everything that the command starts, also of what leaves its process group or session. It
// resets signals, umask, limits and descriptors, applies the sandbox, opens the terminal, and starts the
// command. A pipe ties it to this process; when the pipe closes, however that comes about, the guardian
// ends all processes below it. That none is left is then no guess: a reaper without children has no
// descendants.
//
// A program that uses this package calls [Guard] first thing in main:
//
//	if code, ok := command.Guard(os.Args); ok {
//		os.Exit(code)
//	}
//
// What is outside the promise: processes that others start on a command's behalf (at, cron, systemd),
// those that the system does not let us kill (of another user, or stuck in the kernel; they are told as
// unconfirmed), and, once somebody has killed the guardian, those that also changed their group and
// cleared their environment.
//
// Only Linux has all this. Elsewhere [New] fails with UnsupportedCapability.
package command
