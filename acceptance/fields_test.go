package acceptance_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// concluded is a candidate for one field with a status, in data or not, and what is said against it.
type concluded struct {
	status   string
	present  bool
	required bool
	issues   []any
	verdict  string // on the field's check; "" is no check
	passes   bool   // no mistake; with issues that is DATA_EXTRACTION_FAILED
	at       string // of the mistake
}

func (c concluded) candidate() candidate {
	data := world.Tree{"b": 2}
	if c.present {
		data["a"] = 2
	}
	of := world.DataOf(data, "two")
	of["fieldResults"] = []any{world.Conclusion("/data/a", c.status), world.Conclusion("/data/b", "extracted")}
	of["issues"] = append([]any{}, c.issues...)
	if c.verdict != "" {
		world.Append("/descriptionChecks", world.Check("/data/a", c.verdict, "two"))(of)
	}
	required := ""
	if c.required {
		required = `,"required":["a"]`
	}
	return candidate{of: of, schema: world.Schema(`"a":{},"b":{}`, required)}
}

func ambiguous(path any) []any {
	return []any{world.Issue("DATA_AMBIGUOUS", "business_information", path)}
}

var _ = Describe("5.4 Field results: status and presence", Label("clause:5.4"), func() {
	const status = "/fieldResults/0/status"
	DescribeTable("must agree",
		func(ctx SpecContext, tc concluded) {
			played := judge(ctx, tc.candidate())
			switch {
			case !tc.passes:
				Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
				Expect(played.Paths()).To(Equal([]string{tc.at}))
			case len(tc.issues) == 0 && tc.verdict != "violated" && tc.verdict != "undetermined":
				Expect(played.Raw).NotTo(HaveOccurred())
			default:
				Expect(played.Raw).To(MatchError(intent.DataExtractionFailed))
			}
		},
		Entry("extracted, in data", concluded{status: "extracted", present: true, passes: true}),
		Entry("extracted, required, in data", concluded{status: "extracted", present: true, required: true, passes: true}),
		Entry("extracted, not in data", concluded{status: "extracted", at: status}),
		Entry("not_provided, not in data", concluded{status: "not_provided", passes: true}),
		Entry("not_provided, in data", concluded{status: "not_provided", present: true, at: status}),
		Entry("not_applicable, not in data", concluded{status: "not_applicable", passes: true}),
		Entry("not_applicable, in data", concluded{status: "not_applicable", present: true, at: status}),

		Entry("issue with one, in data", concluded{
			status: "issue", present: true, issues: ambiguous("/data/a"), passes: true,
		}),
		Entry("issue with one, not in data", concluded{status: "issue", issues: ambiguous("/data/a"), passes: true}),
		Entry("issue without any, in data", concluded{status: "issue", present: true, at: status}),
		Entry("issue without any, not in data", concluded{status: "issue", at: status}),

		Entry("required, absent, not_provided", concluded{status: "not_provided", required: true, at: status}),
		Entry("required, absent, not_applicable", concluded{status: "not_applicable", required: true, at: status}),
		Entry("required, absent, extracted", concluded{status: "extracted", required: true, at: status}),
		Entry("required, absent, not_provided, although an issue tells of it", concluded{
			status: "not_provided", required: true, issues: ambiguous("/data/a"), at: status,
		}),
		Entry("required, absent, issue", concluded{
			status: "issue", required: true, issues: ambiguous("/data/a"), passes: true,
		}),
		Entry("required, absent, issue without any", concluded{status: "issue", required: true, at: status}),
	)

	DescribeTable("issue is backed by an issue that is about the field",
		func(ctx SpecContext, tc concluded) {
			tc.status = "issue"
			played := judge(ctx, tc.candidate())
			if tc.passes {
				Expect(played.Raw).To(MatchError(intent.DataExtractionFailed))
				return
			}
			Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
			Expect(played.Paths()).To(Equal([]string{status}))
		},
		Entry("a null path", concluded{issues: ambiguous(nil), passes: true}),
		Entry("/data", concluded{issues: ambiguous("/data"), passes: true}),
		Entry("the field", concluded{issues: ambiguous("/data/a"), passes: true}),
		Entry("below the field", concluded{issues: ambiguous("/data/a/x/0"), passes: true}),
		Entry("one of several", concluded{issues: append(ambiguous("/data/b"), ambiguous("/data/a")...), passes: true}),
		Entry("another field only", concluded{issues: ambiguous("/data/b")}),
		Entry("below another field only", concluded{issues: ambiguous("/data/b/a")}),
		Entry("violated", concluded{present: true, verdict: "violated", passes: true}),
		Entry("undetermined", concluded{present: true, verdict: "undetermined", passes: true}),
		Entry("satisfied", concluded{present: true, verdict: "satisfied"}),
	)

	It("takes null in data for extracted, and a value that says nothing too", func(ctx SpecContext) {
		for _, value := range []any{nil, "", 0, false, []any{}, world.Tree{}} {
			accepted(ctx, candidate{of: ofA(value), schema: anything})
			of := world.Edited(ofA(value), world.Set("/fieldResults/0/status", "not_provided"))
			refused(ctx, candidate{of: of, schema: anything}, status)
		}
	})

	It("takes an issue whose field is called extracted: the issue stands all the same", func(ctx SpecContext) {
		of := world.Edited(ofA(2), world.Set("/issues", ambiguous("/data/a")))
		Expect(judge(ctx, candidate{of: of, schema: anything}).Raw).To(MatchError(intent.DataExtractionFailed))
	})
})

