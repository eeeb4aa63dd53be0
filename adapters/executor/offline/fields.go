package offline

import (
	"context"
	"slices"
	"sort"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// source is one material with what is looked for in it again and again.
type source struct {
	id         string
	t          *text
	index      map[string][]int // tokens by singular word
	segments   []segment
	quantities []quantity
	dates      []date
	dropped    []span // taken back by a correction
	asked      []span // the clauses that ask for something
	claimed    []span // labelled values of other fields
	listed     [2][]span
	found      map[*schema.Node][]hit
}

func newSource(id string, t *text) *source {
	s := &source{id: id, t: t, index: map[string][]int{}, found: map[*schema.Node][]hit{},
		segments: t.segments(), quantities: quantities(t), dates: dates(t)}
	for i, tok := range t.toks {
		w := singular(tok.word)
		s.index[w] = append(s.index[w], i)
	}
	return s
}

// tokenFrom gives the first token that begins at or after an offset.
func (s *source) tokenFrom(at int) int {
	return sort.Search(len(s.t.toks), func(i int) bool { return s.t.toks[i].start >= at })
}

// segmentOf gives the end of the segment that an offset lies in.
func (s *source) segmentOf(at int) span {
	i := sort.Search(len(s.segments), func(i int) bool { return s.segments[i].end > at })
	if i == len(s.segments) || s.segments[i].start > at {
		return span{at, at}
	}
	return s.segments[i].span
}

func within(list []span, at span) bool {
	for _, s := range list {
		if at.start < s.end && s.start < at.end {
			return true
		}
	}
	return false
}

// hit is one value that the material may give for a leaf.
type hit struct {
	source   *source
	at       span // the words that are quoted
	value    strictjson.Value
	exact    bool
	strength int // how sure: see the constants
}

// Degrees of certainty.
const (
	hinted   = 1 + iota // by form alone, where nothing else competes
	formed              // by a form or word that hardly stands for anything else
	labelled            // its name stands beside it
	stated              // its name and a colon, "is" or the like stand before it
)

// finder looks up the fields of one request.
type finder struct {
	ctx     context.Context
	w       *wording
	sources []*source
	checks  map[*schema.Node]*schema.Projection
	labels  map[*schema.Node]label
	looked  int // words that were looked at by their form
}

// newFinder prepares the materials: the input first, then the context without the assistant's words,
// the newest first.
func newFinder(ctx context.Context, p payload, r *reading) *finder {
	f := &finder{ctx: ctx, w: r.w, checks: map[*schema.Node]*schema.Projection{},
		labels: map[*schema.Node]label{}}
	input := newSource("input", r.text)
	input.dropped = r.dropped
	for _, it := range r.items {
		if !it.forbidden {
			input.asked = append(input.asked, it.clause)
		}
	}
	f.sources = append(f.sources, input)
	for i := len(p.Context) - 1; i >= 0; i-- {
		if m := p.Context[i]; m.Role != "assistant" && m.Content != "" {
			f.sources = append(f.sources, newSource(m.SourceID, newText(m.Content)))
		}
	}
	return f
}

func (f *finder) stopped() bool { return f.ctx.Err() != nil }

// anyQuote gives words of the input for what concerns the whole of it.
func (f *finder) anyQuote() quote {
	s := f.sources[0]
	if len(s.segments) > 0 {
		at := s.segments[0].span
		return quote{s.id, s.t.src[at.start:at.end]}
	}
	return quote{s.id, s.t.src}
}

// satisfies judges a value by a node of the schema.
func (f *finder) satisfies(n *schema.Node, v strictjson.Value) bool {
	p, ok := f.checks[n]
	if !ok {
		wrapped := strictjson.Object(
			strictjson.Member{Name: "type", Value: strictjson.String("object")},
			strictjson.Member{Name: "properties", Value: strictjson.Object(strictjson.Member{Name: "v",
				Value: n.Definition()})})
		if s, reasons := schema.Read([]byte(wrapped.JSON()), permissive); len(reasons) == 0 {
			p = s.Project([]string{"v"})
		}
		f.checks[n] = p
	}
	if p == nil {
		return false
	}
	judged, stopped := schema.Evaluate(p, strictjson.Object(strictjson.Member{Name: "v", Value: v}), f.stopped)
	return !stopped && judged.Valid()
}

// claimLabelled marks what stands beside the name of one field, so that no other takes it by its form.
func (f *finder) claimLabelled(root *schema.Node) {
	f.walk(root, nil, func(name string, n *schema.Node) {
		for _, h := range f.hits(name, n, labelled) {
			h.source.claimed = append(h.source.claimed, h.at)
		}
	})
}

func (f *finder) walk(n *schema.Node, seen []string, leaf func(string, *schema.Node)) {
	if len(seen) > 12 {
		return
	}
	for name := range propertiesOf(n) {
		sub := n.Property(name)
		if len(propertiesIn(sub)) > 0 {
			f.walk(sub, append(seen, name), leaf)
			continue
		}
		leaf(name, sub)
	}
}

func propertiesIn(n *schema.Node) []string {
	var names []string
	if p, ok := n.Definition().Lookup("properties"); ok && n.Definition().Kind() == strictjson.KindObject {
		for name := range p.Members() {
			names = append(names, name)
		}
	}
	return names
}

func propertiesOf(n *schema.Node) map[string]bool {
	out := map[string]bool{}
	for _, name := range propertiesIn(n) {
		out[name] = true
	}
	return out
}

// node finds the value of one property: an object by its own properties, an array by its items, a leaf
// by its hits.
func (f *finder) node(name string, n *schema.Node, outer []string) values {
	if n == nil || len(outer) > 12 {
		return values{}
	}
	if names := propertiesIn(n); len(names) > 0 {
		return f.object(name, n, names, outer)
	}
	if items := n.Under("items"); len(items) == 1 {
		return f.array(name, n, items[0])
	}
	return f.leaf(name, n)
}

func (f *finder) object(name string, n *schema.Node, names, outer []string) values {
	var out values
	var members []strictjson.Member
	required := requiredOf(n)
	for _, sub := range names {
		v := f.node(sub, n.Property(sub), append(slices.Clone(outer), name))
		if v.found && !f.satisfies(n.Property(sub), v.value) {
			v = values{code: intent.DataConstraintViolated}
		}
		switch {
		case v.found:
			members = append(members, strictjson.Member{Name: sub, Value: v.value})
			for _, e := range v.evidence {
				e.Path = strictjson.AppendName("", sub) + e.Path
				out.evidence = append(out.evidence, e)
			}
		case required[sub] && out.code == "":
			out.code = intent.DataRequiredMissing
		}
	}
	if len(members) == 0 {
		return values{}
	}
	if out.code != "" {
		return values{code: out.code}
	}
	out.value, out.found = strictjson.Object(members...), true
	return out
}

func requiredOf(n *schema.Node) map[string]bool {
	out := map[string]bool{}
	if list, ok := n.Definition().Lookup("required"); ok {
		for _, v := range list.Items() {
			out[v.Text()] = true
		}
	}
	return out
}

// array takes every distinct value that the text gives for its items, in the order of the text.
func (f *finder) array(name string, n, item *schema.Node) values {
	if len(propertiesIn(item)) > 0 || len(item.Under("items")) > 0 ||
		item.Definition().Kind() != strictjson.KindObject {
		return values{}
	}
	f.labels[item] = newLabel(name, n.Definition())
	hits := f.list(name, item)
	if len(hits) == 0 {
		hits = f.hits(name, item, hinted)
		if f.telling(item) == 0 && !item.Definition().Has("enum") {
			hits = f.best(hits)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.at.start - b.at.start })
	var out values
	var items []strictjson.Value
	for _, h := range hits {
		if len(items) >= 256 || slices.ContainsFunc(items,
			func(v strictjson.Value) bool { return v.JSON() == h.value.JSON() }) {
			continue
		}
		out.evidence = append(out.evidence, h.evidence(strictjson.AppendIndex("", len(items))))
		items = append(items, h.value)
	}
	if len(items) == 0 {
		return values{}
	}
	out.value, out.found = strictjson.Array(items...), true
	return out
}

// leaf takes the one value that the text gives; several make it ambiguous.
func (f *finder) leaf(name string, n *schema.Node) values {
	hits := f.best(f.hits(name, n, hinted))
	if len(hits) == 0 {
		return values{}
	}
	for _, h := range hits[1:] {
		if h.value.JSON() != hits[0].value.JSON() {
			return values{code: intent.DataAmbiguous}
		}
	}
	return values{value: hits[0].value, found: true, evidence: []evidence{hits[0].evidence("")}}
}

func (h hit) evidence(path string) evidence {
	mode := "semantic"
	if h.exact {
		mode = "exact"
	}
	return evidence{path, mode, []quote{{h.source.id, h.source.t.src[h.at.start:h.at.end]}}}
}

// best keeps the surest hits of the first material that has any: what is asked for counts before what
// is only mentioned.
func (f *finder) best(hits []hit) []hit {
	if len(hits) == 0 {
		return nil
	}
	first := hits[0].source
	top := 0
	for _, h := range hits {
		if h.source == first {
			top = max(top, h.rank())
		}
	}
	return slices.DeleteFunc(hits, func(h hit) bool { return h.source != first || h.rank() < top })
}

func (h hit) rank() int {
	rank := 2 * h.strength
	if within(h.source.asked, h.at) {
		rank++
	}
	return rank
}

// hits collects what the materials give for a leaf with at least that certainty.
func (f *finder) hits(name string, n *schema.Node, least int) []hit {
	l, ok := f.labels[n]
	if !ok {
		l = newLabel(name, n.Definition())
		f.labels[n] = l
	}
	var out []hit
	for _, s := range f.sources {
		all, seen := s.found[n]
		if !seen {
			all = slices.DeleteFunc(f.kinds(s, n, &l), func(h hit) bool { return !f.satisfies(n, h.value) })
			s.found[n] = all
		}
		for _, h := range all {
			if h.strength < least || within(s.dropped, h.at) || h.strength < labelled && within(s.claimed, h.at) {
				continue
			}
			out = append(out, h)
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// kinds asks the scanners that fit the node's own words: enum, type, format, pattern.
func (f *finder) kinds(s *source, n *schema.Node, l *label) []hit {
	def := n.Definition()
	if def.Kind() != strictjson.KindObject {
		return nil
	}
	if members, ok := def.Lookup("enum"); ok {
		return f.members(s, l, slicesOf(members), def)
	}
	if only, ok := def.Lookup("const"); ok {
		return f.members(s, l, []strictjson.Value{only}, def)
	}
	var out []hit
	types := typesOf(def)
	if types["boolean"] {
		out = append(out, booleans(s, l)...)
	}
	if types["integer"] || types["number"] {
		out = append(out, numbers(s, l)...)
	}
	if types["string"] {
		out = append(out, f.strings(s, n, l)...)
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for _, branch := range n.Under(keyword) {
			out = append(out, f.kinds(s, branch, l)...)
		}
	}
	return out
}

func slicesOf(list strictjson.Value) []strictjson.Value {
	var out []strictjson.Value
	for _, v := range list.Items() {
		out = append(out, v)
	}
	return out
}

// typesOf gives the types that a schema names; one that names none by word, but has a pattern or format,
// is a string's.
func typesOf(def strictjson.Value) map[string]bool {
	out := map[string]bool{}
	t, ok := def.Lookup("type")
	switch {
	case !ok:
		out["string"] = def.Has("pattern") || def.Has("format") || def.Has("minLength") || def.Has("maxLength")
	case t.Kind() == strictjson.KindString:
		out[t.Text()] = true
	default:
		for _, v := range t.Items() {
			out[v.Text()] = true
		}
	}
	return out
}
