package acceptance_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// reported is what schema check says of a file in JSON.
type reported struct {
	File      string
	Supported bool
	Fields    []string
	Changes   []struct{ Pointer, Message string }
	Reasons   []struct {
		Code, Pointer, Message, WayOut string
		Left                           bool
	}
	Strict []struct{ Effect, Pointer, Keyword string }
	Fault  string
}

func (r reported) pointers() []string {
	var all []string
	for _, reason := range r.Reasons {
		if reason.Left {
			all = append(all, reason.Pointer)
		}
	}
	return all
}

var _ = Describe("schema: preparing schemas that people have", Label("clause:schema.prepare"), func() {
	prepared := func(text string) (string, schema.Prepared) {
		p, err := schema.Prepare([]byte(text), schema.Limits{})
		Expect(err).NotTo(HaveOccurred())
		return string(p.Text), p
	}

	DescribeTable("writes in the subset what means the same, and says so",
		func(text, want string) {
			got, p := prepared(text)
			Expect(p.Reasons).To(BeEmpty())
			Expect(got).To(Equal(want))
			Expect(p.Changes).NotTo(BeEmpty())
		},
		Entry("1 a dialect", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"a":{}}}`,
			`{"type":"object","properties":{"a":{}}}`),
		Entry("1 siblings of a reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/d","minLength":1}},"$defs":{"d":{"type":"string"}}}`,
			`{"type":"object","properties":{"a":{"allOf":[{"type":"string"},{"minLength":1}]}}}`),
		Entry("2 a definition", `{"type":"object","properties":{"a":{"$ref":"#/definitions/d"}},"definitions":{"d":{"type":"string"},"unused":{"if":{}}}}`,
			`{"type":"object","properties":{"a":{"type":"string"}}}`),
		Entry("3 annotations, a type that is implied, nullable, formats of OpenAPI",
			`{"properties":{"a":{"type":"integer","nullable":true,"format":"int32","x-unit":"kg"},"b":{"type":"string","format":"password"}}}`,
			`{"type":"object","properties":{"a":{"type":["integer","null"],"minimum":-2147483648,"maximum":2147483647},"b":{"type":"string"}}}`),
		Entry("4 a tool", `{"name":"t","description":"d","input_schema":{"type":"object","properties":{"a":{}}}}`, `{"type":"object","properties":{"a":{}}}`),
		Entry("5 comments and a mark", "\ufeff{/* c */\"type\":\"object\",\"properties\":{\"a\":{}}}", `{"type":"object","properties":{"a":{}}}`))

	DescribeTable("keeps as a reason what would lose a check",
		func(text string, pointers ...string) {
			_, p := prepared(text)
			var got []string
			for _, reason := range p.Reasons {
				got = append(got, reason.Pointer)
			}
			Expect(got).To(Equal(pointers))
		},
		Entry("a reference to itself", `{"type":"object","properties":{"a":{"$ref":"#"}}}`, "/properties/a/$ref"),
		Entry("a reference elsewhere", `{"type":"object","properties":{"a":{"$ref":"https://x.example/y"}}}`, "/properties/a/$ref"),
		Entry("a keyword that was misspelt", `{"type":"object","properties":{"a":{"maxlength":1}}}`, "/properties/a/maxlength"),
		Entry("inside a definition and beside a big number",
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/d"},"b":{"maximum":1e300000}},"$defs":{"d":{"contains":{}}}}`,
			"/properties/b/maximum", "/$defs/d/contains"))

	It("reads a tool's arguments whole, without the rules of a root that exist for projections", Label("clause:R2"), func() {
		whole, p := schema.Arguments([]byte(`{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}],"additionalProperties":{"type":"integer"}}`),
			schema.Limits{})
		Expect(p.Reasons).To(BeEmpty())
		for text, valid := range map[string]bool{`{"a":1}`: true, `{"c":1}`: false, `{"a":"x"}`: false, `[]`: false} {
			value, err := strictjson.Decode([]byte(text), strictjson.Options{})
			Expect(err).NotTo(HaveOccurred())
			verdict, _ := schema.Evaluate(whole, value, nil)
			Expect(verdict.Valid()).To(Equal(valid), text)
		}
	})

	It("is what --schema and schemaFile read, YAML too", func() {
		d := newWorkplace()
		d.file("s.yaml", "# an order\nproperties:\n  orderId: {$ref: '#/$defs/id'}\n$defs: {id: {type: string, x-order: 1}}\n")
		d.file("c.yaml", "instances: {a: {schemaFile: s.yaml}}\n")
		for _, given := range [][]string{{"--schema", "s.yaml"}, {"--config", "c.yaml"}} {
			got := d.intent(append([]string{"parse", "--executor", "offline", "-o", "json"}, append(given, "Cancel order 000771.")...)...)
			Expect(got.Status).To(Equal(0), got.Stderr+got.Stdout)
			Expect(got.Stdout).To(ContainSubstring(`"orderId":"000771"`))
		}
		d.file("bad.json", `{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"if":{}}}}`)
		got := d.intent("parse", "--executor", "offline", "--envelope", "--schema", "bad.json", "x")
		Expect(got.Status).To(Equal(1))
		Expect(got.Stdout).To(And(ContainSubstring("SCHEMA_UNSUPPORTED"), ContainSubstring(`"/$defs/d/if"`)))
	})
})

