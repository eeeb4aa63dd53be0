package offline

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// zhead is what stands at the beginning of a Chinese clause; n and vn count bytes.
type zhead struct {
	marks opening
	n     int
	verb  verb
	vn    int
}

// chineseHead reads the opening words, up to the first that decides, and the verb after them.
func chineseHead(s string) (h zhead) {
	for range 8 {
		for h.n < len(s) && (s[h.n] == ' ' || s[h.n] == '\t') {
			h.n++
		}
		rest := s[h.n:]
		h.verb, h.vn = chineseVerbAt(rest)
		kind, n := chineseOpeners().text(rest)
		if _, noun := chineseNouns().text(rest); noun > 0 && noun > n && noun >= h.vn {
			h.vn = 0
			return h
		}
		if n == 0 || h.vn >= n {
			break
		}
		h.marks |= kind
		h.n += n
		if kind&stops != 0 {
			h.vn = 0
			return h
		}
	}
	if h.vn == 0 && h.n < len(s) {
		h.verb, h.vn = latinVerb(s[h.n:], h.marks)
	}
	return h
}

// chineseVerbAt reads a verb; "begin to", "go on with" and "do" lend their place to the verb they carry.
func chineseVerbAt(s string) (verb, int) {
	v, n := chineseVerbs().text(s)
	if n == 0 || !carriers.has(v.lemma) {
		return v, n
	}
	skip := n
	for _, w := range []string{"一次", "一下", "一个", "一份", "全面的", "全面", "详细的", "详细", "仔细的", "深入"} {
		if strings.HasPrefix(s[skip:], w) {
			skip += len(w)
			break
		}
	}
	if carried, m := chineseVerbs().text(s[skip:]); m > 3 {
		return carried, skip + m
	}
	return v, n
}

var carriers = set("进行 继续 开始 做 动手 安排 组织 准备")

// latinVerb reads an English verb in a Chinese clause ("review 一下这个 PR").
func latinVerb(s string, marks opening) (verb, int) {
	if s[0] < 'a' || s[0] > 'z' {
		return verb{}, 0
	}
	n := 0
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] == '-') {
		n++
	}
	v, k := verbs().words([]token{{word: s[:n]}})
	rest := strings.TrimLeft(s[n:], " ")
	if k == 0 || marks&(polite|then|first) == 0 && !strings.HasPrefix(rest, "一下") &&
		!strings.HasPrefix(rest, "下") && !strings.HasPrefix(rest, "这") && !strings.HasPrefix(rest, "所有") {
		return verb{}, 0
	}
	return v, n
}

// asks tells whether the verb at the head is a request: not a noun's part, not reported as done.
func (h zhead) asks(s string) bool {
	if h.vn == 0 || h.marks&stops != 0 {
		return false
	}
	rest := strings.TrimLeft(s[h.n+h.vn:], " ")
	if strings.HasPrefix(rest, "的") || strings.HasPrefix(rest, "者") {
		return false
	}
	if h.marks&polite != 0 {
		return true
	}
	for _, w := range reported() {
		if strings.HasPrefix(rest, w) {
			return false
		}
	}
	return !nounTail().MatchString(rest)
}

// nounTail: the verb is the first part of a noun (付费, 申请人) that a statement is about.
var nounTail = pattern(`^(?:人|率|量|号|单|费|中)(?:$|的|是|为|不|已|太|很|有|在|了|[:：])`)

var reported = list(`已 完成了 完成后 通过了 成功 失败 结束 正在 是 很 太 了 过了 没 不了 出错 出问题 报错 有误 为空 记录是 记录为 进度 状态是`)

// chinese reads one segment: it splits it into clauses and reads each.
func (r *reading) chinese(s segment) {
	for from := s.start; from < s.end; {
		part := r.scan[from:s.end]
		at, skip, kind := chineseBoundary(part)
		switch {
		case kind == 0:
			r.chineseClause(span{from, s.end}, s)
			return
		case kind == other || kind == first || kind == then|other:
			r.chineseLead(span{from, from + at}, span{from, from + skip}, kind)
		default:
			r.chineseClause(span{from, from + at}, s)
			r.then = r.then || kind == then && len(r.items) > 0
		}
		from += skip
	}
}

