package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

// keyword writes one keyword of the schema that was given. What depends on others is done afterwards, by
// equivalents.
func (d *draft) keyword(name string, v strictjson.Value) {
	switch name {
	case "properties":
		d.eachMember(name, v)
	case "additionalProperties", "not", "unevaluatedProperties", "propertyNames", "additionalItems":
		d.add(name, d.p.schema(d.under(name), v))
	case "items":
		if v.Kind() == strictjson.KindArray {
			d.eachItem(name, v)
			return
		}
		d.add(name, d.p.schema(d.under(name), v))
	case "anyOf", "oneOf", "allOf":
		d.eachItem(name, v)
	case "patternProperties":
		d.eachMember(name, v)
	case "definitions", "$defs":
		d.dropped(name, "what is referred to is written where it is used")
	case "$schema":
		d.header(v)
	default:
		d.simple(name, v)
	}
}

func (d *draft) simple(name string, v strictjson.Value) {
	switch {
	case name == "id" && v.Kind() == strictjson.KindString:
		d.dropped(name, "an identifier, of Draft-4")
	case keywordNamed(name) != nil:
		d.supported(name, v)
	case extensions[name] != nil:
		d.copyOf(name, v)
	case d.p.dialect.annotates(name):
		d.dropped(name, "an annotation, which checks nothing")
	case asserts(name), d.p.misspelt(name):
		d.add(name, measured(v)) // refused when the result is read
	default:
		d.dropped(name, "no keyword of any dialect of JSON Schema, so it checks nothing")
	}
}

// supported writes a keyword that the subset has.
func (d *draft) supported(name string, v strictjson.Value) {
	switch {
	case d.p.dialect == draft4 && laterThanDraft4(name, v):
		d.add(name, measured(v))
		d.p.refuse(d.under(name), name,
			"is no keyword of Draft-4, which the schema names, and would check nothing there",
			"name the dialect that it was written for in $schema")
	case name == "examples" && v.Kind() != strictjson.KindArray:
		d.dropped(name, "examples that are no list, and check nothing")
	default:
		d.copyOf(name, v)
	}
}

// eachMember writes an object of schemas; anything else stays as it is, to be refused.
func (d *draft) eachMember(name string, v strictjson.Value) {
	if v.Kind() != strictjson.KindObject {
		d.add(name, measured(v))
		return
	}
	at := d.under(name)
	members := make([]strictjson.Member, 0, v.Len())
	bytes := len("{}")
	for key, sub := range v.Members() {
		r := d.p.schema(strictjson.AppendName(at, key), sub)
		members = append(members, strictjson.Field(key, r.value))
		bytes = grown(bytes, measured(strictjson.String(key)).bytes+len(":,")+r.bytes)
	}
	d.add(name, rewritten{strictjson.Object(members...), bytes})
}

// eachItem writes a list of schemas.
func (d *draft) eachItem(name string, v strictjson.Value) {
	if v.Kind() != strictjson.KindArray {
		d.add(name, measured(v))
		return
	}
	at := d.under(name)
	items := make([]strictjson.Value, 0, v.Len())
	bytes := len("[]")
	for i, sub := range v.Items() {
		r := d.p.schema(strictjson.AppendIndex(at, i), sub)
		items = append(items, r.value)
		bytes = grown(bytes, len(",")+r.bytes)
	}
	d.add(name, rewritten{strictjson.Array(items...), bytes})
}

// maxUnknown bounds how many unknown keywords are compared with the known ones, which takes some
// microseconds each. Further ones are refused.
const maxUnknown = 4096

// misspelt reports whether an unknown keyword may have been meant to be a known one.
func (p *preparer) misspelt(name string) bool {
	if known, ok := p.unknown[name]; ok {
		return known
	}
	if len(p.unknown) == maxUnknown {
		return true
	}
	if p.unknown == nil {
		p.unknown = map[string]bool{}
	}
	p.unknown[name] = nearest(name) != ""
	return p.unknown[name]
}
