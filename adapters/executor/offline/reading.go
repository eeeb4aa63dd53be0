package offline

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// gate is what stands before an intent: the requester's approval, or a condition.
type gate struct {
	confirm bool
	text    string
}

// item is one intent or prohibition, in the order of the text until a later word moves it.
type item struct {
	verb      verb
	forbidden bool
	clause    span   // the words that ask for it
	target    string // "" where it names none
	said      string // the clause as it is to be quoted; corrections write it anew
	reqs      []string
	gates     []gate
	sentence  int
	vague     string   // the pronoun that stands for nothing known
	options   []string // what it may stand for
}

// reading collects what one text asks for. Both languages' readers write into it.
type reading struct {
	*text
	w       *wording
	earlier func() *reading // the last user message of the context, nil without one

	items         []item
	requirements  []string
	pending       []gate // said before the intents they govern
	lastGates     []gate // for "otherwise"
	sentence      int
	fresh         int      // index of the first item of the sentence
	then          bool     // a sequence word was read
	subject       string   // what a pronoun would stand for
	dropped       []span   // withdrawn by a correction: no facts either
	correcting    bool     // what was said last is taken back and its replacement is awaited
	dangling      bool     // the segment before ended with "and" or "but"
	nested        int      // corrections of corrections
	doubted       bool     // a word was read that takes it back if a replacement follows
	beforehand    bool     // "before you do that" was read, what must come first follows
	held          span     // the words of pending
	circumstances []string // dates said before the intent they belong to
	later         *item    // "before deleting X, …": comes after what follows
	last          *item    // what a correction took away
	loose         []token  // words that named a thing and asked for nothing yet
	chatter       bool     // the sentence so far is thanks or a greeting
	hypothetical  bool     // the sentence so far supposes something
	affirmed      bool     // yes
	goAhead       string   // the words that tell to go on
}

func read(src string, w *wording, earlier func() *reading) *reading {
	r := &reading{text: newText(src), w: w, earlier: earlier}
	for _, s := range r.segments() {
		if len(r.items) >= maxItems {
			break
		}
		if s.hard {
			r.endSentence()
		}
		if s.bullet && len(r.items) > 0 {
			r.then = true
		}
		if hasHan(r.scan[s.start:s.end]) {
			r.chinese(s)
		} else {
			r.english(s)
		}
	}
	r.endSentence()
	r.resume()
	return r
}

// endSentence gives conditions that came last to what was asked before them.
func (r *reading) endSentence() {
	if it := r.later; it != nil && (r.current() != nil || len(it.gates) > 0) {
		r.then = r.current() != nil
		r.add(*it)
	}
	r.later = nil
	if len(r.pending) > 0 {
		if len(r.items) > r.fresh {
			it := &r.items[len(r.items)-1]
			it.gates = append(it.gates, r.pending...)
		} else if !r.pendingOnApproval() {
			for _, g := range r.pending {
				r.require(g.text)
			}
		}
	}
	r.loose = nil
	r.pending, r.correcting, r.doubted, r.hypothetical, r.beforehand = nil, false, false, false, false
	r.sentence++
	r.fresh = len(r.items)
}

// pendingOnApproval: "Wait for my approval." as a sentence of its own governs what was asked last.
func (r *reading) pendingOnApproval() bool {
	if len(r.items) == 0 || !r.pending[0].confirm {
		return false
	}
	it := &r.items[len(r.items)-1]
	it.gates = append(it.gates, r.pending...)
	return true
}

func (r *reading) cut(at span) string {
	at = trim(r.scan, at)
	return strings.Join(strings.Fields(r.src[at.start:at.end]), " ")
}

func (r *reading) require(texts ...string) {
	for _, t := range texts {
		if t != "" && !slices.Contains(r.requirements[max(0, len(r.requirements)-8):], t) {
			r.requirements = append(r.requirements, t)
		}
	}
}

// note puts a constraint where it belongs: with the intent it follows in its sentence, or with the
// whole request.
func (r *reading) note(at span, global bool) {
	said := r.cut(at)
	if it := r.current(); it != nil && !global {
		it.reqs = append(it.reqs, said)
		return
	}
	r.require(said)
}

