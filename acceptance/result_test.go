package acceptance_test

import (
	"encoding/json"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// play runs a reading whose Intent must be made.
func play(ctx SpecContext, p world.Play) world.Played {
	played, err := p.Run(ctx)
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return played
}

// coreResult reads with one core candidate and no fields, and gives the result.
func coreResult(ctx SpecContext, candidate any) intent.Result {
	played := play(ctx, world.Play{Fields: intent.NoFields(), Replies: []script.Reply{script.JSON(candidate)}})
	ExpectWithOffset(1, played.Raw).NotTo(HaveOccurred())
	return played.Result
}

func wire(value any) string {
	text, err := json.Marshal(value)
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return string(text)
}

var _ = Describe("3 Result: its wire form", Label("clause:3"), func() {
	It("writes all keys in order, and absent keys not at all", func(ctx SpecContext) {
		played := play(ctx, world.Play{Input: "Do it.", Config: intent.Config{Schema: []byte("{}")},
			Replies: []script.Reply{script.JSON(world.Edited(world.Core(),
				world.Set("/intents/1", world.Tree{"action": nil, "target": nil, "requirements": []any{},
					"blockers": world.Tree{"clarificationReason": "It is open.",
						"questions":          []any{world.Tree{"question": "What?", "options": []any{"a", "b"}}},
						"confirmationReason": nil, "conditionReason": nil}})))}})
		Expect(played.Raw).NotTo(HaveOccurred())
		Expect(wire(played.Result)).To(Equal(`{"input":"Do it.",` +
			`"normalizedInput":"Ship order 000771 to Lisbon in two parcels without calling the customer.",` +
			`"primaryIntent":"Ship order 000771","requirements":["two parcels"],"intents":[` +
			`{"id":"i1","action":"execute","target":"order 000771","requirements":["to Lisbon"],"status":"ready"},` +
			`{"id":"i2","action":null,"target":null,"requirements":[],"status":"needs_clarification",` +
			`"reason":"It is open.","clarification":[{"question":"What?","options":["a","b"]}]}],` +
			`"prohibitions":["don't call the customer"],"data":{}}`))
	})

	It("has every root key where nothing is asked: [], {} or null, never missing", func(ctx SpecContext) {
		result := coreResult(ctx, world.Tree{"normalizedInput": "Thanks.", "primaryIntent": nil,
			"requirements": []any{}, "prohibitions": []any{}, "intents": []any{}})
		Expect(wire(result)).To(HaveSuffix(`"normalizedInput":"Thanks.","primaryIntent":null,` +
			`"requirements":[],"intents":[],"prohibitions":[],"data":{}}`))
		Expect(result.Requirements).NotTo(BeNil())
		Expect(result.Intents).NotTo(BeNil())
		Expect(result.Prohibitions).NotTo(BeNil())
	})

	It("writes the zero Result with all keys too", func() {
		Expect(wire(intent.Result{})).To(Equal(`{"input":"","normalizedInput":"","primaryIntent":null,` +
			`"requirements":[],"intents":[],"prohibitions":[],"data":{}}`))
	})

	It("writes an empty list of options, and the runtime's own text without HTML escapes", func(ctx SpecContext) {
		result := coreResult(ctx, world.Edited(world.Core(),
			world.Set("/normalizedInput", "a < b & c > d"),
			world.Set("/intents/0/blockers/clarificationReason", "r"),
			world.Set("/intents/0/blockers/questions", []any{world.Tree{"question": "q", "options": []any{}}})))
		Expect(result.Value().JSON()).To(ContainSubstring(`"clarification":[{"question":"q","options":[]}]`))
		Expect(result.Value().JSON()).To(ContainSubstring(`"a < b & c > d"`))
	})
})

var _ = Describe("3 Result: arrays and ids", Label("clause:3"), func() {
	It("keeps the model's order, sorts nothing and drops no repeat", func(ctx SpecContext) {
		item := func(target string) world.Tree {
			return world.Tree{"action": "query", "target": target, "requirements": []any{"z", "a", "z"},
				"blockers": world.Tree{"clarificationReason": nil, "questions": []any{},
					"confirmationReason": nil, "conditionReason": nil}}
		}
		result := coreResult(ctx, world.Edited(world.Core(),
			world.Set("/requirements", []any{"b", "a", "b"}), world.Set("/prohibitions", []any{"y", "x", "y"}),
			world.Set("/intents", []any{item("c"), item("a"), item("c")})))
		Expect(result.Requirements).To(Equal([]string{"b", "a", "b"}))
		Expect(result.Prohibitions).To(Equal([]string{"y", "x", "y"}))
		for i, target := range []string{"c", "a", "c"} {
			Expect(result.Intents[i].ID).To(Equal(fmt.Sprintf("i%d", i+1)))
			Expect(*result.Intents[i].Target).To(Equal(target))
			Expect(result.Intents[i].Requirements).To(Equal([]string{"z", "a", "z"}))
		}
	})

	It("counts ids on past nine", func(ctx SpecContext) {
		core := world.Core()
		for i := 1; i < 12; i++ {
			world.Set(fmt.Sprintf("/intents/%d", i), core["intents"].([]any)[0])(core)
		}
		result := coreResult(ctx, core)
		Expect(result.Intents[9].ID).To(Equal("i10"))
		Expect(result.Intents[11].ID).To(Equal("i12"))
	})

	It("trims no text", func(ctx SpecContext) {
		result := coreResult(ctx, world.Edited(world.Core(), world.Set("/intents/0/target", " order \n"),
			world.Set("/normalizedInput", "\tx ")))
		Expect(*result.Intents[0].Target).To(Equal(" order \n"))
		Expect(result.NormalizedInput).To(Equal("\tx "))
	})

	It("knows seven actions and no other", func(ctx SpecContext) {
		words := []string{"query", "analyze", "generate", "modify", "delete", "execute", "other"}
		for i, word := range words {
			Expect(string(intent.Actions()[i])).To(Equal(word))
			result := coreResult(ctx, world.Edited(world.Core(), world.Set("/intents/0/action", word)))
			Expect(string(*result.Intents[0].Action)).To(Equal(word))
		}
		Expect(intent.Actions()).To(HaveLen(len(words)))
	})
})

type settled struct {
	clarification, confirmation, condition any
	status                                 intent.Status
	reason                                 string
}

var _ = Describe("3 Result: status", Label("clause:3"), func() {
	DescribeTable("shows the most pressing reason and joins all that are open",
		func(ctx SpecContext, tc settled) {
			questions := []any{}
			if tc.clarification != nil {
				questions = append(questions, world.Tree{"question": "Which?", "options": []any{}})
			}
			item := coreResult(ctx, world.Edited(world.Core(), world.Set("/intents/0/blockers", world.Tree{
				"clarificationReason": tc.clarification, "questions": questions,
				"confirmationReason": tc.confirmation, "conditionReason": tc.condition,
			}))).Intents[0]
			Expect(item.Status).To(Equal(tc.status))
			Expect(item.Reason).To(Equal(tc.reason))
			Expect(item.Clarification).To(HaveLen(len(questions)))
			var written map[string]any
			Expect(json.Unmarshal([]byte(wire(intent.Result{Intents: []intent.Item{item}})), &written)).To(Succeed())
			keys := written["intents"].([]any)[0]
			_, reasoned := keys.(map[string]any)["reason"]
			Expect(reasoned).To(Equal(tc.status != intent.StatusReady))
			_, asks := keys.(map[string]any)["clarification"]
			Expect(asks).To(Equal(tc.status == intent.StatusNeedsClarification))
		},
		Entry("nothing is open", settled{nil, nil, nil, intent.StatusReady, ""}),
		Entry("a condition", settled{nil, nil, "C", intent.StatusConditional, "C"}),
		Entry("a confirmation", settled{nil, "B", nil, intent.StatusAwaitingConfirmation, "B"}),
		Entry("confirmation and condition", settled{nil, "B", "C", intent.StatusAwaitingConfirmation, "B\nC"}),
		Entry("a clarification", settled{"A", nil, nil, intent.StatusNeedsClarification, "A"}),
		Entry("clarification and condition", settled{"A", nil, "C", intent.StatusNeedsClarification, "A\nC"}),
		Entry("clarification and confirmation", settled{"A", "B", nil, intent.StatusNeedsClarification, "A\nB"}),
		Entry("all three", settled{"A", "B", "C", intent.StatusNeedsClarification, "A\nB\nC"}),
		Entry("equal reasons, none dropped", settled{"A", "A", "A", intent.StatusNeedsClarification, "A\nA\nA"}),
		Entry("reasons of several lines, as they are", settled{nil, " B\n", "\nC", intent.StatusAwaitingConfirmation,
			" B\n\n\nC"}),
	)

	It("lets the action be null only with needs_clarification", func(ctx SpecContext) {
		for _, reason := range []world.Edit{
			world.Set("/intents/0/blockers/confirmationReason", "B"),
			world.Set("/intents/0/blockers/conditionReason", "C"),
		} {
			played := play(ctx, world.Play{Fields: intent.NoFields(), Config: intent.Config{Repair: intent.RepairNever},
				Replies: []script.Reply{script.JSON(world.Edited(world.Core(), reason,
					world.Set("/intents/0/action", nil)))}})
			Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
			Expect(played.Paths()).To(Equal([]string{"/intents/0/action"}))
		}
	})
})
