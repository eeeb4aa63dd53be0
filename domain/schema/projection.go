package schema

import (
	"slices"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Projection is the schema of some of a [Schema]'s fields. It is immutable and safe for concurrent
// use.
type Projection struct {
	text   string
	key    string
	fields []string
	root   *Node
	limits Limits
}

// Text returns the projection as compact JSON, properties in the order of selection.
func (p *Projection) Text() string { return p.text }

// Key names the set of fields: projections of one schema with the same fields in another order have
// the same key.
func (p *Projection) Key() string { return p.key }

// Fields lists the selected fields in order of selection. The slice is the caller's own.
func (p *Projection) Fields() []string { return slices.Clone(p.fields) }

// Required reports whether the schema requires that field and it is selected.
func (p *Projection) Required(name string) bool { return p.root.requires(name) }

// Root returns the projection as a schema.
func (p *Projection) Root() *Node { return p.root }

// Project returns the schema of the selected fields in their order: each property whole, the required
// names among them, the root's description, and nothing else allowed. Names that are not declared and
// repeats are left out.
//
// It takes time proportional to the number of names and of required names. A schema keeps the
// projections that were asked for last, so that the same selection is made once.
func (s *Schema) Project(names []string) *Projection {
	order := exactly(names)
	if known := s.made.find(order); known != nil {
		return known
	}
	p := s.project(names)
	s.made.keep(order, p)
	return p
}

func (s *Schema) project(names []string) *Projection {
	root := newNode(strictjson.Null())
	root.types = typeObject
	root.described = s.root.described
	root.additional = never()
	p := &Projection{root: root, limits: s.limits}
	selected := make([]bool, len(s.root.properties))
	declared := make([]strictjson.Member, 0, len(names))
	for _, name := range names {
		if i, ok := s.root.declared.Position(name); ok && !selected[i] {
			selected[i] = true
			root.properties = append(root.properties, s.root.properties[i])
			declared = append(declared, s.root.declared.Member(i))
			p.fields = append(p.fields, name)
		}
	}
	root.declared = strictjson.Object(declared...)
	var required []string
	for _, name := range s.root.required {
		if root.declared.Has(name) {
			required = append(required, name)
		}
	}
	root.require(required)
	root.source = s.projected(root)
	root.seal()
	p.text = root.source.JSON()
	p.key = exactly(slices.Sorted(slices.Values(p.fields)))
	return p
}

func (s *Schema) projected(root *Node) strictjson.Value {
	members := []strictjson.Member{strictjson.Field("type", strictjson.String("object"))}
	if description, ok := s.root.source.Lookup("description"); ok && root.described {
		members = append(members, strictjson.Field("description", description))
	}
	members = append(members, strictjson.Field("properties", root.declared))
	if len(root.required) > 0 {
		members = append(members, strictjson.Field("required", strictjson.Strings(root.required)))
	}
	members = append(members, strictjson.Field("additionalProperties", strictjson.Bool(false)))
	return strictjson.Object(members...)
}

func never() *Node {
	n := newNode(strictjson.Bool(false))
	n.never = true
	return n
}

// exactly writes a list of names so that different lists differ, whatever is in the names: the length
// of each stands before it.
func exactly(names []string) string {
	size := 0
	for _, name := range names {
		size += len(name) + 4
	}
	key := make([]byte, 0, size)
	for _, name := range names {
		key = append(strconv.AppendInt(key, int64(len(name)), 10), ':')
		key = append(key, name...)
	}
	return string(key)
}
