package acceptance_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// coreText is a good core candidate as text, with the primary intent as JSON text.
func coreText(primary string) string {
	return `{"normalizedInput":"x","primaryIntent":` + primary + `,"requirements":[],"prohibitions":[],"intents":[]}`
}

// valueText is a good data candidate as text for the field a, with its value as JSON text; the evidence
// covers a value that is a leaf.
func valueText(value string) string {
	return `{"data":{"a":` + value + `},"evidence":[` + entry("/data/a") + `],"descriptionChecks":[],` +
		`"fieldResults":[{"path":"/data/a","status":"extracted","explanation":"e"}],"issues":[]}`
}

var _ = Describe("6 Strict JSON: one object and nothing else", Label("clause:6"), func() {
	good := coreText(`"y"`)
	DescribeTable("takes",
		func(ctx SpecContext, text string) {
			Expect(playCore(ctx, script.Text(text)).Raw).NotTo(HaveOccurred())
		},
		Entry("the object", good),
		Entry("white space around it", " \t\r\n"+good+"\n\r\t "),
		Entry("white space inside", strings.ReplaceAll(good, ":", "\n : ")),
		Entry("escapes", coreText(`"\u0041\n\"\\\/\b\f\r\t"`)),
		Entry("an escaped name", strings.Replace(good, "primaryIntent", `\u0070rimaryIntent`, 1)),
		Entry("a pair of surrogates", coreText(`"\ud83d\ude00"`)),
		Entry("U+FFFD as such", coreText(`"`+"\ufffd"+`"`)),
		Entry("an escaped NUL", coreText(`"\u0000"`)),
		Entry("text outside the basic plane", coreText(`"😀"`)),
		Entry("a noncharacter", coreText(`"\uffff"`)),
		Entry("line separators inside a string", coreText("\"a\u2028b\"")),
	)

	var refused []TableEntry
	for _, tc := range [][2]string{
		{"a byte order mark", "\ufeff" + good},
		{"a second object", good + good}, {"a second value", good + " 1"}, {"a comma after it", good + ","},
		{"a brace after it", good + "}"}, {"prose before it", "Here it is: " + good}, {"prose after it", good + " Done."},
		{"a fence", "```json\n" + good + "\n```"}, {"a comment line", "// it\n" + good}, {"a comment", "/**/" + good},
		{"a comment inside", strings.Replace(good, ":", "/*x*/:", 1)},
		{"a hash comment", good + "\n# x"},
		{"a trailing comma in an object", strings.TrimSuffix(good, "}") + ",}"},
		{"a trailing comma in an array", strings.Replace(good, "[]", `["a",]`, 1)},
		{"a missing comma", strings.Replace(good, `,"primary`, `"primary`, 1)},
		{"single quotes", strings.ReplaceAll(good, `"`, `'`)}, {"a bare name", strings.Replace(good, `"intents"`, "intents", 1)},
		{"an unfinished object", strings.TrimSuffix(good, "}")}, {"an unfinished string", good[:20]},
		{"a no-break space around it", "\u00a0" + good}, {"a form feed around it", "\f" + good}, {"a NUL after it", good + "\x00"},
		{"a line feed inside a string", coreText("\"a\nb\"")}, {"a tab inside a string", coreText("\"a\tb\"")},
		{"a control character inside a string", coreText("\"a\x01b\"")},
		{"an unknown escape", coreText(`"\x41"`)}, {"a short escape", coreText(`"\u41"`)}, {"an octal escape", coreText(`"\101"`)},
		{"True", coreText("True")}, {"None", coreText("None")}, {"undefined", coreText("undefined")}, {"NaN", coreText("NaN")},
		{"-Infinity", coreText("-Infinity")},
		{"a lone high surrogate", coreText(`"\ud800"`)}, {"a lone low surrogate", coreText(`"\udc00x"`)},
		{"surrogates the wrong way round", coreText(`"\ude00\ud83d"`)}, {"a high surrogate twice", coreText(`"\ud83d\ud83d"`)},
		{"a lone surrogate in a name", strings.Replace(good, "intents", `intents\ud800`, 1)},
		{"bytes that are no UTF-8", coreText("\"\xff\"")}, {"an overlong form", coreText("\"\xc0\xaf\"")},
		{"a surrogate in UTF-8", coreText("\"\xed\xa0\x80\"")}, {"a cut sequence", coreText("\"\xe2\x82\"")},
		{"beyond U+10FFFF", coreText("\"\xf4\x90\x80\x80\"")}, {"no UTF-8 in a name", "{\"\xff\":1}"},
		{"a repeated name", coreText(`"y","primaryIntent":"y"`)},
		{"a name repeated by an escape", coreText(`"y","\u0070rimaryIntent":"y"`)},
		{"a name repeated further in", coreText(`{"a":1,"b":{"c":1,"c":1}}`)},
	} {
		refused = append(refused, Entry(tc[0], tc[1]))
	}
	DescribeTable("refuses as one mistake, repaired once",
		func(ctx SpecContext, text string) {
			played := playCore(ctx, script.Text(text))
			Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
			Expect(played.Err.Issues).To(HaveLen(1))
			Expect(played.Err.Issues[0].Message).To(ContainSubstring("expected"))
			again := play(ctx, world.Play{Fields: intent.NoFields(),
				Replies: []script.Reply{script.Text(text), script.JSON(world.Core())}})
			Expect(again.Raw).NotTo(HaveOccurred())
			Expect(again.Asked).To(HaveLen(2))
		}, refused)

	It("holds for data candidates too", func(ctx SpecContext) {
		for _, text := range []string{"\ufeff" + valueText("2"), valueText("2") + "x", valueText(`"\ud800"`),
			valueText(`{"k":1,"k":2}`), valueText("\"\xff\"")} {
			Expect(mistakesOf(ctx, candidate{text: text, schema: anything})).To(HaveLen(1))
		}
	})
})

