package reading

import (
	"slices"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// What a provider does with a keyword that its strict mode does not hold a model to.
const (
	refused = "refused" // the request fails
	dropped = "dropped" // accepted and not enforced
)

// finding is one thing in a prepared schema that a provider's strict mode does not do as it says. Its pointer
// is into the prepared schema.
type finding struct{ effect, pointer, keyword, message string }

// strictMode is what a provider documents about its structured outputs, as of November 2026. Such lists
// change without notice: a finding is a hint, and the runtime checks every value by itself.
type strictMode struct {
	name    string
	effect  string   // on the keywords below
	lacks   []string // keywords that are not enforced
	formats []string // that are enforced
	formal  string   // effect on other formats
	closed  bool     // every object needs additionalProperties: false
	all     bool     // every property must be required
	one     bool     // of allOf, one branch only
	same    bool     // oneOf is read as anyOf
	depth   int      // levels of nesting; 0 is no documented bound
}

func strictModes() []strictMode {
	return []strictMode{
		{
			name: "openai", effect: refused,
			lacks: []string{"oneOf", "allOf", "not", "uniqueItems", "minLength", "maxLength", "default"},
			formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6",
				"uuid"},
			formal: refused, closed: true, all: true, depth: 10,
		},
		{
			name: "xai", effect: dropped, lacks: []string{"not"},
			formats: []string{"date", "time", "date-time", "email", "uuid", "ipv4", "ipv6", "uri"},
			formal:  dropped, one: true, same: true,
		},
		{
			name: "anthropic", effect: refused,
			lacks: []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
				"maxLength", "maxItems", "uniqueItems", "oneOf", "not"},
			formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6",
				"uuid"},
			formal: refused, closed: true,
		},
		{
			name: "gemini", effect: dropped,
			lacks: []string{"pattern", "minLength", "maxLength", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
				"uniqueItems", "allOf", "not", "const"},
			formats: []string{"date-time", "date", "time"}, formal: dropped, same: true,
		},
	}
}

func strictModeNames() []string {
	var names []string
	for _, mode := range strictModes() {
		names = append(names, mode.name)
	}
	return names
}

func strictModeNamed(name string) *strictMode {
	for _, mode := range strictModes() {
		if mode.name == name {
			return &mode
		}
	}
	return nil
}

// findings lists what the strict mode would not do, in document order; never nil. The list is bounded as
// that of reasons is.
func (m *strictMode) findings(root strictjson.Value) []finding {
	w := strictWalk{mode: m, found: []finding{}}
	w.schema("", root, 1)
	return w.found
}

type strictWalk struct {
	mode  *strictMode
	found []finding
}

func (w *strictWalk) add(effect, pointer, keyword, message string) {
	if len(w.found) < schema.MaxReasons {
		w.found = append(w.found, finding{effect, strictjson.CutPointer(pointer), keyword, message})
	}
}

func (w *strictWalk) schema(at string, v strictjson.Value, depth int) {
	if v.Kind() != strictjson.KindObject {
		return
	}
	if w.mode.depth > 0 && depth == w.mode.depth+1 {
		w.add(refused, at, "", "lies deeper than "+strconv.Itoa(w.mode.depth)+" levels")
	}
	w.object(at, v)
	for name, value := range v.Members() {
		w.keyword(strictjson.AppendName(at, name), name, value)
		w.below(strictjson.AppendName(at, name), name, value, depth)
	}
}

// object looks at what the strict mode asks of every object schema.
func (w *strictWalk) object(at string, v strictjson.Value) {
	properties, declares := v.Lookup("properties")
	types, _ := v.Lookup("type")
	if !declares && types.Text() != "object" {
		return
	}
	if closed, _ := v.Lookup("additionalProperties"); w.mode.closed &&
		(closed.Kind() != strictjson.KindBool || closed.Bool()) && at != "" { // a projection closes the root
		w.add(refused, at, "additionalProperties", "every object must say additionalProperties: false")
	}
	required, _ := v.Lookup("required")
	needed := make([]strictjson.Member, 0, required.Len())
	for _, name := range required.Items() {
		needed = append(needed, strictjson.Field(name.Text(), strictjson.Null()))
	}
	index := strictjson.Object(needed...)
	for name := range properties.Members() {
		if w.mode.all && !index.Has(name) {
			w.add(refused, strictjson.AppendName(strictjson.AppendName(at, "properties"), name), "required",
				"every property must be required: one that may be missing is nullable instead")
		}
	}
}

func (w *strictWalk) keyword(at, name string, v strictjson.Value) {
	switch {
	case slices.Contains(w.mode.lacks, name):
		w.add(w.mode.effect, at, name, "is not enforced")
	case name == "format" && !slices.Contains(w.mode.formats, v.Text()):
		w.add(w.mode.formal, at, name, "is a format that is not enforced")
	case name == "oneOf" && w.mode.same:
		w.add(dropped, at, name, "is read as anyOf: several branches may hold")
	case name == "allOf" && w.mode.one && v.Len() > 1:
		w.add(dropped, at, name, "is not enforced with several branches")
	case name == "minItems" && w.mode.name == "anthropic" && v.Text() != "0" && v.Text() != "1":
		w.add(refused, at, name, "may be 0 or 1 only")
	}
}

// below goes on to the schemas under a keyword.
func (w *strictWalk) below(at, name string, v strictjson.Value, depth int) {
	switch name {
	case "properties":
		for key, sub := range v.Members() {
			w.schema(strictjson.AppendName(at, key), sub, depth+1)
		}
	case "anyOf", "oneOf", "allOf":
		for i, sub := range v.Items() {
			w.schema(strictjson.AppendIndex(at, i), sub, depth)
		}
	case "items", "additionalProperties", "not":
		w.schema(at, v, depth+1)
	}
}
