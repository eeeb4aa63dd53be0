package schema

import (
	"github.com/devcodex/intent-runtime/domain/schema/ecma"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Node is one schema within a schema: an object schema or a boolean one. It is immutable and safe for
// concurrent use.
type Node struct {
	source strictjson.Value

	never      bool // the boolean schema false
	described  bool // has a description that is not blank
	describes  bool // it, or a schema below it that can apply, is described
	alwaysTrue bool // holds for every value and describes nothing
	indexed    bool // it, or a schema below it, may judge a node twice or hash one

	types typeSet

	enum     *valueSet
	constant *valueSet

	minimum, maximum                   *strictjson.Decimal
	exclusiveMinimum, exclusiveMaximum *strictjson.Decimal
	multipleOf                         *strictjson.Decimal
	bounds, powers                     int64 // how many of these there are, and the powers of the longest

	minLength, maxLength int64 // −1 where there is none
	pattern              *ecma.Pattern
	format               string

	minItems, maxItems int64 // −1 where there is none
	unique             bool
	items              *Node

	required   []string
	needed     strictjson.Value // an object with a member for each name of required, to find one by
	declared   strictjson.Value // the object under properties, to find a name by
	properties []*Node          // for each member of declared
	additional *Node

	anyOf, oneOf, allOf []*Node
	not                 *Node
}

func newNode(source strictjson.Value) *Node {
	return &Node{source: source, minLength: -1, maxLength: -1, minItems: -1, maxItems: -1}
}

// Definition returns the schema as it was written, member order and number text included.
func (n *Node) Definition() strictjson.Value { return n.source }

// Described reports whether the schema has a description that is not blank.
func (n *Node) Described() bool { return n.described }

// Pattern returns the schema's compiled pattern, nil where it has none.
func (n *Node) Pattern() *ecma.Pattern { return n.pattern }

// Under returns the schemas that stand under a keyword of n: the branches of anyOf, oneOf and allOf, or
// the one schema of not, items or additionalProperties; none where the keyword is not there. The slice
// must not be changed.
func (n *Node) Under(keyword string) []*Node {
	switch keyword {
	case "anyOf":
		return n.anyOf
	case "oneOf":
		return n.oneOf
	case "allOf":
		return n.allOf
	case "not":
		return some(n.not)
	case "items":
		return some(n.items)
	case "additionalProperties":
		return some(n.additional)
	default:
		return nil
	}
}

func some(n *Node) []*Node {
	if n == nil {
		return nil
	}
	return []*Node{n}
}

// Property returns the schema that is declared for a member of that name, nil if none is.
func (n *Node) Property(name string) *Node {
	if i, ok := n.declared.Position(name); ok {
		return n.properties[i]
	}
	return nil
}

func (n *Node) requires(name string) bool { return n.needed.Has(name) }

// require has n require these names, each of them once.
func (n *Node) require(names []string) {
	members := make([]strictjson.Member, len(names))
	for i, name := range names {
		members[i] = strictjson.Field(name, strictjson.Null())
	}
	n.required, n.needed = names, strictjson.Object(members...)
}

// seal fills in what follows from the rest, once everything below n is sealed.
func (n *Node) seal() {
	n.describes = n.described
	n.indexed = n.branches() || n.not != nil || n.unique || n.enum.hashes() || n.constant.hashes()
	for _, below := range n.applicable() {
		n.describes = n.describes || below.describes
		n.indexed = n.indexed || below.indexed
	}
	n.alwaysTrue = n.holdsAlways() && !n.describes
}

// applicable lists the schemas below n whose descriptions can apply; those under `not` never do.
func (n *Node) applicable() []*Node {
	var below []*Node
	below = append(below, n.properties...)
	for _, keyword := range []string{"additionalProperties", "items", "anyOf", "oneOf", "allOf"} {
		below = append(below, n.Under(keyword)...)
	}
	return below
}

func (n *Node) holdsAlways() bool {
	for _, p := range n.properties {
		if !p.alwaysTrue {
			return false
		}
	}
	return !n.never && n.types == 0 && n.enum == nil && n.constant == nil && n.bounds == 0 &&
		!n.judgesStrings() && !n.judgesArrays() && len(n.required) == 0 &&
		(n.additional == nil || n.additional.alwaysTrue) && (n.items == nil || n.items.alwaysTrue) &&
		!n.branches() && n.not == nil
}

func (n *Node) branches() bool { return len(n.anyOf)+len(n.oneOf)+len(n.allOf) > 0 }

// bounded notes one more keyword that bounds numbers.
func (n *Node) bounded(bound strictjson.Value) {
	n.bounds++
	n.powers = max(n.powers, powers(bound.Text()))
}

func (n *Node) judgesStrings() bool {
	return n.minLength >= 0 || n.maxLength >= 0 || n.pattern != nil || n.format != ""
}

func (n *Node) judgesArrays() bool { return n.minItems >= 0 || n.maxItems >= 0 || n.unique }
