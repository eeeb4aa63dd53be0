package schema

import (
	"github.com/devcodex/intent-runtime/domain/schema/ecma"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Change is one thing that [Prepare] wrote in another way.
type Change struct {
	Pointer string // where in the text that was given, as a JSON Pointer; long names are cut
	Message string // what was done
	OfText  bool   // it is about the text as a whole and no keyword: comments, a mark, a tool declaration
}

// Prepared is a schema as people have it, written in the subset that [Read] accepts.
type Prepared struct {
	Text    []byte   // the schema as compact JSON; nil if it could not be written within the limits
	Changes []Change // what was written in another way, in document order
	Reasons Reasons  // what is left against the schema; none means that Read accepts Text
}

// Prepare writes a schema in the subset that [Read] accepts, wherever that changes no meaning, and lists
// every change and every reason that is left. Pointers are into the text that was given.
//
// It reads any dialect from Draft-4 to 2020-12 if each keyword means the same in Draft-7; a schema that names
// no dialect is read as 2020-12. It inlines local references, drops annotations, understands what OpenAPI 3.0
// adds, JSON with comments, a byte order mark, and a tool declaration, of which it takes the schema. What
// would lose a check is not done: it stays a reason.
//
// The error says that the text is no JSON; it is an [*strictjson.Error] then, and the one reason. No text
// is no schema, and is accepted. The text is not kept. Prepare is pure.
func Prepare(text []byte, limits Limits) (Prepared, error) {
	prepared, _, err := prepare(text, limits, false)
	return prepared, err
}

// Arguments prepares and reads the schema of a tool's arguments. They are judged whole, so that the rules of
// a root that exist for projections do not apply: the root may declare no properties, may have anyOf,
// oneOf and allOf, and its additionalProperties means what it says. The result is for [Evaluate]; it is
// nil if there are reasons against the schema, a text that is no JSON included.
func Arguments(text []byte, limits Limits) (*Projection, Prepared) {
	prepared, root, _ := prepare(text, limits, true)
	if len(prepared.Reasons) > 0 {
		return nil, prepared
	}
	whole := &Projection{text: string(prepared.Text), root: root, limits: limits.withDefaults()}
	for name := range root.declared.Members() {
		whole.fields = append(whole.fields, name)
	}
	whole.key = exactly(whole.fields)
	return whole, prepared
}

// prepare rewrites a text and reads the result, as arguments or as the fields of a reading.
func prepare(text []byte, limits Limits, arguments bool) (Prepared, *Node, error) {
	limits = limits.withDefaults()
	p := preparer{limits: limits, arguments: arguments}
	source, err := p.decode(text)
	if err != nil {
		return Prepared{Reasons: Reasons{unreadable(err)}}, nil, err
	}
	written := p.document(source)
	if !arguments && written.value.Kind() == strictjson.KindObject && written.value.Len() == 0 &&
		p.base == "" {
		p.holdsSchema(source)
	}
	r := reader{limits: limits, patterns: map[string]*ecma.Pattern{}, moved: p.moved}
	if written.bytes > limits.MaxBytes {
		p.found.add(passed("", "maxSchemaBytes", written.bytes, limits.MaxBytes))
		r.once = map[string]*Node{}
	}
	root := p.read(&r, written.value)
	prepared := Prepared{
		Changes: p.changes,
		Reasons: p.inOrder(append(p.found.reasons, r.found.reasons...)),
	}
	if written.bytes <= limits.MaxBytes {
		prepared.Text = written.value.AppendJSON(make([]byte, 0, written.bytes))
	}
	return prepared, root, nil
}

// holdsSchema refuses a document that says nothing of a schema at its root, such as a whole OpenAPI document
// or a bare map of fields: without a word it would pass for "no fields".
func (p *preparer) holdsSchema(source strictjson.Value) {
	if source.Kind() != strictjson.KindObject || source.Len() == 0 {
		return
	}
	for name := range source.Members() {
		switch {
		case annotation(name),
			name == "type",
			name == "properties",
			name == "additionalProperties",
			name == "$schema",
			name == "$id",
			name == "id",
			name == "required":
			return
		}
	}
	p.refuse("", "", "declares no field: the root has neither a type nor properties",
		"give the schema of one object, with properties")
}

func (p *preparer) read(r *reader, written strictjson.Value) *Node {
	switch {
	case p.arguments:
		return r.arguments(p.base, written)
	case written.Kind() == strictjson.KindObject && written.Len() == 0:
		return withoutFields(p.limits).root
	default:
		return r.root(p.base, written)
	}
}