var _ = Describe("6 Strict JSON: numbers", Label("clause:6"), func() {
	var fine, lossy []TableEntry
	for _, text := range []string{"0", "-0", "0.0", "-0.0", "0e999", "1", "1.0", "1e0", "1E+2", "10e-1", "0.1", "0.10", "0.30000000000000004",
		"9007199254740991", "-9007199254740991", "9007199254740991.0", "9.007199254740991e15", "900719925474099.1e1",
		"1e15", "123456789012345.6", "1234567890123456.5", "1.7976931348623157e-5", "2.2250738585072014e-308", "5e-324", "1e-323",
		"19.99", "-273.15", "6.02e-7", "1.2345678901234568e-7", "3.141592653589793", "0.1234567890123456"} {
		fine = append(fine, Entry(text, text))
	}
	for _, text := range []string{"9007199254740992", "-9007199254740992", "9007199254740993", "90071992547409910", "9007199254740992.0",
		"1e16", "1e20", "1E+20", "-1e20", "1e308", "1.7976931348623157e308", "10000000000000000000e-1", "1e400", "-1e400", "1e999999999999999999999",
		"123456789012345678901234567890", "0.12345678901234567890", "0.1000000000000000055511151231257827", "3.141592653589793238",
		"9007199254740991.5", "9007199254740990.9", "0.30000000000000001", "1e-400", "-1e-400", "1e-999999999999999999999", "4.9e-324",
		"2.4e-324", "1.00000000000000001", "2.2250738585072011e-308"} {
		lossy = append(lossy, Entry(text, text))
	}

	DescribeTable("keep their text where a double keeps their value",
		func(ctx SpecContext, text string) {
			Expect(accepted(ctx, candidate{text: valueText(text), schema: anything})).To(Equal(`{"a":` + text + `}`))
		}, fine)

	DescribeTable("are refused where digits or the integer's exactness would be lost, however they are written",
		func(ctx SpecContext, text string) {
			refused := mistakesOf(ctx, candidate{text: valueText(text), schema: anything})
			Expect(refused).To(Equal([]string{"/data/a"}))
		}, lossy)

	DescribeTable("follow the grammar",
		func(ctx SpecContext, text string) {
			Expect(mistakesOf(ctx, candidate{text: valueText(text), schema: anything})).To(HaveLen(1))
		},
		Entry(nil, "01"), Entry(nil, "+1"), Entry(nil, ".5"), Entry(nil, "1."), Entry(nil, "1e"), Entry(nil, "1e+"),
		Entry(nil, "0x10"), Entry(nil, "1_000"), Entry(nil, "--1"), Entry(nil, "-"), Entry(nil, "1,5"), Entry(nil, "١"))

	It("are judged where nothing asks for a number too", func(ctx SpecContext) {
		played := playCore(ctx, script.Text(coreText("1e400")))
		Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
		Expect(played.Paths()).To(Equal([]string{"/primaryIntent"}))
	})
})

