package acceptance_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/domain/intent"
)

var (
	informationCodes = []intent.Code{intent.DataRequiredMissing, intent.DataAmbiguous, intent.DataConflict,
		intent.DataDependencyMissing}
	definitionCodes = []intent.Code{intent.DataCardinalityMismatch, intent.DataValueUnrepresentable,
		intent.DataConstraintViolated, intent.DataDescriptionUndetermined}
)

// reporting gives the order's good candidate with issues reported.
func reporting(issues ...any) candidate { return candidate{edits: edits(world.Set("/issues", issues))} }

// failing asserts that a candidate ends with business issues, and gives them.
func failing(ctx SpecContext, c candidate) []intent.Issue {
	played := judge(ctx, c)
	ExpectWithOffset(1, played.Raw).To(MatchError(intent.DataExtractionFailed))
	ExpectWithOffset(1, played.Err.Stage).To(Equal(intent.StageData))
	ExpectWithOffset(1, played.Err.PartialResult).NotTo(BeNil())
	ExpectWithOffset(1, played.Err.PartialResult.Data.Len()).To(BeZero())
	return played.Err.Issues
}

var _ = Describe("5.5 Issues: codes and categories", Label("clause:5.5"), func() {
	var pairs, crossed []TableEntry
	for _, code := range informationCodes {
		pairs = append(pairs, Entry(string(code), code, intent.CategoryBusinessInformation))
		crossed = append(crossed, Entry(string(code), code, intent.CategoryDefinition))
	}
	for _, code := range definitionCodes {
		pairs = append(pairs, Entry(string(code), code, intent.CategoryDefinition))
		crossed = append(crossed, Entry(string(code), code, intent.CategoryBusinessInformation))
	}

	DescribeTable("that pair end the parse with the issue as it was written",
		func(ctx SpecContext, code intent.Code, category intent.Category) {
			issues := failing(ctx, reporting(world.Issue(string(code), string(category), "/data/city")))
			path := "/data/city"
			Expect(issues).To(Equal([]intent.Issue{{
				Code: code, Category: category, Path: &path, Message: "Say it for " + string(code) + ".",
			}}))
		}, pairs)

	DescribeTable("that do not pair are a mistake",
		func(ctx SpecContext, code intent.Code, category intent.Category) {
			refused(ctx, reporting(world.Issue(string(code), string(category), nil)), "/issues/0/category")
		}, crossed)

	DescribeTable("that no model may report are a mistake",
		func(ctx SpecContext, code string) {
			refused(ctx, reporting(world.Issue(code, "definition", nil)), "/issues/0/code")
		},
		Entry("the reserved one", "DATA_SOURCE_INVALID"), Entry("the error's", "DATA_EXTRACTION_FAILED"),
		Entry("another error's", "MODEL_OUTPUT_INVALID"), Entry("another case", "data_ambiguous"),
		Entry("with space", "DATA_AMBIGUOUS "), Entry("made up", "DATA_UNKNOWN"), Entry("empty", ""))

	DescribeTable("and categories that are not the model's are a mistake",
		func(ctx SpecContext, category string) {
			refused(ctx, reporting(world.Issue("DATA_AMBIGUOUS", category, nil)), "/issues/0/category")
		},
		Entry("processing", "processing"), Entry("config", "config"), Entry("input", "input"),
		Entry("another case", "Business_information"), Entry("empty", ""))

	It("are listed by the package for who maps them", func() {
		Expect(intent.BusinessCodes()).To(Equal(append(append([]intent.Code{}, informationCodes...), definitionCodes...)))
		_, may := intent.BusinessCategory(intent.DataSourceInvalid)
		Expect(may).To(BeFalse())
	})
})

type placed struct {
	path   any
	passes bool
}

