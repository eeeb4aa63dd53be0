package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

// preparer is the state of one [Prepare]. It walks the document that was given, and with each reference the
// schema that is referred to, and writes each schema once.
type preparer struct {
	limits    Limits
	arguments bool

	whole   strictjson.Value // the text that was given
	root    strictjson.Value // the schema in it, into which references lead
	base    string           // the pointer from whole to root
	id      string           // the root's $id
	dialect dialect

	written map[string]rewritten // by the exact pointer from root, once whole
	busy    map[string]bool      // the schemas being written
	depth   int
	unknown map[string]bool // keywords of no dialect, and whether they may be misspelt

	// moved leads from where a schema stands in what was written to where it stood, both as reasons show
	// them, so that a reason against an inlined schema names the definition.
	moved   map[string]string
	changes []Change
	found   gathered
}

// rewritten is a schema as it was written. Inlined schemas are shared, so that the value is small even if
// its text, which is measured here, is not.
type rewritten struct {
	value strictjson.Value
	bytes int
}

// maxInlined bounds how deep schemas may stand within one another while references are inlined: a chain of
// definitions is as long as the document.
const maxInlined = 2000

// tooBig is where counting the bytes of a text ends: it is beyond every limit.
const tooBig = 1 << 40

func (p *preparer) changed(at, message string) {
	p.change(Change{Pointer: strictjson.CutPointer(p.base + at), Message: message})
}

// changedText notes a change of the text as a whole.
func (p *preparer) changedText(message string) { p.change(Change{Message: message, OfText: true}) }

func (p *preparer) change(change Change) {
	if len(p.changes) <= MaxReasons {
		p.changes = append(p.changes, change)
	}
}

func (p *preparer) refuse(at, keyword, message, wayOut string) {
	p.found.add(Reason{
		Pointer: strictjson.CutPointer(p.base + at), Keyword: keyword, Message: message, WayOut: wayOut,
	})
}

// schema writes the schema at a pointer from the root, once.
func (p *preparer) schema(at string, v strictjson.Value) rewritten {
	if known, ok := p.written[at]; ok {
		return known
	}
	if v.Kind() != strictjson.KindObject {
		return measured(v)
	}
	if p.depth == maxInlined {
		p.found.add(passed(strictjson.CutPointer(p.base+at), "maxSchemaDepth", p.depth, p.limits.MaxDepth))
		return measured(strictjson.Bool(true))
	}
	p.depth++
	p.busy[at] = true
	result := p.object(at, v)
	delete(p.busy, at)
	p.depth--
	p.written[at] = result
	return result
}

func (p *preparer) object(at string, v strictjson.Value) rewritten {
	if ref, ok := v.Lookup("$ref"); ok && ref.Kind() == strictjson.KindString {
		return p.reference(at, v, ref.Text())
	}
	d := &draft{p: p, at: at, source: v}
	for name, value := range v.Members() {
		d.keyword(name, value)
	}
	d.equivalents()
	return d.done()
}
