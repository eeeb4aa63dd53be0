package offline

import (
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// The words that make a description more than a name.
var (
	ruleRe = pattern(`(?i)\b(?:must|only|never|always|should|shall|at least|at most|between|` +
		`before|after|later|earlier|` +
		`not|no|without|unless|except|exclud\w*|maximum|minimum|max|min|more than|less than|greater|smaller|` +
		`below|above|valid|unique|within|` +
		`rounded|converted|normali[sz]ed|sorted|equal|same as|different|future|past|today|current|derived|` +
		`inferred|depends?)\b`)
	ruleHan = list(`必须 只能 仅 不得 不能 不可 不要 至少 至多 最多 最少 不超过 大于 小于 之间 以内 之前 之后 早于 晚于 除非 除了 有效 唯一 换算 折算
	转换 四舍五入
		相同 不同 未来 过去 当前 今天 应当 应该 应为 不含 禁止 根据 推断`)
	conditionRe = pattern(`(?i)\b(?:if|when|where|unless|whenever)\b|如果|当.*时|则`)
	exampleRe   = pattern(`(?i)(?:e\.g\.|for example|such as|for instance|example:|例如|比如|如[:：]).*`)
	digitsRe    = pattern(`(?i)\b(\d{1,2}|two|three|four` +
		`|five|six|seven|eight|nine|ten|twelve)[- ]digits?\b|` +
		`(\d{1,2}|[二两三四五六七八九十]{1,2})位(?:数字?|的数字)?`)
)

// judge gives the verdict over the descriptions of one node. "satisfied" is honest where they only name
// the value, which was found by that name, or demand a form that is checked here; "undetermined" is all
// else.
func (f *finder) judge(texts []string, leaf *strictjson.Value) (word, why string) {
	why = f.w.named
	for _, text := range texts {
		text = exampleRe().ReplaceAllString(text, "")
		if m := digitsRe().FindStringSubmatch(text); m != nil && leaf != nil {
			if digitsOf(leaf) != countOf(m[1]+m[2]) {
				return "violated", f.w.unjudged
			}
			why = f.w.judged
			text = strings.Replace(text, m[0], "", 1)
		}
		boolean := leaf != nil && leaf.Kind() == strictjson.KindBool
		if ruleRe().MatchString(text) || containsAny(text, ruleHan()) ||
			!boolean && conditionRe().MatchString(text) ||
			len(strings.Fields(text)) > 30 || len([]rune(text)) > 200 {
			return "undetermined", f.w.unjudged
		}
		if u := unitDemanded(text); u != "" && leaf != nil && leaf.Kind() == strictjson.KindNumber &&
			!f.measured(leaf, u) {
			return "undetermined", f.w.unjudged
		}
	}
	return "satisfied", why
}

func digitsOf(v *strictjson.Value) int {
	s := v.Text()
	if v.Kind() == strictjson.KindNumber {
		s = v.JSON()
	}
	n := 0
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

func countOf(word string) int {
	word = strings.ToLower(word)
	if n := numberWords()[word]; n > 0 {
		return n
	}
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return hanNumber(word)
}

var inUnitRe = pattern(`(?i)\bin ([a-z%]+)|（?单位[:：为是]?\s?(\p{Han}{1,2})|以(\p{Han}{1,2})(?:为单位|计)`)

// unitDemanded gives the unit that a description wants a number in.
func unitDemanded(text string) string {
	for _, m := range inUnitRe().FindAllStringSubmatch(text, 4) {
		if u := units()[strings.ToLower(m[1]+m[2]+m[3])]; u != "" {
			return u
		}
	}
	return ""
}

// measured tells whether the material gives the number with that unit.
func (f *finder) measured(v *strictjson.Value, unit string) bool {
	for _, s := range f.sources {
		for _, q := range s.quantities {
			if d, err := strictjson.ParseDecimal(q.value); err == nil && d.Cmp(v.Decimal()) == 0 && q.unit == unit {
				return true
			}
		}
	}
	return false
}
