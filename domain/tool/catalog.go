package tool

import (
	"errors"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Catalog is what one provider turn has: contracts and grants, admitted together. It is immutable.
type Catalog struct {
	revision int
	entries  []Entry
	byName   map[string]int
	digest   string
}

// Entry is one admitted tool.
type Entry struct {
	Contract Contract
	Grant    Grant
	Digest   string // of the contract
	input    *input
}

// Admit makes a catalog of that revision (from 1), or returns every fault at once, joined: nothing is
// admitted in part. Each fault is an *Error that names its tool: ResourceConflict for a name or wire
// name that is there twice, Forbidden for a grant and a contract that do not meet, Validation for a
// malformed contract, UnsupportedCapability for an input schema outside the accepted subset.
func Admit(revision int, contracts []Contract, grants []Grant) (*Catalog, error) {
	a := admission{wire: map[string]string{}}
	a.catalog = &Catalog{revision: revision, byName: make(map[string]int, len(contracts))}
	if revision < 1 {
		a.fault(Validation, "a catalog's revision counts from 1")
	}
	granted := a.grants(grants)
	for _, contract := range contracts {
		a.contract(contract, granted)
	}
	for _, grant := range grants {
		if _, ok := a.catalog.byName[grant.Tool.String()]; !ok {
			a.fault(Forbidden, "tool %q: a grant without a descriptor", grant.Tool)
		}
	}
	if len(a.faults) > 0 {
		return nil, errors.Join(a.faults...)
	}
	a.catalog.digest = Digest(a.catalog.Snapshot())
	return a.catalog, nil
}

// admission collects what stands against a catalog while it is made.
type admission struct {
	catalog *Catalog
	wire    map[string]string // wire name → canonical name
	faults  []error
}

func (a *admission) fault(class Class, format string, args ...any) {
	a.faults = append(a.faults, Errorf(class, format, args...))
}

func (a *admission) grants(grants []Grant) map[string]Grant {
	granted := make(map[string]Grant, len(grants))
	for _, grant := range grants {
		name := grant.Tool.String()
		if _, twice := granted[name]; twice {
			a.fault(ResourceConflict, "tool %q: two grants", name)
		}
		if !grant.Approval.known() {
			a.fault(Validation, "tool %q: a grant with an unknown approval", name)
		}
		granted[name] = grant
	}
	return granted
}

func (a *admission) contract(c Contract, granted map[string]Grant) {
	a.faults = append(a.faults, c.faults()...)
	name := c.Name.String()
	if _, twice := a.catalog.byName[name]; twice {
		a.fault(ResourceConflict, "tool %q: two descriptors", name)
		return
	}
	if other, twice := a.wire[c.Name.Wire()]; twice {
		a.fault(ResourceConflict, "tools %q and %q: one name on the wire", other, name)
	}
	a.wire[c.Name.Wire()] = name
	entry := Entry{Contract: c, Digest: c.Digest(), input: a.input(c)}
	if grant, ok := granted[name]; ok {
		a.meet(entry, grant)
		entry.Grant = grant
	} else {
		a.fault(Forbidden, "tool %q: a descriptor without a grant", name)
	}
	a.catalog.byName[name] = len(a.catalog.entries)
	a.catalog.entries = append(a.catalog.entries, entry)
}

func (a *admission) meet(entry Entry, grant Grant) {
	switch {
	case grant.Revision != entry.Contract.Revision:
		a.fault(Forbidden, "tool %q: the grant names revision %d, the descriptor has %d",
			grant.Tool, grant.Revision, entry.Contract.Revision)
	case grant.Contract != "" && grant.Contract != entry.Digest:
		a.fault(Forbidden, "tool %q: the grant names another contract", grant.Tool)
	}
}

func (a *admission) input(c Contract) *input {
	if c.Kind != Function {
		return nil
	}
	read, reasons := readInput(c.Input)
	for _, reason := range reasons {
		a.faults = append(a.faults, schemaFault(c.Name, reason))
	}
	return read
}

func schemaFault(name Name, reason schema.Reason) error {
	class := UnsupportedCapability
	if reason.Limit {
		class = Validation
	}
	err := Errorf(class, "tool %q: input schema: %s", name, reason.Place())
	return WithDetails(err,
		strictjson.Field("tool", strictjson.String(name.String())),
		strictjson.Field("keyword", strictjson.String(reason.Keyword)),
		strictjson.Field("pointer", strictjson.String(reason.Pointer)))
}

// Revision returns the catalog's revision, from 1.
func (c *Catalog) Revision() int { return c.revision }

// Digest returns the digest of the catalog's snapshot.
func (c *Catalog) Digest() string { return c.digest }

// Len returns how many tools the catalog has.
func (c *Catalog) Len() int { return len(c.entries) }

// Lookup finds a tool by canonical name, byte for byte.
func (c *Catalog) Lookup(name string) (Entry, bool) {
	i, ok := c.byName[name]
	if !ok {
		return Entry{}, false
	}
	return c.entries[i], true
}

// Entries returns the tools in catalog order. The slice must not be changed.
func (c *Catalog) Entries() []Entry { return c.entries }

// Definitions returns the contracts that a provider is told of, in catalog order.
func (c *Catalog) Definitions() []Contract {
	var all []Contract
	for i := range c.entries {
		if c.entries[i].Contract.Exposure == Direct {
			all = append(all, c.entries[i].Contract)
		}
	}
	return all
}

// Snapshot returns what a journal keeps of a catalog: names, revisions, digests and approvals; no
// backend and nothing that could be called.
func (c *Catalog) Snapshot() strictjson.Value {
	tools := make([]strictjson.Value, len(c.entries))
	for i, e := range c.entries {
		tools[i] = strictjson.Object(
			strictjson.Field("tool", strictjson.String(e.Contract.Name.String())),
			strictjson.Field("revision", strictjson.Int(int64(e.Contract.Revision))),
			strictjson.Field("contract", strictjson.String(e.Digest)),
			strictjson.Field("approval", strictjson.String(string(e.Grant.Approval))),
		)
	}
	return strictjson.Object(
		strictjson.Field("revision", strictjson.Int(int64(c.revision))),
		strictjson.Field("tools", strictjson.Array(tools...)),
	)
}

// Judge reads and judges the arguments that a model wrote for this tool, as a call of that kind. The
// error is Validation. Defaults of a schema never fill anything in.
func (e Entry) Judge(kind Kind, text string) (Arguments, error) {
	if kind != e.Contract.Kind {
		return Arguments{}, Errorf(Validation, "%s is a %s tool and was called as a %s tool",
			strconv.Quote(e.Contract.Name.String()), e.Contract.Kind, kind)
	}
	arguments, err := ReadArguments(kind, text)
	if err != nil || kind == Custom {
		return arguments, err
	}
	return arguments, e.input.judge(arguments.Value)
}
