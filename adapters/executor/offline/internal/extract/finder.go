package extract

import (
	"slices"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Quote is a stretch of a material.
type Quote struct {
	SourceID string `json:"sourceId"`
	Quote    string `json:"quote"`
}

// Evidence is where a value stands, in the form of the contract.
type Evidence struct {
	Path    string  `json:"path"`
	Mode    string  `json:"mode"`
	Sources []Quote `json:"sources"`
}

// Value is what was found for a node of the schema: its value with the evidence under it, by paths
// relative to it, or the problem that keeps it from having one.
type Value struct {
	Value    strictjson.Value
	Found    bool
	Evidence []Evidence
	Problem  intent.Code // "" for none; a value that was not found without a problem was not given
}

// Finder looks up the fields of one request.
type Finder struct {
	words   *lexicon.Lexicon
	sources []*Source // the request first, then the context from the newest
	labels  map[*schema.Node]*label
	checks  map[*schema.Node]*schema.Projection
	owners  map[claim]*schema.Node
	formed  map[claim]int // how many fields a word fits by its form alone
	looked  int
	found   map[claimed][]hit
	stop    func() bool
}

// claimed is a leaf and a material that it was looked up in.
type claimed struct {
	source *Source
	node   *schema.Node
}

type claim struct {
	source *Source
	token  int
}

// NewFinder makes a finder for the fields below root. It asks stop now and then whether to give up.
func NewFinder(root *schema.Node, sources []*Source, words *lexicon.Lexicon, stop func() bool) *Finder {
	f := &Finder{words: words, sources: sources, labels: map[*schema.Node]*label{}, stop: stop,
		checks: map[*schema.Node]*schema.Projection{}, owners: map[claim]*schema.Node{}, formed: map[claim]int{}, found: map[claimed][]hit{}}
	f.claim(root, 0)
	return f
}

// claim marks what stands beside the name of a field, so that no other takes it by its form alone.
func (f *Finder) claim(n *schema.Node, depth int) {
	if depth > 12 {
		return
	}
	for _, name := range propertiesIn(n) {
		sub := n.Property(name)
		f.label(name, sub)
		f.claim(sub, depth+1)
		if len(propertiesIn(sub)) > 0 {
			continue
		}
		for _, s := range f.sources {
			for _, h := range f.scan(s, sub) {
				switch {
				case h.strength >= labelled:
					f.owners[claim{s, h.from}] = sub
				case h.problem == "":
					f.formed[claim{s, h.from}]++
				}
			}
		}
	}
}

func (f *Finder) label(name string, n *schema.Node) *label {
	if f.labels[n] == nil {
		l := newLabel(name, n.Definition(), f.words)
		f.labels[n] = &l
	}
	return f.labels[n]
}

// Fits judges a value by a node of the schema.
func (f *Finder) Fits(n *schema.Node, v strictjson.Value) bool {
	p, ok := f.checks[n]
	if !ok {
		wrapped := strictjson.Object(
			strictjson.Field("type", strictjson.String("object")),
			strictjson.Field(
				"properties",
				strictjson.Object(strictjson.Field("v", n.Definition()))),
		)
		if s, reasons := schema.Read([]byte(wrapped.JSON()), Permissive()); len(reasons) == 0 {
			p = s.Project([]string{"v"})
		}
		f.checks[n] = p
	}
	if p == nil {
		return false
	}
	judged, stopped := schema.Evaluate(p, strictjson.Object(strictjson.Field("v", v)), f.stop)
	return !stopped && judged.Valid()
}

// Permissive gives limits that no schema which an instance has accepted can pass in practice.
func Permissive() schema.Limits {
	return schema.Limits{MaxBytes: 1 << 30, MaxDepth: 1 << 10, MaxProperties: 1 << 20}
}

func propertiesIn(n *schema.Node) []string {
	var names []string
	if n == nil || n.Definition().Kind() != strictjson.KindObject {
		return nil
	}
	if p, ok := n.Definition().Lookup("properties"); ok {
		for name := range p.Members() {
			names = append(names, name)
		}
	}
	return names
}

// Find finds the value of one property: an object by its own properties, an array by its items, a leaf
// by what the materials give for it.
func (f *Finder) Find(name string, n *schema.Node) Value { return f.find(name, n, 0) }

func (f *Finder) find(name string, n *schema.Node, depth int) Value {
	if n == nil || depth > 12 {
		return Value{}
	}
	if names := propertiesIn(n); len(names) > 0 {
		return f.object(n, names, depth)
	}
	var v Value
	if items := n.Under("items"); len(items) == 1 {
		v = f.array(name, n, items[0])
	} else {
		f.label(name, n)
		v = f.leaf(n)
	}
	if v.Found && !f.Fits(n, v.Value) {
		return Value{Problem: f.breach(n)}
	}
	return v
}

// breach tells what is wrong with a stated value: its type or enum, or another rule.
func (f *Finder) breach(n *schema.Node) intent.Code {
	switch d := n.Definition(); {
	case d.Has("enum"), d.Has("const"):
		return intent.DataValueUnrepresentable
	case len(n.Under("items")) > 0 && (d.Has("minItems") || d.Has("maxItems")):
		return intent.DataCardinalityMismatch
	}
	return intent.DataConstraintViolated
}

func (f *Finder) object(n *schema.Node, names []string, depth int) Value {
	var out Value
	var members []strictjson.Member
	for _, sub := range names {
		v := f.find(sub, n.Property(sub), depth+1)
		switch {
		case v.Found:
			members = append(members, strictjson.Field(sub, v.Value))
			for _, e := range v.Evidence {
				e.Path = strictjson.AppendName("", sub) + e.Path
				out.Evidence = append(out.Evidence, e)
			}
		case v.Problem != "":
			out.Problem = v.Problem
		case out.Problem == "" && requires(n, sub):
			out.Problem = intent.DataRequiredMissing
		}
	}
	if len(members) == 0 && out.Problem == intent.DataRequiredMissing {
		return Value{}
	}
	if out.Problem != "" || len(members) == 0 {
		return Value{Problem: out.Problem}
	}
	out.Value, out.Found = strictjson.Object(members...), true
	return out
}

func requires(n *schema.Node, name string) bool {
	list, _ := n.Definition().Lookup("required")
	for _, v := range list.Items() {
		if v.Text() == name {
			return true
		}
	}
	return false
}

// array takes the list that stands beside the name, else every value that its items have by form.
func (f *Finder) array(name string, n, item *schema.Node) Value {
	if len(propertiesIn(item)) > 0 || len(item.Under("items")) > 0 ||
		item.Definition().Kind() != strictjson.KindObject {
		return Value{}
	}
	f.labels[item] = f.label(name, n)
	for _, s := range f.sources {
		hits := f.list(s, n, item)
		if hits == nil {
			hits = f.free(f.scan(s, item), item)
		}
		if len(hits) == 0 {
			continue
		}
		slices.SortStableFunc(hits, func(a, b hit) int { return a.span.Start - b.span.Start })
		return f.items(hits)
	}
	return Value{}
}

func (f *Finder) items(hits []hit) Value {
	var out Value
	var items []strictjson.Value
	for _, h := range hits {
		if h.problem != "" {
			return Value{Problem: h.problem}
		}
		if len(items) < 256 &&
			!slices.ContainsFunc(items, func(v strictjson.Value) bool { return v.JSON() == h.value.JSON() }) {
			out.Evidence = append(out.Evidence, h.evidence(strictjson.AppendIndex("", len(items))))
			items = append(items, h.value)
		}
	}
	out.Value, out.Found = strictjson.Array(items...), true
	return out
}

// leaf takes the one value that the surest words give. Several make it ambiguous.
func (f *Finder) leaf(n *schema.Node) Value {
	for _, s := range f.sources {
		hits := f.free(f.scan(s, n), n)
		top := 0
		for _, h := range hits {
			top = max(top, h.strength)
		}
		hits = slices.DeleteFunc(hits, func(h hit) bool { return h.strength < top })
		if len(hits) == 0 {
			continue
		}
		for _, h := range hits {
			if h.problem == "" && h.strength < labelled && f.formed[claim{s, h.from}] > 1 {
				h.problem = intent.DataAmbiguous
			}
			if h.problem != "" {
				return Value{Problem: h.problem}
			}
			if h.value.JSON() != hits[0].value.JSON() {
				return Value{Problem: intent.DataAmbiguous}
			}
		}
		return Value{Value: hits[0].value, Found: true, Evidence: []Evidence{hits[0].evidence("")}}
	}
	return Value{}
}

// free drops what another field's name stands beside.
func (f *Finder) free(hits []hit, n *schema.Node) []hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h hit) bool {
		owner := f.owners[claim{h.source, h.from}]
		return h.strength < labelled && owner != nil && owner != n
	})
}