var _ = Describe("5.4 Field results: exactly one for each selected field", Label("clause:5.4"), func() {
	It("names a field without one", func(ctx SpecContext) {
		refused(ctx, candidate{edits: edits(world.Drop("/fieldResults/1"))}, "/fieldResults")
		Expect(mistakesOf(ctx, candidate{edits: edits(world.Set("/fieldResults", []any{}))})).To(Equal(
			[]string{"/fieldResults", "/fieldResults", "/fieldResults"}))
	})

	It("refuses a second one, also where it says the same", func(ctx SpecContext) {
		refused(ctx, candidate{edits: edits(world.Append("/fieldResults",
			world.Conclusion("/data/city", "extracted")))}, "/fieldResults/3/path")
	})

	It("refuses one for a field that was not selected", func(ctx SpecContext) {
		of := world.DataOf(world.Tree{"city": "Lisbon"}, "Lisbon")
		world.Append("/fieldResults", world.Conclusion("/data/parcels", "not_provided"))(of)
		refused(ctx, candidate{of: of, fields: intent.Fields("city")}, "/fieldResults/1/path")
	})

	DescribeTable("takes the escaped name as path and nothing else",
		func(ctx SpecContext, path string, passes bool) {
			schema := world.Schema(`"a/b~c":{}`)
			of := world.DataOf(world.Tree{"a/b~c": world.Tree{"x": 2}}, "two")
			world.Set("/fieldResults/0/path", path)(of)
			if passes {
				accepted(ctx, candidate{of: of, schema: schema})
				return
			}
			Expect(mistakesOf(ctx, candidate{of: of, schema: schema})).To(ContainElement("/fieldResults/0/path"))
		},
		Entry("escaped", "/data/a~1b~0c", true),
		Entry("unescaped", "/data/a/b~c", false), Entry("half escaped", "/data/a~1b~c", false),
		Entry("the bare name", "a/b~c", false), Entry("without the slash", "data/a~1b~0c", false),
		Entry("below the field", "/data/a~1b~0c/x", false), Entry("a slash last", "/data/a~1b~0c/", false),
		Entry("/data", "/data", false), Entry("nothing", "", false), Entry("elsewhere", "/issues/a~1b~0c", false),
		Entry("another case", "/data/A~1B~0C", false))

	It("takes them in any order, for the fields in any order", func(ctx SpecContext) {
		candidateOf := func() candidate {
			data := world.Data()
			list := data["fieldResults"].([]any)
			list[0], list[2] = list[2], list[0]
			return candidate{of: data, fields: intent.Fields("city", "orderId", "parcels")}
		}
		accepted(ctx, candidateOf())
	})

	It("names fields with any name", func(ctx SpecContext) {
		accepted(ctx, candidate{of: world.DataOf(world.Tree{"": 2, " ": 2}, "two"), schema: world.Schema(`"":{}," ":{}`)})
	})
})
