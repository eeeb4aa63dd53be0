package offline

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// separators stand between a name and its value; strong ones say that a value follows.
var (
	strongSep = pattern(`^\s*(?:[:=：]|(?:is|are|was|be|equals)\b|为|是|→|->)\s*`)
	weakSep   = pattern(`^(?:\s|#|no\.?\s|nr\.?\s|number\s|id\s|numbers\s|ids\s|called\s|named\s|` +
		`of\s|at\s|to\s|“|号码?|编号|单号|叫|在|到|设为|改为|改成|名为|名叫)*`)
)

// valuesAfter gives where values may begin behind each place of the label.
func valuesAfter(s *source, l *label) []start {
	var out []start
	for _, p := range l.places(s) {
		rest := s.t.scan[p.end:min(len(s.t.scan), p.end+40)]
		skip := len(weakSep().FindString(rest))
		strength := labelled
		if m := strongSep().FindString(rest[skip:]); m != "" {
			skip += len(m)
			skip += len(weakSep().FindString(rest[skip:]))
			strength = stated
		}
		out = append(out, start{p, p.end + skip, strength})
	}
	return out
}

type start struct {
	label    place
	at       int
	strength int
}

// members finds enum members in the text: as written (exact), in another case, with spaces for _ and -,
// or by the word that the description gives for them.
func (f *finder) members(s *source, l *label, list []strictjson.Value, def strictjson.Value) []hit {
	near := l.places(s)
	var out []hit
	for _, m := range list[:min(len(list), 1000)] {
		if len(out) > 256 {
			break
		}
		switch m.Kind() {
		case strictjson.KindString:
			for _, form := range memberForms(m.Text(), def) {
				out = append(out, memberHits(s, m, form, near)...)
			}
		case strictjson.KindNumber:
			for _, h := range numbers(s, l) {
				if h.value.Decimal().Cmp(m.Decimal()) == 0 {
					h.value = m
					out = append(out, h)
				}
			}
		case strictjson.KindBool:
			for _, h := range booleans(s, l) {
				if h.value.Bool() == m.Bool() {
					out = append(out, h)
				}
			}
		}
	}
	return longest(moved(s, out))
}

func memberForms(member string, def strictjson.Value) []string {
	low := strings.ToLower(member)
	forms := []string{low}
	if spaced := strings.Join(splitName(member), " "); spaced != low && spaced != "" {
		forms = append(forms, spaced)
	}
	if d, ok := def.Lookup("description"); ok {
		forms = append(forms, aliasIn(strings.ToLower(cutTo(d.Text(), 2000)), low)...)
	}
	return forms
}

var aliasRe = pattern(`^\s*[=:：（(-]?\s*([\p{Han}]{1,8}|[a-z]{3,20})`)

// aliasIn reads "high 高, low 低" and "economy: standard" in a description.
func aliasIn(description, member string) []string {
	k := strings.Index(description, member)
	if k < 0 || member == "" || k > 0 && wordByte(description[k-1]) {
		return nil
	}
	m := aliasRe().FindStringSubmatch(description[k+len(member):])
	rest := strings.TrimLeft(description[k+len(member):], " ")
	if len(m) < 2 || !hasHan(m[1]) && !strings.HasPrefix(rest, ":") &&
		!strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "(") {
		return nil
	}
	return []string{m[1]}
}

// common members are everyday words: they count only in a clause that names the field.
var common = listed("common")

func memberHits(s *source, member strictjson.Value, form string, near []place) []hit {
	var out []hit
	for from := 0; len(out) < 32; {
		k := strings.Index(s.t.scan[from:], form)
		if k < 0 || form == "" {
			break
		}
		at := span{from + k, from + k + len(form)}
		from = at.end
		if !bounded(s.t.scan, at) || negated(s.t.scan, at) {
			continue
		}
		h := hit{source: s, at: at, value: member, exact: s.t.src[at.start:at.end] == member.Text(),
			strength: formed}
		if seg := s.segmentOf(at.start); slices.ContainsFunc(near,
			func(p place) bool { return p.start >= seg.start && p.end <= seg.end && p.span != at }) {
			h.strength = labelled
		} else if common.has(form) || utf8.RuneCountInString(form) < 2 {
			continue
		}
		out = append(out, h)
	}
	return out
}

