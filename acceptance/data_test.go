package acceptance_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// candidate is a data candidate to be judged, without a repair: a good one with edits, or text.
type candidate struct {
	of      world.Tree // a good candidate; the order's where it is nil
	edits   []world.Edit
	text    string // the whole candidate instead
	input   string
	context intent.Context
	fields  intent.Selection
	schema  []byte
	limits  intent.Limits
}

func judge(ctx SpecContext, c candidate) world.Played {
	reply := script.Text(c.text)
	if c.text == "" {
		if c.of == nil {
			c.of = world.Data()
		}
		reply = script.JSON(world.Edited(c.of, c.edits...))
	}
	return play(ctx, world.Play{
		Input: c.input, Context: c.context, Fields: c.fields,
		Config:  intent.Config{Schema: c.schema, Limits: c.limits, Repair: intent.RepairNever},
		Replies: []script.Reply{script.JSON(world.Core()), reply},
	})
}

// mistakesOf asserts that a candidate is mistaken and commits nothing, and gives the mistakes' paths.
func mistakesOf(ctx SpecContext, c candidate) []string {
	played := judge(ctx, c)
	ExpectWithOffset(1, played.Raw).To(MatchError(intent.ModelOutputInvalid))
	ExpectWithOffset(1, played.Err.Stage).To(Equal(intent.StageData))
	ExpectWithOffset(1, played.Err.PartialResult).NotTo(BeNil())
	ExpectWithOffset(1, played.Err.PartialResult.Data.Len()).To(BeZero())
	ExpectWithOffset(1, played.Result.Data.Len()).To(BeZero())
	for _, issue := range played.Err.Issues {
		ExpectWithOffset(1, issue.Code).To(Equal(intent.ModelOutputInvalid))
		ExpectWithOffset(1, issue.Category).To(Equal(intent.CategoryProcessing))
		ExpectWithOffset(1, issue.Message).To(ContainSubstring("expected"))
	}
	return played.Paths()
}

// refused asserts that a candidate is mistaken at exactly these paths.
func refused(ctx SpecContext, c candidate, at ...string) {
	ExpectWithOffset(1, mistakesOf(ctx, c)).To(Equal(at))
}

// accepted asserts that a candidate passes, and gives the data as it is written.
func accepted(ctx SpecContext, c candidate) string {
	played := judge(ctx, c)
	ExpectWithOffset(1, played.Raw).NotTo(HaveOccurred())
	return played.Result.Data.Value().JSON()
}

// refusesEdits is a table's body: the order's good candidate with edits is mistaken at these paths.
func refusesEdits(ctx SpecContext, tc mistaken) { refused(ctx, candidate{edits: tc.edits}, tc.at...) }

