package profile

import (
	"errors"
	"slices"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Family is a family of tools.
type Family string

// The families of this version, and those that are known by name.
const (
	Local           Family = "local"
	Interactive     Family = "interactive"
	CollaborationV1 Family = "collaboration_v1"
	CollaborationV2 Family = "collaboration_v2"
	Extensions      Family = "extensions"
	Dynamic         Family = "dynamic"
	CodeMode        Family = "code_mode"
	Services        Family = "services"
)

// profiles gives the families of each profile by name.
var profiles = map[string][]Family{
	"pinned_local":     {Local},
	"interactive":      {Interactive},
	"collaboration_v1": {CollaborationV1},
	"collaboration_v2": {CollaborationV2},
	"extensions":       {Extensions},
	"dynamic":          {Dynamic},
	"code_mode":        {CodeMode},
	"code_mode_only":   {CodeMode},
	"mixed":            {Local, CodeMode},
	"service_compat":   {Services},
}

// Host is what a host has for tools.
type Host struct {
	// Tools are the descriptors that the host has bound, by family. A family that is missing here cannot
	// be chosen.
	Tools map[Family][]acting.Descriptor

	// Families are what the profile `configured` combines.
	Families []Family
}

// Authority is what the host grants.
type Authority struct {
	// Grants name the tools that are wanted, each at its revision. Tools of the families that have no
	// grant are absent.
	Grants []tool.Grant
}

// Bundle is what a run is made of: tools, the grants that belong to them, and the names that exist.
type Bundle struct {
	Descriptors []acting.Descriptor // in the order of families, and of tools within them
	Grants      []tool.Grant        // in the same order
	Known       []tool.Name
}

// New makes a bundle. The error holds every fault: Validation for a name that is no profile and for an
// empty list of families, UnsupportedCapability for families and tools that the host cannot give, by
// name, ResourceConflict for a tool that is there twice.
func New(name string, host Host, authority Authority) (Bundle, error) {
	families, known := profiles[name]
	switch {
	case name == "configured":
		families = host.Families
		if len(families) == 0 {
			return Bundle{}, tool.Errorf(tool.Validation, "profile configured: no families are chosen")
		}
	case !known:
		return Bundle{}, tool.Errorf(tool.Validation, "there is no profile of that name")
	}
	m := making{host: host, bundle: Bundle{Known: Names()}, there: map[string]bool{}}
	for _, family := range families {
		m.family(family, authority.Grants)
	}
	m.rest(authority.Grants)
	if len(m.faults) > 0 {
		return Bundle{}, errors.Join(m.faults...)
	}
	return m.bundle, nil
}

// making is a bundle in the making.
type making struct {
	host   Host
	bundle Bundle
	there  map[string]bool
	faults []error
}

func (m *making) family(family Family, grants []tool.Grant) {
	descriptors, ok := m.host.Tools[family]
	if !ok {
		m.faults = append(m.faults, tool.Errorf(tool.UnsupportedCapability, "the family %s is missing", family))
		return
	}
	for _, d := range descriptors {
		name := d.Contract.Name
		if m.there[name.String()] {
			m.faults = append(m.faults, tool.Errorf(tool.ResourceConflict, "tool %q is there twice", name))
			continue
		}
		m.there[name.String()] = true
		i := slices.IndexFunc(grants, func(g tool.Grant) bool { return g.Tool == name })
		if i < 0 {
			continue
		}
		m.bundle.Descriptors = append(m.bundle.Descriptors, d)
		m.bundle.Grants = append(m.bundle.Grants, grants[i])
	}
}

// rest tells of tools that were asked for and cannot be had.
func (m *making) rest(grants []tool.Grant) {
	for _, g := range grants {
		if !m.there[g.Tool.String()] {
			m.faults = append(m.faults, tool.Errorf(tool.UnsupportedCapability,
				"tool %q is not among what the host has", g.Tool))
		}
	}
}
