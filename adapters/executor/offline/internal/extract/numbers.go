package extract

import (
	"math/big"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// amount is a number in the text, from its first word to its last, unit included.
type amount struct {
	from, to int
	value    string // a JSON number
	unit     string // the name of its unit, "" without one
	noun     string // the word behind it if that is no unit
	open     bool   // a range, an alternative, "about": it is no one number
}

// amountAt reads the number that begins at token i.
func (s *Source) amountAt(i int) (amount, bool) {
	n := number{s: s, i: i, total: new(big.Rat), part: new(big.Rat)}
	if !n.read() || n.broken {
		return amount{}, false
	}
	a := amount{from: i, to: n.i, value: decimal(n.total.Add(n.total, n.part)), unit: n.unit}
	if a.value == "" {
		return amount{}, false
	}
	a.open = s.loose(i, n.i)
	if e := s.entry(a.to); a.unit == "" && e.Has(lexicon.Unit) {
		a.unit = e.Value
		a.to++
		if s.toks[a.to-1].Han && s.is(a.to, lexicon.Unit) {
			a.to++
		}
	} else if a.unit == "" && a.to < len(s.toks) && s.toks[a.to].Kind == token.Word && !s.toks[a.to].Is(lexicon.Prep|lexicon.And|lexicon.Or|lexicon.Tail) {
		a.noun = s.toks[a.to].Key
		if s.toks[a.to].Is(lexicon.Measure) && a.to+1 < len(s.toks) {
			a.noun = s.toks[a.to+1].Key
		}
	}
	return a, true
}

func (s *Source) entry(i int) *lexicon.Entry {
	if i < 0 || i >= len(s.toks) {
		return nil
	}
	return s.toks[i].Entry
}

// number reads digits and number words of both languages: 1,200; 3 000; two hundred and five; 1.2万;
// 三千五百.
type number struct {
	s           *Source
	i           int
	total, part *big.Rat
	unit        string
	pending     bool // part holds a number that no multiplier has taken
	pair        bool // part holds tens that ones may follow: twenty
	digits      bool // it began with digits
	rest        bool // a Chinese multiplier stands before
	broken      bool // it has two readings
}

func (n *number) read() bool {
	seen := false
	for n.i < len(n.s.toks) {
		t := n.s.toks[n.i]
		switch {
		case t.Kind == token.Number && !n.pending && (!seen || t.Han):
			if !n.figure(t.Key) {
				return false
			}
		case t.Kind == token.Number && n.digits && n.unit == "" && n.group(t):
			n.part.Mul(n.part, big.NewRat(1000, 1))
			v, _ := new(big.Rat).SetString(t.Key)
			n.part.Add(n.part, v)
		case t.Is(lexicon.Number) && t.Entry.Value != "" && n.word(t):
		case seen && t.Is(lexicon.And) && !t.Han && !n.digits && n.s.is(n.i+1, lexicon.Number) && n.s.entry(n.i - 1).Value[0] == 'x':
		default:
			return seen
		}
		seen = true
		n.i++
	}
	return seen
}

// figure reads digits with their separators, sign of currency and unit.
func (n *number) figure(key string) bool {
	sign := ""
	for _, c := range []string{"$", "€", "£", "¥"} {
		if rest, ok := strings.CutPrefix(key, c); ok {
			key = rest
			n.unit = map[string]string{"$": "dollar", "€": "euro", "£": "pound", "¥": "yuan"}[c]
		}
	}
	if rest, ok := strings.CutPrefix(key, "-"); ok {
		sign, key = "-", rest
	}
	end := strings.IndexFunc(key, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' })
	if end >= 0 {
		e := n.s.units(key[end:])
		if e == "" {
			return false
		}
		n.unit, key = e, key[:end]
	}
	whole, fraction, _ := strings.Cut(key, ".")
	if groups := strings.Split(whole, ","); len(groups) > 1 {
		for k, g := range groups {
			if k > 0 && len(g) != 3 || k == 0 && (len(g) > 3 || g == "") {
				return false
			}
		}
		whole = strings.Join(groups, "")
	}
	if len(whole) > 1 && whole[0] == '0' || len(whole)+len(fraction) > 15 || strings.Contains(fraction, ",") {
		return false
	}
	if fraction != "" {
		whole += "." + fraction
	}
	_, ok := n.part.SetString(sign + whole)
	n.pending, n.digits = true, true
	return ok
}

func (s *Source) units(word string) string {
	switch word {
	case "k":
		return ""
	case "%":
		return "percent"
	}
	return unitNames[word]
}

var unitNames = map[string]string{
	"kg":  "kilogram",
	"g":   "gram",
	"m":   "metre",
	"km":  "kilometre",
	"cm":  "centimetre",
	"mm":  "millimetre",
	"h":   "hour",
	"hr":  "hour",
	"min": "minute",
	"s":   "second",
	"l":   "litre",
	"°":   "degree",
	"°c":  "degree",
	"eur": "euro",
	"usd": "dollar",
	"t":   "ton",
	"hz":  "hertz",
}

// group: three digits behind a space go on with a number: 3 000.
func (n *number) group(t token.Token) bool {
	before := n.s.toks[n.i-1]
	return len(t.Key) == 3 && strings.Trim(t.Key, "0123456789") == "" && before.Kind == token.Number &&
		!strings.ContainsAny(before.Key, ".,$€£¥") && (len(before.Key) <= 3) &&
		n.s.text.Source[before.End:t.Start] == " "
}

// word reads a number word, or a multiplier: hundred, 万.
func (n *number) word(t token.Token) bool {
	if m, ok := strings.CutPrefix(t.Entry.Value, "x"); ok {
		by, _ := new(big.Rat).SetString(m)
		if !n.pending {
			if !t.Han && n.total.Sign() == 0 && n.part.Sign() == 0 {
				return false
			}
			if n.part.Sign() == 0 {
				n.part.SetInt64(1)
			}
		}
		switch {
		case t.Han && len(m) > 4:
			if n.total.Cmp(by) >= 0 {
				return false
			}
			n.total.Mul(n.total.Add(n.total, n.part), by)
			n.part.SetInt64(0)
		case t.Han || len(m) > 3:
			n.total.Add(n.total, n.part.Mul(n.part, by))
			n.part.SetInt64(0)
		default:
			n.part.Mul(n.part, by)
		}
		n.pending, n.pair = false, false
		n.rest = t.Han && m != "10"
		return true
	}
	v, ok := new(big.Rat).SetString(t.Entry.Value)
	if !ok || n.pending && !n.pair || n.pair && (v.Cmp(big.NewRat(10, 1)) >= 0 || v.Sign() == 0) {
		return false
	}
	if n.rest && v.Sign() > 0 && !strings.HasPrefix(n.next(), "x") && n.s.key(n.i-1) != "零" {
		n.broken = true // 三万五: short for 35,000, or not
	}
	n.part.Add(n.part, v)
	n.pair = !t.Han && !n.pair && v.Cmp(big.NewRat(20, 1)) >= 0
	n.pending = true
	return true
}

func (n *number) next() string {
	if e := n.s.entry(n.i + 1); e.Has(lexicon.Number) {
		return e.Value
	}
	return ""
}

// decimal writes a number in JSON's form, "" if that would round it.
func decimal(v *big.Rat) string {
	if v.IsInt() {
		return v.Num().String()
	}
	text := strings.TrimRight(v.FloatString(9), "0")
	if back, ok := new(big.Rat).SetString(text); !ok || back.Cmp(v) != 0 {
		return ""
	}
	return text
}

// loose reports whether a number is one of several or only about right: "3 or 4", "3-4", "between 3 and
// 4", "at least 3".
func (s *Source) loose(from, to int) bool {
	if s.is(to, lexicon.Or) || s.is(from-1, lexicon.Or) && s.numeric(from-2) ||
		s.mark(to, "-–~/") && s.numeric(to+1) ||
		s.mark(from-1, "-–~/") && s.numeric(from-2) ||
		s.numeric(to) && (s.toks[to].Kind == token.Number || s.toks[to].Han) {
		return true
	}
	switch s.key(to) {
	case "to", "or", "and", "到", "至":
		if s.numeric(to+1) && (s.key(to) != "and" || s.key(from-1) == "between") {
			return true
		}
	case "ish", "左右", "多", "几", "上下":
		return true
	}
	switch s.key(from - 1) {
	case "to", "and", "到", "至":
		return s.numeric(from-2) && (s.key(from-1) != "and" || s.key(from-3) == "between")
	case "about",
		"around",
		"roughly",
		"approximately",
		"at least",
		"at most",
		"up to",
		"over",
		"under",
		"more than",
		"less than",
		"no more than",
		"not more than",
		"no less than",
		"than",
		"nearly",
		"almost",
		"some",
		"大约",
		"约",
		"至少",
		"最多",
		"不超过",
		"不少于",
		"不低于",
		"大概",
		"差不多",
		"近",
		"超过",
		"minimum",
		"maximum",
		"max",
		"min":
		return true
	}
	return false
}

func (s *Source) numeric(i int) bool {
	return i >= 0 && i < len(s.toks) &&
		(s.toks[i].Kind == token.Number || s.toks[i].Is(lexicon.Number) && s.toks[i].Entry.Value != "")
}

// amounts lists the numbers of the text.
func (s *Source) amounts() []amount {
	var out []amount
	for i := 0; i < len(s.toks); {
		if s.numeric(i) {
			if a, ok := s.amountAt(i); ok {
				out = append(out, a)
				i = max(a.to, i+1)
				continue
			}
			i++
			for i < len(s.toks) && s.numeric(i) {
				i++
			}
			continue
		}
		i++
	}
	return out
}
