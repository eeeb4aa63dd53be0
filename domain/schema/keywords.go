package schema

import (
	"fmt"
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// readKeyword judges a keyword's value and fills in the node.
type readKeyword func(r *reader, n *Node, p place, v strictjson.Value)

// keywordNamed finds what reads a supported keyword; nil where the keyword is not supported.
func keywordNamed(name string) readKeyword {
	switch name {
	case "$schema":
		return readDialect
	case "$id", "$comment", "title":
		return readText
	case "description":
		return readDescription
	case "default":
		return func(*reader, *Node, place, strictjson.Value) {}
	case "examples":
		return readExamples
	case "readOnly", "writeOnly":
		return readFlag
	case "type":
		return readType
	case "enum":
		return readEnum
	case "const":
		return readConst
	case "not", "anyOf", "oneOf", "allOf":
		return readCombination
	default:
		return typedKeyword(name)
	}
}

// typedKeyword finds the keywords that judge values of one type.
func typedKeyword(name string) readKeyword {
	switch name {
	case "properties":
		return readProperties
	case "required":
		return readRequired
	case "additionalProperties":
		return readAdditional
	case "items":
		return readItems
	case "minItems", "maxItems", "minLength", "maxLength":
		return readSize
	case "uniqueItems":
		return readUnique
	case "pattern":
		return readPattern
	case "format":
		return readFormat
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return readBound
	case "multipleOf":
		return readMultipleOf
	default:
		return nil
	}
}

func readDialect(r *reader, _ *Node, p place, v strictjson.Value) {
	switch v.Text() {
	case "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema",
		"https://json-schema.org/draft-07/schema#", "https://json-schema.org/draft-07/schema":
		if v.Kind() == strictjson.KindString {
			return
		}
	}
	r.refuse(p.at, p.keyword, "is not Draft-7",
		`leave it out or write "http://json-schema.org/draft-07/schema#"`)
}

func (r *reader) is(kind strictjson.Kind, p place, v strictjson.Value) bool {
	if v.Kind() == kind {
		return true
	}
	r.refuse(p.at, p.keyword, "is "+v.Kind().WithArticle()+", not "+kind.WithArticle(), "")
	return false
}

func readText(r *reader, _ *Node, p place, v strictjson.Value) { r.is(strictjson.KindString, p, v) }

func readDescription(r *reader, n *Node, p place, v strictjson.Value) {
	if r.is(strictjson.KindString, p, v) {
		n.described = !text.Blank(v.Text())
	}
}

func readExamples(r *reader, _ *Node, p place, v strictjson.Value) { r.is(strictjson.KindArray, p, v) }

func readFlag(r *reader, _ *Node, p place, v strictjson.Value) { r.is(strictjson.KindBool, p, v) }

func readType(r *reader, n *Node, p place, v strictjson.Value) {
	switch {
	case v.Kind() == strictjson.KindString:
		n.types = r.typeName(p.at, p, v)
	case v.Kind() != strictjson.KindArray:
		r.refuse(p.at, p.keyword, "is neither the name of a type nor a list of names", "")
	case v.Len() == 0:
		r.refuse(
			p.at,
			p.keyword,
			"is an empty list, which no value can satisfy",
			"leave type out to allow any",
		)
	}
	if v.Kind() != strictjson.KindArray {
		return
	}
	for i, name := range v.Items() {
		at := strictjson.AppendIndex(p.at, i)
		one := r.typeName(at, p, name)
		if one != 0 && n.types&one != 0 {
			r.refuse(at, p.keyword, "repeats a type of the list", "drop it")
		}
		n.types |= one
	}
}

func (r *reader) typeName(at string, p place, v strictjson.Value) typeSet {
	if v.Kind() == strictjson.KindString {
		if one := typeNamed(v.Text()); one != 0 {
			return one
		}
	}
	r.refuse(at, p.keyword, "is not one of string, number, integer, boolean, object, array, null", "")
	return 0
}

func readEnum(r *reader, n *Node, p place, v strictjson.Value) {
	if !r.is(strictjson.KindArray, p, v) {
		return
	}
	if v.Len() == 0 {
		r.refuse(p.at, p.keyword, "is an empty list, which no value can satisfy", "")
		return
	}
	if v.Len() > MaxEnumEntries {
		r.fixed(
			p,
			"maxEnumEntries",
			v.Len(),
			MaxEnumEntries,
			fmt.Sprintf("%d entries, at most %d are allowed", v.Len(), MaxEnumEntries),
			"use a pattern, or say in the description which values are meant",
		)
	}
	before := r.entries
	r.entries += v.Len()
	if before <= MaxEnumEntriesInAll && r.entries > MaxEnumEntriesInAll {
		r.fixed(p, "maxEnumEntriesInAll", r.entries, MaxEnumEntriesInAll,
			fmt.Sprintf("more than %d enum entries in the whole schema", MaxEnumEntriesInAll), "")
	}
	n.enum = newValueSet(itemsOf(v))
}

// fixed notes that a limit is passed that cannot be configured.
func (r *reader) fixed(p place, name string, got, most int, message, wayOut string) {
	r.found.add(Reason{Pointer: p.at, Keyword: p.keyword, Message: message, WayOut: wayOut,
		Limit: true, Name: name, Got: got, Most: most})
}

func itemsOf(v strictjson.Value) []strictjson.Value {
	items := make([]strictjson.Value, 0, v.Len())
	for _, item := range v.Items() {
		items = append(items, item)
	}
	return items
}

func readConst(_ *reader, n *Node, _ place, v strictjson.Value) {
	n.constant = newValueSet([]strictjson.Value{v})
}

// MaxBranches is how many branches one anyOf, oneOf or allOf may have.
const MaxBranches = 16

func readCombination(r *reader, n *Node, p place, v strictjson.Value) {
	if p.keyword == "not" {
		n.not = r.schema(p.at, v)
		return
	}
	if !r.is(strictjson.KindArray, p, v) {
		return
	}
	if v.Len() == 0 || v.Len() > MaxBranches {
		r.refuse(
			p.at,
			p.keyword,
			"has "+strconv.Itoa(v.Len())+" branches, not 1 to "+strconv.Itoa(MaxBranches),
			"branches that differ in a value only can be one with an enum",
		)
	}
	branches := make([]*Node, 0, v.Len())
	for i, branch := range v.Items() {
		branches = append(branches, r.schema(strictjson.AppendIndex(p.at, i), branch))
	}
	switch p.keyword {
	case "anyOf":
		n.anyOf = branches
	case "oneOf":
		n.oneOf = branches
	default:
		n.allOf = branches
	}
}
