package acceptance_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// described is data under a schema, and the paths whose descriptions need a verdict.
type described struct {
	schema []byte
	data   world.Tree
	needed []string
}

// checked gives a good candidate with a check for each path.
func checked(data world.Tree, verdict string, at ...string) world.Tree {
	of := world.DataOf(data, "two")
	for _, path := range at {
		world.Append("/descriptionChecks", world.Check(path, verdict, "two"))(of)
	}
	return of
}

var _ = Describe("5.3 Description checks: which nodes need one", Label("clause:5.3"), func() {
	DescribeTable("exactly one for each described node that is there",
		func(ctx SpecContext, tc described) {
			accepted(ctx, candidate{of: checked(tc.data, "satisfied", tc.needed...), schema: tc.schema})
			for i, path := range tc.needed {
				rest := append(append([]string{}, tc.needed[:i]...), tc.needed[i+1:]...)
				refused(ctx, candidate{of: checked(tc.data, "satisfied", rest...), schema: tc.schema}, path)
			}
		},
		Entry("none", described{world.Schema(`"a":{"title":"T","$comment":"C"}`), world.Tree{"a": 1}, nil}),
		Entry("a declared property", described{
			world.Schema(`"a":{"description":"D"},"b":{}`), world.Tree{"a": 1, "b": 2}, []string{"/data/a"},
		}),
		Entry("a blank description counts as none", described{
			world.Schema(`"a":{"description":" \u200b"}`), world.Tree{"a": 1}, nil,
		}),
		Entry("the root", described{
			world.Schema(`"a":{}`, `,"description":"D"`), world.Tree{"a": 1}, []string{"/data"},
		}),
		Entry("root and property", described{
			world.Schema(`"a":{"description":"D"}`, `,"description":"D"`), world.Tree{"a": 1}, []string{"/data", "/data/a"},
		}),
		Entry("nested properties", described{
			world.Schema(`"a":{"description":"D","properties":{"b":{"description":"D"}}}`),
			world.Tree{"a": world.Tree{"b": nil}}, []string{"/data/a", "/data/a/b"},
		}),
		Entry("an absent value needs none", described{
			world.Schema(`"a":{"properties":{"b":{"description":"D"}}}`), world.Tree{"a": world.Tree{}}, nil,
		}),
		Entry("values under additionalProperties, declared ones not", described{
			world.Schema(`"a":{"properties":{"b":{}},"additionalProperties":{"description":"D"}}`),
			world.Tree{"a": world.Tree{"b": 1, "c": 2, "d/e": 3}}, []string{"/data/a/c", "/data/a/d~1e"},
		}),
		Entry("every array item", described{
			world.Schema(`"a":{"items":{"description":"D"}}`), world.Tree{"a": []any{1, 2, 3}},
			[]string{"/data/a/0", "/data/a/1", "/data/a/2"},
		}),
		Entry("an empty array has none", described{
			world.Schema(`"a":{"items":{"description":"D"}}`), world.Tree{"a": []any{}}, nil,
		}),
		Entry("below array items", described{
			world.Schema(`"a":{"items":{"properties":{"x":{"description":"D"}}}}`),
			world.Tree{"a": []any{world.Tree{"x": 1}, world.Tree{"y": 1}}}, []string{"/data/a/0/x"},
		}),
		Entry("every allOf branch", described{
			world.Schema(`"a":{"allOf":[{"properties":{"x":{"description":"D"}}},{"properties":{"y":{"description":"D"}}}]}`),
			world.Tree{"a": world.Tree{"x": 1, "y": 1}}, []string{"/data/a/x", "/data/a/y"},
		}),
		Entry("an allOf branch itself", described{
			world.Schema(`"a":{"allOf":[{},{"description":"D"}]}`), world.Tree{"a": 1}, []string{"/data/a"},
		}),
		Entry("the anyOf branch that holds", described{
			world.Schema(`"a":{"anyOf":[{"type":"string","description":"D"},{"type":"number"}]}`),
			world.Tree{"a": "two"}, []string{"/data/a"},
		}),
		Entry("not the anyOf branch that does not hold", described{
			world.Schema(`"a":{"anyOf":[{"type":"string","description":"D"},{"type":"number"}]}`),
			world.Tree{"a": 2}, nil,
		}),
		Entry("every anyOf branch that holds, also after the first", described{
			world.Schema(`"a":{"anyOf":[{"type":"object"},{"properties":{"x":{"description":"D"}}}]}`),
			world.Tree{"a": world.Tree{"x": 1}}, []string{"/data/a/x"},
		}),
		Entry("the oneOf branch that holds", described{
			world.Schema(`"a":{"oneOf":[{"required":["x"],"properties":{"x":{"description":"D"}}},` +
				`{"required":["y"],"properties":{"y":{"description":"D"},"x":{"description":"D"}}}]}`),
			world.Tree{"a": world.Tree{"x": 1}}, []string{"/data/a/x"},
		}),
		Entry("nothing under not", described{
			world.Schema(`"a":{"not":{"type":"string","description":"D"}}`), world.Tree{"a": 2}, nil,
		}),
	)

	It("wants one for the described root also when nothing is returned", func(ctx SpecContext) {
		schema := world.Schema(`"a":{"description":"D"}`, `,"description":"D"`)
		nothing := world.Append("/fieldResults", world.Conclusion("/data/a", "not_provided"))
		accepted(ctx, candidate{of: world.Edited(checked(world.Tree{}, "satisfied", "/data"), nothing), schema: schema})
		refused(ctx, candidate{of: world.Edited(checked(world.Tree{}, "satisfied"), nothing), schema: schema}, "/data")
	})

	It("keeps the root's description in force whatever is selected", func(ctx SpecContext) {
		schema := world.Schema(`"a":{"description":"D"},"b":{}`, `,"description":"D"`)
		fields := intent.Fields("b")
		accepted(ctx, candidate{of: checked(world.Tree{"b": 2}, "satisfied", "/data"), schema: schema, fields: fields})
		refused(ctx, candidate{of: checked(world.Tree{"b": 2}, "satisfied"), schema: schema, fields: fields}, "/data")
	})

	It("wants one verdict where several descriptions meet, and takes no second", func(ctx SpecContext) {
		schema := world.Schema(`"a":{"description":"D","allOf":[{"description":"E"},{"description":"F"}]}`)
		accepted(ctx, candidate{of: checked(world.Tree{"a": 2}, "satisfied", "/data/a"), schema: schema})
		refused(ctx, candidate{of: checked(world.Tree{"a": 2}, "satisfied", "/data/a", "/data/a"), schema: schema},
			"/descriptionChecks/1/path")
	})
})

