package command

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/adapters/cli/acting"
	guardian "github.com/devcodex/intent-runtime/adapters/command"
	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/adapters/tools/plan"
	"github.com/devcodex/intent-runtime/application/profile"
	boot "github.com/devcodex/intent-runtime/bootstrap/acting"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// toolbox is what this host has for one run: the families of tools with their backends.
func toolbox(w acting.Workplace) (acting.Toolbox, error) {
	options := local.Options{Workspace: w.Workspace, Secrets: w.Secrets,
		Terminal: &ports.TerminalSize{Rows: 24, Columns: 80}}
	if w.Journal != "" {
		options.Protected = []string{w.Journal}
	}
	notes, err := commands(w.Sandbox, &options)
	if err != nil {
		return acting.Toolbox{}, err
	}
	tools, err := local.New(options)
	if err != nil {
		return acting.Toolbox{}, err
	}
	return acting.Toolbox{
		Host: profile.Host{Tools: map[profile.Family][]ports.Descriptor{
			profile.Local: boot.Pinned(tools, nil, func(p plan.Plan) { w.Plan(planLines(p)) }),
		}},
		Release: releasing(tools), Notes: notes,
	}, nil
}

// commands adds commands to the options, with a sandbox as the flag says, and what a person should know.
func commands(sandbox string, options *local.Options) (notes []string, err error) {
	launcher, err := guardian.New(context.Background(), guardian.Options{})
	if err != nil {
		if sandbox == "required" {
			return nil, err
		}
		return []string{"commands are not to be had here: " + tool.From(err).Message}, nil
	}
	options.Commands = launcher
	if sandbox == "off" {
		return nil, nil
	}
	options.Sandbox = &local.Sandbox{}
	found := launcher.Capabilities()
	lacking := errors.Join(found.Files, found.Network)
	switch {
	case lacking == nil:
		return nil, nil
	case sandbox == "required":
		return nil, tool.Errorf(tool.UnsupportedCapability, "no sandbox holds commands here: %w", lacking)
	}
	for _, reason := range []error{found.Files, found.Network} {
		if reason != nil {
			notes = append(notes, "the sandbox does not hold everything here: "+tool.From(reason).Message)
		}
	}
	return notes, nil
}

// releasing ends what a run's tools hold, then the tools.
func releasing(tools *local.Tools) func(context.Context, string) (strictjson.Value, error) {
	return func(ctx context.Context, owner string) (strictjson.Value, error) {
		evidence, err := tools.Release(ctx, owner)
		if errClose := tools.Close(); err == nil && errClose != nil {
			err = tool.Hide(tool.ExecutionFailure, "the folder for temporary files could not be removed", errClose)
		}
		return evidence, err
	}
}
