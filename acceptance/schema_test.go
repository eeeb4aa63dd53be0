package acceptance_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// readied makes an Intent over a schema and gives what stands against it.
func readied(text string) *intent.Error {
	reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(text)}, nil)
	if err == nil {
		reader.Dispose()
	}
	return intent.AsError(err)
}

// field puts a schema under field v.
func field(text string) string { return string(world.Schema(`"v":` + text)) }

// unsupported asserts that a schema is refused for exactly these reasons.
func unsupported(text string, at ...string) {
	err := readied(text)
	ExpectWithOffset(1, err).To(MatchError(intent.SchemaUnsupported), text)
	ExpectWithOffset(1, err.Stage).To(Equal(intent.StageConfig))
	ExpectWithOffset(1, err.PartialResult).To(BeNil())
	var paths []string
	for _, issue := range err.Issues {
		ExpectWithOffset(1, issue.Code).To(Equal(intent.SchemaUnsupported))
		ExpectWithOffset(1, issue.Category).To(Equal(intent.CategoryConfig))
		ExpectWithOffset(1, issue.Message).NotTo(BeEmpty())
		paths = append(paths, *issue.Path)
	}
	ExpectWithOffset(1, paths).To(Equal(at), text)
}

// bothTake says whether both validators take a value of field v.
func bothTake(ctx SpecContext, schemaText string, value any) bool {
	var answers []bool
	for _, options := range [][]bootstrap.Option{nil, {bootstrap.WithValidator(native.New())}} {
		played := play(ctx, world.Play{
			Config:  intent.Config{Schema: []byte(field(schemaText)), Repair: intent.RepairNever},
			Options: options,
			Replies: []script.Reply{script.JSON(world.Core()), script.JSON(world.DataOf(world.Tree{"v": value}, "two"))},
		})
		if played.Raw != nil {
			ExpectWithOffset(2, played.Raw).To(MatchError(intent.ModelOutputInvalid))
		}
		answers = append(answers, played.Raw == nil)
	}
	ExpectWithOffset(2, answers[0]).To(Equal(answers[1]), "the validators differ")
	return answers[0]
}