// current is the last intent of the running sentence.
func (r *reading) current() *item {
	for i := len(r.items) - 1; i >= r.fresh; i-- {
		if !r.items[i].forbidden {
			return &r.items[i]
		}
	}
	return nil
}

func (r *reading) lastIntent() *item {
	for i := len(r.items) - 1; i >= 0; i-- {
		if !r.items[i].forbidden {
			return &r.items[i]
		}
	}
	return nil
}

// ask adds an intent. reqs are constraints found in its own clause.
func (r *reading) ask(v verb, clause, target span, reqs ...string) {
	r.add(item{verb: v, clause: clause, target: r.cut(target), said: r.cut(clause), reqs: reqs})
}

func (r *reading) add(it item) {
	it.sentence = r.sentence
	if r.goesWithPrevious(&it) {
		return
	}
	r.resolve(&it)
	if prev := r.lastIntent(); prev != nil && r.then {
		it.reqs = append(it.reqs, r.w.after(prev.said))
	}
	r.share(it.target)
	it.gates = append(it.gates, r.pending...)
	if len(r.pending) > 0 {
		r.lastGates = r.pending
	}
	r.then, r.correcting = false, false
	r.items = append(r.items, it)
}

// share: "review and approve request 14" names the object once for both.
func (r *reading) share(target string) {
	if n := len(r.items); n > r.fresh && target != "" {
		if prev := &r.items[n-1]; !prev.forbidden && prev.target == "" && !whole.has(prev.verb.lemma) {
			prev.target, prev.vague = target, ""
		}
	}
}

// goesWithPrevious: "…, then do it" after an approval or condition is no further intent, it is the one
// before, now gated.
func (r *reading) goesWithPrevious(it *item) bool {
	prev := r.lastIntent()
	again := len(r.pending) > 0 && prev != nil && sameDeed(prev.verb.lemma, it.verb.lemma)
	if prev == nil || !again && !proceeding.has(it.verb.lemma) || it.target != "" &&
		!pronouns.has(strings.ToLower(it.target)) {
		return false
	}
	prev.gates = append(prev.gates, r.pending...)
	r.pending, r.then = nil, false
	return true
}

// sameDeed: the verbs are one, or Chinese compounds of one (改, 改到).
func sameDeed(a, b string) bool {
	return a == b || len(a) >= 3 && len(b) >= 3 && a[0] >= 0x80 && a[:3] == b[:3]
}

var proceeding = set("do proceed continue execute start begin perform run 执行 进行 继续 开始 操作 动手 办 处理")

// resolve finds what a pronoun stands for: what was named last in the text, else the only thing that
// the last user message asks about, else a question.
func (r *reading) resolve(it *item) {
	low := strings.ToLower(it.target)
	if it.target != "" && !pronouns.has(low) {
		r.subject = it.target
		return
	}
	if it.target == "" && (!needsObject[it.verb.action] || whole.has(it.verb.lemma)) {
		return
	}
	if r.subject != "" {
		if it.target != "" {
			it.target = r.w.stands(it.target, r.subject)
		}
		return
	}
	it.vague = it.target
	if it.vague == "" {
		it.vague = it.said
	}
	if r.earlier == nil {
		return
	}
	switch named := r.earlier().named(); len(named) {
	case 0:
	case 1:
		it.vague, r.subject = "", named[0]
		it.target = named[0]
		if low != "" {
			it.target = r.w.stands(r.cutTarget(it, low), named[0])
		}
	default:
		it.options = named
	}
}

func (r *reading) cutTarget(it *item, low string) string {
	if it.vague != "" {
		return it.vague
	}
	return low
}

var (
	// whole verbs hold their object.
	whole       = set("发货 付款 退款 转账 开票 下单 打电话 挂号 报名 登录 结算 上线 编译 构建 部署 上报 log\u00a0in")
	needsObject = map[intent.Action]bool{intent.ActionDelete: true, intent.ActionModify: true,
		intent.ActionExecute: true, "": true}
	pronouns = set("it that this them those these everything 它 它们 这个 那个 这些 那些 这 那 他们 该项 这条 那条 这份 那份 这件事 那件事")
)

