package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// chineseClause reads one clause.
func (r *reading) chineseClause(at span, s segment) {
	at = trim(r.scan, at)
	text := r.scan[at.start:at.end]
	if text == "" {
		return
	}
	h := chineseHead(text)
	if h.marks&then != 0 && len(r.items) > 0 {
		r.then = true
	}
	object, hasObject := r.fronted(h, at)
	switch {
	case questioning(text, s):
		r.chineseStatement(h, at, text, s)
	case h.marks&(chat|story) == 0 && r.chineseConsent(text) && h.marks&never == 0:
		r.chineseApproved(at)
	case h.marks&stops == 0 && r.chineseCondition(h, at, text):
	case r.replacing(h.marks):
		r.chineseCorrect(zhead{marks: doubt}, at, s)
	case r.byOpening(h.marks, at, acts{
		correct:   func() { r.chineseCorrect(h, at, s) },
		forbid:    func() { r.chineseForbid(h, at, text) },
		otherwise: func() { r.chineseOtherwise(h, at, s) },
		story:     func() { r.subject = "" },
	}):
	case r.chineseAffirms(text):
	case h.marks&wanting != 0:
		r.chineseWanted(h, at)
	case h.asks(text):
		r.chineseOrder(h, at, text)
	case hasObject:
		r.add(object)
	case h.marks&rule != 0:
		r.note(at, strings.ContainsAny(text, "总共预") && !strings.Contains(text, "预订"))
	default:
		r.chineseStatement(h, at, text, s)
	}
}

// questioning: "要不要删除", "是不是该重启" ask for a judgement though a verb follows.
func questioning(text string, s segment) bool {
	for _, w := range []string{"要不要", "是不是", "该不该", "应不应该", "有没有", "会不会", "为什么", "值不值"} {
		if strings.HasPrefix(text, w) {
			return true
		}
	}
	_, cond := conditionHead(text)
	return cond && s.question && containsAny(text, weighing())
}

// chineseCondition reads a condition that fills its clause; the deed stands in another.
func (r *reading) chineseCondition(h zhead, at span, text string) bool {
	_, cond := conditionHead(text)
	ends := opening(0)
	for i := len(text) - 3; i >= max(0, len(text)-15) && ends == 0; i-- {
		if !utf8.RuneStart(text[i]) {
			continue
		}
		if kind, n := clauseEnds().text(text[i:]); n > 0 && i+n == len(text) && i > 0 && !partOfNoun(text, i) {
			ends = kind
			if kind == then {
				ends = then | other
			}
			if !cond {
				r.chineseLead(span{at.start, at.start + i}, at, ends)
				return true
			}
		}
	}
	if !cond {
		return false
	}
	if strings.Contains(text, "方便") || strings.Contains(text, "可能的话") || strings.Contains(text, "有需要") {
		r.note(at, false)
		return true
	}
	r.await(gate{false, r.cut(at)})
	r.held = at
	return true
}

// chineseTarget drops measure words before an object and courtesies behind it.
func chineseTarget(s string) string {
	t := chineseTrim(s, span{0, len(s)})
	return s[t.start:t.end]
}

func chineseTrim(scan string, at span) span {
	at = trim(scan, at)
	for _, w := range []string{"一下子", "一下", "下", "一遍", "一次", "完", "好", "掉", "了", "：", ":"} {
		if strings.HasPrefix(scan[at.start:at.end], w) && !strings.HasPrefix(scan[at.start:at.end], "下周") &&
			!strings.HasPrefix(scan[at.start:at.end], "下个") && !strings.HasPrefix(scan[at.start:at.end], "下月") &&
			!strings.HasPrefix(scan[at.start:at.end], "下载") {
			at.start += len(w)
			break
		}
	}
again:
	for range 4 {
		for _, w := range []string{"谢谢", "可以吗", "行吗", "好吗", "好不好", "吧", "吗", "呢", "啊", "呀", "哦", "哈", "嘛", "一下",
			"一遍", "了"} {
			if strings.HasSuffix(scan[at.start:at.end], w) {
				at.end -= len(w)
				continue again
			}
		}
		break
	}
	return trim(scan, at)
}

