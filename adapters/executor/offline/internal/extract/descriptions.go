package extract

import (
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// rules are words that make a description more than a name.
const rules = " must only never always should shall least most between before after later earlier not no without unless except " +
	"exclude excluding excluded maximum minimum max min more less greater smaller below above valid unique within rounded converted " +
	"normalized normalised sorted equal same different future past today current derived inferred depends depend if when where whenever "

const rulesHan = "必须 只能 仅 不得 不能 不可 不要 至少 至多 最多 最少 不超过 大于 小于 之间 以内 之前 之后 早于 晚于 除非 除了 有效 唯一 换算 折算 转换 " +
	"四舍五入 相同 不同 未来 过去 当前 今天 应当 应该 应为 不含 禁止 根据 推断 如果 则 不是 而非"

// Verdict is what can honestly be said of a description.
type Verdict uint8

// The verdicts. A description that only names the value is satisfied where the value was found by that
// name; one that demands a number of digits can be judged; all else is undetermined.
const (
	Undetermined Verdict = iota
	Named
	Judged
	Violated
)

// Describe gives the verdict over the descriptions of one node.
func (f *Finder) Describe(texts []string, leaf *strictjson.Value) Verdict {
	out := Named
	for _, text := range texts {
		low := strings.Map(f.words.Simple, strings.ToLower(text))
		for _, example := range []string{"e.g.", "for example", "such as", "for instance", "example:", "例如", "比如"} {
			low, _, _ = strings.Cut(low, example)
		}
		if n, rest, ok := digitsWanted(low); ok && leaf != nil {
			if n != digitsOf(leaf) {
				return Violated
			}
			out, low = Judged, rest
		}
		if f.bounds(low, leaf) || f.otherMeasure(low, leaf) {
			return Undetermined
		}
	}
	return out
}

// bounds reports whether a description sets a rule, or says more than a name.
func (f *Finder) bounds(text string, leaf *strictjson.Value) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r == '\'') })
	for _, w := range words {
		flag := leaf != nil && leaf.Kind() == strictjson.KindBool &&
			(w == "if" || w == "when" || w == "where")
		if strings.Contains(rules, " "+w+" ") && !flag {
			return true
		}
	}
	for _, w := range strings.Fields(rulesHan) {
		if strings.Contains(text, w) {
			return true
		}
	}
	return len(words) > 30 || len([]rune(text)) > 200
}

// otherMeasure reports whether a description wants a number in a unit that the text does not give it in.
func (f *Finder) otherMeasure(text string, leaf *strictjson.Value) bool {
	if leaf == nil || leaf.Kind() != strictjson.KindNumber {
		return false
	}
	words := strings.Fields(
		strings.NewReplacer("：", " ", "，", " ", "。", " ", "单位为", "in ", "单位是", "in ", "单位", "in ", ".", " ", ",", " ").
			Replace(text),
	)
	for i, w := range words {
		if w != "in" || i+1 == len(words) {
			continue
		}
		e := f.words.Find(words[i+1])
		if !e.Has(lexicon.Unit) {
			continue
		}
		for _, s := range f.sources {
			for _, a := range s.numbers {
				if d, err := strictjson.ParseDecimal(a.value); err == nil && d.Cmp(leaf.Decimal()) == 0 &&
					a.unit == e.Value {
					return false
				}
			}
		}
		return true
	}
	return false
}

// digitsWanted reads "6 digits", "six-digit" and 六位数字.
func digitsWanted(text string) (n int, rest string, ok bool) {
	for _, mark := range []string{"-digit", " digit", "位"} {
		before, after, found := strings.Cut(text, mark)
		if !found {
			continue
		}
		word := before
		if k := strings.LastIndexAny(before, " (（为是"); k >= 0 {
			word = strings.TrimLeft(before[k:], " (（为是")
		}
		for i, w := range strings.Fields("one,一 two,两 three,三 four,四 five,五 six,六 seven,七 eight,八 nine,九 ten,十") {
			if en, han, _ := strings.Cut(w, ","); word == en || word == han || word == strconv.Itoa(i+1) {
				return i + 1, strings.TrimSuffix(before, word) + after, true
			}
		}
	}
	return 0, text, false
}

func digitsOf(v *strictjson.Value) int {
	text := v.Text()
	if v.Kind() == strictjson.KindNumber {
		text = v.JSON()
	}
	return len(
		text,
	) - len(
		strings.NewReplacer("0", "", "1", "", "2", "", "3", "", "4", "", "5", "", "6", "", "7", "", "8", "", "9", "").
			Replace(text),
	)
}

// DescriptionsAt collects the descriptions that may apply to a node, in all branches.
func DescriptionsAt(root *schema.Node, at string) []string {
	tokens, err := strictjson.SplitPointer(at)
	if err != nil {
		return nil
	}
	nodes := []*schema.Node{root}
	for depth := 0; ; depth++ {
		nodes = withBranches(nodes)
		if depth == len(tokens) {
			break
		}
		var below []*schema.Node
		for _, n := range nodes {
			if sub := n.Property(tokens[depth]); sub != nil {
				below = append(below, sub)
				continue
			}
			below = append(below, n.Under("items")...)
			below = append(below, n.Under("additionalProperties")...)
		}
		nodes = below
	}
	var out []string
	for _, n := range nodes {
		if n.Described() {
			d, _ := n.Definition().Lookup("description")
			out = append(out, d.Text())
		}
	}
	return out
}

func withBranches(nodes []*schema.Node) []*schema.Node {
	for i := 0; i < len(nodes) && len(nodes) < 256; i++ {
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			nodes = append(nodes, nodes[i].Under(keyword)...)
		}
	}
	return nodes
}