// chineseBoundary finds the end of the first clause in s and the beginning of the next. Its kind tells
// what ends there: a clause of its own (then, also), a condition (other), a date or a step that comes
// later (first), or a condition or step that comes earlier (then|other). 0 means that none ends.
func chineseBoundary(s string) (at, next int, kind opening) {
	_, cond := conditionHead(s)
	negated := false
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		if s[i] < 0x80 || i == 0 {
			i += n
			continue
		}
		if partOfNoun(s, i) {
			i += n
			continue
		}
		if next, kind = endAt(s, i); kind != 0 {
			return i, next, kind
		}
		if next, kind = joinAt(s, i, cond, negated); kind != 0 {
			return i, next, kind
		}
		if cond && strings.HasSuffix(s[:i], "了") && chineseHead(s[i:]).asks(s[i:]) {
			return i, i, other
		}
		negated = negated || hasPrefix(s[i:], "不要", "禁止") || hasPrefix(s, "别", "不要")
		i += n
	}
	return 0, 0, 0
}

func hasPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// endAt reads the closing of a condition, a step or a date at i, before a deed.
func endAt(s string, i int) (next int, kind opening) {
	if kind, n := clauseEnds().text(s[i:]); n > 0 && leads(s[i+n:]) && !strings.HasPrefix(s[i+n:], "的") {
		if kind == then {
			kind |= other
		}
		return i + n, kind
	}
	if done, ok := strings.CutPrefix(s[i:], "完"); ok && i <= 6 && hasPrefix(done, "通知", "告", "发") {
		return i + len("完"), then | other
	}
	return 0, 0
}

// joinAt reads a connective at i that joins two clauses.
func joinAt(s string, i int, cond, negated bool) (next int, kind opening) {
	kind, n := connectives().text(s[i:])
	before, after := s[:i], s[i+n:]
	switch {
	case n == 0, !leads(after) && !(kind == then && n > 3 && leads(s[i:])):
		return 0, 0
	case cond && kind == also || negated && kind != also:
		return 0, 0
	case kind == then && (strings.HasSuffix(before, "不要") || strings.HasSuffix(before, "别") ||
		strings.HasSuffix(before, "不")):
		return 0, 0
	case kind == also && n == 3 && !joinsVerb(before, after):
		return 0, 0
	case kind == then && (cond || resultAtEnd(before)):
		kind = other
	}
	return i + n, kind
}

// partOfNoun: the character at i belongs to a longer word ("最后", "小时").
func partOfNoun(s string, i int) bool {
	if _, n := notEnds().text(s[i:]); n > 0 {
		_, own := connectives().text(s[i:])
		return own < n
	}
	for back := 3; back <= 9 && back <= i; back += 3 {
		if !utf8.RuneStart(s[i-back]) {
			break
		}
		if _, n := notEnds().text(s[i-back:]); n > back {
			return true
		}
	}
	return false
}

// leads tells whether a clause of its own begins with s.
func leads(s string) bool {
	h := chineseHead(s)
	if h.marks&(never|needless|rule) != 0 && h.vn == 0 {
		return true
	}
	if h.asks(s) {
		return true
	}
	if h.marks&stops == 0 {
		if _, n := chinesePrepositions().text(s[h.n:]); n > 0 {
			_, at, _ := prepositional(s[h.n:min(len(s), h.n+75)], n) // its object is near
			return at > 0
		}
	}
	_, n := conditionHead(s)
	return n
}

// joinsVerb: a lone "and" splits only where a verb with its object stands before it and one with an
// object after it.
func joinsVerb(before, after string) bool {
	b, a := chineseHead(before), chineseHead(after)
	if a.marks&(never|needless) != 0 {
		return true
	}
	if b.vn > 0 && len(before) == b.n+b.vn && b.n+b.vn > 3 {
		return a.vn > 3 // one object for both: 分析并优化
	}
	return (b.vn > 0 && len(before) > b.n+b.vn || strings.Contains(before[max(0, len(before)-300):], "把")) &&
		a.vn > 0 && len(after) > a.n+a.vn+2
}

func conditionHead(s string) (n int, ok bool) {
	h := chineseHead(s)
	if h.marks&stops != 0 {
		h.n = 0
	}
	for _, k := range []int{0, h.n} {
		_, n := conditionWords().text(s[k:])
		if n == 0 {
			continue
		}
		for _, w := range notConditions() {
			if strings.HasPrefix(s[k:], w) {
				return 0, false
			}
		}
		return k + n, true
	}
	return 0, false
}

var notConditions = list("当前 当天 当地 当月 当年 当日 等级 等等 等一下 如下 如何 如实 如期 若干 等待 待办 待定 待处理 如此 等于 待审")

