package extract

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// hit is what a material gives for a leaf: a value, or a problem.
type hit struct {
	source   *Source
	from     int        // its first token
	span     token.Span // the words that are quoted
	value    strictjson.Value
	exact    bool
	strength int
	problem  intent.Code
}

// Degrees of certainty.
const (
	hinted   = 1 + iota // by a form that other things have too
	formed              // by a form or word that hardly stands for anything else
	labelled            // its name stands beside it
	stated              // its name and a colon stand before it
)

func (h hit) evidence(path string) Evidence {
	mode := "semantic"
	if h.exact {
		mode = "exact"
	}
	return Evidence{path, mode, []Quote{{h.source.ID, h.source.text.Source[h.span.Start:h.span.End]}}}
}

// scan collects what a material gives for a leaf, by its enum, type, format and pattern.
func (f *Finder) scan(s *Source, n *schema.Node) []hit {
	at := claimed{s, n}
	if hits, ok := f.found[at]; ok {
		return hits
	}
	f.found[at] = f.look(s, n)
	return f.found[at]
}

func (f *Finder) look(s *Source, n *schema.Node) []hit {
	if n == nil || n.Definition().Kind() != strictjson.KindObject || f.labels[n] == nil || f.stop() {
		return nil
	}
	def, l := n.Definition(), f.labels[n]
	var out []hit
	if members, ok := def.Lookup("enum"); ok {
		return f.members(s, l, n, members.Items())
	}
	if only, ok := def.Lookup("const"); ok {
		return f.members(s, l, n, strictjson.Array(only).Items())
	}
	types := typesOf(def)
	if types["boolean"] {
		out = append(out, f.booleans(s, l)...)
	}
	if types["integer"] || types["number"] {
		out = append(out, f.numbers(s, l, n)...)
	}
	if types["string"] {
		if format, _ := def.Lookup("format"); format.Text() == "date" {
			out = append(out, f.days(s, l)...)
		} else {
			out = append(out, f.strings(s, l, n)...)
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for _, branch := range n.Under(keyword) {
			f.labels[branch] = l
			out = append(out, f.scan(s, branch)...)
		}
	}
	return out
}

func typesOf(def strictjson.Value) map[string]bool {
	out := map[string]bool{}
	t, ok := def.Lookup("type")
	switch {
	case !ok:
		out["string"] = def.Has("pattern") || def.Has("format") || def.Has("minLength") ||
			def.Has("maxLength")
	case t.Kind() == strictjson.KindString:
		out[t.Text()] = true
	default:
		for _, v := range t.Items() {
			out[v.Text()] = true
		}
	}
	return out
}

// given lists the values behind a colon that belong to a label.
func (s *Source) given(l *label) []place {
	var out []place
	for _, pair := range s.labels {
		i, j := pair.name.from, pair.name.to
		for i < j && s.toks[i].Is(lexicon.Det) {
			i++
		}
		for _, p := range l.phrases {
			if n := s.phrase(i, p); n > 0 && i+n == j {
				out = append(out, pair.value)
				break
			}
		}
	}
	return out
}

// beside lists where a value may begin behind the label, and whether a word like "is" says that one does.
func (s *Source) beside(l *label) []start {
	var out []start
	for _, p := range l.places(s) {
		if s.inName(p) {
			continue
		}
		i, says := p.to, false
		for i < len(s.toks) && i < p.to+4 {
			switch k := s.key(i); k {
			case "is",
				"are",
				"=",
				"equals",
				"是",
				"为",
				"叫",
				"改成",
				"改为",
				"设为",
				"设成",
				"调到",
				"改到",
				"called",
				"named",
				"to",
				"设置为",
				"定为":
				says = true
			case "no",
				"no.",
				"nr",
				"number",
				"id",
				"#",
				".",
				"of",
				"号",
				"编号",
				"at",
				"about",
				"at least",
				"at most",
				"在",
				"到",
				"maximum",
				"up to":
				if k == "." && s.key(i-1) != "no" && s.key(i-1) != "nr" {
					i = len(s.toks)
				}
			default:
				out = append(out, start{p, i, says})
				i = len(s.toks)
			}
			i++
		}
	}
	return out
}

// inName reports whether a label is part of a proper name: "the Royal Museum of Clocks".
func (s *Source) inName(p place) bool {
	return s.toks[p.from].Cap && p.from > 0 && s.toks[p.from-1].Cap && s.toks[p.from-1].Kind == token.Word
}

type start struct {
	label place
	at    int
	says  bool // "is" and the like stand before it
}

// usable reports whether a value may be taken from a token: it is neither refused nor only supposed.
func (s *Source) usable(i int) bool { return i < len(s.toks) && !s.refused[i] && !s.supp[i] }

// numbers finds numbers beside their label, or counted by it: "3 nights".
func (f *Finder) numbers(s *Source, l *label, n *schema.Node) []hit {
	var out []hit
	add := func(a amount, strength int) {
		h := hit{source: s, from: a.from, span: s.span(a.from, a.to), strength: strength}
		v, err := strictjson.Decode([]byte(a.value), strictjson.Options{})
		switch {
		case !s.usable(a.from) || !s.whole(a.from, a.to):
			return
		case a.open || l.otherUnit(a.unit):
			h.problem = intent.DataAmbiguous
		case err != nil || typesOf(n.Definition())["integer"] && !typesOf(n.Definition())["number"] && strings.Contains(a.value, "."):
			h.problem = intent.DataValueUnrepresentable
		case !f.Fits(n, v):
			h.problem = intent.DataConstraintViolated
		}
		if h.problem == "" || strength >= labelled {
			h.value = v
			out = append(out, h)
		}
	}
	for _, p := range s.given(l) {
		i := p.from
		for i < p.to && !s.numeric(i) {
			i++
		}
		a, ok := s.amountAt(i)
		rest := a.to
		for ok && rest < p.to && (s.key(rest) == a.noun || s.is(rest, lexicon.Measure|lexicon.Unit)) {
			rest++
		}
		if i == p.from && ok && rest == p.to {
			add(a, stated)
			continue
		}
		out = append(
			out,
			hit{
				source:   s,
				from:     p.from,
				span:     s.span(p.from, p.to),
				strength: stated,
				problem:  unreadable(ok),
			},
		)
	}
	starts := s.beside(l)
	for _, a := range s.numbers {
		if strength := f.counts(s, l, a, starts); strength > 0 && len(out) < 64 {
			add(a, strength)
		}
	}
	return out
}

func unreadable(number bool) intent.Code {
	if number {
		return intent.DataAmbiguous
	}
	return intent.DataValueUnrepresentable
}

// counts tells how surely a number is the label's.
func (f *Finder) counts(s *Source, l *label, a amount, starts []start) int {
	for _, st := range starts {
		if st.at == a.from && !s.mark(st.label.to, ":=") {
			return labelled
		}
	}
	for _, p := range l.phrases {
		if a.noun != "" && singular(a.noun) == singular(p) {
			return labelled
		}
		if e := f.words.Find(p); a.unit != "" && e.Has(lexicon.Unit) && e.Value == a.unit {
			return labelled
		}
	}
	switch {
	case l.kinds.money && strings.Contains("euro dollar pound yuan yen", a.unit) && a.unit != "",
		l.kinds.percent && a.unit == "percent",
		l.kinds.count && (a.unit == "piece" || a.unit == "copy" || a.unit == "" && a.noun != "" && singular(a.noun) != a.noun),
		a.unit != "" && l.kinds.unit == a.unit:
		return formed
	}
	return 0
}

// kinds is what a label says of the numbers that it holds.
type kinds struct {
	money, percent, count bool
	unit                  string // the unit that its words name
}

func (l *label) number(words *lexicon.Lexicon) kinds {
	has := func(list string) bool {
		for _, w := range strings.Fields(list) {
			if l.words[w] || lexicon.IsHan([]rune(w)[0]) && l.is(w) {
				return true
			}
		}
		return false
	}
	return kinds{has("price amount budget cost total fee payment sum 金额 预算 价格 费用 总价 单价"),
		has("percent percentage rate discount 折扣 比例 百分比"),
		has("quantity qty count copies pieces 数量 份数 件数 个数 张数"), l.unit(words)}
}

// unit gives the unit that the label's words name.
func (l *label) unit(words *lexicon.Lexicon) string {
	for w := range l.words {
		if e := words.Find(w); e.Has(lexicon.Unit) && len(w) > 1 && !e.Has(lexicon.Prep) {
			return e.Value
		}
	}
	return ""
}

func (l *label) otherUnit(unit string) bool {
	return unit != "" && l.kinds.unit != "" && l.kinds.unit != unit
}
