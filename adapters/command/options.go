package command

import "os"

// argument is what a guardian's command line consists of.
const argument = "guard-one-command"

// Options are the settings of a [Launcher]. The zero value is right for a program that calls [Guard].
type Options struct {
	// Program is the command line of a program that calls [Guard] at its start; it gets one more
	// argument. Nil means this program.
	Program []string
}

// markVariable is set for every command; its value names the command.
const markVariable = "INTENT_COMMAND"

// Inside reports whether this process was started by a command of a run, as far as its environment
// tells. A run must not start others.
func Inside() bool { return os.Getenv(markVariable) != "" }
