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

// playCore has one core candidate judged, without a repair and without a data stage.
func playCore(ctx SpecContext, reply script.Reply, limits ...intent.Limits) world.Played {
	config := intent.Config{Repair: intent.RepairNever}
	for _, l := range limits {
		config.Limits = l
	}
	return play(ctx, world.Play{Fields: intent.NoFields(), Config: config, Replies: []script.Reply{reply}})
}

// asked opens the first intent of a core candidate, with trees of its own at each call.
func asked(core world.Tree) {
	world.Set("/intents/0/blockers/clarificationReason", "It is open.")(core)
	question := world.Tree{"question": "Which?", "options": []any{"a"}}
	world.Set("/intents/0/blockers/questions", []any{question})(core)
}

// mistaken is a good candidate with edits, and the paths of the mistakes that they make.
type mistaken struct {
	edits []world.Edit
	at    []string
}

func edits(list ...world.Edit) []world.Edit { return list }

func asking(list ...world.Edit) []world.Edit { return append([]world.Edit{asked}, list...) }

var _ = Describe("4 Core candidate: closed, and every key required", Label("clause:4"), func() {
	refuses := func(ctx SpecContext, tc mistaken) {
		played := playCore(ctx, script.JSON(world.Edited(world.Core(), tc.edits...)))
		Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
		Expect(played.Err.Stage).To(Equal(intent.StageCore))
		Expect(played.Err.PartialResult).To(BeNil())
		Expect(played.Paths()).To(Equal(tc.at))
		for _, issue := range played.Err.Issues {
			Expect(issue.Code).To(Equal(intent.ModelOutputInvalid))
			Expect(issue.Category).To(Equal(intent.CategoryProcessing))
			Expect(issue.Message).To(ContainSubstring("expected"))
		}
	}

	var missing []TableEntry
	for _, path := range []string{
		"/normalizedInput", "/primaryIntent", "/requirements", "/prohibitions", "/intents",
		"/intents/0/action", "/intents/0/target", "/intents/0/requirements", "/intents/0/blockers",
		"/intents/0/blockers/clarificationReason", "/intents/0/blockers/questions",
		"/intents/0/blockers/confirmationReason", "/intents/0/blockers/conditionReason",
		"/intents/0/blockers/questions/0/question", "/intents/0/blockers/questions/0/options",
	} {
		missing = append(missing, Entry(path, mistaken{asking(world.Drop(path)), []string{path}}))
	}
	DescribeTable("names the key that is missing", refuses, missing)

	var unknown []TableEntry
	for _, path := range []string{
		"/input", "/data", "/status", "/x",
		"/intents/0/id", "/intents/0/status", "/intents/0/reason", "/intents/0/clarification",
		"/intents/0/blockers/x", "/intents/0/blockers/questions/0/x", "/Intents", "/", "/__proto__",
	} {
		unknown = append(unknown, Entry("key "+path, mistaken{asking(world.Set(path, nil)), []string{path}}))
	}
	DescribeTable("refuses a key that the shape does not have, id, status, input and data too", refuses, unknown)

	var wrong []TableEntry
	for _, tc := range []struct {
		path   string
		values []any
	}{
		{"/normalizedInput", []any{nil, 1, true, []any{}, world.Tree{}}},
		{"/primaryIntent", []any{1, false, []any{}, world.Tree{}}},
		{"/requirements", []any{nil, "a", world.Tree{}}},
		{"/requirements/0", []any{nil, 1, []any{"a"}}},
		{"/prohibitions", []any{nil, "a", 0}},
		{"/prohibitions/0", []any{nil, world.Tree{}}},
		{"/intents", []any{nil, "a", world.Tree{}}},
		{"/intents/0", []any{nil, "execute", []any{}}},
		{"/intents/0/action", []any{1, true, []any{"query"}, "Query", "", "query ", "none"}},
		{"/intents/0/target", []any{1, []any{"a"}}},
		{"/intents/0/requirements", []any{nil, "a"}},
		{"/intents/0/blockers", []any{nil, []any{}, "a"}},
		{"/intents/0/blockers/clarificationReason", []any{1, []any{}}},
		{"/intents/0/blockers/questions", []any{nil, "a", world.Tree{}}},
		{"/intents/0/blockers/questions/0", []any{nil, "Which?"}},
		{"/intents/0/blockers/questions/0/question", []any{nil, 1}},
		{"/intents/0/blockers/questions/0/options", []any{nil, "a"}},
		{"/intents/0/blockers/questions/0/options/0", []any{nil, 1}},
		{"/intents/0/blockers/confirmationReason", []any{1, false}},
		{"/intents/0/blockers/conditionReason", []any{1, world.Tree{}}},
	} {
		for _, value := range tc.values {
			wrong = append(wrong, Entry(fmt.Sprintf("%s as %s", tc.path, world.Text(value)),
				mistaken{asking(world.Set(tc.path, value)), []string{tc.path}}))
		}
	}
	DescribeTable("coerces no value of a wrong type and no word that is no action", refuses, wrong)

	var blank []TableEntry
	for _, path := range []string{
		"/normalizedInput", "/primaryIntent", "/requirements/0", "/prohibitions/0",
		"/intents/0/target", "/intents/0/requirements/0",
		"/intents/0/blockers/clarificationReason", "/intents/0/blockers/confirmationReason",
		"/intents/0/blockers/conditionReason", "/intents/0/blockers/questions/0/question",
		"/intents/0/blockers/questions/0/options/0",
	} {
		for _, text := range []string{"", " \t", "\u00a0\u3000", "\ufeff", "\u200b\u2060\u00ad", "\ufe0f\U000E0001"} {
			blank = append(blank, Entry(fmt.Sprintf("%s as %+q", path, text),
				mistaken{asking(world.Set(path, text)), []string{path}}))
		}
	}
	DescribeTable("refuses a blank string, options too", refuses, blank)

	DescribeTable("has reasons and questions together, and an action or a question", refuses,
		Entry("a reason without questions", mistaken{
			asking(world.Set("/intents/0/blockers/questions", []any{})), []string{"/intents/0/blockers/questions"},
		}),
		Entry("questions without a reason", mistaken{
			asking(world.Set("/intents/0/blockers/clarificationReason", nil)),
			[]string{"/intents/0/blockers/clarificationReason"},
		}),
		Entry("no action and nothing asked", mistaken{
			edits(world.Set("/intents/0/action", nil)), []string{"/intents/0/action"},
		}),
		Entry("no action, only a confirmation", mistaken{
			edits(world.Set("/intents/0/action", nil), world.Set("/intents/0/blockers/confirmationReason", "Yes?")),
			[]string{"/intents/0/action"},
		}),
		Entry("everything at once, in document order", mistaken{
			edits(world.Set("/intents/0/action", "fly"), world.Drop("/intents/0/blockers/questions"),
				world.Set("/primaryIntent", ""), world.Set("/requirements", nil), world.Set("/x", 1)),
			[]string{"/intents/0/action", "/intents/0/blockers/questions", "/primaryIntent", "/requirements", "/x"},
		}),
	)

	DescribeTable("refuses a root that is no object",
		func(ctx SpecContext, text string) {
			played := playCore(ctx, script.Text(text))
			Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
			Expect(played.Paths()).To(Equal([]string{""}))
		},
		Entry("array", `[]`), Entry("an array with the object", `[{"normalizedInput":"x"}]`), Entry("null", `null`),
		Entry("text", `"x"`), Entry("number", `1`), Entry("boolean", `true`),
	)
})