// named lists what a message is about: the targets it asks for, else the ids it names.
func (r *reading) named() []string {
	if r == nil {
		return nil
	}
	var out []string
	for _, it := range r.items {
		if it.target != "" && it.vague == "" && !slices.Contains(out, it.target) {
			out = append(out, it.target)
		}
	}
	if len(out) > 0 {
		return out[:min(len(out), 8)]
	}
	for _, t := range r.toks {
		word := r.src[t.start:t.end]
		if hasDigit(word) && !slices.Contains(out, word) && len(out) < 8 {
			out = append(out, word)
		}
	}
	if len(out) == 0 && r.subject != "" {
		out = []string{r.subject}
	}
	return out
}

func (r *reading) forbid(at span) {
	it := item{forbidden: true, clause: at, said: r.cut(at), sentence: r.sentence}
	if len(r.pending) > 0 && len(r.items) == r.fresh {
		for _, g := range r.pending {
			it.said = g.text + r.w.comma + it.said
		}
		r.lastGates, r.pending = r.pending, nil
	}
	r.items = append(r.items, it)
	r.correcting = false
}

// hold puts a gate before intents: those whose verb it names, all of them, or the last.
func (r *reading) hold(g gate, lemma string, all bool) {
	hit := false
	for i := range r.items {
		it := &r.items[i]
		if !it.forbidden && (all || lemma != "" && sameDeed(it.verb.lemma, lemma)) {
			it.gates = append(it.gates, g)
			hit = true
		}
	}
	if it := r.lastIntent(); !hit && it != nil {
		it.gates = append(it.gates, g)
		hit = true
	}
	if !hit {
		r.await(g)
	}
}

// takeBack withdraws the last intent or prohibition; nothing to withdraw is told.
func (r *reading) takeBack() bool {
	if len(r.items) == 0 {
		return false
	}
	last := r.items[len(r.items)-1]
	r.items = r.items[:len(r.items)-1]
	r.fresh = min(r.fresh, len(r.items))
	r.dropped = append(r.dropped, last.clause)
	r.last, r.subject = &last, ""
	if it := r.lastIntent(); it != nil {
		r.subject = it.target
	}
	return true
}

// replace reads a correction without a verb: it stands for a part of what it corrects.
func (r *reading) replace(at span) {
	said := r.cut(at)
	old := r.last
	r.correcting, r.last = false, nil
	if old == nil || said == "" {
		return
	}
	it := *old
	it.clause = at
	it.target = mergeFragment(old.target, said)
	it.said = strings.Replace(old.said, old.target, it.target, 1)
	if it.said == old.said {
		it.said = it.target
	}
	it.reqs = nil
	for _, q := range old.reqs {
		if strings.Contains(it.said, q) || !strings.Contains(old.said, q) {
			it.reqs = append(it.reqs, q)
		}
	}
	r.subject = it.target
	r.items = append(r.items, it)
}

// resume turns a bare "yes, go ahead" into what the last user message asked for, now confirmed.
func (r *reading) resume() {
	if !r.affirmed || len(r.items) > 0 {
		return
	}
	var before *reading
	if r.earlier != nil {
		before = r.earlier()
	}
	if before == nil || len(before.items) == 0 {
		if r.goAhead != "" {
			r.items = []item{{verb: verb{lemma: r.goAhead}, said: r.goAhead, vague: r.goAhead}}
		}
		return
	}
	if r.chatter && r.goAhead == "" {
		return
	}
	r.requirements = append(r.requirements, before.requirements...)
	for _, it := range before.items {
		it.gates = slices.DeleteFunc(slices.Clone(it.gates), func(g gate) bool { return g.confirm })
		r.items = append(r.items, it)
	}
}

