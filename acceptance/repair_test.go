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

// readWith parses the order with an executor and gives the error and what was asked.
func readWith(
	ctx SpecContext, change func(*intent.Config), replies ...script.Reply,
) ([]intent.ModelRequest, error) {
	executor := script.New(replies...)
	reader, err := world.Orders(executor, change)
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	DeferCleanup(reader.Dispose)
	_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
	return executor.Requests(), err
}

func unchanged(*intent.Config) {}

func repairOf(request intent.ModelRequest) map[string]string {
	var payload struct {
		Repair map[string]string `json:"repair"`
	}
	Expect(json.Unmarshal([]byte(request.Payload), &payload)).To(Succeed())
	return payload.Repair
}

var _ = Describe("7 Repair: once a stage", Label("clause:7"), func() {
	It("asks the same stage again with candidate and diagnostic, and counts anew in stage data", func(ctx SpecContext) {
		asked, err := readWith(ctx, unchanged,
			script.Text(`{"normalizedInput":"x"}`), script.JSON(world.Core()),
			script.Text(`{}`), script.JSON(world.Data()))
		Expect(err).NotTo(HaveOccurred())
		Expect(asked).To(HaveLen(4))
		for _, at := range []int{0, 2} {
			first, again := asked[at], asked[at+1]
			Expect(again.Stage).To(Equal(first.Stage))
			Expect(again.Format).To(Equal(first.Format))
			Expect(again.Instructions).To(HavePrefix(first.Instructions))
			Expect(strings.Count(strings.TrimSpace(again.Instructions[len(first.Instructions):]), "\n")).To(BeZero())
			Expect(again.Payload).To(HavePrefix(strings.TrimSuffix(first.Payload, "}")))
			Expect(repairOf(first)).To(BeEmpty())
			Expect(repairOf(again)).To(HaveKey("candidate"))
			Expect(repairOf(again)["diagnostic"]).NotTo(BeEmpty())
		}
	})

	It("ends with the last candidate's violations when it is spent", func(ctx SpecContext) {
		asked, err := readWith(ctx, unchanged, script.Text(`{}`), script.Text(`[]`))
		Expect(err).To(MatchError(intent.ModelOutputInvalid))
		Expect(asked).To(HaveLen(2))
		issues := intent.AsError(err).Issues
		Expect(issues).To(HaveLen(1))
		Expect(issues[0].Category).To(Equal(intent.CategoryProcessing))
		Expect(issues[0].Message).To(ContainSubstring("an array"))
	})

	It("is never asked for where repairAttempts is 0", func(ctx SpecContext) {
		asked, err := readWith(ctx, func(c *intent.Config) { c.Repair = intent.RepairNever }, script.Text(`{}`))
		Expect(err).To(MatchError(intent.ModelOutputInvalid))
		Expect(asked).To(HaveLen(1))
	})
})

type final struct {
	change  func(*intent.Config)
	replies []script.Reply
	code    intent.Code
	calls   int
}

var _ = Describe("7 Repair: what is never repaired", Label("clause:7"), func() {
	issue := world.Data()
	issue["data"] = map[string]any{}
	issue["evidence"], issue["descriptionChecks"] = []any{}, []any{}
	issue["fieldResults"] = []any{
		world.Tree{"path": "/data/orderId", "status": "issue", "explanation": "Not there."},
		world.Tree{"path": "/data/city", "status": "not_provided", "explanation": "Not there."},
		world.Tree{"path": "/data/parcels", "status": "not_provided", "explanation": "Not there."},
	}
	issue["issues"] = []any{world.Tree{"code": "DATA_REQUIRED_MISSING", "category": "business_information",
		"path": "/data/orderId", "message": "Which order?"}}

	DescribeTable("ends at once",
		func(ctx SpecContext, tc final) {
			change := tc.change
			if change == nil {
				change = unchanged
			}
			asked, err := readWith(ctx, change, tc.replies...)
			Expect(err).To(MatchError(tc.code))
			Expect(asked).To(HaveLen(tc.calls))
			Expect(intent.AsError(err).PartialResult != nil).To(Equal(intent.AsError(err).Stage == intent.StageData))
		},
		Entry("refusal", final{replies: []script.Reply{script.Refusal("")}, code: intent.ModelRefused, calls: 1}),
		Entry("incomplete", final{
			replies: []script.Reply{script.Incomplete("")}, code: intent.ModelOutputIncomplete, calls: 1,
		}),
		Entry("provider error", final{replies: []script.Reply{script.Status(500)}, code: intent.ModelRequestFailed, calls: 1}),
		Entry("limit", final{
			change:  func(c *intent.Config) { c.Limits.MaxOutputBytes = 10 },
			replies: []script.Reply{script.JSON(world.Core())}, code: intent.LimitExceeded, calls: 1,
		}),
		Entry("business issue", final{
			replies: []script.Reply{script.JSON(world.Core()), script.JSON(issue)},
			code:    intent.DataExtractionFailed, calls: 2,
		}),
		Entry("blank candidate", final{
			replies: []script.Reply{script.Text(" \n\u200b")}, code: intent.ModelOutputInvalid, calls: 1,
		}),
		Entry("an invalid output told by the executor", final{
			replies: []script.Reply{script.Fail(intent.NewError(intent.ModelOutputInvalid, "", "two messages"))},
			code:    intent.ModelOutputInvalid, calls: 1,
		}),
		Entry("a repair over maxRequestBytes, which ends with the mistake it was to fix", final{
			change:  func(c *intent.Config) { c.Limits.MaxRequestBytes = 16000 },
			replies: []script.Reply{script.Text(`"` + strings.Repeat("x", 9000) + `"`)},
			code:    intent.ModelOutputInvalid, calls: 1,
		}),
	)
})