func bounded(scan string, at span) bool {
	first, last := scan[at.start], scan[at.end-1]
	return (at.start == 0 || first >= 0x80 || !wordByte(scan[at.start-1]) && !(scan[at.start-1] == '-' &&
		at.start > 1 && wordByte(scan[at.start-2]))) &&
		(at.end == len(scan) || last >= 0x80 || !wordByte(scan[at.end]) && !(scan[at.end] == '-' &&
			at.end+1 < len(scan) && wordByte(scan[at.end+1])))
}

var (
	negations = sync.OnceValue(func() []string {
		return strings.Split("not; no; non; never; without; than; instead of; isn't; don't want; except; "+
			"not by; not via; not in; not an; not a", "; ")
	})
	hanNegated = list("不是 不 非 别 别用 不要 不要用 除了 除")
)

// negated tells whether the words right before exclude what stands at a place.
func negated(scan string, at span) bool {
	before := strings.TrimRight(scan[max(0, at.start-24):at.start], " -")
	for _, article := range []string{" the", " a", " an"} {
		before = strings.TrimSuffix(before, article)
	}
	for _, n := range negations() {
		if w := n; strings.HasSuffix(before, w) && (len(before) == len(w) ||
			!wordByte(before[len(before)-len(w)-1])) {
			return true
		}
	}
	return before != "" && before[len(before)-1] >= 0x80 && slices.ContainsFunc(hanNegated(),
		func(w string) bool { return strings.HasSuffix(before, w) })
}

// moved prefers the new state where both are named: "from open to closed", "改为已关闭".
func moved(s *source, hits []hit) []hit {
	towards := func(h hit) bool {
		before := s.t.scan[max(0, h.at.start-12):h.at.start]
		for _, w := range []string{" to ", " into ", " as ", "改为", "改成", "换成", "设为", "变为", "转为", "升级为", "调到"} {
			if strings.HasSuffix(before, w) {
				return true
			}
		}
		return false
	}
	if !slices.ContainsFunc(hits, towards) {
		return hits
	}
	return slices.DeleteFunc(hits, func(h hit) bool { return !towards(h) })
}

// longest drops hits that lie inside longer ones.
func longest(hits []hit) []hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h hit) bool {
		return slices.ContainsFunc(hits, func(o hit) bool {
			return o.at.start <= h.at.start && h.at.end <= o.at.end && o.at.end-o.at.start > h.at.end-h.at.start
		})
	})
}

var (
	yesRe = pattern(`^(?:true|yes|on|enabled|required|needed|是|需要|要|开|开启|有|对)(?:\W|$|[^\x00-\x7f])`)
	noRe  = pattern(`^(?:false|no|off|disabled|not required|not needed|否|不需要|不用|不要|不|关|关闭|无|` +
		`没有)(?:\W|$|[^\x00-\x7f])`)
	saysNo = pattern(`(?:\b(?:not|no|non|without|isn't|don't need|do not need|don't want|never|` +
		`skip|not so|not very)[ -](?:an? |the |any |it |be )?|不需要|不用|无需|无须|不要|不必|不|别|没有|无|非)$`)
	saysIt = pattern(`(?:\b(?:with|include|including|add|is|are|it's|be|needs?|require|requires|` +
		`want|very|mark(?:ed)? as|as|please|enable|make it)[ ](?:an? |the |very |really )?|需要|要|带|含|附|加|很|非常|比较|` +
		`包含|请|标记为|设为|开启)$`)
)

