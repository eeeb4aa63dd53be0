package schema

import (
	"errors"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Read accepts a schema or returns every reason against it, in document order. No text, or `{}`, is a
// Schema without fields. A schema that has too many bytes is judged by that alone. The text is not kept.
func Read(text []byte, limits Limits) (*Schema, Reasons) {
	limits = limits.withDefaults()
	if len(text) == 0 {
		return withoutFields(limits), nil
	}
	root, err := strictjson.Decode(text, strictjson.Options{})
	kept, size := "", len(text) // a text that is not read is measured as it stands
	if err == nil {
		kept = root.JSON()
		size = len(kept)
	}
	if size > limits.MaxBytes {
		return nil, Reasons{passed("", "maxSchemaBytes", size, limits.MaxBytes)}
	}
	if err != nil {
		return nil, Reasons{unreadable(err)}
	}
	if root.Kind() == strictjson.KindObject && root.Len() == 0 {
		return withoutFields(limits), nil
	}
	r := reader{limits: limits, patterns: map[string]*ecma.Pattern{}}
	node := r.root("", root)
	if len(r.found.reasons) > 0 {
		return nil, r.found.reasons
	}
	return &Schema{text: kept, root: node, limits: limits}, nil
}

func withoutFields(limits Limits) *Schema {
	node := newNode(strictjson.Object())
	node.seal()
	return &Schema{text: "{}", root: node, limits: limits}
}

func unreadable(err error) Reason {
	var fault *strictjson.Error
	if !errors.As(err, &fault) {
		return Reason{Message: "cannot be read"}
	}
	return Reason{
		Pointer: strictjson.CutPointer(fault.Pointer),
		Message: "is not read strictly: " + fault.Reason,
		WayOut:  "write the schema as plain JSON: unique names, numbers that a double holds, valid UTF-8",
	}
}

func passed(pointer, limit string, got, most int) Reason {
	return Reason{
		Pointer: pointer,
		Message: fmt.Sprintf("%d passes %s, which is %d", got, limit, most),
		WayOut:  "raise limits." + limit + " or make the schema smaller",
		Limit:   true,
		Name:    limit,
		Got:     got,
		Most:    most,
	}
}

// reader walks a schema document and gathers what stands against it.
type reader struct {
	limits     Limits
	found      gathered
	properties int // declared so far, in the whole schema
	entries    int // enum entries so far, in the whole schema
	depth      int // of the schema node being read; the root's is 0
	patterns   map[string]*ecma.Pattern

	// The rest is for schemas that were prepared; see the preparer's field moved. Where a schema is too large
	// to be read as often as it is used, once keeps what was read, by pointer.
	moved map[string]string
	once  map[string]*Node
}

func (r *reader) refuse(pointer, keyword, message, wayOut string) {
	r.found.add(Reason{Pointer: pointer, Keyword: keyword, Message: message, WayOut: wayOut})
}

// over notes that a limit is passed, once for each limit that counts the whole schema.
func (r *reader) over(pointer, limit string, got, most int) {
	r.found.add(passed(pointer, limit, got, most))
}

// schema reads one schema below the root.
func (r *reader) schema(at string, v strictjson.Value) *Node {
	at = r.stood(at)
	if known := r.once[at]; known != nil {
		return known
	}
	n := r.below(at, v)
	if r.once != nil {
		r.once[at] = n
	}
	return n
}

// stood returns where a schema stood before it was prepared.
func (r *reader) stood(at string) string {
	for range len(r.moved) { // no reference leads round in a circle, so this ends earlier
		before, ok := r.moved[at]
		if !ok || before == at {
			break
		}
		at = before
	}
	return at
}

func (r *reader) below(at string, v strictjson.Value) *Node {
	r.depth++
	defer func() { r.depth-- }()
	if r.depth == r.limits.MaxDepth+1 {
		r.over(at, "maxSchemaDepth", r.depth, r.limits.MaxDepth)
	}
	n := newNode(v)
	switch v.Kind() {
	case strictjson.KindBool:
		n.never = !v.Bool()
	case strictjson.KindObject:
		r.keywords(n, at, v)
	default:
		r.refuse(at, "", "is not a schema, which is an object or a boolean", "")
	}
	n.seal()
	return n
}

func (r *reader) keywords(n *Node, at string, v strictjson.Value) {
	for name, value := range v.Members() {
		r.keyword(n, name, extend(at, name), value)
	}
}

func (r *reader) keyword(n *Node, name, at string, v strictjson.Value) {
	if read := keywordNamed(name); read != nil {
		read(r, n, place{at, name}, v)
		return
	}
	r.unsupported(name, at)
}

// place is where a keyword stands.
type place struct{ at, keyword string }

// extend goes one name down a pointer; the name is cut so that pointers can be shown.
func extend(pointer, name string) string {
	return strictjson.AppendName(pointer, strictjson.CutName(name))
}
