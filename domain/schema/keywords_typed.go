package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
	"github.com/devcodex/intent-runtime/domain/schema/format"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func readProperties(r *reader, n *Node, p place, v strictjson.Value) {
	if !r.is(strictjson.KindObject, p, v) {
		return
	}
	before := r.properties
	r.properties += v.Len()
	if most := r.limits.MaxProperties; before <= most && r.properties > most {
		r.over(p.at, "maxSchemaProperties", r.properties, most)
	}
	n.declared = v
	for name, sub := range v.Members() {
		n.properties = append(n.properties, r.schema(extend(p.at, name), sub))
	}
}

func readRequired(r *reader, n *Node, p place, v strictjson.Value) {
	if !r.is(strictjson.KindArray, p, v) {
		return
	}
	seen := make(map[string]bool, v.Len())
	names := make([]string, 0, v.Len())
	for i, name := range v.Items() {
		at := strictjson.AppendIndex(p.at, i)
		switch {
		case name.Kind() != strictjson.KindString:
			r.refuse(at, p.keyword, "is "+name.Kind().WithArticle()+", not the name of a property", "")
			continue
		case seen[name.Text()]:
			r.refuse(at, p.keyword, "repeats a name of the list", "drop it")
			continue
		}
		seen[name.Text()] = true
		names = append(names, name.Text())
	}
	n.require(names)
}

func readAdditional(r *reader, n *Node, p place, v strictjson.Value) {
	n.additional = r.schema(p.at, v)
}

func readItems(r *reader, n *Node, p place, v strictjson.Value) {
	if v.Kind() != strictjson.KindArray {
		n.items = r.schema(p.at, v)
		return
	}
	r.refuse(p.at, p.keyword, "is a list of schemas by position (a tuple), which is not supported",
		"use an object with a property for each position")
	for i, sub := range v.Items() {
		r.schema(strictjson.AppendIndex(p.at, i), sub)
	}
}

func readSize(r *reader, n *Node, p place, v strictjson.Value) {
	size, ok := v.Decimal().Int64()
	if v.Kind() != strictjson.KindNumber || !ok || size < 0 {
		r.refuse(p.at, p.keyword, "is not an integer from 0 on", "")
		return
	}
	switch p.keyword {
	case "minItems":
		n.minItems = size
	case "maxItems":
		n.maxItems = size
	case "minLength":
		n.minLength = size
	default:
		n.maxLength = size
	}
}

func readUnique(r *reader, n *Node, p place, v strictjson.Value) {
	if r.is(strictjson.KindBool, p, v) {
		n.unique = v.Bool()
	}
}

func readBound(r *reader, n *Node, p place, v strictjson.Value) {
	if v.Kind() == strictjson.KindBool && strings.HasPrefix(p.keyword, "exclusive") {
		replaced := "maximum"
		if p.keyword == "exclusiveMinimum" {
			replaced = "minimum"
		}
		r.refuse(p.at, p.keyword, "is a boolean, not a number",
			"that is Draft-4: write the bound itself here and drop "+replaced)
		return
	}
	if !r.is(strictjson.KindNumber, p, v) {
		return
	}
	bound := v.Decimal()
	n.bounded(v)
	switch p.keyword {
	case "minimum":
		n.minimum = &bound
	case "maximum":
		n.maximum = &bound
	case "exclusiveMinimum":
		n.exclusiveMinimum = &bound
	default:
		n.exclusiveMaximum = &bound
	}
}

func readMultipleOf(r *reader, n *Node, p place, v strictjson.Value) {
	unit := v.Decimal()
	if v.Kind() != strictjson.KindNumber || unit.IsZero() || unit.Negative() {
		r.refuse(p.at, p.keyword, "is not a number above 0", "")
		return
	}
	n.multipleOf = &unit
	n.bounded(v)
}

func readPattern(r *reader, n *Node, p place, v strictjson.Value) {
	if !r.is(strictjson.KindString, p, v) {
		return
	}
	if known := r.patterns[v.Text()]; known != nil {
		n.pattern = known
		return
	}
	pattern, err := ecma.Compile(v.Text())
	if err == nil {
		r.patterns[v.Text()] = pattern
		n.pattern = pattern
		return
	}
	var fault *ecma.Error
	switch {
	case !errors.As(err, &fault):
		r.refuse(p.at, p.keyword, "is not a supported regular expression", "")
	case fault.Limit:
		r.fixed(p, "maxPatternInstructions", ecma.MaxInstructions+1, ecma.MaxInstructions,
			fmt.Sprintf("the pattern compiles to more than %d instructions", ecma.MaxInstructions),
			"lower the counts in braces, or bound the length by maxLength")
	case fault.Invalid:
		r.refuse(p.at, p.keyword, "is no regular expression of ECMA-262 with the u flag: "+fault.Error(), "")
	default:
		r.refuse(p.at, p.keyword, "is a regular expression that cannot be honoured exactly: "+fault.Error(),
			"say it without that construct: allOf with several patterns is \"and\", not with a pattern is \"but not\"")
	}
}

func readFormat(r *reader, n *Node, p place, v strictjson.Value) {
	if !r.is(strictjson.KindString, p, v) {
		return
	}
	if !format.Known(v.Text()) {
		r.refuse(p.at, p.keyword, "is not a known format",
			"the formats are "+strings.Join(format.Names(), ", ")+"; others can be a pattern or a description")
		return
	}
	n.format = v.Text()
}