var _ = Describe("Command line: schema check", Label("clause:cli.schema", "clause:schema.prepare"), func() {
	check := func(d workplace, status int, args ...string) []reported {
		got := d.intent(append([]string{"schema", "check", "-o", "json"}, args...)...)
		Expect(got.Status).To(Equal(status), got.Stderr)
		var found []reported
		Expect(json.Unmarshal([]byte(got.Stdout), &found)).To(Succeed())
		return found
	}

	It("lists changes and reasons, and goes on after a file that cannot be read", func() {
		d := newWorkplace()
		d.file("a.json", `{"properties":{"a":{"deprecated":true}}}`)
		d.file("b.json", `{"properties":{"a":{"if":{}}}}`)
		found := check(d, 2, "a.json", "nowhere.json", "b.json")
		Expect(found).To(HaveLen(3))
		Expect(found[0].Supported).To(BeTrue())
		Expect(found[0].Changes).To(HaveLen(2))
		Expect(found[1].Fault).To(ContainSubstring("nowhere.json"))
		Expect(found[2].pointers()).To(Equal([]string{"/properties/a/if"}))
		Expect(d.intent("schema", "check", "nowhere.json").Stdout).To(BeEmpty())
	})

	It("takes limits", func() {
		d := newWorkplace()
		d.file("s.json", `{"properties":{"a":{"items":{}},"b":{}}}`)
		Expect(check(d, 1, "--limit", "maxSchemaDepth=1", "--limit", "maxSchemaProperties=1", "s.json")[0].Reasons).To(HaveLen(2))
		for _, wrong := range []string{"maxSchemaDepth", "maxSchemaDepth=0", "maxInputBytes=1", "=1"} {
			Expect(d.intent("schema", "check", "--limit", wrong, "s.json").Status).To(Equal(2))
		}
	})

	It("says what a provider's strict mode would drop or refuse", func() {
		d := newWorkplace()
		d.file("s.json", `{"type":"object","properties":{"a":{"type":"string","minLength":1},"b":{"type":"object"}},"required":["a","b"],"additionalProperties":false}`)
		for provider, want := range map[string][]string{
			"openai": {"refused /properties/a/minLength", "refused /properties/b"}, "xai": nil,
			"anthropic": {"refused /properties/a/minLength", "refused /properties/b"}, "gemini": {"dropped /properties/a/minLength"},
		} {
			found := check(d, 0, "--for", provider, "s.json")
			var got []string
			for _, f := range found[0].Strict {
				got = append(got, f.Effect+" "+f.Pointer)
			}
			Expect(got).To(Equal(want), provider)
		}
		Expect(d.intent("schema", "check", "--for", "nobody", "s.json").Status).To(Equal(2))
	})
})