type bounded struct {
	limits intent.Limits
	text   string
	code   intent.Code
}

var _ = Describe("6 Strict JSON: limits and their order", Label("clause:6"), func() {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	evidenceOf := func(n int) string { return "/data/a" + strings.Repeat("/0", n-1) }
	deep := func(n int) string { // a good candidate that is n containers deep, as long as n > 5
		return strings.Replace(valueText(nested(n-2)), entry("/data/a"), entry(evidenceOf(n-2)), 1)
	}

	It("maxCandidateDepth counts containers inside one another", func(ctx SpecContext) {
		accepted(ctx, candidate{text: deep(8), schema: anything, limits: intent.Limits{MaxCandidateDepth: 8}})
		played := judge(ctx, candidate{text: deep(9), schema: anything, limits: intent.Limits{MaxCandidateDepth: 8}})
		Expect(played.Raw).To(MatchError(intent.LimitExceeded))
		Expect(played.Err.Stage).To(Equal(intent.StageData))
		Expect(played.Err.PartialResult).NotTo(BeNil())
		Expect(played.Err.Message).To(ContainSubstring("maxCandidateDepth"))
		accepted(ctx, candidate{text: deep(32), schema: anything})
		Expect(judge(ctx, candidate{text: deep(33), schema: anything}).Raw).To(MatchError(intent.LimitExceeded))
	})

	It("maxCandidateNodes counts values, root and containers too, names not", func(ctx SpecContext) {
		text := coreText(`"y"`) // root, two strings, three arrays
		Expect(playCore(ctx, script.Text(text), intent.Limits{MaxCandidateNodes: 6}).Raw).NotTo(HaveOccurred())
		played := playCore(ctx, script.Text(text), intent.Limits{MaxCandidateNodes: 5})
		Expect(played.Raw).To(MatchError(intent.LimitExceeded))
		Expect(played.Err.Stage).To(Equal(intent.StageCore))
		Expect(played.Err.PartialResult).To(BeNil())
		Expect(played.Err.Message).To(ContainSubstring("maxCandidateNodes"))
		many := func(n int) string { // n values in all
			return strings.Replace(coreText("null"), "[]", "["+strings.TrimSuffix(strings.Repeat(`"a",`, n-6), ",")+"]", 1)
		}
		Expect(playCore(ctx, script.Text(many(20000))).Raw).NotTo(HaveOccurred())
		Expect(playCore(ctx, script.Text(many(20001))).Raw).To(MatchError(intent.LimitExceeded))
	})

	It("maxOutputBytes counts every byte of the candidate, white space too", func(ctx SpecContext) {
		text := " " + coreText(`"é"`) + "\n"
		Expect(playCore(ctx, script.Text(text), intent.Limits{MaxOutputBytes: len(text)}).Raw).NotTo(HaveOccurred())
		played := playCore(ctx, script.Text(text), intent.Limits{MaxOutputBytes: len(text) - 1})
		Expect(played.Raw).To(MatchError(intent.LimitExceeded))
		Expect(played.Err.Message).To(ContainSubstring("maxOutputBytes"))
		pad := func(n int) string { return coreText(`"` + strings.Repeat("y", n-len(coreText(`""`))) + `"`) }
		Expect(playCore(ctx, script.Text(pad(262144))).Raw).NotTo(HaveOccurred())
		Expect(playCore(ctx, script.Text(pad(262145))).Raw).To(MatchError(intent.LimitExceeded))
	})

	small := intent.Limits{MaxCandidateDepth: 4, MaxCandidateNodes: 12, MaxOutputBytes: 100}
	DescribeTable("bytes first, then the first fault in reading order; a limit wins over what is found after it",
		func(ctx SpecContext, tc bounded) {
			if tc.limits == (intent.Limits{}) {
				tc.limits = small
			}
			played := play(ctx, world.Play{Config: intent.Config{Limits: tc.limits},
				Replies: []script.Reply{script.Text(tc.text), script.Text(tc.text)}})
			Expect(played.Code()).To(Equal(tc.code))
			wanted := map[intent.Code]int{intent.LimitExceeded: 1, intent.ModelOutputInvalid: 2}
			Expect(played.Asked).To(HaveLen(wanted[tc.code]), "a limit is not repaired, a mistake is")
		},
		Entry("too many bytes of no JSON", bounded{text: strings.Repeat("x", 101), code: intent.LimitExceeded}),
		Entry("too many bytes, blank", bounded{text: strings.Repeat(" ", 101), code: intent.LimitExceeded}),
		Entry("too many bytes behind a byte order mark", bounded{
			text: "\ufeff" + strings.Repeat(" ", 100), code: intent.LimitExceeded,
		}),
		Entry("as many bytes, no JSON", bounded{text: strings.Repeat("x", 100), code: intent.ModelOutputInvalid}),
		Entry("too deep, then unfinished", bounded{text: `{"a":[[[[`, code: intent.LimitExceeded}),
		Entry("unfinished, not too deep", bounded{text: `{"a":[[[`, code: intent.ModelOutputInvalid}),
		Entry("too deep, then a repeated name", bounded{text: `{"a":[[[[]]]],"a":1}`, code: intent.LimitExceeded}),
		Entry("a repeated name, then too deep", bounded{text: `{"a":1,"a":[[[[]]]]}`, code: intent.ModelOutputInvalid}),
		Entry("a lossy number, then too deep", bounded{text: `{"a":1e400,"b":[[[[]]]]}`, code: intent.ModelOutputInvalid}),
		Entry("too deep, then a lossy number", bounded{text: `{"a":[[[[]]]],"b":1e400}`, code: intent.LimitExceeded}),
		Entry("too many values, then garbage", bounded{
			text: `[1,1,1,1,1,1,1,1,1,1,1,1,x`, code: intent.LimitExceeded,
		}),
		Entry("garbage, then too many values", bounded{
			text: `[1,1,1,1,x,1,1,1,1,1,1,1,1]`, code: intent.ModelOutputInvalid,
		}),
		Entry("too deep in a key of no meaning", bounded{text: `{"zzz":[[[[]]]]}`, code: intent.LimitExceeded}),
		Entry("too deep, although the shape is wrong from the start", bounded{
			text: `{"normalizedInput":1,"x":[[[[]]]]}`, code: intent.LimitExceeded,
		}),
	)
})

