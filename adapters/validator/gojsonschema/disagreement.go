package gojsonschema

import (
	"strings"

	"github.com/xeipuuv/gojsonschema"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// firstOf picks one of the library's errors, whose order is random: the deepest, then the first by
// its pointer and keyword. It gives nil where there is none.
func firstOf(faults []gojsonschema.ResultError) *schema.Disagreement {
	var first *schema.Disagreement
	for _, fault := range faults {
		one := schema.Disagreement{Pointer: pointer(fault.Context()), Keyword: keyword(fault.Type())}
		if first == nil || before(one, *first) {
			first = &one
		}
	}
	return first
}

func before(a, b schema.Disagreement) bool {
	deepA, deepB := strings.Count(a.Pointer, "/"), strings.Count(b.Pointer, "/")
	if deepA != deepB {
		return deepA > deepB
	}
	return a.Pointer+" "+a.Keyword < b.Pointer+" "+b.Keyword
}

// pointer turns the library's place into a JSON Pointer with names cut to be shown. Names are valid
// UTF-8, so a byte that never occurs in UTF-8 parts them.
func pointer(context *gojsonschema.JsonContext) string {
	const apart = "\xff"
	steps := strings.Split(context.String(apart), apart)
	text := ""
	for _, name := range steps[1:] {
		text = strictjson.AppendName(text, strictjson.CutName(name))
	}
	return text
}

// keyword returns the schema keyword that an error type of the library stands for.
func keyword(kind string) string {
	known := map[string]string{
		"invalid_type": "type", "number_any_of": "anyOf", "number_one_of": "oneOf", "number_all_of": "allOf",
		"number_not": "not", "array_min_items": "minItems", "array_max_items": "maxItems",
		"unique": "uniqueItems", "additional_property_not_allowed": "additionalProperties",
		"string_gte": "minLength", "string_lte": "maxLength", "multiple_of": "multipleOf",
		"number_gte": "minimum", "number_gt": "exclusiveMinimum", "number_lte": "maximum",
		"number_lt": "exclusiveMaximum",
	}
	if name, ok := known[kind]; ok {
		return name
	}
	return kind // required, enum, const, pattern, format and false go by their own names
}