var _ = Describe("5 Data candidate: closed, and every key required", Label("clause:5"), func() {
	anIssue := world.Append("/issues", world.Issue("DATA_AMBIGUOUS", "business_information", nil))
	var missing []TableEntry
	for _, path := range []string{
		"/evidence/0/path", "/evidence/0/mode", "/evidence/0/sources",
		"/evidence/0/sources/0/sourceId", "/evidence/0/sources/0/quote",
		"/descriptionChecks/0/path", "/descriptionChecks/0/verdict", "/descriptionChecks/0/explanation",
		"/descriptionChecks/0/sources", "/fieldResults/0/path", "/fieldResults/0/status", "/fieldResults/0/explanation",
	} {
		missing = append(missing, Entry(path, path))
	}
	DescribeTable("names a key that is missing in an entry",
		func(ctx SpecContext, path string) {
			Expect(mistakesOf(ctx, candidate{edits: edits(world.Drop(path))})).To(ContainElement(path))
		}, missing)

	DescribeTable("names a root key that is missing",
		func(ctx SpecContext, path string) {
			Expect(mistakesOf(ctx, candidate{edits: edits(world.Drop(path))})).To(ContainElement(path))
		},
		Entry("data", "/data"), Entry("evidence", "/evidence"), Entry("descriptionChecks", "/descriptionChecks"),
		Entry("fieldResults", "/fieldResults"), Entry("issues", "/issues"))

	var unknown []TableEntry
	for _, path := range []string{"/x", "/normalizedInput", "/evidence/0/value", "/evidence/0/sources/0/role",
		"/descriptionChecks/0/code", "/fieldResults/0/value", "/Data"} {
		unknown = append(unknown, Entry(path, mistaken{edits(world.Set(path, nil)), []string{path}}))
	}
	DescribeTable("refuses a key that a shape does not have", refusesEdits, unknown)

	It("refuses one in an issue too, and it is a mistake then, no business problem", func(ctx SpecContext) {
		refused(ctx, candidate{edits: edits(anIssue, world.Set("/issues/0/severity", "high"))}, "/issues/0/severity")
	})

	var wrong []TableEntry
	for _, tc := range []struct {
		path   string
		values []any
	}{
		{"/evidence/0/mode", []any{nil, 1, "Exact", "", "literal"}},
		{"/evidence/0/sources/0/sourceId", []any{nil, 0, "", "context:0", "Input"}},
		{"/evidence/2/sources/0/quote", []any{nil, 771}},
		{"/evidence/2/sources/0", []any{nil, "input"}},
		{"/descriptionChecks/0/verdict", []any{nil, true, "ok", ""}},
		{"/descriptionChecks/0/explanation", []any{nil, 1, "", "\u3000"}},
		{"/descriptionChecks/0/sources", []any{nil, world.Tree{}, []any{}}},
		{"/fieldResults/0/status", []any{nil, 1, "Extracted", "missing"}},
		{"/fieldResults/0/explanation", []any{nil, []any{}, " "}},
		{"/issues", []any{nil, world.Tree{}, "none"}},
		{"/issues/0", []any{nil, "an issue"}},
	} {
		for _, value := range tc.values {
			name := fmt.Sprintf("%s as %s", tc.path, world.Text(value))
			wrong = append(wrong, Entry(name, mistaken{edits(world.Set(tc.path, value)), []string{tc.path}}))
		}
	}
	DescribeTable("coerces no value of a wrong type and no word that is none of the words", refusesEdits, wrong)

	DescribeTable("refuses a root that is no object",
		func(ctx SpecContext, text string) { refused(ctx, candidate{text: text}, "") },
		Entry("array", `[]`), Entry("null", `null`), Entry("text", `"{}"`), Entry("number", `0`))

	It("takes nothing of data where it passes in part only", func(ctx SpecContext) {
		refused(ctx, candidate{edits: edits(world.Drop("/evidence/2"))}, "/data/parcels")
		played := judge(ctx, candidate{edits: edits(world.Drop("/evidence/2"))})
		Expect(played.Err.Value().JSON()).NotTo(ContainSubstring("orderId"))
	})
})

var _ = Describe("5.1 Data holds selected names only", Label("clause:5.1"), func() {
	It("refuses a declared name that was not selected, and one that is not declared", func(ctx SpecContext) {
		of := func() world.Tree { return world.DataOf(world.Tree{"city": "Lisbon"}, "Lisbon") }
		fields := intent.Fields("city")
		Expect(accepted(ctx, candidate{of: of(), fields: fields})).To(Equal(`{"city":"Lisbon"}`))
		refused(ctx, candidate{of: of(), fields: fields, edits: edits(world.Set("/data/parcels", 2),
			world.Append("/evidence", world.Evidence("/data/parcels", "semantic", "two")))}, "/data/parcels")
		refused(ctx, candidate{of: of(), fields: fields, edits: edits(world.Set("/data/colour", "red"),
			world.Append("/evidence", world.Evidence("/data/colour", "semantic", "two")))}, "/data/colour")
	})

	It("does so whatever the root's own additionalProperties says", func(ctx SpecContext) {
		for _, more := range []string{``, `,"additionalProperties":true`, `,"additionalProperties":false`} {
			schema := world.Schema(`"a":{},"b":{}`, more)
			refused(ctx, candidate{of: world.Edited(world.DataOf(world.Tree{"a": 2}, "two"), world.Set("/data/c", 2)),
				schema: schema, fields: intent.Fields("a")}, "/data/c")
		}
	})

	DescribeTable("leaves what is inside a field to the schema's own additionalProperties",
		func(ctx SpecContext, own string, passes bool) {
			schema := world.Schema(`"a":{"type":"object","properties":{"x":{}}` + own + `}`)
			c := candidate{of: world.DataOf(world.Tree{"a": world.Tree{"y": "two"}}, "two"), schema: schema}
			if passes {
				Expect(accepted(ctx, c)).To(Equal(`{"a":{"y":"two"}}`))
				return
			}
			Expect(mistakesOf(ctx, c)).To(HaveLen(1))
		},
		Entry("absent", ``, true), Entry("true", `,"additionalProperties":true`, true),
		Entry("a schema that it meets", `,"additionalProperties":{"type":"string"}`, true),
		Entry("a schema that it misses", `,"additionalProperties":{"type":"number"}`, false),
		Entry("false", `,"additionalProperties":false`, false))

	It("takes names literally: no path, any characters", func(ctx SpecContext) {
		schema := world.Schema(`"a.b":{},"a":{},"":{},"__proto__":{},"a/b~c":{}`)
		data := world.Tree{"a.b": "two", "": "two", "__proto__": "two", "a/b~c": "two"}
		fields := intent.Fields("a.b", "", "__proto__", "a/b~c")
		Expect(accepted(ctx, candidate{of: world.DataOf(data, "two"), schema: schema, fields: fields})).To(
			Equal(`{"":"two","__proto__":"two","a.b":"two","a/b~c":"two"}`))
		refused(ctx, candidate{schema: schema, fields: intent.Fields("a.b"), edits: edits(world.Set("/data/a",
			world.Tree{"b": "two"})), of: world.Edited(world.DataOf(world.Tree{"a.b": "two"}, "two"))}, "/data/a")
	})

	DescribeTable("refuses data that is no object",
		func(ctx SpecContext, value any) {
			Expect(mistakesOf(ctx, candidate{edits: edits(world.Set("/data", value))})).To(ContainElement("/data"))
		},
		Entry("null", nil), Entry("array", []any{}), Entry("text", "x"), Entry("number", 1))
})

