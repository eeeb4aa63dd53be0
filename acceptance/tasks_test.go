package acceptance_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// payloadOf reads a payload strictly.
func payloadOf(request intent.ModelRequest) strictjson.Value {
	value, err := strictjson.Decode([]byte(request.Payload), strictjson.Options{})
	ExpectWithOffset(1, err).NotTo(HaveOccurred())
	return value
}

func keysOf(value strictjson.Value) []string {
	var keys []string
	for key := range value.Members() {
		keys = append(keys, key)
	}
	return keys
}

func member(value strictjson.Value, name string) string {
	found, ok := value.Lookup(name)
	ExpectWithOffset(1, ok).To(BeTrue(), name)
	return found.JSON()
}

var _ = Describe("11 What the model is given: payload", Label("clause:11"), func() {
	const source = ` { "type":"object", "title" : "T <&>", "properties": {"z":{"maximum":1.50},"a.b":{"description":"D"},` +
		` "a":{}}, "required":["a","z"], "description":"R" } `
	const kept = `{"type":"object","title":"T <&>","properties":{"z":{"maximum":1.50},"a.b":{"description":"D"},` +
		`"a":{}},"required":["a","z"],"description":"R"}`
	context := intent.ContextMessages(intent.Message{Role: intent.RoleUser, Content: " before "},
		intent.Message{Role: intent.RoleAssistant, Content: ""}, intent.Message{Role: intent.RoleTool, Content: "<ok>"})
	given := func(fields intent.Selection, replies ...script.Reply) world.Play {
		return world.Play{Input: " two\n", Context: context, Fields: fields, Replies: replies,
			Config: intent.Config{Schema: []byte(source), Language: "FR"}}
	}

	It("of core has four keys: language, input, context, the whole schema as kept", func(ctx SpecContext) {
		asked := play(ctx, given(intent.Selection{}, script.Refusal(""))).Asked[0]
		Expect(asked.Stage).To(Equal(intent.StageCore))
		Expect(asked.Payload).To(Equal(`{"structuredLanguage":"fr","currentInput":" two\n","context":[` +
			`{"sourceId":"context:0","role":"user","content":" before "},` +
			`{"sourceId":"context:1","role":"assistant","content":""},` +
			`{"sourceId":"context:2","role":"tool","content":"<ok>"}],"schemaReference":` + kept + `}`))
	})

	It("of core is the same bytes whatever fields says", func(ctx SpecContext) {
		all := play(ctx, given(intent.Selection{}, script.Refusal(""))).Asked[0]
		for _, fields := range []intent.Selection{intent.NoFields(), intent.Fields("a"), intent.Fields("a", "a.b")} {
			Expect(play(ctx, given(fields, script.Refusal(""))).Asked[0]).To(Equal(all))
		}
	})

	It("of data adds the core result, the projection and the names, in the order of selection", func(ctx SpecContext) {
		asked := play(ctx, given(intent.Fields("a.b", "z", "a.b"), secretCore(), script.Refusal(""))).Asked
		Expect(asked[1].Stage).To(Equal(intent.StageData))
		payload := payloadOf(asked[1])
		Expect(keysOf(payload)).To(Equal(strings.Fields("structuredLanguage currentInput context schemaReference " +
			"checkedDefault selectedSchema selectedFields")))
		Expect(member(payload, "schemaReference")).To(Equal(kept))
		Expect(member(payload, "selectedFields")).To(Equal(`["a.b","z"]`))
		Expect(member(payload, "selectedSchema")).To(Equal(`{"type":"object","description":"R","properties":` +
			`{"a.b":{"description":"D"},"z":{"maximum":1.50}},"required":["z"],"additionalProperties":false}`))
		Expect(member(payload, "checkedDefault")).To(And(HavePrefix(`{"input":" two\n","normalizedInput":`),
			HaveSuffix(`"data":{}}`), ContainSubstring(`"id":"i1"`), ContainSubstring(`"status":"ready"`)))
	})

	It("of a repair adds candidate and diagnostic behind all else", func(ctx SpecContext) {
		played := play(ctx, given(intent.NoFields(), script.Text(`{"é":"<b>"}`), secretCore()))
		payload := payloadOf(played.Asked[1])
		Expect(keysOf(payload)).To(Equal(strings.Fields("structuredLanguage currentInput context schemaReference repair")))
		repair, _ := payload.Lookup("repair")
		Expect(keysOf(repair)).To(Equal([]string{"candidate", "diagnostic"}))
		Expect(member(repair, "candidate")).To(Equal(`"{\"é\":\"<b>\"}"`))
	})

	It("shows {} without a schema and [] without context", func(ctx SpecContext) {
		played := play(ctx, world.Play{Input: "x", Config: intent.Config{Schema: []byte("{}")},
			Replies: []script.Reply{script.Refusal("")}})
		Expect(played.Asked[0].Payload).To(Equal(
			`{"structuredLanguage":"en","currentInput":"x","context":[],"schemaReference":{}}`))
	})

	It("depends on no earlier call: the same reading gives the same tasks", func(ctx SpecContext) {
		executor := script.New(secretCore(), script.Refusal(""), secretCore(), script.Refusal(""), secretCore(),
			script.Refusal(""))
		reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(source)}, executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		for _, fields := range []intent.Selection{intent.Fields("z", "a"), intent.Fields("a", "z"), intent.Fields("z", "a")} {
			_, err := reader.Parse(ctx, intent.Request{Input: "two", Fields: fields})
			Expect(err).To(MatchError(intent.ModelRefused))
		}
		asked := executor.Requests()
		Expect(asked[4:6]).To(Equal(asked[0:2]))
		Expect(member(payloadOf(asked[3]), "selectedFields")).To(Equal(`["a","z"]`))
	})
})

