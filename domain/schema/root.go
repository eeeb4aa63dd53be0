package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

// root reads the root, which has rules of its own: it must declare fields, and nothing may stand
// there that a projection to some of the fields could not keep.
func (r *reader) root(at string, v strictjson.Value) *Node {
	at = r.stood(at)
	n := newNode(v)
	if v.Kind() != strictjson.KindObject {
		r.refuse(at, "", "the root is "+v.Kind().WithArticle()+", not an object schema", "write "+rootShape)
		return n
	}
	for name, value := range v.Members() {
		r.rootKeyword(n, name, extend(at, name), value)
	}
	r.rootComplete(at, v)
	r.rootRequired(at, v)
	n.seal()
	return n
}

// arguments reads a root that is judged whole: it is an object, and nothing else is asked of it.
func (r *reader) arguments(at string, v strictjson.Value) *Node {
	at = r.stood(at)
	n := newNode(v)
	if v.Kind() != strictjson.KindObject {
		r.refuse(at, "", "the root is "+v.Kind().WithArticle()+", not an object schema", "write "+rootShape)
		return n
	}
	if types, ok := v.Lookup("type"); ok && types.Text() != "object" {
		r.refuse(extend(at, "type"), "type", `the root's type is not "object", which arguments are`,
			"write "+rootShape)
	}
	r.keywords(n, at, v)
	n.types = typeObject
	n.seal()
	return n
}

const rootShape = `{"type": "object", "properties": {…}} with a property for each field`

func (r *reader) rootKeyword(n *Node, name, at string, v strictjson.Value) {
	switch name {
	case "anyOf", "oneOf", "allOf", "not", "enum", "const":
		r.refuse(at, name, "is refused at the root: a projection to some fields cannot keep it",
			"put it into a property: what the alternatives have in common can be one field that is an object")
		r.refused(n, name, at, v)
	case "type":
		if v.Kind() != strictjson.KindString || v.Text() != "object" {
			r.refuse(at, name, `the root's type is not the string "object"`, "write "+rootShape)
		}
	case "additionalProperties":
		r.rootAdditional(n, at, v)
	default:
		r.keyword(n, name, at, v)
	}
}

// refused reads a refused keyword all the same, so that every other reason in it is found too.
func (r *reader) refused(n *Node, name, at string, v strictjson.Value) {
	keywordNamed(name)(r, n, place{at, name}, v)
}

func (r *reader) rootAdditional(n *Node, at string, v strictjson.Value) {
	const name = "additionalProperties"
	switch v.Kind() {
	case strictjson.KindBool:
	case strictjson.KindObject:
		r.refuse(at, name, "is a schema at the root, where only true and false are taken: projections are closed",
			"declare a field that is an object and give that one the schema")
		r.refused(n, name, at, v)
	default:
		r.refuse(at, name, "is neither true nor false", "")
	}
}

func (r *reader) rootComplete(at string, v strictjson.Value) {
	if !v.Has("type") {
		r.refuse(at, "type", `the root has no type; it must be "object"`, "write "+rootShape)
	}
	properties, ok := v.Lookup("properties")
	switch {
	case !ok:
		r.refuse(at, "properties", "the root declares no properties, so there is nothing to select",
			"declare a property for each field, or give no schema at all")
	case properties.Kind() == strictjson.KindObject && properties.Len() == 0:
		r.refuse(extend(at, "properties"), "properties", "is empty at the root, so there is nothing to select",
			"declare a property for each field, or give no schema at all")
	}
}

// rootRequired holds the root's required names against the declared ones, wherever the two stand.
func (r *reader) rootRequired(at string, v strictjson.Value) {
	required, _ := v.Lookup("required")
	properties, _ := v.Lookup("properties")
	for i, name := range required.Items() {
		if name.Kind() == strictjson.KindString && !properties.Has(name.Text()) {
			r.refuse(strictjson.AppendIndex(extend(at, "required"), i), "required", "names no declared property",
				"declare the property or drop the name")
		}
	}
}
