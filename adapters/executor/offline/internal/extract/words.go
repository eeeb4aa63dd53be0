package extract

import (
	"iter"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// folded is the source as values are searched in it: lower case, simplified characters, same length.
func (f *Finder) folded(text string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				return r + 'a' - 'A'
			}
			return r
		}
		if s := f.words.Simple(r); utf8.RuneLen(s) == utf8.RuneLen(r) {
			return s
		}
		return r
	}, text)
}

// members finds the members of an enum in the text: beside the label, else anywhere.
func (f *Finder) members(s *Source, l *label, n *schema.Node, list iter.Seq2[int, strictjson.Value]) []hit {
	var out []hit
	near, given := l.places(s), s.given(l)
	text := f.folded(s.text.Source)
	for _, m := range list {
		if len(out) > 256 {
			break
		}
		switch m.Kind() {
		case strictjson.KindString:
			out = append(out, f.member(s, m, text, near, given)...)
		case strictjson.KindNumber:
			for _, h := range f.numbers(s, l, n) {
				if h.problem == "" && h.value.Decimal().Cmp(m.Decimal()) == 0 {
					out = append(out, h)
				}
			}
		case strictjson.KindBool:
			for _, h := range f.booleans(s, l) {
				if h.problem == "" && h.value.Bool() == m.Bool() {
					out = append(out, h)
				}
			}
		}
	}
	out = longest(out)
	for _, p := range given {
		if !covered(out, s, p) {
			out = append(
				out,
				hit{
					source:   s,
					from:     p.from,
					span:     s.span(p.from, p.to),
					strength: stated,
					problem:  intent.DataValueUnrepresentable,
				},
			)
		}
	}
	return out
}

func covered(hits []hit, s *Source, p place) bool {
	for _, h := range hits {
		if h.strength == stated && h.span == s.span(p.from, p.to) {
			return true
		}
	}
	return false
}

func (f *Finder) member(s *Source, m strictjson.Value, text string, near, given []place) []hit {
	var out []hit
	forms := []string{f.folded(m.Text())}
	if spaced := strings.Join(splitName(m.Text()), " "); spaced != forms[0] && spaced != "" {
		forms = append(forms, spaced)
	}
	for _, form := range forms {
		for from := 0; form != "" && len(out) < 32; {
			k := strings.Index(text[from:], form)
			if k < 0 {
				break
			}
			at := token.Span{Start: from + k, End: from + k + len(form)}
			from = at.End
			i, ok := s.containing(at.Start)
			if !ok || !bounded(text, at) || !s.usable(i) || s.toks[i].Kind == token.Quote {
				continue
			}
			h := hit{
				source:   s,
				from:     i,
				span:     at,
				value:    m,
				exact:    s.text.Source[at.Start:at.End] == m.Text(),
				strength: formed,
			}
			if k := s.key(i - 1); k == "from" || k == "从" {
				continue // "from open to closed": that is past
			}
			switch {
			case inPlaces(s, given, at):
				h.strength = stated
			case s.beside2(near, i):
				h.strength = labelled
			case s.asked[i], f.words.Find(form).Has(lexicon.Common), utf8.RuneCountInString(form) < 2:
				continue
			}
			out = append(out, h)
		}
	}
	return out
}

func inPlaces(s *Source, list []place, at token.Span) bool {
	for _, p := range list {
		if s.span(p.from, p.to) == at {
			return true
		}
	}
	return false
}

// beside2 reports whether one of the places stands in the same clause, close to token i.
func (s *Source) beside2(near []place, i int) bool {
	for _, p := range near {
		a, b := min(p.from, i), max(p.from, i)
		if b-a > 6 || p.from == i {
			continue
		}
		parted := false
		for k := a; k < b; k++ {
			parted = parted || s.mark(k, ",.;!?\n。；")
		}
		if !parted {
			return true
		}
	}
	return false
}

// containing gives the token that an offset lies in.
func (s *Source) containing(at int) (int, bool) {
	all := s.text.Tokens
	k := sort.Search(len(all), func(i int) bool { return all[i].End > at })
	if k == len(all) || all[k].Start > at {
		return 0, false
	}
	if s.index == nil {
		s.index = make(map[int]int, len(s.toks))
		for i, t := range s.toks {
			s.index[t.Start] = i
		}
	}
	i, ok := s.index[all[k].Start]
	return i, ok
}

func bounded(text string, at token.Span) bool {
	letter := func(i int) bool {
		return i >= 0 && i < len(text) &&
			(text[i] >= 'a' && text[i] <= 'z' || text[i] >= '0' && text[i] <= '9' || text[i] == '_')
	}
	joined := func(i, next int) bool { return letter(i) || i >= 0 && i < len(text) && text[i] == '-' && letter(next) }
	return (text[at.Start] >= 0x80 || !joined(at.Start-1, at.Start-2)) &&
		(text[at.End-1] >= 0x80 || !joined(at.End, at.End+1))
}