var _ = Describe("5.6 Data satisfies the projected schema", Label("clause:5.6"), func() {
	schema := world.Schema(`"s":{"type":"string","pattern":"^t"},"n":{"type":"integer","minimum":1},`+
		`"l":{"type":"array","items":{"enum":["two","to"]},"maxItems":2},"o":{"type":"object","required":["k"]}`,
		`,"required":["s"]`)
	good := func() world.Tree {
		return world.Tree{"s": "two", "n": 2, "l": []any{"two"}, "o": world.Tree{"k": "two"}}
	}

	It("passes what does", func(ctx SpecContext) {
		Expect(accepted(ctx, candidate{of: world.DataOf(good(), "two"), schema: schema})).To(
			Equal(`{"l":["two"],"n":2,"o":{"k":"two"},"s":"two"}`))
	})

	DescribeTable("names every miss at its place",
		func(ctx SpecContext, tc mistaken) {
			data := world.Edited(good(), tc.edits...)
			refused(ctx, candidate{of: world.DataOf(data, "two"), schema: schema}, tc.at...)
		},
		Entry("a pattern", mistaken{edits(world.Set("/s", "Two")), []string{"/data/s"}}),
		Entry("a type", mistaken{edits(world.Set("/n", "two")), []string{"/data/n"}}),
		Entry("a number in words of another type", mistaken{edits(world.Set("/s", 2)), []string{"/data/s"}}),
		Entry("a bound", mistaken{edits(world.Set("/n", 0)), []string{"/data/n"}}),
		Entry("an enum, inside", mistaken{edits(world.Set("/l/1", "TWO")), []string{"/data/l/1"}}),
		Entry("a nested required", mistaken{edits(world.Set("/o", world.Tree{"x": "two"})), []string{"/data/o"}}),
		Entry("null where it is not allowed", mistaken{edits(world.Set("/n", nil)), []string{"/data/n"}}),
		Entry("several, in document order", mistaken{
			edits(world.Set("/s", "Two"), world.Set("/n", 0.5), world.Set("/l", []any{"x", "two", "y"})),
			[]string{"/data/l", "/data/l/0", "/data/l/2", "/data/n", "/data/n", "/data/s"},
		}),
	)

	It("judges what is selected only", func(ctx SpecContext) {
		Expect(accepted(ctx, candidate{of: world.DataOf(world.Tree{"n": 2}, "two"), schema: schema,
			fields: intent.Fields("n")})).To(Equal(`{"n":2}`))
	})
})