var _ = Describe("4 Core candidate: what is fine", Label("clause:4"), func() {
	DescribeTable("accepts",
		func(ctx SpecContext, list []world.Edit) {
			Expect(playCore(ctx, script.JSON(world.Edited(world.Core(), list...))).Raw).NotTo(HaveOccurred())
		},
		Entry("a good candidate", edits()),
		Entry("no intents at all", edits(world.Set("/intents", []any{}))),
		Entry("no target", edits(world.Set("/intents/0/target", nil))),
		Entry("no primary intent", edits(world.Set("/primaryIntent", nil))),
		Entry("an action beside a question", asking()),
		Entry("no action beside a question", asking(world.Set("/intents/0/action", nil))),
		Entry("a question without options", asking(world.Set("/intents/0/blockers/questions/0/options", []any{}))),
		Entry("a prerequisite that is in a blocker only: code cannot check it", edits(
			world.Set("/intents/0/blockers/conditionReason", "only if it is there"),
			world.Set("/intents/0/requirements", []any{}))),
		Entry("text that is visible among what is not", edits(world.Set("/intents/0/target", "\u200bx\u200b"))),
	)

	It("reads keys in any order", func(ctx SpecContext) {
		played := playCore(ctx, script.Text(`{"intents":[],"prohibitions":[],"requirements":[],`+
			`"primaryIntent":null,"normalizedInput":"x"}`))
		Expect(played.Raw).NotTo(HaveOccurred())
	})
})