var _ = Describe("schema: what is accepted", Label("clause:schema.accepted"), func() {
	DescribeTable("takes the whole subset",
		func(text string) { Expect(readied(text)).To(BeNil()) },
		Entry("nothing", ""), Entry("an empty object", "{}"),
		Entry("every keyword", field(`{"$id":"x","$comment":"c","title":"t","description":"d","default":{"$ref":1},"examples":[],
			"readOnly":true,"writeOnly":true,"type":["object","array","string","number","integer","boolean","null"],"enum":[1,1],
			"const":1,"properties":{"$ref":{},"__proto__":false},"required":["undeclared"],"additionalProperties":{"type":"null"},
			"items":true,"minItems":2.0,"maxItems":1,"uniqueItems":true,"minLength":5,"maxLength":3,"pattern":"^a","format":"date",
			"minimum":1,"maximum":0,"exclusiveMinimum":1,"exclusiveMaximum":0,"multipleOf":0.01,"anyOf":[true],"oneOf":[{}],
			"allOf":[false],"not":{}}`)),
		Entry("Draft-7 by any of its names, below the root too", string(world.Schema(
			`"v":{"$schema":"http://json-schema.org/draft-07/schema"}`, `,"$schema":"https://json-schema.org/draft-07/schema#"`))),
		Entry("a property of any name", string(world.Schema(`"$ref":{},"__proto__":{},"":{},"a/b":{},"if":{}`))))

	It("lists every reason with its place", func() {
		unsupported(`{"type":"object","properties":{"a/b":{"$ref":"#","pattern":"(?=a)"},"c":{"items":[{"if":true}],"format":"iri"}},
			"anyOf":[{}],"required":["d"]}`,
			"/properties/a~1b/$ref", "/properties/a~1b/pattern", "/properties/c/items", "/properties/c/items/0/if",
			"/properties/c/format", "/anyOf", "/required/0")
	})

	DescribeTable("refuses what cannot be honoured, anywhere",
		func(keyword string) {
			unsupported(field(`{"`+keyword+`":{}}`), "/properties/v/"+keyword)
			unsupported(field(`{"not":{"anyOf":[{"`+keyword+`":true}]}}`), "/properties/v/not/anyOf/0/"+keyword)
			Expect(readied(string(world.Schema(`"`+keyword+`":{}`)))).To(BeNil(), "as a field's name")
		},
		func() []TableEntry {
			var entries []TableEntry
			for name := range strings.FieldsSeq("$ref $recursiveRef $dynamicRef definitions $defs if then else dependencies " +
				"dependentRequired dependentSchemas patternProperties propertyNames contains minProperties maxProperties " +
				"additionalItems prefixItems unevaluatedItems unevaluatedProperties contentEncoding contentMediaType unknown") {
				entries = append(entries, Entry(name, name))
			}
			return entries
		}())

	DescribeTable("has rules of its own for the root",
		func(text, at string) { unsupported(text, at) },
		Entry("true", `true`, ""), Entry("null", `null`, ""), Entry("an array", `[]`, ""),
		Entry("no properties", `{"type":"object"}`, ""),
		Entry("empty properties", `{"type":"object","properties":{}}`, "/properties"),
		Entry("a list of types", `{"type":["object"],"properties":{"a":{}}}`, "/type"),
		Entry("anyOf", string(world.Schema(`"a":{}`, `,"anyOf":[{}]`)), "/anyOf"),
		Entry("not", string(world.Schema(`"a":{}`, `,"not":{}`)), "/not"),
		Entry("enum", string(world.Schema(`"a":{}`, `,"enum":[{}]`)), "/enum"),
		Entry("const", string(world.Schema(`"a":{}`, `,"const":{}`)), "/const"),
		Entry("an undeclared required name", string(world.Schema(`"a":{}`, `,"required":["b"]`)), "/required/0"),
		Entry("a schema for additional properties", string(world.Schema(`"a":{}`, `,"additionalProperties":{}`)), "/additionalProperties"))

	It("takes true, false and nothing as the root's additionalProperties, which mean nothing", func(ctx SpecContext) {
		for _, more := range []string{``, `,"additionalProperties":true`, `,"additionalProperties":false`} {
			refused(ctx, candidate{of: world.DataOf(world.Tree{"v": 2, "w": 2}, "two"), schema: world.Schema(`"v":{}`, more)},
				"/data/w", "/fieldResults/1/path")
		}
	})

	It("reads the document strictly", func() {
		unsupported(`{"type":"object","properties":{"a":{},"a":{}}}`, "/properties/a")
		unsupported(field(`{"maximum":1e400}`), "/properties/v/maximum")
		unsupported(field(`{"minLength":1e20}`), "/properties/v/minLength")
		unsupported("{\"type\":\"object\",\"properties\":{\"a\":{\"title\":\"\xff\"}}}", "/properties/a/title")
	})

	It("tells a way out for each reason, where there is one", func() {
		_, reasons := schema.Read([]byte(field(`{"$ref":"#","items":[{}],"if":{}}`)), schema.Limits{})
		for _, reason := range reasons {
			Expect(reason.WayOut).NotTo(BeEmpty(), reason.Pointer)
		}
	})

	It("keeps a copy of its own, as it was written", func(ctx SpecContext) {
		text := []byte(field(` {"maximum" : 1.50, "description":"<&>", "default":1e2 } `))
		executor := script.New(script.JSON(world.Core()))
		reader, err := bootstrap.NewIntent(intent.Config{Schema: text}, executor)
		Expect(err).NotTo(HaveOccurred())
		defer reader.Dispose()
		clear(text)
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput, Fields: intent.NoFields()})
		Expect(err).NotTo(HaveOccurred())
		Expect(executor.Requests()[0].Payload).To(ContainSubstring(
			`"schemaReference":` + field(`{"maximum":1.50,"description":"<&>","default":1e2}`)))
	})
})

