package schema

import (
	"github.com/devcodex/intent-runtime/domain/schema/format"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// extensions are the keywords beyond the subset that equivalents may take away.
var extensions = map[string]func(*draft){
	"nullable":              (*draft).nullable,
	"discriminator":         (*draft).discriminator,
	"propertyNames":         (*draft).propertyNames,
	"patternProperties":     (*draft).patternProperties,
	"minProperties":         (*draft).minProperties,
	"unevaluatedProperties": (*draft).unevaluatedProperties,
	"additionalItems":       (*draft).additionalItems,
	"minContains":           (*draft).contains,
	"maxContains":           (*draft).contains,
	"then":                  (*draft).branch,
	"else":                  (*draft).branch,
}

// equivalents writes what a schema says in words that the subset lacks in words that it has, if they mean the
// same. What is left is refused when the result is read.
func (d *draft) equivalents() {
	d.exclusive("exclusiveMinimum", "minimum")
	d.exclusive("exclusiveMaximum", "maximum")
	d.format()
	for name := range d.source.Members() {
		if rewrite := extensions[name]; rewrite != nil && d.has(name) {
			rewrite(d)
		}
	}
}

// exclusive writes Draft-4's pair of a bound and a boolean as one bound.
func (d *draft) exclusive(name, bound string) {
	flag, ok := d.get(name)
	if !ok || flag.Kind() != strictjson.KindBool {
		return
	}
	value, bounded := d.get(bound)
	switch {
	case !flag.Bool():
		d.remove(name)
		d.dropped(name, "false says nothing")
	case bounded && value.Kind() == strictjson.KindNumber:
		d.remove(bound)
		d.set(name, measured(value))
		d.changed(name, "written as Draft-7 does, with the value of "+bound)
	}
}

// nullable adds null to the types, which is all that OpenAPI 3.0.3 has it mean; without a type it means
// nothing.
func (d *draft) nullable() {
	flag, _ := d.get("nullable")
	if flag.Kind() != strictjson.KindBool {
		return
	}
	d.remove("nullable")
	types, ok := d.get("type")
	switch {
	case !flag.Bool():
		d.dropped("nullable", "false says nothing")
	case !ok:
		d.dropped("nullable", "without a type it says nothing")
	case types.Kind() == strictjson.KindString && types.Text() != "null":
		d.set("type", measured(strictjson.Strings([]string{types.Text(), "null"})))
		d.changed("nullable", `written as "null" in the list of types`)
	default:
		d.changed("nullable", "dropped: the list of types says what is allowed")
	}
}

// discriminator names the property that tells branches apart; the branches check it by themselves.
func (d *draft) discriminator() {
	if d.has("oneOf") || d.has("anyOf") {
		d.remove("discriminator")
		d.dropped("discriminator", "a hint, the branches are checked without it")
	}
}

// trivially reports whether a schema holds for every text, and so for every name of a property.
func trivially(v strictjson.Value) bool {
	if v.Kind() == strictjson.KindBool {
		return v.Bool()
	}
	if v.Kind() != strictjson.KindObject {
		return false
	}
	for name, value := range v.Members() {
		if !annotation(name) && (name != "type" || value.Text() != "string") {
			return false
		}
	}
	return true
}

// always reports whether a schema holds for every value.
func always(v strictjson.Value) bool {
	return trivially(v) && !v.Has("type")
}

func (d *draft) propertyNames() {
	if names, _ := d.get("propertyNames"); trivially(names) {
		d.remove("propertyNames")
		d.dropped("propertyNames", "every name is a string")
	}
}

// patternProperties that match every name, with nothing declared beside them, are additionalProperties.
func (d *draft) patternProperties() {
	patterns, _ := d.get("patternProperties")
	if patterns.Kind() != strictjson.KindObject || patterns.Len() > 1 {
		return
	}
	if patterns.Len() == 0 {
		d.remove("patternProperties")
		d.dropped("patternProperties", "there is none")
		return
	}
	only := patterns.Member(0)
	if declared, _ := d.get("properties"); declared.Len() > 0 || !matchesAll(only.Name) {
		return
	}
	bytes := d.members[d.position("patternProperties")].bytes
	d.remove("patternProperties")
	d.set("additionalProperties", rewritten{only.Value, bytes})
	d.changed("patternProperties", "written as additionalProperties: the pattern matches every name")
	at := d.under("patternProperties")
	d.p.moves(d.under("additionalProperties"), strictjson.AppendName(at, only.Name))
}

// matchesAll reports whether a pattern matches every name. `.` matches no line terminator, but then an empty
// part of the name matches `.*` without anchors.
func matchesAll(pattern string) bool {
	switch pattern {
	case "", ".*", "^", "$", "^.*", ".*$", "(.*)", `[\s\S]*`, `^[\s\S]*$`:
		return true
	default:
		return false
	}
}

func (d *draft) minProperties() {
	least, _ := d.get("minProperties")
	size, ok := least.Integer()
	required, _ := d.get("required")
	if ok && size <= int64(required.Len()) {
		d.remove("minProperties")
		d.dropped("minProperties", "required asks for as many")
	}
}

// unevaluatedProperties without a keyword beside it that applies another schema to the same object is
// additionalProperties.
func (d *draft) unevaluatedProperties() {
	value, _ := d.get("unevaluatedProperties")
	if always(value) || d.has("additionalProperties") {
		d.remove("unevaluatedProperties")
		d.dropped("unevaluatedProperties", "it leaves nothing out")
		return
	}
	for _, name := range []string{"anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependentSchemas",
		"$recursiveRef", "$dynamicRef", "patternProperties", "$ref"} {
		if d.has(name) || d.source.Has(name) {
			return
		}
	}
	bytes := d.members[d.position("unevaluatedProperties")].bytes
	d.remove("unevaluatedProperties")
	d.set("additionalProperties", rewritten{value, bytes})
	d.changed("unevaluatedProperties", "written as additionalProperties: no other schema applies to the object")
	d.p.moves(d.under("additionalProperties"), d.under("unevaluatedProperties"))
}

// additionalItems are about items behind those of a list; without a list it says nothing.
func (d *draft) additionalItems() {
	if items, _ := d.get("items"); items.Kind() != strictjson.KindArray {
		d.remove("additionalItems")
		d.dropped("additionalItems", "without a list in items it says nothing")
	}
}

func (d *draft) contains() {
	if d.has("contains") {
		return
	}
	for _, name := range []string{"minContains", "maxContains"} {
		if d.has(name) {
			d.remove(name)
			d.dropped(name, "without contains it says nothing")
		}
	}
}

func (d *draft) branch() {
	if d.has("if") {
		return
	}
	for _, name := range []string{"then", "else"} {
		if d.has(name) {
			d.remove(name)
			d.dropped(name, "without if it says nothing")
		}
	}
}

// format writes the formats of OpenAPI's registry: those of integers as bounds, others not at all.
func (d *draft) format() {
	v, ok := d.get("format")
	if !ok || v.Kind() != strictjson.KindString || format.Known(v.Text()) {
		return
	}
	if low, high, sized := integerFormat(v.Text()); sized {
		d.remove("format")
		d.sized(v.Text(), low, high)
		return
	}
	if openAPIFormat(v.Text()) {
		d.remove("format")
		d.dropped("format", "a format of OpenAPI, which describes")
	}
}

func (d *draft) sized(name string, low, high int64) {
	types, _ := d.get("type")
	if types.Kind() == strictjson.KindString && types.Text() != "integer" && types.Text() != "number" {
		d.dropped("format", "a format of numbers, for what is none")
		return
	}
	d.bound("minimum", "exclusiveMinimum", low, -1)
	d.bound("maximum", "exclusiveMaximum", high, 1)
	d.changed("format", "written as the range of "+name)
}

// bound writes a bound unless there is a stricter one. outwards is the direction of looser bounds.
func (d *draft) bound(name, exclusive string, most int64, outwards int) {
	limit := strictjson.Int(most)
	for _, known := range []string{name, exclusive} {
		v, ok := d.get(known)
		if ok && (v.Kind() != strictjson.KindNumber || v.Decimal().Cmp(limit.Decimal())*outwards <= 0) {
			return
		}
	}
	d.set(name, measured(limit))
}

// integerFormat returns the range of a format of integers. That of 64 bits is cut to the integers that JSON
// readers keep; the strict reader refuses others in any value.
func integerFormat(name string) (low, high int64, ok bool) {
	const most = strictjson.MaxInteger
	switch name {
	case "int8":
		return -1 << 7, 1<<7 - 1, true
	case "int16":
		return -1 << 15, 1<<15 - 1, true
	case "int32":
		return -1 << 31, 1<<31 - 1, true
	case "int64":
		return -most, most, true
	case "uint8":
		return 0, 1<<8 - 1, true
	case "uint16":
		return 0, 1<<16 - 1, true
	case "uint32":
		return 0, 1<<32 - 1, true
	case "uint64":
		return 0, most, true
	default:
		return 0, 0, false
	}
}

// openAPIFormat reports whether a format is one of OpenAPI's registry that checks nothing by itself.
func openAPIFormat(name string) bool {
	switch name {
	case "float", "double", "double-int", "decimal", "decimal128", "byte", "binary", "base64url", "char",
		"password", "commonmark", "html", "media-range", "http-date", "sf-binary", "sf-boolean", "sf-decimal",
		"sf-integer", "sf-string", "sf-token":
		return true
	default:
		return false
	}
}