// booleans finds what the text states of a yes-or-no field.
func booleans(s *source, l *label) []hit {
	var out []hit
	for _, st := range valuesAfter(s, l) {
		rest := s.t.scan[st.at:min(len(s.t.scan), st.at+24)]
		before := s.t.scan[max(0, st.label.start-24):st.label.start]
		h := hit{source: s, at: st.label.span, strength: st.strength}
		word := func(re *regexp.Regexp) bool {
			m := re.FindString(rest + " ")
			if m == "" {
				return false
			}
			h.at.end = st.at + len(strings.TrimRight(m, " ,.;!?，。；！？\n")) // the word, at times a rune more
			h.at.end = min(h.at.end, len(s.t.scan))
			for h.at.end < len(s.t.scan) && !utf8.RuneStart(s.t.scan[h.at.end]) {
				h.at.end++
			}
			return true
		}
		switch {
		case noRe().MatchString(rest+" ") && word(noRe()):
			h.value = strictjson.Bool(false)
		case yesRe().MatchString(rest+" ") && word(yesRe()):
			h.value = strictjson.Bool(true)
		case saysNo().MatchString(before):
			h.at.start -= len(saysNo().FindString(before))
			h.value = strictjson.Bool(false)
		case saysIt().MatchString(before):
			h.at.start -= len(saysIt().FindString(before))
			h.value = strictjson.Bool(true)
		case l.quality() && s.attributes(st.label):
			h.value = strictjson.Bool(true)
		default:
			continue
		}
		at := trim(s.t.scan, h.at)
		h.at = at
		out = append(out, h)
	}
	return out
}

// quality tells whether the field's name is an adjective ("urgent"), so that to mention it is to state it.
func (l *label) quality() bool {
	if l.flag {
		return true
	}
	if strings.Contains(l.whole, " ") {
		return false
	}
	for _, suffix := range []string{"ent", "able", "ible", "ed", "al", "ic", "ive", "ous", "ly", "ary", "ful",
		"less", "ate"} {
		if strings.HasSuffix(l.whole, suffix) && len(l.whole) > len(suffix)+2 {
			return true
		}
	}
	return l.whole == "" || slices.ContainsFunc(l.han, func(h string) bool {
		return strings.HasPrefix(h,
			"加") || strings.HasPrefix(h, "紧急")
	})
}

// attributes: the word stands alone in its segment or before a noun; no condition or question hangs on it.
func (s *source) attributes(p place) bool {
	seg := s.segmentOf(p.start)
	clause := s.t.scan[seg.start:seg.end]
	return !strings.Contains(clause, "if ") && !strings.Contains(clause, "whether") &&
		!strings.Contains(clause, "是否") && !strings.Contains(clause, "如果")
}

// implied: words that say what kind of number a field holds.
var implied = map[string]bag{
	"count":   set("quantity qty count copies pieces units items 数量 份数 件数 个数 张数"),
	"money":   set("price amount budget cost total fee payment sum 金额 预算 价格 费用 总价 单价"),
	"percent": set("percent percentage rate discount 折扣 比例 百分比"),
}

// numbers finds numbers beside their label, with the unit that the field's words name, or counted.
func numbers(s *source, l *label) []hit {
	var out []hit
	add := func(q quantity, strength int) {
		if v, err := strictjson.Decode([]byte(q.value), strictjson.Options{}); err == nil && len(out) < 64 {
			out = append(out, hit{source: s, at: q.span, value: v, strength: strength})
		}
	}
	for _, st := range valuesAfter(s, l) {
		for _, q := range s.quantities {
			if q.start >= st.at && q.start <= st.at+2 && strings.Trim(s.t.scan[st.at:q.start], " $€£¥") == "" {
				add(q, st.strength)
			}
		}
	}
	wanted := l.units()
	for _, q := range s.quantities {
		switch {
		case q.noun != "" && l.counts(q.noun), q.unit != "" && wanted[q.unit]:
			add(q, labelled)
		case wanted["money"] && currencies.has(q.unit), wanted["count"] && (q.unit == "piece" || q.unit == "copy" ||
			q.noun != "" && plural(q.noun)):
			add(q, formed)
		}
	}
	return out
}

// counts: "3 nights" for nights, numberOfNights, nightCount.
func (l *label) counts(noun string) bool {
	for _, p := range l.phrases {
		for _, w := range p {
			if singular(w) == singular(noun) && !vaguely.has(noun) {
				return true
			}
		}
	}
	return false
}

