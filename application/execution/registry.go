package execution

import (
	"errors"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Registry is a catalog with the backends of its tools. It is immutable and safe for concurrent use.
type Registry struct {
	catalog *tool.Catalog
	bound   map[string]acting.Descriptor
	known   map[string]bool
}

// NewRegistry admits descriptors and grants to a catalog of that revision. The error holds every fault;
// see tool.Admit. known are names that exist in this version although the catalog may lack them: a call
// of one is Forbidden, of any other NotFound.
func NewRegistry(
	revision int, descriptors []acting.Descriptor, grants []tool.Grant, known []tool.Name,
) (*Registry, error) {
	r := &Registry{bound: make(map[string]acting.Descriptor, len(descriptors)), known: map[string]bool{}}
	contracts := make([]tool.Contract, len(descriptors))
	var faults []error
	for i, d := range descriptors {
		contracts[i] = d.Contract
		if d.Backend == nil {
			faults = append(faults, tool.Errorf(tool.Validation, "tool %q: a descriptor without a backend",
				d.Contract.Name))
		}
		r.bound[d.Contract.Name.String()] = d
	}
	for _, name := range known {
		r.known[name.String()] = true
	}
	catalog, err := tool.Admit(revision, contracts, grants)
	if err := errors.Join(append(faults, err)...); err != nil {
		return nil, err
	}
	r.catalog = catalog
	return r, nil
}

// Catalog returns the catalog.
func (r *Registry) Catalog() *tool.Catalog { return r.catalog }

// Mark names the catalog as a run's record does.
func (r *Registry) Mark() run.CatalogMark {
	return run.CatalogMark{Revision: r.catalog.Revision(), Digest: r.catalog.Digest()}
}

// lookup finds a tool by the name that a model wrote.
func (r *Registry) lookup(name string) (tool.Entry, acting.Descriptor, error) {
	entry, ok := r.catalog.Lookup(name)
	switch {
	case ok:
		return entry, r.bound[name], nil
	case r.known[name]:
		return tool.Entry{}, acting.Descriptor{}, tool.Errorf(tool.Forbidden, "this run may not call %q", name)
	default:
		return tool.Entry{}, acting.Descriptor{}, tool.Errorf(tool.NotFound, "there is no such tool")
	}
}
