package command

import "github.com/devcodex/intent-runtime/ports/acting"

// The descriptors of a guardian. Control and reports are one JSON value a line.
const (
	orderFD  = 3 // what to do, then one byte for each request; its end ends the command
	reportFD = 4 // what happened
	outputFD = 5 // where the command's output goes
	inputFD  = 6 // input for the terminal
	dirFD    = 7 // the working directory
	spareFD  = 8 // from here on nothing is ours
)

// askInterrupt is what the launcher may ask of a guardian that has started its command. To end it, it
// closes the pipe.
const askInterrupt byte = 'i'

// order is the first line that a guardian reads: exactly one member is set.
type order struct {
	Probe *probeOrder `json:"probe,omitempty"`
	Start *startOrder `json:"start,omitempty"`
}

// probeOrder asks what the guardian can do. Folder is an empty one of ours in which to try a mount.
type probeOrder struct {
	Folder string `json:"folder,omitempty"`
}

type startOrder struct {
	Args     []string             `json:"args"`
	Env      []string             `json:"env"`
	Terminal *acting.TerminalSize `json:"terminal,omitempty"`
	Sandbox  *acting.Sandbox      `json:"sandbox,omitempty"`
	Mounts   bool                 `json:"mounts,omitempty"` // the guardian has a mount namespace of its own
}

// report is a line that a guardian writes: exactly one member is set.
type report struct {
	Probed  *probed  `json:"probed,omitempty"`
	Started *started `json:"started,omitempty"`
	Failed  string   `json:"failed,omitempty"` // why nothing was started
	Exited  *exited  `json:"exited,omitempty"`
	Gone    *gone    `json:"gone,omitempty"`
}

// probed holds a reason for each thing that does not work.
type probed struct {
	Guardian string `json:"guardian,omitempty"`
	Terminal string `json:"terminal,omitempty"`
	Files    string `json:"files,omitempty"`
	Network  string `json:"network,omitempty"`
	Mounts   string `json:"mounts,omitempty"`
}

type started struct {
	Process int                `json:"process"`
	Held    acting.SandboxHeld `json:"held"`
}

// exited tells how the command itself ended: by a code, or by a signal if that is not 0.
type exited struct {
	Code   int  `json:"code"`
	Signal int  `json:"signal,omitempty"`
	Ours   bool `json:"ours,omitempty"` // the guardian was ending it
}

// gone tells how the clean-up ended. Others says that there was something to clean up.
type gone struct {
	Others bool  `json:"others,omitempty"`
	Left   []int `json:"left,omitempty"`
}
