package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

const (
	wayInline    = "write the schema itself wherever it is referred to"
	wayCases     = "use anyOf with a branch for each case, each with its own condition"
	wayDepends   = "use anyOf with two branches: without the property, and with it and all it needs"
	wayNames     = "declare the properties, or give additionalProperties one schema for all of them"
	wayRequired  = "name what must be there in required, or say it in the description"
	wayTuple     = "use an object with a property for each position"
	wayClosed    = "put additionalProperties: false where the properties are declared"
	wayContent   = "say it in the description, or check the text with a pattern"
	wayContains  = "say it in the description: a described node is checked by a verdict of its own"
	wayUnknown   = "drop it, or say it in the description"
	wayNullable  = `add "null" to the list of types`
	wayExamples  = "write examples, a list"
	wayDraft4ID  = "write $id, or drop it"
	wayConstEnum = "write enum, or oneOf with a const and a title each"
)

// hint tells how what an unsupported keyword says can be said.
func hint(keyword string) string {
	switch keyword {
	case "$ref", "$recursiveRef", "$dynamicRef", "definitions", "$defs", "$anchor", "$recursiveAnchor",
		"$dynamicAnchor":
		return wayInline
	case "if", "then", "else", "discriminator":
		return wayCases
	case "dependencies", "dependentRequired", "dependentSchemas":
		return wayDepends
	case "patternProperties", "propertyNames":
		return wayNames
	case "minProperties", "maxProperties":
		return wayRequired
	case "additionalItems", "prefixItems":
		return wayTuple
	case "unevaluatedItems", "unevaluatedProperties":
		return wayClosed
	case "contentEncoding", "contentMediaType", "contentSchema":
		return wayContent
	case "contains", "minContains", "maxContains":
		return wayContains
	case "nullable":
		return wayNullable
	case "example":
		return wayExamples
	case "id":
		return wayDraft4ID
	case "enumNames", "x-enumNames":
		return wayConstEnum
	default:
		return wayUnknown
	}
}

func (r *reader) unsupported(keyword, at string) {
	name := strictjson.String(strictjson.CutName(keyword)).JSON()
	way := hint(keyword)
	if meant := nearest(keyword); way == wayUnknown && meant != "" {
		way = "write " + meant + " if that is meant; " + wayUnknown
	}
	r.refuse(at, keyword, "keyword "+name+" is not supported", way)
}