var _ = Describe("6 Strict JSON: what the runtime writes", Label("clause:6"), func() {
	const plain = "a < b && c > d \u2028 é"

	It("leaves <, > and & as they are in payloads and results", func(ctx SpecContext) {
		played := play(ctx, world.Play{Input: plain, Context: intent.ContextText(plain), Fields: intent.NoFields(),
			Replies: []script.Reply{script.Text(`{"x":"` + plain + `"}`), script.JSON(world.Core())}})
		Expect(played.Raw).NotTo(HaveOccurred())
		payload := played.Asked[1].Payload
		Expect(payload).To(ContainSubstring(`"currentInput":"` + plain + `"`))
		Expect(payload).To(ContainSubstring(`"content":"` + plain + `"`))
		Expect(payload).To(ContainSubstring(`{\"x\":\"` + plain + `\"}`))
		Expect(payload).NotTo(ContainSubstring(`\u00`))
		Expect(played.Result.Value().JSON()).To(ContainSubstring(`"input":"` + plain + `"`))
	})

	It("keeps member order and ordinary names that other readers stumble over", func(ctx SpecContext) {
		value := `{"z":1,"constructor":2,"__proto__":3,"":4,"toString":5,"a":6}`
		var entries []string
		for _, name := range []string{"z", "constructor", "__proto__", "", "toString", "a"} {
			entries = append(entries, entry("/data/a/"+name))
		}
		text := strings.Replace(valueText(value), entry("/data/a"), strings.Join(entries, ","), 1)
		Expect(accepted(ctx, candidate{text: text, schema: anything})).To(Equal(fmt.Sprintf(`{"a":%s}`, value)))
	})
})
