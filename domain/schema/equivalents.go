package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

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