// formless is an executor that enforces no form natively.
type formless struct{ ports.Executor }

func (formless) Capabilities() ports.Capabilities { return ports.Capabilities{SupportsAbort: true} }

var _ = Describe("11 What the model is given: format", Label("clause:11"), func() {
	asked := func(ctx context.Context, wrap func(ports.Executor) ports.Executor) []intent.ModelRequest {
		executor := script.New(secretCore(), script.Refusal(""))
		reader, err := world.Orders(wrap(executor))
		ExpectWithOffset(1, err).NotTo(HaveOccurred())
		defer reader.Dispose()
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		ExpectWithOffset(1, err).To(MatchError(intent.ModelRefused))
		return executor.Requests()
	}

	It("is a strict schema for core where the executor declares it, json_object for data always", func(ctx SpecContext) {
		requests := asked(ctx, func(e ports.Executor) ports.Executor { return e })
		Expect(requests[0].Format.Kind).To(Equal(intent.FormatJSONSchema))
		Expect(requests[0].Format.Name).To(Equal("intent_core"))
		Expect(requests[1].Format).To(Equal(intent.Format{Kind: intent.FormatJSONObject}))
	})

	It("is json_object where it does not, natively or by instruction, and is never refused", func(ctx SpecContext) {
		requests := asked(ctx, func(e ports.Executor) ports.Executor { return formless{e} })
		for _, request := range requests {
			Expect(request.Format).To(Equal(intent.Format{Kind: intent.FormatJSONObject}))
			Expect(request.Instructions).To(ContainSubstring("Return one JSON object and nothing else"))
		}
	})

	It("is the schema for a bridge always", func(ctx SpecContext) {
		reader, err := world.Orders(nil)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		b, err := bootstrap.NewBridge(bootstrap.Instances{"orders": reader}, bridge.Settings{})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(b.Close)
		session := b.Connect()
		prepared := session.Prepare(ctx, prepareOrder()).Task
		Expect(prepared.Format.Kind).To(Equal(intent.FormatJSONSchema))
		data := session.Accept(ctx, bridge.AcceptCall{JobID: prepared.JobID, StepToken: prepared.StepToken,
			CandidateText: world.Text(world.Core())}).Task
		Expect(data.Format).To(Equal(intent.Format{Kind: intent.FormatJSONObject}))
	})

	It("asks for the whole candidate of section 4: closed, every key required, null where null is allowed", func(ctx SpecContext) {
		text := asked(ctx, func(e ports.Executor) ports.Executor { return e })[0].Format.Schema
		var schema map[string]any
		Expect(json.Unmarshal([]byte(text), &schema)).To(Succeed())
		closedObjects(schema)
		Expect(text).To(And(
			ContainSubstring(`"enum":["query","analyze","generate","modify","delete","execute","other",null]`),
			ContainSubstring(`"primaryIntent":{"type":["string","null"]}`),
			ContainSubstring(`"clarificationReason":{"type":["string","null"]}`)))
		for _, refused := range []string{`"minLength"`, `"$ref"`, `"id"`, `"status"`, `"input"`, `"data"`} {
			Expect(text).NotTo(ContainSubstring(refused))
		}
	})
})

// closedObjects asserts that every object in a schema requires all that it declares and nothing else.
func closedObjects(schema map[string]any) {
	if items, ok := schema["items"].(map[string]any); ok {
		closedObjects(items)
	}
	properties, ok := schema["properties"].(map[string]any)
	if !ok {
		return
	}
	ExpectWithOffset(1, schema["additionalProperties"]).To(BeFalse())
	ExpectWithOffset(1, schema["required"]).To(HaveLen(len(properties)))
	for name, property := range properties {
		ExpectWithOffset(1, schema["required"]).To(ContainElement(name))
		closedObjects(property.(map[string]any))
	}
}

