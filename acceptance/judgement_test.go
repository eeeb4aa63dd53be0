package acceptance_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// What can stand against a candidate, each by itself, to be combined below.
var (
	sloppy   = world.Set("/evidence/2/sources/0/quote", "three") // a mistake of rules 1 to 5
	unlooked = world.Set("/descriptionChecks", []any{})          // a missing description check
	business = world.Append("/issues", world.Issue("DATA_AMBIGUOUS", "business_information", "/data/city"))
	verdict  = world.Set("/descriptionChecks/0/verdict", "violated") // an issue made by a verdict
	misfit   = world.Edit(func(t world.Tree) {                       // a miss of the schema
		world.Set("/data/orderId", "771")(t)
		world.Set("/evidence/0/mode", "semantic")(t)
	})
)

type judged struct {
	edits []world.Edit
	code  intent.Code
	at    []string
}

var _ = Describe("5 Order of judgement", Label("clause:5", "clause:5.order"), func() {
	DescribeTable("mistakes, then issues, then misses of the schema",
		func(ctx SpecContext, tc judged) {
			played := judge(ctx, candidate{edits: tc.edits})
			Expect(played.Code()).To(Equal(tc.code))
			Expect(played.Paths()).To(Equal(tc.at))
			Expect(played.Result.Data.Len() == 0).To(Equal(tc.code != ""))
		},
		Entry("nothing", judged{nil, "", nil}),
		Entry("a mistake", judged{edits(sloppy), intent.ModelOutputInvalid, []string{"/evidence/2/sources/0/quote"}}),
		Entry("an issue", judged{edits(business), intent.DataExtractionFailed, []string{"/data/city"}}),
		Entry("a verdict", judged{edits(verdict), intent.DataExtractionFailed, []string{"/data/orderId"}}),
		Entry("a miss", judged{edits(misfit), intent.ModelOutputInvalid, []string{"/data/orderId"}}),
		Entry("a missing check", judged{edits(unlooked), intent.ModelOutputInvalid, []string{"/data/orderId"}}),

		Entry("a mistake and an issue: no sloppy candidate passes as a business problem", judged{
			edits(sloppy, business), intent.ModelOutputInvalid, []string{"/evidence/2/sources/0/quote"},
		}),
		Entry("a mistake and a verdict", judged{
			edits(sloppy, verdict), intent.ModelOutputInvalid, []string{"/evidence/2/sources/0/quote"},
		}),
		Entry("a missing check and an issue", judged{
			edits(unlooked, business), intent.ModelOutputInvalid, []string{"/data/orderId"},
		}),
		Entry("an issue and a miss: no business problem is hidden by a miss it causes", judged{
			edits(misfit, business), intent.DataExtractionFailed, []string{"/data/city"},
		}),
		Entry("a verdict and a miss", judged{
			edits(misfit, verdict), intent.DataExtractionFailed, []string{"/data/orderId"},
		}),
		Entry("all three: the miss may come of the issue, and is not told", judged{
			edits(sloppy, business, misfit), intent.ModelOutputInvalid, []string{"/evidence/2/sources/0/quote"},
		}),
		Entry("issue and verdict together", judged{
			edits(verdict, business), intent.DataExtractionFailed, []string{"/data/city", "/data/orderId"},
		}),
	)

	It("tells mistakes and misses together where no issue stands, so that one repair can fix all", func(ctx SpecContext) {
		Expect(mistakesOf(ctx, candidate{edits: edits(sloppy, misfit)})).To(ConsistOf(
			"/evidence/2/sources/0/quote", "/data/orderId"))
	})

	It("repairs mistakes and misses, and no business problem", func(ctx SpecContext) {
		for _, tc := range []struct {
			edit  world.Edit
			calls int
		}{{sloppy, 3}, {misfit, 3}, {unlooked, 3}, {business, 2}, {verdict, 2}} {
			played := play(ctx, world.Play{Replies: []script.Reply{script.JSON(world.Core()),
				script.JSON(world.Edited(world.Data(), tc.edit)), script.JSON(world.Data())}})
			Expect(played.Asked).To(HaveLen(tc.calls))
			Expect(played.Raw == nil).To(Equal(tc.calls == 3))
		}
	})

	It("judges the repaired candidate anew: it may end in business issues", func(ctx SpecContext) {
		played := play(ctx, world.Play{Replies: []script.Reply{script.JSON(world.Core()),
			script.JSON(world.Edited(world.Data(), sloppy)), script.JSON(world.Edited(world.Data(), business))}})
		Expect(played.Raw).To(MatchError(intent.DataExtractionFailed))
	})
})

// manyEntries gives a candidate over an array of n numbers, with one evidence entry each.
func manyEntries(n int) world.Tree {
	items := make([]any, n)
	for i := range items {
		items[i] = i
	}
	return ofA(items)
}

