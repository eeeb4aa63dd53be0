package schema

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// reference writes a schema with $ref: the schema that is referred to, with the annotations that stand beside
// the reference. What else stands beside it is joined by allOf, or does not count up to Draft-7.
func (p *preparer) reference(at string, v strictjson.Value, ref string) rewritten {
	target, ok := p.target(at, ref)
	if !ok {
		return measured(strictjson.Bool(true))
	}
	beside := p.beside(at, v)
	p.changed(strictjson.AppendName(at, "$ref"), "written out")
	if beside.asserting() && target.value.Kind() == strictjson.KindObject {
		return p.joined(at, ref, target, beside)
	}
	if target.value.Kind() != strictjson.KindObject {
		return target
	}
	d := &draft{p: p, at: at, source: v}
	for name, value := range target.value.Members() {
		d.members = append(d.members, part{name, rewritten{value: value}})
	}
	whole := target.bytes
	for _, m := range beside.members {
		d.set(m.name, m.rewritten)
		whole = grown(whole, len(m.name)+len(`"":,`)+m.bytes)
	}
	p.moves(at, p.pointerOf(ref))
	return rewritten{d.done().value, whole}
}

// joined writes a reference beside which something else is asked for.
func (p *preparer) joined(at, ref string, target rewritten, beside *draft) rewritten {
	rest := &draft{p: p, at: at}
	outer := &draft{p: p, at: at}
	for _, m := range beside.members {
		if annotation(m.name) {
			outer.members = append(outer.members, m)
			continue
		}
		rest.members = append(rest.members, m)
	}
	own := rest.done()
	both := strictjson.Array(target.value, own.value)
	outer.set("allOf", rewritten{both, grown(target.bytes, own.bytes+len("[,]"))})
	branch := strictjson.AppendName(at, "allOf")
	p.moves(strictjson.AppendIndex(branch, 0), p.pointerOf(ref))
	p.moves(strictjson.AppendIndex(branch, 1), at)
	return outer.done()
}

// moves notes where a schema stood that is written at another place.
func (p *preparer) moves(written, stood string) {
	if p.moved == nil {
		p.moved = map[string]string{}
	}
	p.moved[strictjson.CutPointer(p.base+written)] = strictjson.CutPointer(p.base + stood)
}

// beside writes what stands beside a $ref and counts.
func (p *preparer) beside(at string, v strictjson.Value) *draft {
	d := &draft{p: p, at: at, source: v}
	for name, value := range v.Members() {
		switch {
		case name == "$ref", name == "$id", name == "$comment":
		case annotation(name), p.dialect.besideReferences(),
			name == "definitions", name == "$defs", name == "$schema":
			d.keyword(name, value)
		default:
			d.dropped(name, "Draft-7 and those before it ignore what stands beside a $ref")
		}
	}
	d.equivalents()
	d.remove("$schema")
	return d
}

// annotation reports whether a keyword of the subset only describes.
func annotation(name string) bool {
	switch name {
	case "title", "description", "default", "examples", "readOnly", "writeOnly", "$comment":
		return true
	default:
		return false
	}
}

func (d *draft) asserting() bool {
	for _, m := range d.members {
		if !annotation(m.name) {
			return true
		}
	}
	return false
}

const wayReference = "write the schema itself at this place"

// target finds and writes the schema that a reference leads to.
func (p *preparer) target(at, ref string) (rewritten, bool) {
	place := strictjson.AppendName(at, "$ref")
	fragment, local := p.fragment(ref)
	switch {
	case !local:
		p.refuse(place, "$ref", "lies elsewhere: nothing is fetched", wayReference)
		return rewritten{}, false
	case fragment != "" && fragment[0] != '/':
		p.refuse(place, "$ref", "refers to an anchor: only JSON Pointers are followed",
			"write #/$defs/… and the name")
		return rewritten{}, false
	}
	tokens, err := strictjson.SplitPointer(fragment)
	found, ok := p.root.Resolve(tokens)
	switch {
	case err != nil || !ok:
		p.refuse(place, "$ref", "refers to nothing in this schema", "correct the pointer")
		return rewritten{}, false
	case p.busy[fragment]:
		p.refuse(place, "$ref", "refers to itself: a schema of that shape has no bound",
			"write as many levels as are needed, the last one without the reference")
		return rewritten{}, false
	}
	return p.schema(fragment, found), true
}

// pointerOf returns the pointer of a reference that has been followed.
func (p *preparer) pointerOf(ref string) string {
	fragment, _ := p.fragment(ref)
	return fragment
}

// fragment returns the unescaped fragment of a reference and whether it is one into this document.
func (p *preparer) fragment(ref string) (string, bool) {
	address, fragment, _ := strings.Cut(ref, "#")
	if address != "" && address != p.id {
		return "", false
	}
	return unescaped(fragment)
}

// unescaped resolves the percent escapes of a fragment (RFC 3986 section 2.1).
func unescaped(fragment string) (string, bool) {
	if !strings.Contains(fragment, "%") {
		return fragment, true
	}
	text := make([]byte, 0, len(fragment))
	for i := 0; i < len(fragment); i++ {
		if fragment[i] != '%' {
			text = append(text, fragment[i])
			continue
		}
		if i+2 >= len(fragment) {
			return "", false
		}
		high, ok1 := hexDigit(fragment[i+1])
		low, ok2 := hexDigit(fragment[i+2])
		if !ok1 || !ok2 {
			return "", false
		}
		text = append(text, high<<4|low)
		i += 2
	}
	return string(text), true
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	default:
		return 0, false
	}
}