var _ = Describe("4 Core candidate: maxIntentCount", Label("clause:4"), func() {
	many := func(n int) world.Tree {
		core := world.Core()
		item := core["intents"].([]any)[0]
		core["intents"] = []any{}
		for range n {
			world.Append("/intents", item)(core)
		}
		return core
	}

	It("allows as many, and ends one more with LIMIT_EXCEEDED, unrepaired", func(ctx SpecContext) {
		Expect(playCore(ctx, script.JSON(many(3)), intent.Limits{MaxIntentCount: 3}).Raw).NotTo(HaveOccurred())
		played := play(ctx, world.Play{Config: intent.Config{Limits: intent.Limits{MaxIntentCount: 3}},
			Replies: []script.Reply{script.JSON(many(4)), script.JSON(many(3))}})
		Expect(played.Raw).To(MatchError(intent.LimitExceeded))
		Expect(played.Err.Stage).To(Equal(intent.StageCore))
		Expect(played.Err.PartialResult).To(BeNil())
		Expect(played.Err.Message).To(ContainSubstring("maxIntentCount"))
		Expect(played.Asked).To(HaveLen(1))
	})

	It("beats the mistakes of the same candidate", func(ctx SpecContext) {
		core := world.Edited(many(4), world.Set("/normalizedInput", ""), world.Set("/intents/3", nil))
		Expect(playCore(ctx, script.JSON(core), intent.Limits{MaxIntentCount: 3}).Raw).To(
			MatchError(intent.LimitExceeded))
	})

	It("is 100 where nothing is set", func(ctx SpecContext) {
		Expect(playCore(ctx, script.JSON(many(100))).Raw).NotTo(HaveOccurred())
		Expect(playCore(ctx, script.JSON(many(101))).Raw).To(MatchError(intent.LimitExceeded))
	})
})

var _ = Describe("4 Core candidate: what the runtime assembles", Label("clause:4"), func() {
	It("adds id, status, input and data, which the format schema does not ask for", func(ctx SpecContext) {
		played := playCore(ctx, script.JSON(world.Core()))
		Expect(played.Raw).NotTo(HaveOccurred())
		Expect(played.Result.Input).To(Equal(world.OrderInput))
		Expect(played.Result.Data.Len()).To(BeZero())
		var schema struct {
			Required   []string `json:"required"`
			Additional *bool    `json:"additionalProperties"`
		}
		Expect(json.Unmarshal([]byte(played.Asked[0].Format.Schema), &schema)).To(Succeed())
		Expect(schema.Required).To(Equal(strings.Fields(
			"normalizedInput primaryIntent requirements prohibitions intents")))
		Expect(*schema.Additional).To(BeFalse())
	})
})
