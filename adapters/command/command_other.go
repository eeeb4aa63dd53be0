//go:build !linux

package command

import (
	"context"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Launcher starts commands; nobody can make one on this system.
type Launcher struct{}

func unsupported() error {
	return tool.Errorf(tool.UnsupportedCapability, "commands can be guarded on Linux only")
}

// New fails with UnsupportedCapability: what a guardian needs is on Linux only.
func New(context.Context, Options) (*Launcher, error) { return nil, unsupported() }

// Guard reports whether this process is a guardian: never on this system.
func Guard([]string) (code int, ok bool) { return 0, false }

// Capabilities tells that nothing works.
func (*Launcher) Capabilities() acting.CommandCapabilities {
	return acting.CommandCapabilities{
		Terminal: unsupported(), Files: unsupported(), Network: unsupported(), Protect: unsupported(),
	}
}

// Start fails with UnsupportedCapability.
func (*Launcher) Start(context.Context, acting.CommandSpec) (acting.Command, error) {
	return nil, unsupported()
}
