package schema

import (
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// keywordCode names the keyword that a check belongs to.
type keywordCode uint8

const (
	keywordFalse keywordCode = iota // a boolean schema that nothing led to
	keywordType
	keywordEnum
	keywordConst
	keywordMinimum
	keywordMaximum
	keywordExclusiveMinimum
	keywordExclusiveMaximum
	keywordMultipleOf
	keywordMinLength
	keywordMaxLength
	keywordPattern
	keywordFormat
	keywordMinItems
	keywordMaxItems
	keywordUniqueItems
	keywordItems
	keywordRequired
	keywordProperties
	keywordAdditionalProperties
	keywordAnyOf
	keywordOneOf
	keywordAllOf
	keywordNot
)

// keywords says of each code the keyword that it stands for and, of a bound on numbers, what it asks for.
var keywords = [...]struct{ name, bound string }{
	keywordFalse:                {name: "false"},
	keywordType:                 {name: "type"},
	keywordEnum:                 {name: "enum"},
	keywordConst:                {name: "const"},
	keywordMinimum:              {"minimum", "of at least"},
	keywordMaximum:              {"maximum", "of at most"},
	keywordExclusiveMinimum:     {"exclusiveMinimum", "above"},
	keywordExclusiveMaximum:     {"exclusiveMaximum", "below"},
	keywordMultipleOf:           {"multipleOf", "that is a multiple of"},
	keywordMinLength:            {name: "minLength"},
	keywordMaxLength:            {name: "maxLength"},
	keywordPattern:              {name: "pattern"},
	keywordFormat:               {name: "format"},
	keywordMinItems:             {name: "minItems"},
	keywordMaxItems:             {name: "maxItems"},
	keywordUniqueItems:          {name: "uniqueItems"},
	keywordItems:                {name: "items"},
	keywordRequired:             {name: "required"},
	keywordProperties:           {name: "properties"},
	keywordAdditionalProperties: {name: "additionalProperties"},
	keywordAnyOf:                {name: "anyOf"},
	keywordOneOf:                {name: "oneOf"},
	keywordAllOf:                {name: "allOf"},
	keywordNot:                  {name: "not"},
}

func (c keywordCode) String() string { return keywords[c].name }

// violate counts a failing check and, outside of branches, notes the violation. detail is a count or a
// position, by keyword. It always returns false.
func (e *evaluator) violate(n *Node, code keywordCode, detail int) bool {
	e.work += e.violationWork(n, code)
	if e.muted > 0 || e.full() {
		return false
	}
	violation := Violation{Pointer: e.pointer(true), Keyword: code.String(), Expected: n.expected(code, detail)}
	e.violations = append(e.violations, violation)
	e.violationBytes += len(violation.Pointer) + len(violation.Expected)
	return false
}

// full reports whether no further violation is listed.
func (e *evaluator) full() bool {
	return len(e.violations) >= MaxViolations || e.violationBytes >= MaxViolationBytes
}

// expected says what a keyword asks for, without any text of the value.
func (n *Node) expected(code keywordCode, detail int) string {
	switch code {
	case keywordType:
		return n.types.String()
	case keywordEnum:
		return listed(n.enum)
	case keywordConst:
		return "exactly " + shown(n.constant.listed[0])
	case keywordRequired:
		return "the property " + shown(strictjson.String(strictjson.CutName(n.required[detail])))
	case keywordAnyOf:
		return fmt.Sprintf("at least one of %d alternatives to hold", len(n.anyOf))
	case keywordOneOf:
		return fmt.Sprintf("exactly one of %d alternatives to hold, not %d", len(n.oneOf), detail)
	case keywordNot:
		return "a value that the schema under \"not\" refuses"
	case keywordFalse, keywordProperties, keywordItems, keywordAllOf:
		return "no value here: the schema is false"
	case keywordAdditionalProperties:
		return "no property of this name"
	default:
		return n.expectedBound(code, detail)
	}
}

func (n *Node) expectedBound(code keywordCode, detail int) string {
	switch code {
	case keywordMinimum, keywordMaximum, keywordExclusiveMinimum, keywordExclusiveMaximum, keywordMultipleOf:
		bound, _ := n.source.Lookup(code.String())
		return "a number " + keywords[code].bound + " " + bound.Text()
	case keywordMinLength:
		return fmt.Sprintf("at least %d code points, not %d", n.minLength, detail)
	case keywordMaxLength:
		return fmt.Sprintf("at most %d code points, not %d", n.maxLength, detail)
	case keywordPattern:
		return "a match of the pattern " + shown(strictjson.String(n.pattern.String()))
	case keywordFormat:
		return "the format " + n.format
	case keywordMinItems:
		return fmt.Sprintf("at least %d items, not %d", n.minItems, detail)
	case keywordMaxItems:
		return fmt.Sprintf("at most %d items, not %d", n.maxItems, detail)
	case keywordUniqueItems:
		return fmt.Sprintf("items that all differ; item %d equals an earlier one", detail)
	default:
		return ""
	}
}

// maxShown bounds what an expectation shows of a schema, in bytes.
const maxShown = 200

// shown writes a value of the schema, whole or not at all: half a value is misleading.
func shown(v strictjson.Value) string {
	if text := v.JSON(); len(text) <= maxShown {
		return text
	}
	return "(see the schema)"
}

// listed writes the values of an enum, as many as can be shown.
func listed(s *valueSet) string {
	var text strings.Builder
	text.WriteString("one of ")
	for i, v := range s.listed {
		one := v.JSON()
		if text.Len()+len(one) > maxShown {
			fmt.Fprintf(&text, "… (%d values, see the schema)", len(s.listed))
			break
		}
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(one)
	}
	return text.String()
}
