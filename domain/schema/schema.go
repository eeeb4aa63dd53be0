package schema

// Schema is an accepted schema. It is immutable and safe for concurrent use.
type Schema struct {
	text   string
	root   *Node
	limits Limits
	made   projections
}

// Text returns the schema as it is kept: compact, with the member order and the number text of its
// source; {} where there is none.
func (s *Schema) Text() string { return s.text }

// Fields lists the declared fields in order of declaration. The slice is the caller's own.
func (s *Schema) Fields() []string {
	names := make([]string, 0, len(s.root.properties))
	for name := range s.root.declared.Members() {
		names = append(names, name)
	}
	return names
}

// Has reports whether a field of that name is declared.
func (s *Schema) Has(name string) bool { return s.root.Property(name) != nil }

// Root returns the schema's root as it was written; without a schema it is empty.
func (s *Schema) Root() *Node { return s.root }