var _ = Describe("schema: projection", Label("clause:schema.projection"), func() {
	It("holds the selected fields whole, in their order, for each request anew", func(ctx SpecContext) {
		text := world.Schema(`"a":{"required":["x"],"title":"A"},"b":{},"c":{}`, `,"required":["c","a"],"description":"whole"`)
		wanted := map[string]string{
			"b,a": `{"type":"object","description":"whole","properties":{"b":{},"a":{"required":["x"],"title":"A"}},"required":["a"],"additionalProperties":false}`,
			"a,b": `{"type":"object","description":"whole","properties":{"a":{"required":["x"],"title":"A"},"b":{}},"required":["a"],"additionalProperties":false}`,
			"b":   `{"type":"object","description":"whole","properties":{"b":{}},"additionalProperties":false}`,
		}
		executor := script.New(slices.Repeat([]script.Reply{script.JSON(world.Core()), script.Refusal("")}, 5)...)
		reader, err := bootstrap.NewIntent(intent.Config{Schema: text}, executor)
		Expect(err).NotTo(HaveOccurred())
		defer reader.Dispose()
		for i, selection := range []string{"b,a", "a,b", "b", "a,b", "b,a"} {
			_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput, Fields: intent.Fields(strings.Split(selection, ",")...)})
			Expect(err).To(MatchError(intent.ModelRefused))
			Expect(executor.Requests()[2*i+1].Payload).To(ContainSubstring(`"selectedSchema":` + wanted[selection]))
		}
	})
})

var _ = Describe("schema: formats", Label("clause:schema.formats"), func() {
	DescribeTable("are judged alike by both validators",
		func(ctx SpecContext, format, good, bad string) {
			Expect(bothTake(ctx, `{"format":"`+format+`"}`, good)).To(BeTrue(), good)
			Expect(bothTake(ctx, `{"format":"`+format+`"}`, bad)).To(BeFalse(), bad)
			Expect(bothTake(ctx, `{"format":"`+format+`"}`, 20)).To(BeTrue(), "formats are about strings only")
		},
		Entry(nil, "date", "2024-02-29", "2023-02-29"),
		Entry(nil, "time", "23:59:60Z", "22:59:60Z"),
		Entry(nil, "date-time", "1998-12-31T23:59:60Z", "1998-12-31T23:58:60Z"),
		Entry(nil, "duration", "P4DT12H30M5S", "P1Y1W"),
		Entry(nil, "uri", "urn:isbn:1", "//x"),
		Entry(nil, "uri-reference", "../a#b", `\\a`),
		Entry(nil, "url", "https://a.example/b", "mailto:a@b.example"),
		Entry(nil, "email", "a.b@c.example", "a.@c.example"),
		Entry(nil, "hostname", "a-b.example", "-a.example"),
		Entry(nil, "ipv4", "192.0.2.1", "192.0.2.01"),
		Entry(nil, "ipv6", "2001:db8::1", "fe80::1%eth0"),
		Entry(nil, "regex", `(?<a>x)\k<a>(?=y)`, `(?<a>x)(`),
		Entry(nil, "uuid", "2EB8AA08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380"),
		Entry(nil, "json-pointer", "/a~1b", "/a~2b"),
		Entry(nil, "relative-json-pointer", "1/a", "01/a"))

	It("are refused where they are not known", func() {
		unsupported(field(`{"format":"idn-email"}`), "/properties/v/format")
		unsupported(field(`{"type":"integer","format":"int32"}`), "/properties/v/format")
	})
})

