package local

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Defaults and bounds.
const (
	DefaultCommandTime = 300 * time.Second
	DefaultOutputLimit = 1_048_576 // bytes over a command's life
	MaxAlive           = 64        // commands at a time
	MaxKept            = 256       // commands that can still be asked for
)

// Root is a folder that is granted beside the workspace.
type Root struct {
	Path  string // absolute
	Write bool   // apply_patch may write there; reading is always granted
}

// Options are what a host gives the tools. Workspace is needed; all else has a default.
type Options struct {
	Workspace string // absolute path of an existing folder
	Roots     []Root
	Protected []string // absolute paths that apply_patch never writes, with all below them: the journal

	// Executed are patterns of files that other programs run by themselves; a patch of one asks as a
	// replacement does. A pattern ends in `/**` for a folder. Nil means [Executed].
	Executed []string

	// Keep is given the old bytes of a file before it is changed; an error refuses the change. It is
	// called from the goroutine of the call. Nil keeps nothing.
	Keep func(ctx context.Context, call acting.Invocation, change Change) error

	Commands    acting.Commands      // nil: there are no commands
	Shells      []string             // absolute paths, the first is the default; nil: the user's, bash, sh
	Login       bool                 // a call may ask for a login shell
	Terminal    *acting.TerminalSize // nil: no call gets a terminal
	Environment []string             // what Pass chooses from; nil means os.Environ()
	Pass        []string             // names that a command gets; a last `*` stands for any ending
	Secrets     []string             // names that no command gets, whatever a profile exports
	CommandTime time.Duration        // of one command; 0 means DefaultCommandTime
	OutputLimit int                  // in bytes; 0 means DefaultOutputLimit

	Sandbox  *Sandbox // nil: commands run without one, and the host vouches for them
	Escalate bool     // a call may ask to run without the sandbox
}

// Sandbox says what commands may do beside reading and writing the workspace and the granted roots.
type Sandbox struct {
	Read    []string // further folders to read, such as a toolchain's
	Write   []string // further folders to write, such as a build cache
	Network bool
}

// Executed lists files that editors, shells and services run by themselves.
func Executed() []string {
	return []string{".envrc", ".vscode/**", ".husky/**", ".github/workflows/**", "conftest.py"}
}

// passed are the variables that a command gets by default.
var passed = [...]string{"PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "USER", "SHELL"}

func (o Options) complete() (Options, error) {
	if !filepath.IsAbs(o.Workspace) {
		return o, tool.Errorf(tool.Validation, "the workspace is an absolute path")
	}
	if o.Executed == nil {
		o.Executed = Executed()
	}
	if o.Environment == nil {
		o.Environment = os.Environ()
	}
	if o.Pass == nil {
		o.Pass = passed[:]
	}
	if o.CommandTime <= 0 {
		o.CommandTime = DefaultCommandTime
	}
	if o.OutputLimit <= 0 {
		o.OutputLimit = DefaultOutputLimit
	}
	if o.Shells == nil {
		o.Shells = shells(o.Environment)
	}
	if o.Commands != nil && len(o.Shells) == 0 {
		return o, tool.Errorf(tool.UnsupportedCapability, "commands need a shell, and there is none")
	}
	return o, nil
}

// shells lists the user's shell, bash and sh, as far as they are there.
func shells(environment []string) []string {
	var list []string
	add := func(path string) {
		if path, err := exec.LookPath(path); err == nil && filepath.IsAbs(path) && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	for _, variable := range environment {
		if path, ok := strings.CutPrefix(variable, "SHELL="); ok && filepath.IsAbs(path) {
			add(path)
		}
	}
	add("bash")
	add("sh")
	return list
}