var _ = Describe("5 Limits of a data candidate", Label("clause:5", "clause:5.order"), func() {
	over := func(ctx SpecContext, c candidate, limit string) {
		played := judge(ctx, c)
		ExpectWithOffset(1, played.Raw).To(MatchError(intent.LimitExceeded))
		ExpectWithOffset(1, played.Err.Stage).To(Equal(intent.StageData))
		ExpectWithOffset(1, played.Err.Message).To(ContainSubstring(limit))
		ExpectWithOffset(1, played.Err.Issues).To(BeEmpty())
		ExpectWithOffset(1, played.Err.PartialResult).NotTo(BeNil())
	}
	wrongQuote := world.Set("/evidence/0/sources/0/quote", "nowhere")

	It("maxEvidenceEntries counts evidence entries; one more beats mistakes", func(ctx SpecContext) {
		limits := intent.Limits{MaxEvidenceEntries: 3}
		accepted(ctx, candidate{of: manyEntries(3), schema: anything, limits: limits})
		over(ctx, candidate{of: manyEntries(4), schema: anything, limits: limits}, "maxEvidenceEntries")
		over(ctx, candidate{of: manyEntries(4), schema: anything, limits: limits, edits: edits(wrongQuote)},
			"maxEvidenceEntries")
	})

	It("maxEvidenceEntries counts description checks by themselves", func(ctx SpecContext) {
		limits := intent.Limits{MaxEvidenceEntries: 3}
		with := func(n int) candidate {
			of := manyEntries(3)
			for _, path := range []string{"/data", "/data/a", "/data/a/0", "/data/a/1"}[:n] {
				world.Append("/descriptionChecks", world.Check(path, "satisfied", "two"))(of)
			}
			return candidate{of: of, schema: anything, limits: limits}
		}
		accepted(ctx, with(3))
		over(ctx, with(4), "maxEvidenceEntries")
	})

	It("maxIssueCount counts reported issues and those made by verdicts; one more beats all else", func(ctx SpecContext) {
		with := func(reported, made int, more ...world.Edit) candidate {
			of := ofA([]any{1, 2, 3, 4})
			for range reported {
				world.Append("/issues", ambiguous("/data/a")...)(of)
			}
			for i := range made {
				world.Append("/descriptionChecks", world.Check(fmt.Sprintf("/data/a/%d", i), "violated", "two"))(of)
			}
			return candidate{of: of, schema: anything, limits: intent.Limits{MaxIssueCount: 3}, edits: more}
		}
		Expect(failing(ctx, with(3, 0))).To(HaveLen(3))
		Expect(failing(ctx, with(0, 3))).To(HaveLen(3))
		Expect(failing(ctx, with(1, 2))).To(HaveLen(3))
		over(ctx, with(4, 0), "maxIssueCount")
		over(ctx, with(0, 4), "maxIssueCount")
		over(ctx, with(2, 2), "maxIssueCount")
		over(ctx, with(4, 0, wrongQuote), "maxIssueCount")
	})

	It("are the defaults where nothing is set", func(ctx SpecContext) {
		room := intent.Limits{MaxOutputBytes: 1 << 20, MaxCandidateNodes: 1 << 20}
		accepted(ctx, candidate{of: manyEntries(4096), schema: anything, limits: room})
		over(ctx, candidate{of: manyEntries(4097), schema: anything, limits: room}, "maxEvidenceEntries")
		list := make([]any, 256)
		for i := range list {
			list[i] = ambiguous(nil)[0]
		}
		Expect(failing(ctx, reporting(list...))).To(HaveLen(256))
		over(ctx, reporting(append(list, list[0])...), "maxIssueCount")
	})

	It("are never repaired", func(ctx SpecContext) {
		played := play(ctx, world.Play{
			Config:  intent.Config{Schema: anything, Limits: intent.Limits{MaxEvidenceEntries: 3}},
			Replies: []script.Reply{script.JSON(world.Core()), script.JSON(manyEntries(4)), script.JSON(manyEntries(3))},
		})
		Expect(played.Raw).To(MatchError(intent.LimitExceeded))
		Expect(played.Asked).To(HaveLen(2))
	})
})

// slowly is a validator that is not done with any value while the specs run.
func slowly() *world.Judge {
	held := make(chan struct{})
	DeferCleanup(func() { close(held) })
	return &world.Judge{Judging: func([]byte) error { <-held; return nil }}
}

var _ = Describe("5 maxValidationMs is judged before issues", Label("clause:5", "clause:5.order"), func() {
	with := func(ctx SpecContext, edit world.Edit) world.Played {
		return play(ctx, world.Play{
			Config:  intent.Config{Limits: intent.Limits{MaxValidationMs: 200}},
			Options: []bootstrap.Option{bootstrap.WithValidator(slowly())},
			Replies: []script.Reply{script.JSON(world.Core()), script.JSON(world.Edited(world.Data(), edit))},
		})
	}

	It("and before mistakes and misses: described paths need the evaluation", func(ctx SpecContext) {
		for _, edit := range []world.Edit{business, sloppy, verdict} { // a misfit is never asked about
			played := with(ctx, edit)
			Expect(played.Raw).To(MatchError(intent.LimitExceeded))
			Expect(played.Err.Stage).To(Equal(intent.StageData))
			Expect(played.Err.Message).To(ContainSubstring("maxValidationMs"))
			Expect(played.Err.PartialResult).NotTo(BeNil())
			Expect(played.Result.Data.Len()).To(BeZero())
		}
	}, SpecTimeout(world.Promptly))

	It("commits nothing", func(ctx SpecContext) {
		begun := time.Now()
		Expect(with(ctx, func(world.Tree) {}).Err.PartialResult.Data.Len()).To(BeZero())
		Expect(time.Since(begun)).To(BeNumerically(">=", 200*time.Millisecond))
	}, SpecTimeout(world.Promptly))
})
