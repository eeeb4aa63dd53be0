package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

// Assertions returns the projection as compact JSON without what only describes ($schema, $id and
// annotations), and with the members of each enum once: what a second judge is given. It means the same
// for every value. The slice is the caller's own.
func (p *Projection) Assertions() []byte { return assertions(p.root.source).AppendJSON(nil) }

// assertions writes a schema that was accepted.
func assertions(source strictjson.Value) strictjson.Value {
	if source.Kind() != strictjson.KindObject {
		return source
	}
	members := make([]strictjson.Member, 0, source.Len())
	for name, v := range source.Members() {
		switch name {
		case "$schema", "$id", "$comment", "title", "description", "default", "examples", "readOnly", "writeOnly":
			continue
		case "enum":
			v = distinct(v)
		case "properties":
			v = eachAsserted(v)
		case "anyOf", "oneOf", "allOf":
			branches := itemsOf(v)
			for i := range branches {
				branches[i] = assertions(branches[i])
			}
			v = strictjson.Array(branches...)
		case "items", "additionalProperties", "not":
			v = assertions(v)
		}
		members = append(members, strictjson.Field(name, v))
	}
	return strictjson.Object(members...)
}

func eachAsserted(properties strictjson.Value) strictjson.Value {
	members := make([]strictjson.Member, 0, properties.Len())
	for name, v := range properties.Members() {
		members = append(members, strictjson.Field(name, assertions(v)))
	}
	return strictjson.Object(members...)
}

// distinct returns the items of a list that equal no earlier one.
func distinct(list strictjson.Value) strictjson.Value {
	seen := make(map[uint64][]strictjson.Value, list.Len())
	var kept []strictjson.Value
next:
	for _, item := range list.Items() {
		h := hashOf(item)
		for _, known := range seen[h] {
			if equal(known, item) {
				continue next
			}
		}
		seen[h] = append(seen[h], item)
		kept = append(kept, item)
	}
	return strictjson.Array(kept...)
}