// chineseOrder adds the intent that the verb at the head names.
func (r *reading) chineseOrder(h zhead, at span, text string) {
	target := chineseTrim(r.scan, span{at.start + h.n + h.vn, at.end})
	v := refineChinese(h.verb, text[h.n:])
	if r.correction(h, text, target) {
		return
	}
	r.ask(v, at, target, r.chineseLimits(text)...)
}

// correction: "改成周五" without an object of its own corrects what was asked just before.
func (r *reading) correction(h zhead, text string, target span) bool {
	if !becoming.has(h.verb.lemma) || len(r.items) == 0 ||
		h.marks&also != 0 {
		return false
	}
	if r.current() == nil || r.then {
		return false
	}
	r.takeBack()
	r.replace(target)
	return true
}

// fronted reads an object that stands before its verb: "把会议改到周五", "给张三发邮件", "旧日志删掉吧".
func (r *reading) fronted(h zhead, at span) (item, bool) {
	if h.marks&stops&^rule != 0 || h.vn > 0 && h.marks&stops == 0 {
		return item{}, false
	}
	from := h.n
	if h.marks&rule != 0 {
		from = 0
	}
	s := r.scan[at.start:at.end]
	_, n := chinesePrepositions().text(s[from:])
	if n == 0 {
		return r.trailing(h, at)
	}
	v, pos, vn := prepositional(s[from:], n)
	if pos == 0 {
		return item{}, false
	}
	pos += from
	object, rest := span{at.start + from + n, at.start + pos}, chineseTrim(r.scan, span{at.start + pos + vn,
		at.end})
	if isBa(s[from:]) {
		it := item{verb: refineChinese(v, s[pos:]), clause: at, target: r.cut(object), said: r.cut(at),
			reqs: r.chineseLimits(s)}
		if rest.end > rest.start {
			it.reqs = append(it.reqs, r.cut(span{at.start + pos, rest.end}))
		}
		return it, true
	}
	if rest.end <= rest.start {
		rest = object
	}
	it := item{verb: refineChinese(v, s[pos:]), clause: at, target: r.cut(rest), said: r.cut(at)}
	it.reqs = append(r.chineseLimits(s), r.cut(span{at.start + from, at.start + pos}))
	return it, true
}

