package schema

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// dialect is a version of JSON Schema. The zero dialect is that of a schema that names none; it is read as
// the newest one.
type dialect int

const (
	unnamed dialect = iota
	draft4
	draft6
	draft7
	draft201909
	draft202012
	foreign // a $schema that is none of these
)

func dialectNamed(header string) dialect {
	rest := strings.TrimPrefix(strings.TrimPrefix(header, "https://"), "http://")
	switch strings.TrimSuffix(rest, "#") {
	case "json-schema.org/draft-04/schema":
		return draft4
	case "json-schema.org/draft-06/schema":
		return draft6
	case "json-schema.org/draft-07/schema":
		return draft7
	case "json-schema.org/draft/2019-09/schema":
		return draft201909
	case "json-schema.org/draft/2020-12/schema":
		return draft202012
	case "json-schema.org/schema": // whichever is the newest
		return unnamed
	default:
		return foreign
	}
}

// besideReferences reports whether what stands beside a $ref counts.
func (d dialect) besideReferences() bool { return d == unnamed || d >= draft201909 }

// header writes $schema: Draft-7 as it stands, another known dialect not at all, since what remains of the
// schema means the same in Draft-7.
func (d *draft) header(v strictjson.Value) {
	switch named := dialectNamed(v.Text()); {
	case v.Kind() != strictjson.KindString, named == foreign, named == draft7:
		d.add("$schema", measured(v))
	default:
		d.changed("$schema", "read as Draft-7: every keyword that is kept means the same there")
	}
}

// laterThanDraft4 reports whether Draft-4 did not have a keyword that checks something, or had it with
// another kind of value.
func laterThanDraft4(name string, v strictjson.Value) bool {
	switch name {
	case "const":
		return true
	case "exclusiveMinimum", "exclusiveMaximum":
		return v.Kind() == strictjson.KindNumber
	default:
		return false
	}
}

// annotates reports whether a keyword that the subset lacks only describes in a dialect.
func (d dialect) annotates(name string) bool {
	switch name {
	case "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "deprecated", "example", "externalDocs",
		"xml", "enumNames", "markdownDescription", "enumDescriptions", "markdownEnumDescriptions",
		"defaultSnippets", "deprecationMessage", "errorMessage":
		return true
	case "$default": // of Angular and Nx: where a command takes a value from
		return true
	case "contentEncoding", "contentMediaType", "contentSchema":
		return d.besideReferences() // assertions up to Draft-7
	default:
		return strings.HasPrefix(name, "x-") || strings.HasPrefix(name, "$comment")
	}
}

// asserts reports whether a keyword that the subset lacks checks something in some dialect or in a widespread
// extension, so that it must not be dropped.
func asserts(name string) bool {
	switch name {
	case "$ref", "$recursiveRef", "$dynamicRef", "if", "then", "else", "dependencies", "dependentRequired",
		"dependentSchemas", "patternProperties", "propertyNames", "minProperties", "maxProperties",
		"additionalItems", "prefixItems", "unevaluatedItems", "unevaluatedProperties", "contains", "minContains",
		"maxContains", "contentEncoding", "contentMediaType", "contentSchema", "discriminator", "nullable":
		return true
	case "divisibleBy", "disallow", "extends": // Draft-3
		return true
	case "formatMinimum", "formatMaximum", "formatExclusiveMinimum", "formatExclusiveMaximum", "instanceof",
		"typeof", "range", "exclusiveRange", "regexp", "uniqueItemProperties", "allRequired", "anyRequired",
		"oneRequired", "patternRequired", "prohibited", "deepProperties", "deepRequired", "select",
		"$data", "$merge", "$patch": // extensions of validators
		return true
	default:
		return false
	}
}