var _ = Describe("5.5 Issues: path, message, repeats", Label("clause:5.5"), func() {
	DescribeTable("the path is null, /data, or at or below a selected field; it need not point at anything",
		func(ctx SpecContext, tc placed) {
			c := candidate{of: world.DataOf(world.Tree{"a/b": 2}, "two"), schema: world.Schema(`"a/b":{},"c":{}`),
				fields: intent.Fields("a/b"), edits: edits(world.Set("/issues", ambiguous(tc.path)))}
			if tc.passes {
				issues := failing(ctx, c)
				if tc.path == nil {
					Expect(issues[0].Path).To(BeNil())
					return
				}
				Expect(*issues[0].Path).To(Equal(tc.path))
				return
			}
			refused(ctx, c, "/issues/0/path")
		},
		Entry("null", placed{nil, true}), Entry("/data", placed{"/data", true}),
		Entry("the field", placed{"/data/a~1b", true}),
		Entry("below it, where nothing is", placed{"/data/a~1b/x/-/01", true}),
		Entry("an empty name below it", placed{"/data/a~1b/", true}),
		Entry("a field that was not selected", placed{"/data/c", false}),
		Entry("a field that is not declared", placed{"/data/d", false}),
		Entry("the beginning of a field's name", placed{"/data/a", false}),
		Entry("the field unescaped", placed{"/data/a/b", false}),
		Entry("a bad escape", placed{"/data/a~1b/~", false}),
		Entry("the whole candidate", placed{"", false}), Entry("elsewhere", placed{"/fieldResults/0", false}),
		Entry("a longer root", placed{"/datum", false}), Entry("no pointer", placed{"data", false}),
		Entry("an empty name", placed{"/data/", false}),
		Entry("a number", placed{1, false}), Entry("an array", placed{[]any{"data"}, false}))

	DescribeTable("the message is not blank",
		func(ctx SpecContext, message any) {
			refused(ctx, candidate{edits: edits(world.Set("/issues", ambiguous(nil)), world.Set("/issues/0/message", message))},
				"/issues/0/message")
		},
		Entry("empty", ""), Entry("blank", " \u3000"), Entry("invisible", "\u200b\ufeff"), Entry("null", nil))

	It("keeps repeats, in the order reported", func(ctx SpecContext) {
		a := world.Issue("DATA_CONFLICT", "business_information", "/data/city")
		b := world.Issue("DATA_AMBIGUOUS", "business_information", nil)
		var codes []intent.Code
		for _, issue := range failing(ctx, reporting(b, a, b, b)) {
			codes = append(codes, issue.Code)
		}
		Expect(codes).To(Equal([]intent.Code{intent.DataAmbiguous, intent.DataConflict, intent.DataAmbiguous,
			intent.DataAmbiguous}))
	})

	It("changes no letter of a message", func(ctx SpecContext) {
		c := reporting(world.Issue("DATA_CONFLICT", "business_information", nil))
		c.edits = append(c.edits, world.Set("/issues/0/message", " <Which & why>\n"))
		Expect(failing(ctx, c)[0].Message).To(Equal(" <Which & why>\n"))
	})

	It("writes an issue with all its keys, a null path as null", func(ctx SpecContext) {
		played := judge(ctx, reporting(world.Issue("DATA_CONFLICT", "business_information", nil)))
		Expect(played.Err.Value().JSON()).To(ContainSubstring(`"issues":[{"code":"DATA_CONFLICT",` +
			`"category":"business_information","path":null,"message":"Say it for DATA_CONFLICT."}]`))
	})
})

var _ = Describe("5.5 Issues: their order", Label("clause:5.5"), func() {
	It("is as reported, then those that verdicts make, in the candidate's order", func(ctx SpecContext) {
		schema := world.Schema(`"a":{"description":"D"},"b":{"description":"D"},"c":{"description":"D"}`)
		of := world.DataOf(world.Tree{"a": 2, "b": 2, "c": 2}, "two")
		of["descriptionChecks"] = []any{world.Check("/data/c", "violated", "two"), world.Check("/data/a", "satisfied", "two"),
			world.Check("/data/b", "undetermined", "two"), world.Check("/data", "violated", "two")}
		of["issues"] = append(ambiguous("/data/b"), ambiguous("/data/a")...)
		var told []string
		for _, issue := range failing(ctx, candidate{of: of, schema: schema}) {
			told = append(told, fmt.Sprintf("%s %s", issue.Code, *issue.Path))
		}
		Expect(told).To(Equal([]string{
			"DATA_AMBIGUOUS /data/b", "DATA_AMBIGUOUS /data/a", "DATA_CONSTRAINT_VIOLATED /data/c",
			"DATA_DESCRIPTION_UNDETERMINED /data/b", "DATA_CONSTRAINT_VIOLATED /data",
		}))
	})
})