// longest drops members that are only part of another one found there.
func longest(hits []hit) []hit {
	var out []hit
	for _, h := range hits {
		part := false
		for _, o := range hits {
			part = part || o.span != h.span && o.span.Start <= h.span.Start && o.span.End >= h.span.End
		}
		if !part {
			out = append(out, h)
		}
	}
	return out
}

// booleans finds a flag by its name: asked for is true, refused is false, and behind a colon it is what
// stands there. What is only asked about or supposed is neither.
func (f *Finder) booleans(s *Source, l *label) []hit {
	var out []hit
	for _, p := range s.given(l) {
		h := hit{
			source:   s,
			from:     p.from,
			span:     s.span(p.from, p.to),
			strength: stated,
			problem:  intent.DataValueUnrepresentable,
		}
		if p.to == p.from+1 {
			h.value, h.problem = truth(s.key(p.from), h.problem)
		}
		out = append(out, h)
	}
	for _, p := range l.places(s) {
		if s.asked[p.from] || s.supp[p.from] || s.mark(p.to, ":=") || p.from > 0 && s.quoted(p.from) {
			continue
		}
		h := hit{
			source:   s,
			from:     p.from,
			span:     s.span(p.from, p.to),
			strength: labelled,
			value:    strictjson.Bool(true),
		}
		if v, problem := truth(s.key(p.to+1), intent.DataAmbiguous); (s.key(p.to) == "is" || s.key(p.to) == "=") &&
			problem == "" {
			h.value, h.span = v, s.span(p.from, p.to+2)
		} else if s.negated(p.from) {
			h.value = strictjson.Bool(false)
			if k := s.before(p.from); k < p.from && s.whole(k, p.to) {
				h.span = s.span(k, p.to)
			}
		} else if !s.plain(p) {
			continue
		}
		out = append(out, h)
	}
	return out
}

func (s *Source) quoted(i int) bool { return s.toks[i].Kind == token.Quote }

func truth(key string, problem intent.Code) (strictjson.Value, intent.Code) {
	switch key {
	case "true", "yes", "on", "y", "是", "对", "要", "需要", "有":
		return strictjson.Bool(true), ""
	case "false", "no", "off", "n", "否", "不", "不要", "不需要", "无", "没有":
		return strictjson.Bool(false), ""
	}
	return strictjson.Value{}, problem
}

// negated reports whether a word is refused or denied.
func (s *Source) negated(i int) bool { return s.refused[i] || s.before(i) < i }

// before gives where a negation begins that stands up to three words before a token.
func (s *Source) before(i int) int {
	for k := i - 1; k >= 0 && k >= i-3 && s.toks[k].Kind != token.Mark; k-- {
		if s.is(k, lexicon.Not|lexicon.No|lexicon.Never|lexicon.Except|lexicon.Need) ||
			s.key(k) == "i don't" ||
			s.key(k) == "i do not" {
			return k
		}
	}
	return i
}

// plain reports whether a flag's name is said of what is asked for, not told of something else.
func (s *Source) plain(p place) bool {
	return !s.is(p.to, lexicon.Of) && !s.is(p.to, lexicon.Or) && !s.is(p.from-1, lexicon.Or)
}

// days finds the day beside its label, or the only one.
func (f *Finder) days(s *Source, l *label) []hit {
	var out []hit
	first := l.is("start from begin beginning arrival arrive checkin 开始 起始 入住")
	last := l.is("end to until due deadline departure depart checkout expiry 结束 截止 离店 到期")
	starts, given := s.beside(l), s.given(l)
	for _, d := range s.days {
		if !s.usable(d.from) {
			continue
		}
		h := hit{source: s, from: d.from, span: s.span(d.from, d.to), strength: formed}
		h.value, h.exact = strictjson.String(d.iso), s.text.Source[h.span.Start:h.span.End] == d.iso
		if d.open {
			h.problem = intent.DataAmbiguous
		}
		before := s.key(d.from - 1)
		switch {
		case inPlaces(s, given, h.span):
			h.strength = stated
		case hasStart(starts, d.from):
			h.strength = labelled
		case first && strings.Contains("|from|starting|starting on|between|since|从|自|", "|"+before+"|"),
			last && strings.Contains("|to|until|till|through|by|before|due|到|至|", "|"+before+"|"):
			h.strength = labelled
		case first || last:
			h.problem = intent.DataAmbiguous
		}
		out = append(out, h)
	}
	for _, p := range given {
		if !covered(out, s, p) {
			out = append(
				out,
				hit{
					source:   s,
					from:     p.from,
					span:     s.span(p.from, p.to),
					strength: stated,
					problem:  intent.DataAmbiguous,
				},
			)
		}
	}
	return out
}

func hasStart(list []start, i int) bool {
	for _, st := range list {
		if st.at == i {
			return true
		}
	}
	return false
}
