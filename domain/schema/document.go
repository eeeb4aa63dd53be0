package schema

import (
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// document writes a whole document.
func (p *preparer) document(source strictjson.Value) rewritten {
	p.whole = source
	p.root = p.declaration(source)
	p.written, p.busy = map[string]rewritten{}, map[string]bool{}
	p.moved = map[string]string{}
	if p.root.Kind() != strictjson.KindObject {
		return measured(p.root)
	}
	if header, ok := p.root.Lookup("$schema"); ok {
		p.dialect = dialectNamed(header.Text())
	}
	for _, name := range []string{"$id", "id"} {
		if id, ok := p.root.Lookup(name); ok && p.id == "" {
			p.id = id.Text()
		}
	}
	return p.rootRules(p.schema("", p.root))
}

// declaration takes the schema out of a tool's declaration, as the interfaces of model providers and MCP have
// it.
func (p *preparer) declaration(v strictjson.Value) strictjson.Value {
	if inner, ok := v.Lookup("function"); ok && inner.Kind() == strictjson.KindObject && inner.Has("name") {
		p.base = "/function"
		v = inner
	}
	name, named := v.Lookup("name")
	if !named || name.Kind() != strictjson.KindString || v.Has("properties") || v.Has("$ref") {
		p.base = ""
		return p.whole
	}
	for _, key := range []string{"parameters", "inputSchema", "input_schema"} {
		inner, ok := v.Lookup(key)
		if ok && inner.Kind() == strictjson.KindObject {
			at := strictjson.AppendName(p.base, key)
			p.changedText("a tool declaration: its schema under " + at + " is taken")
			p.base = at
			return inner
		}
	}
	p.base = ""
	return p.whole
}

// rootRules writes what a root says in other words than the subset asks for there.
func (p *preparer) rootRules(r rewritten) rewritten {
	if r.value.Kind() != strictjson.KindObject || r.value.Len() == 0 {
		return r
	}
	d := &draft{p: p, source: r.value}
	for name, value := range r.value.Members() {
		d.members = append(d.members, part{name, rewritten{value: value}})
	}
	before := d.done().bytes
	d.rootType()
	if !p.arguments {
		d.rootOpen()
		d.rootEmpty()
	}
	after := d.done()
	return rewritten{after.value, grown(r.bytes, max(after.bytes-before, 0))}
}

// rootType says that the root is an object where its properties say so.
func (d *draft) rootType() {
	const object = "object"
	types, ok := d.get("type")
	switch {
	case !ok && d.has("properties"):
		d.members = append([]part{{"type", measured(strictjson.String(object))}}, d.members...)
		d.p.changed("", `type "object" added: the root has properties`)
	case types.Kind() == strictjson.KindArray && types.Len() == 1 && types.Index(0).Text() == object:
		d.set("type", measured(strictjson.String(object)))
		d.changed("type", `written as the string "object"`)
	}
}

// rootOpen writes additionalProperties that hold for everything as true.
func (d *draft) rootOpen() {
	if v, ok := d.get("additionalProperties"); ok && v.Kind() == strictjson.KindObject && always(v) {
		d.set("additionalProperties", measured(strictjson.Bool(true)))
		d.changed("additionalProperties", "written as true, which it means")
	}
}

// rootEmpty takes a root that declares nothing and asks for nothing as no schema.
func (d *draft) rootEmpty() {
	for _, m := range d.members {
		empty := m.value.Len() == 0
		switch m.name {
		case "type":
			empty = m.value.Text() == "object"
		case "additionalProperties":
			empty = m.value.Kind() == strictjson.KindBool
		case "properties", "required":
		default:
			empty = annotation(m.name) || m.name == "$id" || m.name == "$schema"
		}
		if !empty {
			return
		}
	}
	if d.has("type") {
		d.members = nil
		d.p.changed("", "declares no property: taken as no schema")
	}
}

// decode reads the text that was given. Numbers are judged where they stand.
func (p *preparer) decode(text []byte) (strictjson.Value, error) {
	options := strictjson.Options{AnyNumber: true}
	text = p.withoutMark(text)
	if len(text) == 0 {
		return strictjson.Object(), nil
	}
	root, err := strictjson.Decode(text, options)
	if err == nil {
		return root, nil
	}
	plain, found := withoutComments(text)
	if !found {
		return root, err
	}
	root, err = strictjson.Decode(plain, options)
	if err == nil {
		p.changedText("comments, and commas before a closing bracket, left out")
	}
	return root, err
}