// units gives the units that the field's words name or imply.
func (l *label) units() map[string]bool {
	out := map[string]bool{}
	for w := range l.words {
		if u := units()[w]; u != "" && len(w) > 1 {
			out[u] = true
		}
		for kind, words := range implied {
			out[kind] = out[kind] || words.has(w)
		}
	}
	for _, h := range l.han {
		for u, unit := range units() {
			out[unit] = out[unit] || hasHan(u) && (len(u) > 3 && strings.Contains(h, u) || h == u+"数")
		}
		for kind, words := range implied {
			for w := range words() {
				out[kind] = out[kind] || hasHan(w) && strings.HasSuffix(h, w)
			}
		}
	}
	return out
}

// strings finds text: dates, values of a telling format or pattern, labelled values.
func (f *finder) strings(s *source, n *schema.Node, l *label) []hit {
	format, _ := n.Definition().Lookup("format")
	if format.Text() == "date" {
		return datesFor(s, l)
	}
	var out []hit
	for _, st := range valuesAfter(s, l) {
		for _, at := range extents(s, st) {
			h := hit{source: s, at: at, value: strictjson.String(s.t.src[at.start:at.end]), exact: true,
				strength: st.strength}
			if f.satisfies(n, h.value) {
				out = append(out, h)
				break
			}
		}
	}
	out = append(out, f.before(s, n, l)...)
	if telling := f.telling(n); telling > 0 {
		out = append(out, f.formed(s, n, telling)...)
	}
	return append(out, byPreposition(s, n, l)...)
}

// formed finds words by their form alone. How many are looked at is bounded for the whole request.
func (f *finder) formed(s *source, n *schema.Node, strength int) []hit {
	var out []hit
	p := n.Pattern()
	for _, at := range s.words(p != nil && strings.Contains(p.String(), " ")) {
		word := s.t.src[at.start:at.end]
		if f.looked++; f.looked > maxLooks {
			break
		}
		if p != nil && !p.MatchString(word) || negated(s.t.scan, at) {
			continue
		}
		h := hit{source: s, at: at, value: strictjson.String(word), exact: true, strength: strength}
		if f.satisfies(n, h.value) && len(out) < 256 {
			out = append(out, h)
		}
	}
	return out
}

const maxLooks = 40000

// extents gives the words that may be the value at a start, the likeliest first: a quotation, an id, a
// name, and after a colon or "is" the rest of the segment.
func extents(s *source, st start) []span {
	i := s.tokenFrom(st.at)
	seg := s.segmentOf(st.at)
	if st.at >= len(s.t.scan) {
		return nil
	}
	var out []span
	if i < len(s.t.toks) && strings.TrimLeft(s.t.scan[st.at:s.t.toks[i].start], " #") == "" {
		tok := s.t.toks[i]
		switch {
		case tok.word[0] == mask:
			return append(out, unquoted(s.t.src, span{tok.start, tok.end}))
		case hasDigit(tok.word) || strings.ContainsAny(tok.word, "@/_") ||
			len(tok.word) > 1 && s.t.src[tok.start:tok.end] == strings.ToUpper(s.t.src[tok.start:tok.end]):
			out = append(out, bare(s.t.src, span{tok.start, tok.end}))
		}
		if run := s.names(i); run.end > run.start {
			out = append(out, run)
		}
		if st.strength == labelled {
			out = append(out, span{tok.start, tok.end})
			if !hasDigit(tok.word) && len(out) == 1 {
				return nil
			}
		}
	}
	if st.strength == stated && seg.end > st.at && seg.end-st.at < 2048 {
		rest := trim(s.t.scan, span{st.at, seg.end})
		if k := strings.Index(s.t.scan[rest.start:rest.end], " and "); k > 0 {
			out = append(out, span{rest.start, rest.start + k})
		}
		if rest.end > rest.start {
			out = append(out, rest)
		}
	}
	return out
}

func unquoted(src string, at span) span {
	_, a := utf8.DecodeRuneInString(src[at.start:at.end])
	_, b := utf8.DecodeLastRuneInString(src[at.start:at.end])
	if at.end-at.start > a+b {
		return span{at.start + a, at.end - b}
	}
	return at
}

// bare drops the sign before a number: "#4521".
func bare(src string, at span) span {
	if src[at.start] == '#' {
		at.start++
	}
	return at
}

