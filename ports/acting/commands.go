package acting

import (
	"context"
	"io"
	"os"
)

// Commands starts programs. An adapter makes sure that nothing that it started outlives the command, or
// says that it cannot be sure. It is safe for concurrent use.
type Commands interface {
	// Capabilities tells what the adapter found out when it was made; it asks nobody again.
	Capabilities() CommandCapabilities

	// Start starts a command and returns when it runs. It fails with
	//   - UnsupportedCapability if the adapter cannot do what is asked, Validation if nothing can:
	//     both before anything is started;
	//   - Cancelled or Timeout if ctx ended first, ExecutionFailure if the program did not start: in
	//     both cases nothing is left of it;
	//   - UnknownOutcome if nobody knows whether something runs.
	// ctx bounds the start only.
	Start(ctx context.Context, spec CommandSpec) (Command, error)
}

// CommandCapabilities tells what an adapter can do. A field of type error holds the reason why not.
type CommandCapabilities struct {
	Terminal error // nil if commands can have a terminal
	Files    error // nil if a sandbox can confine reading and writing files
	Network  error // nil if a sandbox can refuse the network
	Protect  error // nil if a sandbox can make a folder read-only that lies in a writable one
}

// CommandSpec says what to start.
type CommandSpec struct {
	Args     []string      // the program's absolute path and its arguments
	Env      []string      // the whole environment, `NAME=value`
	Dir      *os.File      // the working directory, opened by the caller, who closes it after Start
	Terminal *TerminalSize // nil for pipes: input is empty, output and error output are one stream
	Sandbox  *Sandbox      // nil for none
}

// TerminalSize is the size of a terminal in characters.
type TerminalSize struct {
	Rows    int `json:"rows"`    // 1 to 1,000
	Columns int `json:"columns"` // 1 to 1,000
}

// Sandbox says what a command may do. Paths are absolute, folders mean all below them; one that does
// not exist grants nothing. What an adapter cannot hold it tells in [SandboxHeld], and starts anyway.
type Sandbox struct {
	Write   []string `json:"write,omitempty"`   // may be read, run and written
	Read    []string `json:"read,omitempty"`    // may be read and run
	Protect []string `json:"protect,omitempty"` // within Write, read-only all the same
	Network bool     `json:"network,omitempty"` // the network is open
}

// SandboxHeld tells what held a command, by mechanism; "none" where nothing did.
type SandboxHeld struct {
	Files   string `json:"fs"`  // landlock, none
	Network string `json:"net"` // seccomp, open (granted), none
	Protect string `json:"git"` // mount, none
}

// Confined reports whether the command could neither write elsewhere nor use the network.
func (h SandboxHeld) Confined() bool { return h.Files == "landlock" && h.Network == "seccomp" }

// Command is a command that was started. All methods are safe for concurrent use; one goroutine reads.
type Command interface {
	// Read reads the output. It returns io.EOF when nobody is left who could write. A command whose
	// output nobody reads waits, once the system's buffer is full.
	io.Reader

	// Write sends input through the terminal. Without a terminal it fails with Validation. It waits
	// while the command does not read, at most until the command has ended.
	io.Writer

	// Interrupt sends an interrupt: SIGINT to the process group, Ctrl-C to the foreground job of a
	// terminal.
	Interrupt() error

	// Held tells what of the sandbox holds.
	Held() SandboxHeld

	// Identity tells which processes it is, for a record that outlives this process.
	Identity() CommandIdentity

	// Done is closed when the command has ended, by itself or not, and its clean-up has been judged.
	Done() <-chan struct{}

	// End ends the command and everything that it started, if it still runs, and tells how it ended. It
	// returns within three seconds. Output that is there can be read afterwards.
	End() CommandEnd

	// Close ends the command as End does and releases what it holds. Output is gone then.
	Close() error
}

// CommandIdentity names a command's processes.
type CommandIdentity struct {
	Guardian int    `json:"guardian"` // the process that watches over it
	Process  int    `json:"process"`  // the program, leader of its process group
	Mark     string `json:"mark"`     // what its descendants carry in their environment
}

// CommandStatus tells how a command ended.
type CommandStatus string

// How a command can end.
const (
	CommandExited     CommandStatus = "exited"     // by itself, with an exit code
	CommandSignalled  CommandStatus = "signalled"  // by a signal that was not ours
	CommandTerminated CommandStatus = "terminated" // by End, or together with its guardian
)

// CleanupStatus tells what is known of the processes that a command started.
type CleanupStatus string

// What can be known of a clean-up. Unconfirmed means that nobody knows.
const (
	CleanupNotNeeded   CleanupStatus = "not_needed"  // nobody was left when it ended
	CleanupConfirmed   CleanupStatus = "confirmed"   // who was left is proven gone
	CleanupUnconfirmed CleanupStatus = "unconfirmed" // somebody may be left
)

// CommandEnd tells how a command ended.
type CommandEnd struct {
	Status   CommandStatus
	ExitCode int    // of Exited
	Signal   string // of Signalled and Terminated: its name, such as SIGTERM, if it is known
	Cleanup  CleanupStatus
	Reason   string // of an unconfirmed clean-up
}