var _ = Describe("11 What the model is given: the shape in the instructions", Label("clause:11"), func() {
	words := func(stage intent.Stage, list ...string) {
		for _, word := range list {
			ExpectWithOffset(1, instructionsOf()[stage]).To(ContainSubstring("`"+word+"`"), "stage %s", stage)
		}
	}

	It("names every key and word of the core candidate", func() {
		words(intent.StageCore, strings.Fields("normalizedInput primaryIntent requirements prohibitions intents action target "+
			"blockers clarificationReason questions confirmationReason conditionReason question options "+
			"query analyze generate modify delete execute other null")...)
		words(intent.StageCore, "id", "status", "input", "data") // which the program adds
	})

	It("names every key, word and payload key of the data candidate", func() {
		words(intent.StageData, strings.Fields("data evidence descriptionChecks fieldResults issues sourceId quote mode exact "+
			"semantic verdict satisfied violated undetermined status extracted not_provided not_applicable issue path message "+
			"business_information definition currentInput context checkedDefault selectedFields selectedSchema "+
			"schemaReference structuredLanguage repair")...)
		for _, shape := range []string{"{path, mode, sources}", "{sourceId, quote}", "{path, verdict, explanation, sources}",
			"{path, status, explanation}", "{code, category, path, message}"} {
			words(intent.StageData, shape)
		}
	})

	It("pairs every code with its category, the reserved one not", func() {
		data := instructionsOf()[intent.StageData]
		_, pairs, found := strings.Cut(data, "Code and category pair so")
		Expect(found).To(BeTrue())
		split := strings.Index(pairs, "\n`definition`:")
		Expect(split).To(BeNumerically(">", 0))
		for _, code := range informationCodes {
			Expect(pairs[:split]).To(ContainSubstring("`" + string(code) + "`"))
		}
		for _, code := range definitionCodes {
			Expect(pairs[split:]).To(ContainSubstring("`" + string(code) + "`"))
		}
		Expect(data).NotTo(ContainSubstring(string(intent.DataSourceInvalid)))
	})

	It("has three worked examples a stage, whose candidates pass the checks", func(ctx SpecContext) {
		cores, datas := examplesOf(instructionsOf()[intent.StageCore]), examplesOf(instructionsOf()[intent.StageData])
		for _, core := range cores {
			played := play(ctx, world.Play{Input: "x", Fields: intent.NoFields(),
				Replies: []script.Reply{script.Text(core.candidate)}})
			Expect(played.Raw).NotTo(HaveOccurred())
		}
		for i, data := range datas {
			played := playExample(ctx, cores[0], data)
			if i > 0 { // what is wrong with the material, not with the candidate
				Expect(played.Raw).To(MatchError(intent.DataExtractionFailed))
				continue
			}
			Expect(played.Raw).NotTo(HaveOccurred())
			Expect(played.Result.Data.Len()).To(BeNumerically(">", 1))
		}
	})

	It("has a version and a digest that stay while the prose does", func(ctx SpecContext) {
		Expect(prompt.InstructionVersion).NotTo(BeEmpty())
		Expect(prompt.InstructionDigest()).To(MatchRegexp("^[0-9a-f]{64}$"))
		Expect(prompt.InstructionDigest()).To(Equal(prompt.InstructionDigest()))
	})

	It("holds no material, credential or configuration: the instructions are the same for every reading", func(ctx SpecContext) {
		one := play(ctx, secretive(secretCore(), script.Refusal("")))
		other := play(ctx, world.Play{Input: "y", Config: intent.Config{Language: "ja", Schema: anything},
			Replies: []script.Reply{secretCore(), script.Refusal("")}})
		for i := range one.Asked {
			Expect(one.Asked[i].Instructions).To(Equal(other.Asked[i].Instructions))
		}
	})
})

type worked struct{ payload, candidate string }

// examplesOf takes the lines of the fenced block out of instructions: payloads, each with its candidate.
func examplesOf(instructions string) []worked {
	parts := strings.Split(instructions, "```")
	ExpectWithOffset(1, parts).To(HaveLen(3))
	lines := strings.Split(strings.TrimSpace(strings.TrimPrefix(parts[1], "json")), "\n")
	ExpectWithOffset(1, lines).To(HaveLen(6))
	var examples []worked
	for pair := range slices.Chunk(lines, 2) {
		examples = append(examples, worked{pair[0], pair[1]})
	}
	return examples
}

// playExample plays an example of stage data behind one of stage core.
func playExample(ctx SpecContext, core, data worked) world.Played {
	GinkgoHelper()
	var payload struct {
		Input   string           `json:"currentInput"`
		Context []intent.Message `json:"context"`
		Schema  json.RawMessage  `json:"selectedSchema"`
		Fields  []string         `json:"selectedFields"`
	}
	Expect(json.Unmarshal([]byte(data.payload), &payload)).To(Succeed())
	return play(ctx, world.Play{Input: payload.Input, Context: intent.ContextMessages(payload.Context...),
		Fields: intent.Fields(payload.Fields...), Config: intent.Config{Schema: payload.Schema},
		Replies: []script.Reply{script.Text(core.candidate), script.Text(data.candidate)}})
}