func isBa(s string) bool {
	for _, w := range []string{"把", "将", "只把", "全部把", "对", "照"} {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// prepositional finds the verb behind a preposition and its object: one that carries a result first,
// else the first that is no attribute.
func prepositional(s string, from int) (v verb, at, n int) {
	timed := strings.ContainsAny(s[:from], "天周月午晚晨早时底前") // a time has no object: the verb may follow at once
	for i, end := from, min(len(s), 120); i < end; {
		_, size := utf8.DecodeRuneInString(s[i:])
		if s[i] >= 0x80 && (i > from || timed) && !ofClock(s, i) {
			if strings.HasPrefix(s[i:], "不要") || strings.HasPrefix(s[i:], "禁止") {
				return verb{}, 0, 0
			}
			w, k := chineseVerbAt(s[i:])
			_, noun := chineseNouns().text(s[i:])
			if k > 0 && noun < k && !strings.HasPrefix(s[i+k:], "的") {
				better := at == 0 || k > 3 && isBa(s)
				if at == 0 {
					v, at, n = w, i, k
				}
				if better && (carriesResult(s[i+k:]) || endsInResult(w, k)) {
					return w, i, k
				}
				if k > size {
					size = k
				}
			} else if noun > size {
				size = noun
			}
		}
		i += size
	}
	return v, at, n
}

// endsInResult: the verb of that many bytes names its result itself ("改为", "发给").
func endsInResult(w verb, n int) bool {
	return n >= 6 && !strings.HasSuffix(w.lemma, "份") &&
		strings.ContainsAny(w.lemma[len(w.lemma)-3:], "成为到给掉")
}

// ofClock: "点" behind a number is an hour, no verb.
func ofClock(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	return strings.HasPrefix(s[i:], "点") && strings.ContainsRune("0123456789一二三四五六七八九十两", before)
}

func carriesResult(rest string) bool {
	if rest == "" || rest[0] < 0x80 {
		return true
	}
	for _, w := range []string{"到", "成", "为", "给", "掉", "一下", "完", "好", "至", "在", "回", "出", "上去", "进", "吧",
		"了", "一遍", "、", "并", "然后"} {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

// trailing reads an object without a preposition before a verb that carries its result at the end.
func (r *reading) trailing(h zhead, at span) (item, bool) {
	s := r.scan[at.start:at.end]
	if h.marks&rule != 0 || len(s) > 240 {
		return item{}, false
	}
	for i := h.n; i < len(s); {
		_, size := utf8.DecodeRuneInString(s[i:])
		if s[i] >= 0x80 {
			for _, w := range []string{"已", "是", "没", "很", "不", "了", "在", "我", "他", "她", "谁", "为什么", "怎么", "什么"} {
				if strings.HasPrefix(s[i:], w) {
					return item{}, false
				}
			}
			k := i
			for _, w := range []string{"需要被", "需要", "应该被", "应该", "应当", "必须", "得", "要", "该"} {
				if strings.HasPrefix(s[i:], w) && i > h.n {
					k += len(w)
					break
				}
			}
			v, n := chineseVerbAt(s[k:])
			_, noun := chineseNouns().text(s[k:])
			if n > 0 && noun < n && i > h.n && !strings.HasPrefix(s[k+n:], "的") && (k > i && leads(s[k:]) ||
				finishes(s[k+n:], v)) {
				it := item{verb: refineChinese(v, s[k:]), clause: at, target: r.cut(span{at.start + h.n,
					at.start + i}), said: r.cut(at)}
				if rest := chineseTrim(r.scan, span{at.start + k + n, at.end}); rest.end > rest.start {
					it.reqs = append(it.reqs, r.cut(span{at.start + k, rest.end}))
				}
				return it, true
			}
		}
		i += size
	}
	return item{}, false
}

// finishes: the verb closes the clause, or what follows is its result.
func finishes(rest string, v verb) bool {
	for _, w := range []string{"一下", "掉", "吧", "一下吧", "掉吧"} {
		if rest == w {
			return true
		}
	}
	last := v.lemma[max(0, len(v.lemma)-3):]
	return len(v.lemma) >= 6 && strings.ContainsAny(last, "成为到给掉") && rest != "" ||
		len(v.lemma) >= 6 && rest != "" && carriesResult(rest) && (rest[0] >= 0x80)
}

var limitRe = pattern(`(?:除了?|除去)[^，。；]{1,40}?(?:以外|之外|外)|(?:但不包括|不包括|不含|不包含)[^，。；]{1,40}|` +
	`(?:不超过|最多|至少|不少于|不低于|至多)[^，。；的]{1,20}|(?:周|星期|月|日|号|天|点|年|下班)[^，。；\s]{0,3}(?:之前|以前|前)`)

// chineseLimits finds the constraints inside a clause.
func (r *reading) chineseLimits(text string) []string {
	out := r.circumstances
	r.circumstances = nil
	if !strings.ContainsAny(text, "除不最至前") {
		return out
	}
	return append(out, limitRe().FindAllString(text, 4)...)
}

func refineChinese(v verb, s string) verb {
	early := s[:min(len(s), 90)]
	switch v.lemma {
	case "创建", "新建", "建立", "新增", "建", "开", "准备", "安排", "建一个":
		for _, w := range []string{"报告", "文档", "脚本", "图表", "方案", "大纲", "模板", "演示", "摘要", "计划书", "幻灯片", "页面", "网站"} {
			if strings.Contains(early, w) && v.action == intent.ActionOther {
				v.action = intent.ActionGenerate
			}
		}
	case "添加", "增加", "加", "提交":
		for _, w := range []string{"订单", "工单", "客户", "预约", "日程", "提醒", "联系人"} {
			if strings.Contains(early, w) {
				v.action = intent.ActionOther
			}
		}
	case "给出", "提供":
		v.action = intent.ActionGenerate
	case "检查":
		if strings.Contains(early, "错误率") || strings.Contains(early, "状态") || strings.Contains(early, "余额") ||
			strings.Contains(early, "库存") || strings.Contains(early, "进度") {
			v.action = intent.ActionQuery
		}
	case "确认":
		if strings.Contains(early, "订单状态") {
			v.action = intent.ActionQuery
		}
	}
	if v.action == intent.ActionQuery {
		for _, w := range []string{"为什么", "原因", "为何", "怎么回事", "差异", "区别", "趋势", "哪个更", "利弊"} {
			if strings.Contains(early, w) {
				v.action = intent.ActionAnalyze
			}
		}
	}
	return v
}

// chineseForbid adds a prohibition, or an approval that is put as one ("我确认之前不要删").
func (r *reading) chineseForbid(h zhead, at span, text string) {
	deed := chineseHead(text[h.n:])
	if it := r.lastIntent(); it != nil && (r.pendingConfirm() || r.chineseConsent(text)) &&
		(deed.vn == 0 || proceeding.has(deed.verb.lemma) || r.has(deed.verb.lemma)) {
		g := gate{true, r.cut(at)}
		if r.pendingConfirm() {
			g.text = r.pending[0].text + g.text
			r.pending = r.pending[1:]
		}
		r.hold(g, deed.verb.lemma, false)
		return
	}
	r.forbid(at)
}

func (r *reading) chineseOtherwise(h zhead, at span, s segment) {
	text := r.cut(span{at.start, at.start + h.n})
	if len(r.lastGates) > 0 {
		text = r.w.unless(text, r.lastGates[0].text)
	}
	r.await(gate{false, text})
	if rest := (span{at.start + h.n, at.end}); rest.start < rest.end {
		r.chineseClause(rest, s)
	}
}

// chineseAffirms reads a clause that says nothing but yes.
func (r *reading) chineseAffirms(text string) bool {
	var marks opening
	for i := 0; i < len(text); {
		kind, n := chineseYes().text(text[i:])
		if n == 0 {
			return false
		}
		marks |= kind
		i += n
	}
	if marks&(polite|then|also) == 0 {
		return false
	}
	r.affirmed = r.affirmed || marks&(polite|then) != 0
	if prev := r.lastIntent(); prev != nil {
		prev.gates = append(prev.gates, r.pending...)
		r.pending, r.then = nil, false
	} else if marks&then != 0 {
		r.goAhead = text
	}
	return true
}

func (r *reading) chineseWanted(h zhead, at span) {
	s := r.scan[at.start+h.n : at.end]
	if s == "" {
		return
	}
	action := intent.ActionOther
	for _, w := range []string{"报告", "总结", "摘要", "方案", "计划", "文案", "翻译", "大纲", "清单", "草稿", "邮件", "图", "表",
		"说明", "稿", "介绍"} {
		if strings.Contains(s, w) {
			action = intent.ActionGenerate
		}
	}
	r.ask(verb{"要", action}, at, chineseTrim(r.scan, span{at.start + h.n, at.end}), r.chineseLimits(s)...)
}

// chineseCorrect is [reading.correct] for Chinese.
func (r *reading) chineseCorrect(h zhead, at span, s segment) {
	firm := h.marks&wrong != 0 || r.doubted && h.n > 0
	rest := trim(r.scan, span{at.start + h.n, at.end})
	if rest.start >= rest.end {
		r.emptyCorrection(firm)
		return
	}
	if r.nested >= maxNested {
		return
	}
	r.nested++
	defer func() { r.nested-- }()
	r.doubted = false
	text := r.scan[rest.start:rest.end]
	next := chineseHead(text)
	if next.marks&(wrong|doubt) != 0 {
		r.doubted = true
		r.chineseCorrect(next, rest, s)
		return
	}
	fragment := r.chineseFragment(next, rest, text)
	if next.marks&also == 0 && !r.correcting && (firm || fragment || r.current() != nil) {
		if becoming.has(next.verb.lemma) && len(r.items) > 0 {
			r.chineseClause(rest, s)
			return
		}
		r.correcting = r.takeBack() || fragment && r.borrow()
	}
	if fragment && r.correcting {
		if strings.HasPrefix(text, "是") {
			rest.start += 3
		}
		r.replace(chineseTrim(r.scan, rest))
		return
	}
	r.correcting = false
	r.chineseClause(rest, s)
}

// chineseFragment is [reading.fragment] for Chinese.
func (r *reading) chineseFragment(next zhead, at span, text string) bool {
	if _, front := r.fronted(next, at); front || next.asks(text) {
		return false
	}
	return next.marks&stops == 0 && !strings.Contains(text, "已") && utf8.RuneCountInString(text) < 24
}

var (
	becoming = set("改成 换成 改为")
	weighing = list("更划算 更省 更合算 更值 更适合 更快 更安全 更可靠 哪种更 为什么 为何 怎么回事 会怎样 会怎么样 会发生什么 会不会 影响 后果 哪个更 " +
		"哪个好 更合适 更好 区别 差异 利弊 优缺点 原因 值不值 是否值得 要不要 该不该 应不应该 风险 更便宜 更快 哪家 会如何 有何不同 好不好")
	bounds = list("不超过 最多 至少 以内 之内 必须 只能 预算 截止 总共 一共 上限 下限 不得少于 不少于 不低于 务必 优先 不得超过 控制在 之前完成 除了")
	bans   = list("不要 禁止 不得 不准 不许 严禁 切勿 请勿 不可以 不可 不能动 不能改 不能删 不能泄 不能对外 不能发给 不能被 不应")
)

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// chineseStatement is [reading.statement] for Chinese.
func (r *reading) chineseStatement(h zhead, at span, text string, s segment) {
	switch {
	case r.chineseQuestion(h, at, text, s):
	case r.correcting && r.last != nil && !strings.Contains(text, "是"):
		r.replace(chineseTrim(r.scan, at))
	case containsAny(text, bans()) || banned(text):
		r.chineseForbid(zhead{n: len(text)}, at, text)
	case containsAny(text, bounds()):
		r.note(at, r.current() == nil || strings.ContainsAny(text, "总共预"))
	case strings.HasPrefix(text, "不"):
	case r.current() != nil && !strings.ContainsAny(text, "已是了"):
		it := r.current()
		it.reqs = append(it.reqs, r.cut(at))
	case hasDigit(text) || len(text) < 60:
		r.subject = strings.TrimSuffix(r.cut(at), "了")
		for _, w := range []string{"已经", "已", "是", "有"} {
			if i := strings.Index(r.subject, w); i > 0 {
				r.subject = r.subject[:i]
				break
			}
		}
	}
}

// chineseQuestion is [reading.question] for Chinese; it tells whether the clause is one.
func (r *reading) chineseQuestion(h zhead, at span, text string, s segment) bool {
	supposing := len(r.pending) > 0 && !r.pendingConfirm() || r.hypothetical
	weighs := containsAny(text, weighing())
	asked := s.question || containsAny(text, asksPlainly()) && !containsAny(text, asksNot())
	if !asked && !(supposing && weighs) {
		return false
	}
	v := verb{action: intent.ActionQuery}
	if weighs || supposing {
		v.action = intent.ActionAnalyze
	}
	target := chineseTrim(r.scan, span{at.start + h.n, at.end})
	if supposing && len(r.pending) > 0 {
		target.start, at.start, r.pending = r.held.start, r.held.start, nil
	}
	r.ask(v, at, target)
	return true
}

var (
	asksPlainly = list("为什么 多少 什么时候 怎么样 吗 是不是 有没有")
	asksNot     = list("不知道 无论 不管")
)

// banned finds a lone 别 that is no part of a noun.
func banned(text string) bool {
	i := strings.Index(text, "别")
	if i < 3 || i+3 >= len(text) {
		return false
	}
	return !strings.ContainsAny(text[i-3:i], "区级类特分性识个告辨差派鉴") && !strings.ContainsAny(text[i+3:i+6], "人的墅名处")
}