// names gives a run of capitalised words that begins at token i.
func (s *source) names(i int) (at span) {
	at = span{s.t.toks[i].start, s.t.toks[i].start}
	for ; i < len(s.t.toks); i++ {
		t := s.t.toks[i]
		if !t.cap || at.end > at.start && strings.Trim(s.t.src[at.end:t.start], " ") != "" {
			break
		}
		at.end = t.end
	}
	return at
}

// before finds an id that stands directly before its name: "00917号订单".
func (f *finder) before(s *source, n *schema.Node, l *label) []hit {
	var out []hit
	for _, p := range l.places(s) {
		i := s.tokenFrom(p.start) - 1
		if i < 0 || !hasDigit(s.t.toks[i].word) {
			continue
		}
		tok := s.t.toks[i]
		gap := s.t.scan[tok.end:p.start]
		if gap != "号" && gap != "号的" && (n.Pattern() == nil || gap != " " && gap != "") {
			continue
		}
		h := hit{source: s, at: span{tok.start, tok.end}, value: strictjson.String(s.t.src[tok.start:tok.end]),
			exact: true, strength: labelled}
		if f.satisfies(n, h.value) {
			out = append(out, h)
		}
	}
	return out
}

// ordinary words show how telling a pattern is.
var ordinary = []string{"order", "Hello", "the", "订单", "Lisbon", "a", "Order", "status", "请"}

// telling tells how sure a string is by its form alone; 0 means not at all.
func (f *finder) telling(n *schema.Node) int {
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
	for _, w := range ordinary {
		if p.MatchString(w) {
			return 0
		}
	}
	if p.MatchString("7") || p.MatchString("12") || p.MatchString("2024") {
		return hinted
	}
	return formed
}

// words gives the notable words, listed once; spaced ones are pairs too.
func (s *source) words(spaced bool) []span {
	k := 0
	if spaced {
		k = 1
	}
	if s.listed[k] == nil {
		s.listed[k] = append([]span{}, s.notable(spaced)...)
	}
	return s.listed[k]
}

// notable lists the words that may be ids: those with digits, marks or capitals inside.
func (s *source) notable(spaced bool) []span {
	var out []span
	for i, t := range s.t.toks {
		word := s.t.src[t.start:t.end]
		if len(out) >= 2000 || len(word) > 256 {
			continue
		}
		switch {
		case t.word[0] == mask:
			out = append(out, unquoted(s.t.src, span{t.start, t.end}))
		case hasDigit(word) || strings.ContainsAny(word, "-_./@:#") ||
			len(word) > 1 && word[1:] != strings.ToLower(word[1:]):
			out = append(out, bare(s.t.src, span{t.start, t.end}))
		}
		if spaced && i+1 < len(s.t.toks) && s.t.toks[i+1].start == t.end+1 && len(out) < 2000 {
			out = append(out, span{t.start, s.t.toks[i+1].end})
		}
	}
	return out
}

// roles: what fields of these names are introduced by, before a proper name.
var roles = []struct {
	names  bag
	before bag
	han    func() *regexp.Regexp
}{
	{set("destination dest arrival 目的地 到达 到达城市 目的城市"), set("to towards"),
		pattern(`(?:到|至|飞往|前往|发往|寄到|送到|寄往|去)(\p{Han}{2,6}?)(?:的|，|。|出差|[^\p{Han}]|$)`)},
	{set("origin departure 出发地 起点 出发 出发城市"), set("from"), pattern(`从(\p{Han}{2,6}?)(?:到|至|飞|去|出发|` +
		`寄|发|运)`)},
	{set("recipient receiver addressee assignee 收件人 接收人"), set("to for"),
		pattern(`(?:发给|寄给|转给|交给|抄送给)(\p{Han}{2,4}?)(?:的|，|。|[^\p{Han}]|$)`)},
	{set("city location place 城市 地点"), set("in to at from"), pattern(`在(\p{Han}{2,6}?)(?:的|，|。|` +
		`[^\p{Han}]|$)`)},
	{set("language 语言 目标语言"), set("into in to"), pattern(`(?:译成|翻译为|译为)(\p{Han}{1,3}[文语])`)},
}

