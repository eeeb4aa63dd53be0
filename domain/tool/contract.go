package tool

import (
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Kind tells how a tool takes its input.
type Kind string

// The kinds of tools.
const (
	Function Kind = "function" // JSON arguments, judged by a schema
	Custom   Kind = "custom"   // raw text in a format of the tool's own
)

// Exposure tells how a tool reaches a model.
type Exposure string

// The exposures. Only Direct tools are defined to a provider.
const (
	Direct       Exposure = "direct"
	CodeModeOnly Exposure = "code_mode_only"
	Deferred     Exposure = "deferred"
	Hidden       Exposure = "hidden"
)

// Safety is what the contract says of every call. All false is the careful answer.
type Safety struct {
	ReadOnly         bool `json:"readOnly"`         // changes nothing outside the run
	RetrySafe        bool `json:"retrySafe"`        // twice does what once does; proves nothing of an outcome
	ParallelSafe     bool `json:"parallelSafe"`     // may run beside other calls
	RequiresApproval bool `json:"requiresApproval"` // asks a person whatever the grant says
}

// Format is a custom tool's format as a provider takes it: `lark` or `regex` and its definition.
type Format struct {
	Syntax     string `json:"syntax"`
	Definition string `json:"definition"`
}

// Contract is what a tool is to a model. It grants nothing. Identity is canonical name and revision.
type Contract struct {
	Name        Name
	Description string
	Kind        Kind
	Input       string // function: the JSON Schema of the arguments, an object
	Format      Format // custom: the format of the text
	Output      string // the JSON Schema of the value; "" if not told
	Revision    int    // from 1
	Exposure    Exposure
	Safety      Safety

	// Internal marks a tool that changes only the run itself (a plan, a wait): it is not mutating
	// although it is not read-only, so that no prohibition or condition asks for it.
	Internal bool
}

// Mutating reports whether a call may change something outside the run.
func (c Contract) Mutating() bool { return !c.Safety.ReadOnly && !c.Internal }

// Digest returns the digest over all fields; it stands in catalog snapshots and approvals.
func (c Contract) Digest() string {
	text := func(name, value string) strictjson.Member {
		return strictjson.Field(name, strictjson.String(value))
	}
	return Digest(strictjson.Object(
		text("name", c.Name.String()), text("description", c.Description), text("kind", string(c.Kind)),
		text("input", c.Input), text("syntax", c.Format.Syntax), text("definition", c.Format.Definition),
		text("output", c.Output), text("exposure", string(c.Exposure)),
		strictjson.Field("revision", strictjson.Int(int64(c.Revision))),
		strictjson.Field("safety", strictjson.Array(
			strictjson.Bool(c.Safety.ReadOnly), strictjson.Bool(c.Safety.RetrySafe),
			strictjson.Bool(c.Safety.ParallelSafe), strictjson.Bool(c.Safety.RequiresApproval),
			strictjson.Bool(c.Internal))),
	))
}

// faults lists what is wrong with the contract by itself, the input schema aside.
func (c Contract) faults() []error {
	var all []error
	fault := func(format string, args ...any) {
		all = append(all, Errorf(Validation, "tool "+strconv.Quote(c.Name.String())+": "+format, args...))
	}
	if !c.Name.valid() {
		fault("name and namespace are 1 to %d of A-Z, a-z, 0-9, _ and -", MaxNameBytes)
	}
	if len(c.Name.Wire()) > MaxNameBytes {
		fault("the name on the wire has more than %d bytes", MaxNameBytes)
	}
	if c.Revision < 1 {
		fault("a revision counts from 1")
	}
	switch c.Exposure {
	case Direct, CodeModeOnly, Deferred, Hidden:
	default:
		fault("no such exposure")
	}
	switch c.Kind {
	case Function:
	case Custom:
		if strings.TrimSpace(c.Format.Syntax) == "" || strings.TrimSpace(c.Format.Definition) == "" {
			fault("a custom tool has a format of syntax and definition")
		}
	default:
		fault("no such kind")
	}
	return all
}
