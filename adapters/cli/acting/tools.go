package acting

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/application/execution"
	"github.com/devcodex/intent-runtime/application/profile"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// tools binds the tools that were asked for, and admits them.
func (p *program) tools(o *orders, s *conversation.Settings, shows *progress) ([]tool.Grant, error) {
	box, err := p.parts.Tools(Workplace{
		Workspace: o.workspace, Journal: o.journal, ReadingCommands: o.flags.readingCommands == "on",
		Sandbox: o.flags.sandbox, Secrets: p.keyVariables(), Plan: shows.plan,
	})
	if err != nil {
		return nil, err
	}
	for _, note := range box.Notes {
		p.term.Note(note)
	}
	box.Host.Families = families(box.Host)
	bundle, err := profile.New("configured", box.Host, profile.Authority{Grants: o.grants(box.Host)})
	if err != nil {
		return nil, err
	}
	s.Release = box.Release
	s.Registry, err = execution.NewRegistry(1, bundle.Descriptors, bundle.Grants, bundle.Known)
	return bundle.Grants, err
}

// families are the families that the host has, in a fixed order.
func families(h profile.Host) []profile.Family {
	var all []profile.Family
	for _, family := range []profile.Family{profile.Local, profile.Interactive} {
		if _, ok := h.Tools[family]; ok {
			all = append(all, family)
		}
	}
	return all
}

// usualInteractive is the interactive tool that a run has without being asked for.
const usualInteractive = "request_user_input"

// grants are the host's grants: what --tools names, or everything local and one way to ask.
func (o *orders) grants(h profile.Host) []tool.Grant {
	var grants []tool.Grant
	for _, d := range slices.Concat(h.Tools[profile.Local], h.Tools[profile.Interactive]) {
		c := d.Contract
		i := slices.IndexFunc(o.wanted, func(w wanted) bool { return w.name == c.Name })
		usual := len(o.wanted) == 0 && (slices.ContainsFunc(h.Tools[profile.Local], same(c.Name)) ||
			c.Name.String() == usualInteractive)
		if i < 0 && !usual {
			continue
		}
		g := tool.Grant{Tool: c.Name, Revision: c.Revision, Approval: tool.ApproveNone}
		if i >= 0 && o.wanted[i].ask {
			g.Approval, g.Reason = tool.ApproveEach, "each call of this tool was to be asked for"
		}
		grants = append(grants, g)
	}
	for _, w := range o.wanted { // what the host does not have is the profile's to refuse
		if !slices.ContainsFunc(grants, func(g tool.Grant) bool { return g.Tool == w.name }) {
			grants = append(grants, tool.Grant{Tool: w.name, Revision: 1, Approval: tool.ApproveNone})
		}
	}
	return grants
}

func same(name tool.Name) func(ports.Descriptor) bool {
	return func(d ports.Descriptor) bool { return d.Contract.Name == name }
}

// keyVariables are the environment variables that hold keys: no command may see them.
func (p *program) keyVariables() []string {
	var names []string
	for _, scheme := range p.parts.Providers {
		if scheme.KeyEnv != "" {
			names = append(names, scheme.KeyEnv)
		}
	}
	return names
}

// providerSpecs lists the SPECs of providers.
func (p *program) providerSpecs() string {
	var specs []string
	for _, scheme := range p.parts.Providers {
		what := "MODEL"
		if scheme.File {
			what = "FILE"
		}
		specs = append(specs, scheme.Name+":"+what)
	}
	return strings.Join(specs, ", ")
}

func (p *program) environmentHelp() string {
	text := "Providers:\n"
	for _, scheme := range p.parts.Providers {
		text += "  " + scheme.Name + "  " + scheme.About
		if scheme.KeyEnv != "" {
			text += "; the key is taken from " + scheme.KeyEnv
		}
		text += "\n"
	}
	return strings.TrimRight(text, "\n")
}