// byPreposition reads "to Lisbon" for a destination.
func byPreposition(s *source, n *schema.Node, l *label) []hit {
	var out []hit
	for _, role := range roles {
		if !l.plays(role.names) {
			continue
		}
		take := func(at span) {
			out = append(out, hit{source: s, at: at, value: strictjson.String(s.t.src[at.start:at.end]),
				exact: true, strength: formed})
		}
		for i := 1; i < len(s.t.toks) && len(out) < 8; i++ {
			if s.t.toks[i].cap && role.before.has(s.t.toks[i-1].word) {
				take(s.names(i))
			}
		}
		for _, m := range role.han().FindAllStringSubmatchIndex(s.t.scan, 8) {
			take(span{m[2], m[3]})
		}
	}
	return out
}

func (l *label) plays(names bag) bool {
	for _, p := range l.phrases {
		if names.has(p[0]) || names.has(p[len(p)-1]) {
			return true
		}
	}
	return slices.ContainsFunc(l.han, func(h string) bool { return names.has(h) })
}

var (
	beginning = set("start from begin beginning arrival arrive checkin check-in 开始 开始日期 起始 起始日期 入住 入住日期")
	ending    = set("end to until due deadline departure depart checkout check-out expiry 结束 结束日期 截止 截止日期 离店 到期")
	sinceRe   = pattern(`(?:from|starting|starts?|beginning|between|arriving|since|从|自|起)(?: on)? ?$`)
	untilRe   = pattern(`(?:to|until|till|through|by|before|due|ending|ends?|leaving|and|-|–|到|至|` +
		`截止到?)(?: on)? ?$`)
)

// datesFor finds days: by the name beside them, by from and until, by being the only one.
func datesFor(s *source, l *label) []hit {
	var out []hit
	first, last := l.plays(beginning), l.plays(ending)
	starts := valuesAfter(s, l)
	for _, d := range s.dates {
		h := hit{source: s, at: d.span, value: strictjson.String(d.iso), exact: s.t.src[d.start:d.end] == d.iso,
			strength: formed}
		before := s.t.scan[max(0, d.start-16):d.start]
		switch {
		case slices.ContainsFunc(starts, func(st start) bool { return st.at <= d.start && d.start-st.at <= 4 }):
			h.strength = stated
		case first && sinceRe().MatchString(before), last && untilRe().MatchString(before):
			h.strength = labelled
		case first || last:
			h.strength = hinted
		}
		out = append(out, h)
	}
	return out
}

// list reads "tags: red, blue and green" for an array of plain text.
func (f *finder) list(name string, item *schema.Node) []hit {
	l := f.labels[item]
	if item.Pattern() != nil || item.Definition().Has("enum") || item.Definition().Has("format") ||
		!typesOf(item.Definition())["string"] {
		return nil
	}
	s := f.sources[0]
	for _, st := range valuesAfter(s, &l) {
		if st.strength != stated {
			continue
		}
		var out []hit
		for i := max(0, segmentFrom(s, st.at)); i < len(s.segments) && len(out) < 64; i++ {
			seg := s.segments[i].span
			if len(out) > 0 && (s.segments[i].hard || strings.ContainsAny(s.t.scan[seg.start:seg.end], ":：")) {
				break
			}
			seg.start = max(seg.start, st.at)
			for _, at := range parts(s.t.scan, seg) {
				out = append(out, hit{source: s, at: at, value: strictjson.String(s.t.src[at.start:at.end]),
					exact: true, strength: stated})
			}
		}
		return out
	}
	return nil
}

func segmentFrom(s *source, at int) int {
	return slices.IndexFunc(s.segments, func(g segment) bool { return g.end > at })
}

var partRe = pattern(` and |、|和|^and `)

func parts(scan string, at span) []span {
	var out []span
	from := at.start
	flush := func(to int) {
		if p := trim(scan, span{from, to}); p.end > p.start {
			out = append(out, p)
		}
	}
	for _, m := range partRe().FindAllStringIndex(scan[at.start:at.end], 64) {
		flush(at.start + m[0])
		from = at.start + m[1]
	}
	flush(at.end)
	return out
}