var _ = Describe("schema: patterns", Label("clause:schema.patterns"), func() {
	DescribeTable("mean what ECMA-262 with the u flag means",
		func(ctx SpecContext, pattern, good, bad string) {
			text := `{"pattern":` + strictjson.String(pattern).JSON() + `}`
			Expect(bothTake(ctx, text, good)).To(BeTrue(), good)
			Expect(bothTake(ctx, text, bad)).To(BeFalse(), bad)
		},
		Entry("unanchored", `[0-9]{3}`, "AB123X", "AB12X"),
		Entry("the end of the text", `^a$`, "a", "a\n"),
		Entry("digits are ASCII", `^\d$`, "7", "٧"),
		Entry("white space is ECMA's", `^\s$`, "\u00a0", "\u0085"),
		Entry("the point spares line ends", `^.$`, "😀", "\u2028"),
		Entry("escapes of code points", `^\u{1f600}\ud83d\ude00\u00e9\cJ$`, "😀😀é\n", "😀é\n"),
		Entry("categories and scripts", `^\p{Lu}\p{Script=Greek}+$`, "Aλμ", "aλμ"),
		Entry("anything at all", `^[^]$`, "\n", ""),
		Entry("an identity escape outside classes", `^a\-b\@$`, "a-b@", `a\-b\@`))

	DescribeTable("are refused where they have no exact translation",
		func(pattern string) {
			unsupported(field(`{"pattern":`+strictjson.String(pattern).JSON()+`}`), "/properties/v/pattern")
		},
		Entry("lookahead", `a(?=b)`), Entry("lookbehind", `(?<!a)b`), Entry("a back-reference", `(a)\1`),
		Entry("a large count", `a{1001}`), Entry("inline flags", `(?i)a`), Entry("a name in Python's way", `(?P<a>b)`),
		Entry("Go's anchors", `\Aa\z`), Entry("a POSIX class", `[[:alpha:]]{a`), Entry("a lone brace", `a{,3}`),
		Entry("a lone bracket", `a]`), Entry("a range from a class", `[\d-x]`), Entry("one name twice", `(?<a>x)(?<a>y)`),
		Entry("an octal escape", `\07`), Entry("flags for a part", `(?-s:.)`), Entry("nothing to repeat", `*a`))
})

var _ = Describe("schema: evaluation", Label("clause:schema.evaluation"), func() {
	DescribeTable("compares exactly",
		func(ctx SpecContext, text string, value any, valid bool) {
			Expect(bothTake(ctx, text, value)).To(Equal(valid))
		},
		Entry("numbers as decimals", `{"multipleOf":0.01}`, 19.99, true),
		Entry("numbers as decimals, a miss", `{"multipleOf":0.01}`, 19.995, false),
		Entry("1.0 is 1", `{"const":1.0}`, 1, true),
		Entry("an integer by its value", `{"type":"integer","enum":[2.0]}`, 2, true),
		Entry("text by code points", `{"maxLength":1}`, "😀", true),
		Entry("text as it is", `{"const":"é"}`, "e\u0301", false),
		Entry("objects whatever their order", `{"const":{"b":[1.0],"a":null}}`, world.Tree{"a": nil, "b": []any{1}}, true),
		Entry("lists in their order", `{"const":[1,2]}`, []any{2, 1}, false),
		Entry("false is not 0", `{"enum":[0,"",null]}`, false, false),
		Entry("items as values", `{"uniqueItems":true}`, []any{world.Tree{"a": 1}, world.Tree{"a": 1.0}}, false))

	It("names every miss in document order, whatever the schema's order", func(ctx SpecContext) {
		refused(ctx, candidate{
			of: world.DataOf(world.Tree{"v": world.Tree{"a": []any{1, 1, "x"}, "b": 2}}, "two"),
			schema: []byte(field(`{"required":["c"],"properties":{"b":{"type":"string"},"a":{"items":{"minimum":2}}},
				"allOf":[{"properties":{"a":{"maxItems":2}}}]}`)),
		}, "/data/v", "/data/v/a", "/data/v/a/0", "/data/v/a/1", "/data/v/b")
	})

	It("lists a bounded number of misses", func(ctx SpecContext) {
		items := make([]any, 2000)
		for i := range items {
			items[i] = i
		}
		played := judge(ctx, candidate{of: world.DataOf(world.Tree{"v": items}, "two"), schema: []byte(field(`{"items":{"type":"null"}}`))})
		Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
		Expect(len(played.Err.Issues)).To(BeNumerically("<=", 32))
		Expect(played.Paths()[0]).To(Equal("/data/v/0"))
	})
})
