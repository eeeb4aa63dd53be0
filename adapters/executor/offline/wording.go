package offline

import "strings"

// wording holds every text that the reader writes itself, in one structured language.
type wording struct {
	comma, list                           string
	sequence, proviso, meaning            string
	confirmReason, conditionReason        string
	actionReason, actionQuestion          string
	objectReason, objectQuestion          string
	whatReason, whatQuestion              string
	extracted, absent, missing, missingIn string
	ambiguous, broken                     string
	named, judged, unjudged               string
}

var english = wording{
	comma: ", ", list: ", ",
	sequence: "only after: %s", proviso: "%s (the opposite of: %s)", meaning: "%s (%s)",
	confirmReason: "The requester wants to be asked first: “%s”.", conditionReason: "It depends on: “%s”.",
	actionReason:   "The request does not say what is to be done.",
	actionQuestion: "What exactly should be done with “%s”?",
	objectReason:   "It is not clear what “%s” stands for.", objectQuestion: "What does “%s” refer to?",
	whatReason: "The request names no object.", whatQuestion: "What does “%s” apply to?",
	extracted: "Found in the material.", absent: "The material does not give it in a way that this reader " +
		"is sure of.",
	missing:   "%s is required, and the material does not give it.",
	missingIn: "%s is given only in part: a required part of it is missing.",
	ambiguous: "The material names several values for %s.", broken: "The material gives a value for %s that " +
		"the schema does not allow.",
	named:    "The description names the value, and it was found by that name, its form or a listed word.",
	judged:   "The value has the form that the description demands.",
	unjudged: "The description sets a rule that this reader cannot judge.",
}

var chineseWording = wording{
	comma: "，", list: "、",
	sequence: "须在此之后：%s", proviso: "%s（与此相反：%s）", meaning: "%s（%s）",
	confirmReason: "需先得到请求者的确认：“%s”。", conditionReason: "取决于条件：“%s”。",
	actionReason: "请求没有说明具体要做什么。", actionQuestion: "具体要对“%s”做什么？",
	objectReason: "不清楚“%s”指的是什么。", objectQuestion: "“%s”指的是什么？",
	whatReason: "请求没有说明对象。", whatQuestion: "“%s”的对象是什么？",
	extracted: "材料中有明确说明。", absent: "材料中没有可以确定的说法。",
	missing: "%s 为必填，材料中没有给出。", missingIn: "%s 只给出了一部分，缺少必填内容。",
	ambiguous: "材料中 %s 有多个可能的值。", broken: "材料中 %s 的值不符合定义。",
	named:    "说明只是指出这个值是什么，而该值正是按名称、格式或列出的词找到的。",
	judged:   "该值符合说明要求的形式。",
	unjudged: "说明中的规则无法由本地规则判断。",
}

// wordingFor gives the texts of a structured language, nil where there are none.
func wordingFor(tag string) *wording {
	switch base, _, _ := strings.Cut(tag, "-"); strings.ToLower(base) {
	case "en":
		return &english
	case "zh", "cmn":
		return &chineseWording
	}
	return nil
}

const quoteBytes = 240

// fill puts quoted pieces into a text, long ones cut.
func fill(form string, pieces ...string) string {
	for _, p := range pieces {
		form = strings.Replace(form, "%s", cutTo(p, quoteBytes), 1)
	}
	return form
}

func cutTo(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && s[limit]&0xC0 == 0x80 {
		limit--
	}
	return s[:limit] + "…"
}

func (w *wording) after(said string) string         { return fill(w.sequence, said) }
func (w *wording) unless(said, gate string) string  { return fill(w.proviso, said, gate) }
func (w *wording) stands(word, named string) string { return word + w.brackets(named) }

func (w *wording) brackets(s string) string {
	if w == &english {
		return " (" + s + ")"
	}
	return "（" + s + "）"
}