var _ = Describe("5.3 Description checks: other paths, sources, explanation", Label("clause:5.3"), func() {
	schema := world.Schema(`"a":{"properties":{"l":{}}}`)
	data := func() world.Tree { return world.Tree{"a": world.Tree{"l": []any{1}}} }

	DescribeTable("a check for any other path that exists is allowed",
		func(ctx SpecContext, path string) {
			accepted(ctx, candidate{of: checked(data(), "satisfied", path), schema: schema})
		},
		Entry("the root", "/data"), Entry("a field", "/data/a"), Entry("a container", "/data/a/l"),
		Entry("a leaf", "/data/a/l/0"))

	DescribeTable("a check for a path that does not exist is a mistake",
		func(ctx SpecContext, path string) {
			refused(ctx, candidate{of: checked(data(), "satisfied", path), schema: schema}, "/descriptionChecks/0/path")
		},
		Entry("nothing there", "/data/b"), Entry("past the end", "/data/a/l/1"), Entry("the end", "/data/a/l/-"),
		Entry("a leading zero", "/data/a/l/00"), Entry("outside", "/issues"), Entry("the whole", ""),
		Entry("no pointer", "data"), Entry("a bad escape", "/data/~a"), Entry("beside data", "/data~1a"))

	It("makes no issue where its path is wrong: a mistake comes first", func(ctx SpecContext) {
		refused(ctx, candidate{of: checked(data(), "violated", "/data/b"), schema: schema}, "/descriptionChecks/0/path")
	})

	DescribeTable("sources are judged as those of evidence",
		func(ctx SpecContext, tc sourced) {
			of := world.Edited(checked(data(), "satisfied", "/data/a"), world.Set("/descriptionChecks/0/sources", tc.sources))
			refused(ctx, candidate{of: of, schema: schema}, "/descriptionChecks/0/sources"+tc.at[0])
		},
		Entry("none", sourced{[]any{}, []string{""}}),
		Entry("a quote that does not occur", sourced{[]any{source("input", "TWO")}, []string{"/0/quote"}}),
		Entry("a blank quote", sourced{[]any{source("input", " ")}, []string{"/0/quote"}}),
		Entry("an unknown material", sourced{[]any{source("context:0", "two")}, []string{"/0/sourceId"}}))

	It("wants an explanation that is not blank", func(ctx SpecContext) {
		of := world.Edited(checked(data(), "violated", "/data/a"), world.Set("/descriptionChecks/0/explanation", "\u200b"))
		refused(ctx, candidate{of: of, schema: schema}, "/descriptionChecks/0/explanation")
	})
})