// mergeFragment puts a correction into the place of the part it corrects: from the same preposition on,
// for the last word of the same shape, else for the whole.
func mergeFragment(old, fragment string) string {
	if old == "" {
		return fragment
	}
	words, oldWords := strings.Fields(fragment), strings.Fields(old)
	if prepositions.has(strings.ToLower(words[0])) {
		for i := len(oldWords) - 1; i >= 0; i-- {
			if strings.EqualFold(oldWords[i], words[0]) {
				return strings.TrimSpace(strings.Join(oldWords[:i], " ") + " " + fragment)
			}
		}
		return old + " " + fragment
	}
	if hasHan(fragment) {
		return mergeHan(old, fragment)
	}
	for i := len(oldWords) - 1; i >= 0; i-- {
		if s := shape(oldWords[i]); s != "" && s == shape(words[0]) {
			rest := oldWords[i+1:]
			return strings.Join(append(append(slices.Clone(oldWords[:i]), words...), rest[min(len(words)-1,
				len(rest)):]...), " ")
		}
	}
	return fragment
}

// mergeHan replaces the last stretch that begins with the fragment's first character.
func mergeHan(old, fragment string) string {
	first := []rune(fragment)[:1]
	if numeral(first[0]) {
		o, f := []rune(old), []rune(fragment)
		for i := len(o) - 1; i >= 0; i-- {
			if numeral(o[i]) && i+1 < len(o) && len(f) > 1 && o[i+1] == f[1] {
				return string(o[:i]) + fragment + string(o[min(len(o), i+len(f)):])
			}
		}
		return fragment
	}
	k := strings.LastIndex(old, string(first))
	if k < 0 {
		return fragment
	}
	o, f := []rune(old[k:]), []rune(fragment)
	return old[:k] + fragment + string(o[min(len(o), len(f)):])
}

func numeral(r rune) bool {
	return strings.ContainsRune("一二三四五六七八九十两百千0123456789", r)
}

var prepositions = set("to for at on in into from by with until before after via as under within of onto " +
	"through")

// shape tells words that may stand for each other: ids of the same make, numbers, days, months.
func shape(word string) string {
	low := strings.ToLower(strings.Trim(word, ",.;:"))
	switch {
	case numberWords()[low] > 0 || number(low):
		return "9"
	case days.has(low):
		return "day"
	case months()[low] > 0:
		return "month"
	case !hasDigit(low) && !strings.ContainsAny(low, "./@"):
		return ""
	}
	out := []byte{}
	for i := range len(low) {
		c := low[i]
		switch {
		case c >= '0' && c <= '9':
			c = '9'
		case c >= 'a' && c <= 'z' || c >= 0x80:
			c = 'a'
		}
		if len(out) == 0 || out[len(out)-1] != c {
			out = append(out, c)
		}
	}
	return string(out)
}

// borrow makes the last user message what a correction corrects that has nothing before it.
func (r *reading) borrow() bool {
	if r.earlier == nil {
		return false
	}
	before := r.earlier()
	if before == nil || before.lastIntent() == nil {
		return false
	}
	it := *before.lastIntent()
	r.last = &it
	return true
}

// acts is how a language's reader goes on after an opening that decides.
type acts struct{ correct, forbid, otherwise, story func() }

// byOpening reads a clause whose opening words decide what it is.
func (r *reading) byOpening(marks opening, at span, a acts) bool {
	switch {
	case marks&chat != 0:
		r.chatter = true
	case marks&forget != 0:
		r.takeBack()
	case marks&(wrong|doubt) != 0:
		a.correct()
	case marks&never != 0:
		a.forbid()
	case marks&other != 0:
		a.otherwise()
	case marks&needless != 0:
		r.note(at, false)
	case marks&supposed != 0:
		r.hypothetical = true
	case marks&story != 0:
		a.story()
	default:
		return false
	}
	return true
}

// replacing: a correction marker stands before this clause, which has none itself.
func (r *reading) replacing(marks opening) bool {
	return (r.doubted || r.correcting && r.last != nil) && marks&(wrong|doubt|chat) == 0
}

// emptyCorrection reads a correction marker without a word behind it.
func (r *reading) emptyCorrection(firm bool) {
	r.doubted = !firm
	if firm && !r.correcting {
		r.correcting = r.takeBack() || r.borrow()
	}
}

// maxPending bounds the conditions that may stand before one deed.
const maxPending = 16

// await puts a gate before what is asked next in the sentence.
func (r *reading) await(g gate) {
	if len(r.pending) < maxPending {
		r.pending = append(r.pending, g)
	}
}
