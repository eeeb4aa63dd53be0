package schema

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Schema is an accepted schema. It is immutable and safe for concurrent use.
type Schema struct {
	text   string
	root   *Node
	limits Limits
}

// Text gives the schema as it is kept: compact, with the member order and the number text of its
// source; {} where there is none.
func (s *Schema) Text() string { return s.text }

// Fields lists the declared fields in order of declaration. The slice is the caller's own.
func (s *Schema) Fields() []string {
	names := make([]string, len(s.root.properties))
	for i, p := range s.root.properties {
		names[i] = p.name
	}
	return names
}

// Has reports whether a field of that name is declared.
func (s *Schema) Has(name string) bool { return s.root.Property(name) != nil }

// Root gives the schema's root as it was written; without a schema it is empty.
func (s *Schema) Root() *Node { return s.root }

// Project gives the schema of the selected fields in their order: each property whole, the required
// names among them, the root's description, and nothing else allowed. Names that are not declared and
// repeats are left out.
func (s *Schema) Project(names []string) *Projection {
	root := newNode(strictjson.Null())
	root.types = typeObject
	root.described = s.root.described
	root.additional = never()
	p := &Projection{root: root, limits: s.limits}
	for _, name := range names {
		if node := s.root.Property(name); node != nil && root.Property(name) == nil {
			root.properties = append(root.properties, property{name, node})
			p.fields = append(p.fields, name)
		}
	}
	for _, name := range s.root.required {
		if root.Property(name) != nil {
			root.required = append(root.required, name)
		}
	}
	root.source = s.projected(root)
	root.seal()
	p.text = root.source.JSON()
	p.key = keyOf(p.fields)
	return p
}

func (s *Schema) projected(root *Node) strictjson.Value {
	members := []strictjson.Member{{Name: "type", Value: strictjson.String("object")}}
	if description, ok := s.root.source.Lookup("description"); ok && root.described {
		members = append(members, strictjson.Member{Name: "description", Value: description})
	}
	properties := make([]strictjson.Member, len(root.properties))
	for i, p := range root.properties {
		properties[i] = strictjson.Member{Name: p.name, Value: p.node.source}
	}
	members = append(members, strictjson.Member{Name: "properties", Value: strictjson.Object(properties...)})
	if len(root.required) > 0 {
		members = append(members, strictjson.Member{Name: "required", Value: strictjson.Strings(root.required)})
	}
	members = append(members, strictjson.Member{Name: "additionalProperties", Value: strictjson.Bool(false)})
	return strictjson.Object(members...)
}

func never() *Node {
	n := newNode(strictjson.Bool(false))
	n.never = true
	return n
}

// keyOf writes a set of names so that different sets differ, whatever is in the names.
func keyOf(names []string) string {
	sorted := slices.Sorted(slices.Values(names))
	var key strings.Builder
	for _, name := range sorted {
		key.WriteString(strictjson.String(name).JSON())
	}
	return key.String()
}

// Projection is the schema of some of a [Schema]'s fields. It is immutable and safe for concurrent
// use.
type Projection struct {
	text   string
	key    string
	fields []string
	root   *Node
	limits Limits
}

// Text gives the projection as compact JSON, properties in the order of selection.
func (p *Projection) Text() string { return p.text }

// Key names the set of fields: projections of one schema with the same fields in another order have
// the same key.
func (p *Projection) Key() string { return p.key }

// Fields lists the selected fields in order of selection. The slice is the caller's own.
func (p *Projection) Fields() []string { return slices.Clone(p.fields) }

// Required reports whether the schema requires that field and it is selected.
func (p *Projection) Required(name string) bool { return p.root.requires(name) }

// Root gives the projection as a schema.
func (p *Projection) Root() *Node { return p.root }
