package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// text makes a hit of tokens for a string.
func (f *Finder) text(s *Source, n *schema.Node, i, j, strength int) hit {
	at := s.span(i, j)
	if j == i+1 && s.toks[i].Kind == token.Quote {
		at = unquoted(s.text.Source, at)
	}
	h := hit{
		source:   s,
		from:     i,
		span:     at,
		value:    strictjson.String(s.text.Source[at.Start:at.End]),
		exact:    true,
		strength: strength,
	}
	if !f.Fits(n, h.value) {
		if bare, ok := strings.CutPrefix(s.text.Source[at.Start:at.End], "#"); ok &&
			f.Fits(n, strictjson.String(bare)) {
			h.span.Start++
			h.value = strictjson.String(bare)
			return h
		}
		h.problem = intent.DataConstraintViolated
	}
	return h
}

func unquoted(src string, at token.Span) token.Span {
	_, a := utf8.DecodeRuneInString(src[at.Start:at.End])
	_, b := utf8.DecodeLastRuneInString(src[at.Start:at.End])
	if at.End-at.Start > a+b && src[at.Start] != '{' {
		return token.Span{Start: at.Start + a, End: at.End - b}
	}
	return at
}

// strings finds text: behind the label, by a telling format or pattern, or by the word that leads to it.
func (f *Finder) strings(s *Source, l *label, n *schema.Node) []hit {
	var out []hit
	for _, p := range s.given(l) {
		if s.whole(p.from, p.to) {
			out = append(out, f.text(s, n, p.from, p.to, stated))
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, st := range s.beside(l) {
		if s.mark(st.label.to, ":=") || !s.usable(st.at) {
			continue
		}
		if j := s.valueEnd(st); j > st.at && s.whole(st.at, j) {
			if h := f.text(s, n, st.at, j, labelled); h.problem == "" || st.says {
				out = append(out, h)
			}
		}
	}
	for _, p := range l.places(s) {
		if i := p.from - 1; i >= 0 &&
			(s.key(i) == "号" || s.toks[i].Kind == token.Number && n.Pattern() != nil) &&
			s.usable(i) {
			if s.key(i) == "号" {
				i--
			}
			if i >= 0 && (s.toks[i].Kind == token.Number || s.toks[i].Kind == token.Code) {
				if h := f.text(s, n, i, i+1, labelled); h.problem == "" {
					out = append(out, h)
				}
			}
		}
	}
	if strength := telling(n); strength > 0 {
		out = append(out, f.byForm(s, n, strength)...)
	}
	return append(out, f.led(s, l, n)...)
}

// valueEnd gives where the value that begins at a start ends; the start itself if that is not known.
func (s *Source) valueEnd(st start) int {
	i := st.at
	t := s.toks[i]
	switch {
	case t.Kind == token.Quote:
		return i + 1
	case t.Kind == token.Code || t.Kind == token.Number || t.Is(lexicon.Number):
		if s.single(i + 1) {
			return i + 1
		}
		return i
	}
	if j := s.nameEnd(i); j > i && s.single(j) {
		return j
	}
	if !st.says || s.key(st.at-1) == "to" || s.key(st.at-1) == "are" ||
		t.Is(lexicon.Past|lexicon.Verb|lexicon.Prep|lexicon.Done) {
		return i
	}
	j := i
	for j < len(s.toks) && s.toks[j].Kind != token.Mark {
		if s.toks[j].Is(
			lexicon.And|lexicon.Or|lexicon.But|lexicon.Aux|lexicon.If|lexicon.Not|lexicon.Never|lexicon.Polite|lexicon.That|lexicon.Then,
		) &&
			!s.toks[j].Is(lexicon.Det) {
			return i
		}
		j++
	}
	return j
}

// single reports whether a value may end before token i: what follows is no part of a name.
func (s *Source) single(i int) bool {
	if s.ends(i) {
		return !s.mark(i, "-–/")
	}
	t := s.toks[i]
	return t.Is(
		lexicon.Prep|lexicon.Time|lexicon.And|lexicon.But|lexicon.If|lexicon.Then|lexicon.Aux|lexicon.Of|lexicon.Modal|lexicon.Verb|lexicon.Past|lexicon.Before|lexicon.Until|lexicon.Also,
	) &&
		!t.Cap ||
		t.Han && t.Entry != nil && t.Entry.Roles != 0 && !t.Is(lexicon.Or)
}

// nameEnd gives the end of a proper name that begins at i: words with capitals, small words like "de"
// between them, or one unknown Chinese word.
func (s *Source) nameEnd(i int) int {
	if t := s.toks[i]; t.Han && t.Name() {
		return i + 1
	}
	j := i
	for j < len(s.toks) && s.toks[j].Cap && s.toks[j].Kind == token.Word && !s.toks[j].Is(lexicon.Time|lexicon.Subject) {
		j++
		if k := j; s.linking(k) {
			for s.linking(k) {
				k++
			}
			if k < len(s.toks) && s.toks[k].Cap && !s.toks[k].Is(lexicon.Time) {
				j = k
			}
		}
	}
	return j
}

func (s *Source) linking(i int) bool {
	switch s.key(i) {
	case "de",
		"da",
		"do",
		"del",
		"della",
		"la",
		"le",
		"las",
		"los",
		"van",
		"von",
		"der",
		"den",
		"of",
		"upon",
		"of the",
		"sur",
		"el",
		"al",
		"dos",
		"du":
		return !s.toks[i].Cap
	}
	return false
}

// telling tells how sure a string is by its form alone; 0 means not at all.
func telling(n *schema.Node) int {
	format, _ := n.Definition().Lookup("format")
	switch format.Text() {
	case "email", "uuid", "ipv4", "ipv6", "url", "date-time", "duration":
		return formed
	case "uri":
		return hinted
	}
	p := n.Pattern()
	if p == nil {
		return 0
	}
	for _, w := range []string{"order", "Hello", "the", "订单", "Lisbon", "a", "Order", "status", "请"} {
		if p.MatchString(w) {
			return 0
		}
	}
	if p.MatchString("7") || p.MatchString("12") || p.MatchString("2024") {
		return hinted
	}
	return formed
}

const maxLooks = 4000

// byForm finds words by their form alone. How many are looked at is bounded for the whole request.
func (f *Finder) byForm(s *Source, n *schema.Node, strength int) []hit {
	var out []hit
	p := n.Pattern()
	for i, t := range s.toks {
		if t.Kind == token.Mark || t.Kind == token.Number && p == nil || t.Kind == token.Word && !t.Cap ||
			!s.usable(i) ||
			t.End-t.Start > 256 {
			continue
		}
		if f.looked++; f.looked > maxLooks || len(out) > 255 {
			break
		}
		word := strings.TrimPrefix(s.text.Source[t.Start:t.End], "#")
		if p != nil && t.Kind != token.Quote && !p.MatchString(word) && !p.MatchString("#"+word) {
			continue
		}
		if h := f.text(s, n, i, i+1, strength); h.problem == "" {
			out = append(out, h)
		}
	}
	return out
}

// lead is a role of fields: what their names hold, and the words that lead to their value.
type lead struct{ names, before string }

func leads() []lead {
	return []lead{
		{"destination dest arrival 目的地 到达 到达城市 目的城市", "to"}, {"origin departure 出发地 起点 出发 出发城市", "from"},
		{"city location place 城市 地点", "to in"}, {"recipient receiver addressee assignee 收件人 接收人", "to for"},
		{"language 语言 目标语言", "into"},
	}
}

// led reads "to Lisbon" for a destination. A name behind "to" is a place only after verbs of motion, and a
// person only after others.
func (f *Finder) led(s *Source, l *label, n *schema.Node) []hit {
	var out []hit
	for _, role := range leads() {
		if !l.is(role.names) || l.is("time date 时间 日期") {
			continue
		}
		person := strings.HasPrefix(role.names, "recipient")
		for i := 1; i < len(s.toks) && len(out) < 8; i++ {
			before := s.toks[i-1]
			han := before.Han && (before.Form == lexicon.Open || before.Is(lexicon.Prep))
			if !s.usable(i) || !(han && s.toks[i].Han && s.goal(before, person, role.before)) &&
				!(strings.Contains(" "+role.before+" ", " "+before.Key+" ") && s.toks[i].Cap && (person || before.Key != "to" || s.moves(i))) {
				continue
			}
			j := s.nameEnd(i)
			if j > i && s.single(j) && s.whole(i, j) {
				if h := f.text(s, n, i, j, formed); h.problem == "" {
					out = append(out, h)
				}
			}
		}
	}
	return out
}

// goal reports whether a Chinese verb leads to a place (到) or to a person (给).
func (s *Source) goal(t token.Token, person bool, before string) bool {
	last, _ := utf8.DecodeLastRuneInString(t.Key)
	switch {
	case person:
		return last == '给'
	case before == "from":
		return last == '从'
	case before == "into":
		return last == '成' || last == '为'
	}
	return last == '到' || last == '往' || last == '至' || last == '在' && before != "to"
}

// moves reports whether the clause before token i is about moving things or people.
func (s *Source) moves(i int) bool {
	for k := i - 1; k >= 0 && !s.mark(k, ".!?;\n"); k-- {
		switch e := s.entry(k); {
		case e == nil:
		case strings.Contains(" ship fly deliver move drive sail transport haul ferry ride relocate travel go dispatch route divert book reserve reroute courier freight ", " "+e.Lemma+" ") && e.Lemma != "":
			return true
		}
	}
	return false
}

// list reads "tags: red, blue and green", and "with the notes D, E and B" as far as the words go on as a
// list. nil means that no list stands beside the name.
func (f *Finder) list(s *Source, n, item *schema.Node) []hit {
	l := f.labels[item]
	if item.Definition().Has("enum") || !typesOf(item.Definition())["string"] {
		return nil
	}
	if given := s.given(l); len(given) > 0 {
		return f.parts(s, item, given[0], stated)
	}
	if telling(item) > 0 {
		return nil
	}
	if beside := s.beside(l); len(beside) > 0 {
		st := beside[0]
		j := st.at
		for j < len(s.toks) && (s.mark(j, ",、") || s.toks[j].Is(lexicon.And) || s.toks[j].Name() || s.toks[j].Cap) {
			j++
		}
		if j > st.at && s.ends(j) && s.usable(st.at) && s.separate(st.at, j) {
			return f.parts(s, item, place{st.at, j}, labelled)
		}
	}
	return nil
}

// separate reports whether every item of a list is one word or name.
func (s *Source) separate(from, to int) bool {
	run := 0
	for i := from; i < to; i++ {
		if s.mark(i, ",、") || s.toks[i].Is(lexicon.And) {
			run = 0
			continue
		}
		if run++; run > 1 && !s.toks[i].Cap {
			return false
		}
	}
	return true
}

func (f *Finder) parts(s *Source, item *schema.Node, p place, strength int) []hit {
	out := []hit{}
	from := p.from
	for i := p.from; i <= p.to; i++ {
		if i < p.to && !s.mark(i, ",、;") && !s.toks[i].Is(lexicon.And) {
			if s.toks[i].Is(lexicon.Or) {
				return []hit{
					{
						source:   s,
						from:     i,
						span:     s.span(p.from, p.to),
						problem:  intent.DataAmbiguous,
						strength: strength,
					},
				}
			}
			continue
		}
		if i > from && s.whole(from, i) {
			out = append(out, f.text(s, item, from, i, strength))
		}
		from = i + 1
	}
	return out
}