var resultWords = list("通过 成功 完成 完毕 结束 失败 到账 就绪 没问题 正常 确认 批准 同意 生效 到期 为空 满了 了 达标 合格 无误 空闲 恢复 " +
	"报错 超时 没有错误 都好 ok")

func resultAtEnd(s string) bool {
	for _, w := range resultWords() {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

// chineseLead reads what stands before a deed: an approval, a condition, an earlier step, a date.
func (r *reading) chineseLead(at, whole span, kind opening) {
	s := r.scan[at.start:at.end]
	h := chineseHead(s)
	_, cond := conditionHead(s)
	target := span{at.start + h.n + h.vn, at.end}
	object := chineseTarget(r.scan[target.start:target.end])
	switch {
	case h.marks&then != 0 && h.n == len(s):
		r.then = len(r.items) > 0
	case r.chineseConsent(r.scan[whole.start:whole.end]):
		r.await(gate{true, r.cut(whole)})
	case kind == first && h.asks(s) && object != "" && !r.has(h.verb.lemma):
		r.later = &item{verb: refineChinese(h.verb, s), clause: at, target: r.cut(target), said: r.cut(at)}
	case kind == first:
		r.circumstances = append(r.circumstances, r.cut(whole))
	case kind&then != 0 && !cond && h.asks(s) && !resultAtEnd(s) && object != "":
		r.chineseClause(at, segment{span: at})
		r.then = true
	case !cond && dated(s):
		r.circumstances = append(r.circumstances, r.cut(whole))
	default:
		r.await(gate{false, r.cut(whole)})
		r.held = whole
	}
}

// dated: a point in time, no event.
func dated(s string) bool {
	return utf8.RuneCountInString(s) <= 8 && strings.ContainsAny(s, "周月日点号天年晨早晚午") && !resultAtEnd(s)
}

var (
	consentRe = pattern(`我们?(?:的|再|来|本人|亲自|先|明确|书面|最后|最终|说|都|已经|已|进一步|这边){0,2}(?:确认|同意|批准|审批|点头|` +
		`许可|授权|看过|过目|审核|审阅|拍板|答复|首肯|签字|看一下|看看|看一眼|检查|过一遍|ok|说可以|发话|允许|回复|核对)`)
	askMeRe = pattern(`(?:问|跟|和|与|找|向|征求)我们?(?:一声|一下|一句|说|确认|商量|请示|核对|同步|打招呼|意见|同意|批准)?|经过?我|` +
		`(?:给|让|请|由|待|等)我们?(?:先)?(?:看|过目|确认|审|检查|定|批|点头)`)
	heldRe = pattern(`先|等|待|再|前|后|未经|经|才|得到|征得|除非|没有|没|需|须|只有|直到|得|要`)
)

// helped drops the requester where he only asks for help.
var helped = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("帮我", "", "替我", "", "为我", "")
})

// chineseConsent tells whether the clause makes something wait for the requester's own word.
func (r *reading) chineseConsent(s string) bool {
	if !strings.Contains(s, "我") || !heldRe().MatchString(s) {
		return false
	}
	s = helped().Replace(s)
	if !consentRe().MatchString(s) && !askMeRe().MatchString(s) {
		return false
	}
	shown := strings.Contains(s, "给我看") || strings.Contains(s, "让我看") || strings.Contains(s, "给我检")
	return !shown || len(r.items) > 0 || strings.Contains(s, "前") || strings.Contains(s, "后")
}

// chineseApproved reads such a clause.
func (r *reading) chineseApproved(at span) {
	s := r.scan[at.start:at.end]
	g := gate{true, r.cut(at)}
	lemma, all := "", strings.Contains(s, "任何") || strings.Contains(s, "每一步") ||
		strings.Contains(s, "所有操作") || strings.Contains(s, "都")
	if i := strings.Index(s, "前"); i > 0 {
		before := strings.TrimSuffix(strings.TrimSuffix(s[:i], "之"), "以")
		h := chineseHead(before)
		if h.asks(before) {
			lemma = h.verb.lemma
			object := chineseTarget(before[h.n+h.vn:])
			if len(r.items) == 0 && object != "" && !pronouns.has(object) && !all {
				from := at.start + h.n + h.vn
				r.await(g)
				r.ask(refineChinese(h.verb, before), at, span{from, at.start + len(before)})
				r.pending = nil
				return
			}
		}
	}
	if all || lemma != "" && r.has(lemma) || r.current() != nil {
		r.hold(g, lemma, all)
		return
	}
	r.await(g)
}