var _ = Describe("5.3 Description checks: verdicts that make issues", Label("clause:5.3"), func() {
	schema := world.Schema(`"a":{"description":"D"},"b":{}`)

	DescribeTable("with path and message of the check, category definition",
		func(ctx SpecContext, verdict string, code intent.Code) {
			played := judge(ctx, candidate{of: checked(world.Tree{"a": 2, "b": 2}, verdict, "/data/a"), schema: schema})
			Expect(played.Raw).To(MatchError(intent.DataExtractionFailed))
			Expect(played.Err.Issues).To(HaveLen(1))
			issue := played.Err.Issues[0]
			Expect(issue.Code).To(Equal(code))
			Expect(issue.Category).To(Equal(intent.CategoryDefinition))
			Expect(*issue.Path).To(Equal("/data/a"))
			Expect(issue.Message).To(Equal("Explained /data/a."))
		},
		Entry("violated", "violated", intent.DataConstraintViolated),
		Entry("undetermined", "undetermined", intent.DataDescriptionUndetermined))

	It("also on a node that needed none", func(ctx SpecContext) {
		of := checked(world.Tree{"a": 2, "b": 2}, "satisfied", "/data/a")
		world.Append("/descriptionChecks", world.Check("/data/b", "violated", "two"))(of)
		played := judge(ctx, candidate{of: of, schema: schema})
		Expect(played.Raw).To(MatchError(intent.DataExtractionFailed))
		Expect(played.Paths()).To(Equal([]string{"/data/b"}))
	})

	It("on the root too", func(ctx SpecContext) {
		of := checked(world.Tree{"a": 2, "b": 2}, "undetermined", "/data")
		world.Append("/descriptionChecks", world.Check("/data/a", "satisfied", "two"))(of)
		played := judge(ctx, candidate{of: of, schema: schema})
		Expect(played.Raw).To(MatchError(intent.DataExtractionFailed))
		Expect(played.Paths()).To(Equal([]string{"/data"}))
	})

	It("keep the whole path and message, long ones too", func(ctx SpecContext) {
		name := strings.Repeat("n", 200)
		of := checked(world.Tree{name: 2}, "violated", "/data/"+name)
		world.Set("/descriptionChecks/0/explanation", strings.Repeat("e", 5000))(of)
		played := judge(ctx, candidate{of: of, schema: world.Schema(`"` + name + `":{}`)})
		Expect(played.Paths()).To(Equal([]string{"/data/" + name}))
		Expect(played.Err.Issues[0].Message).To(HaveLen(5000))
	})
})