var _ = Describe("5.7 No value is coerced, defaulted, trimmed or dropped", Label("clause:5.7"), func() {
	It("fills in no default and leaves out what has no value", func(ctx SpecContext) {
		schema := world.Schema(`"a":{"type":"string"},"b":{"type":"string","default":"two"},` +
			`"c":{"type":"object","properties":{"d":{"default":1}}}`)
		of := world.DataOf(world.Tree{"a": "two", "c": world.Tree{}}, "two")
		world.Append("/fieldResults", world.Conclusion("/data/b", "not_provided"))(of)
		Expect(accepted(ctx, candidate{of: of, schema: schema})).To(Equal(`{"a":"two","c":{}}`))
	})

	It("keeps text as it is, blanks and repeats too", func(ctx SpecContext) {
		schema := world.Schema(`"a":{"type":"string"},"b":{"type":"array"},"c":{"type":"string"}`)
		data := world.Tree{"a": " two\n", "b": []any{"two", "two", ""}, "c": "\u200b"}
		Expect(accepted(ctx, candidate{of: world.DataOf(data, "two"), schema: schema})).To(
			Equal(`{"a":" two\n","b":["two","two",""],"c":"` + "\u200b" + `"}`))
	})

	DescribeTable("turns no value into another type that the schema would take",
		func(ctx SpecContext, schema string, value any) {
			refused(ctx, candidate{of: world.DataOf(world.Tree{"a": value}, "two"),
				schema: world.Schema(`"a":` + schema)}, "/data/a")
		},
		Entry("text to number", `{"type":"number"}`, "2"),
		Entry("text to integer", `{"type":"integer"}`, "2"),
		Entry("number to text", `{"type":"string"}`, 2),
		Entry("text to boolean", `{"type":"boolean"}`, "true"),
		Entry("number to boolean", `{"type":"boolean"}`, 1),
		Entry("boolean to number", `{"type":"number"}`, true),
		Entry("one value to a list", `{"type":"array"}`, "two"),
		Entry("a list of one to its value", `{"type":"string"}`, []any{"two"}),
		Entry("null to nothing", `{"type":"string"}`, nil),
		Entry("an empty text to null", `{"type":"null"}`, ""),
		Entry("a fraction to an integer", `{"type":"integer"}`, 2.5),
		Entry("padded text to an enum entry", `{"enum":["two"]}`, "two "),
		Entry("case of an enum entry", `{"enum":["two"]}`, "Two"),
	)

	It("keeps null where schema and material allow it", func(ctx SpecContext) {
		schema := world.Schema(`"a":{"type":["string","null"]}`)
		Expect(accepted(ctx, candidate{of: world.DataOf(world.Tree{"a": nil}, "two"), schema: schema})).To(
			Equal(`{"a":null}`))
	})

	It("keeps number text and member order all the way", func(ctx SpecContext) {
		text := `{"data":{"z":1.50,"a":{"y":1E+2,"b":-0,"":0.10}},"evidence":[` +
			strings.Join([]string{entry("/data/z"), entry("/data/a/y"), entry("/data/a/b"), entry("/data/a/")}, ",") +
			`],"descriptionChecks":[],"fieldResults":[{"path":"/data/z","status":"extracted","explanation":"e"},` +
			`{"path":"/data/a","status":"extracted","explanation":"e"}],"issues":[]}`
		Expect(accepted(ctx, candidate{text: text, schema: world.Schema(`"a":{},"z":{}`)})).To(
			Equal(`{"z":1.50,"a":{"y":1E+2,"b":-0,"":0.10}}`))
	})

	It("lets the data be decoded into a Go type", func(ctx SpecContext) {
		played := judge(ctx, candidate{})
		Expect(played.Raw).NotTo(HaveOccurred())
		var order struct {
			OrderID string `json:"orderId"`
			Parcels int    `json:"parcels"`
		}
		Expect(played.Result.Data.Decode(&order)).To(Succeed())
		Expect(order.OrderID).To(Equal("000771"))
		Expect(order.Parcels).To(Equal(2))
		var again intent.Result
		Expect(json.Unmarshal([]byte(wire(played.Result)), &again)).To(Succeed())
		Expect(wire(again)).To(Equal(wire(played.Result)))
	})
})

// entry writes a semantic evidence entry as text.
func entry(path string) string { return world.Text(world.Evidence(path, "semantic", "two")) }