var _ = Describe("7 Repair: the diagnostic", Label("clause:7"), func() {
	diagnostic := func(ctx SpecContext, candidate string) string {
		asked, _ := readWith(ctx, unchanged, script.Text(candidate), script.JSON(world.Core()))
		return repairOf(asked[1])["diagnostic"]
	}

	It("lists all violations, one a line, pointer first, in document order", func(ctx SpecContext) {
		core := `{"extra":1,"normalizedInput":"","primaryIntent":3,"requirements":["a",""],"prohibitions":{},` +
			`"intents":[{"action":"fly","target":null,"requirements":[],"blockers":null}]}`
		var pointers []string
		for _, line := range strings.Split(diagnostic(ctx, core), "\n") {
			pointer, what, found := strings.Cut(line, ": ")
			Expect(found).To(BeTrue(), line)
			Expect(what).To(ContainSubstring("expected"))
			pointers = append(pointers, pointer)
		}
		Expect(pointers).To(Equal([]string{"/extra", "/normalizedInput", "/primaryIntent", "/requirements/1",
			"/prohibitions", "/intents/0/action", "/intents/0/blockers"}))
	})

	It("has at most 32 lines and 4 KiB", func(ctx SpecContext) {
		blanks := strings.Repeat(`"",`, 400)
		text := diagnostic(ctx, `{"normalizedInput":"x","primaryIntent":null,"requirements":[`+
			strings.TrimSuffix(blanks, ",")+`],"prohibitions":[],"intents":[]}`)
		Expect(strings.Count(text, "\n") + 1).To(BeNumerically("<=", 32))
		Expect(len(text)).To(BeNumerically("<=", 4096))
		Expect(text).To(ContainSubstring("more"))
		var wide strings.Builder
		for i := range 30 {
			fmt.Fprintf(&wide, `"%s%d":1,`, strings.Repeat("k", 300), i)
		}
		text = diagnostic(ctx, `{`+wide.String()+`"intents":[]}`)
		Expect(len(text)).To(BeNumerically("<=", 4096))
		Expect(text).NotTo(ContainSubstring(strings.Repeat("k", 65)))
	})

	It("quotes no text of the candidate, the JSON reader's own words included", func(ctx SpecContext) {
		for _, candidate := range []string{
			`{"normalizedInput": secretword}`, `secretword`, `{"normalizedInput":"secretword\q"}`,
			`{"normalizedInput":["secretword"],"primaryIntent":null}`,
			`{"normalizedInput":"x","primaryIntent":"secretword","primaryIntent":"secretword"}`,
		} {
			Expect(diagnostic(ctx, candidate)).NotTo(ContainSubstring("secretword"))
		}
	})

	It("shows bytes that are not UTF-8 as U+FFFD in repair.candidate, one for each", func(ctx SpecContext) {
		asked, _ := readWith(ctx, unchanged, script.Text("{\"a\xff\xfe\"}"), script.JSON(world.Core()))
		Expect(repairOf(asked[1])["candidate"]).To(Equal("{\"a\ufffd\ufffd\"}"))
	})
})
