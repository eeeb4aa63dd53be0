package acceptance_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

var _ = Describe("8 Errors: material stays out of every mistake's text", Label("clause:8"), func() {
	var core []TableEntry
	for _, text := range []string{
		`valueSecret`, `{"normalizedInput":valueSecret}`, `{"normalizedInput":"valueSecret`, `"valueSecret"`, `["valueSecret"]`,
		`{"normalizedInput":"valueSecret\x"}`, "{\"normalizedInput\":\"valueSecret\xff\"}", `{"a":"valueSecret"}{"valueSecret":1}`,
		coreText(`["valueSecret"]`), coreText(`"valueSecret","primaryIntent":"valueSecret"`),
		`{"normalizedInput":"x","primaryIntent":"y","requirements":"valueSecret","prohibitions":[{"a":"valueSecret"}],` +
			`"intents":["valueSecret",{"action":"valueSecret","target":["valueSecret"],"requirements":[["valueSecret"]],` +
			`"blockers":{"clarificationReason":"valueSecret","questions":[],"confirmationReason":{"a":"valueSecret"},` +
			`"conditionReason":["valueSecret"]}}]}`,
	} {
		core = append(core, Entry(fmt.Sprintf("%.60q", text), text))
	}
	DescribeTable("in core",
		func(ctx SpecContext, text string) {
			p := secretive(script.Text(text), script.Text(text))
			played := play(ctx, p)
			Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
			silent(played.Raw)
			Expect(repairOf(played.Asked[1])["diagnostic"]).NotTo(ContainSubstring("Secret"))
		}, core)

	schema := world.Schema(`"a":{"type":"string","pattern":"^x$","maxLength":2,"format":"date"},"b":{"enum":["e"]},` +
		`"c":{"const":"k"},"d":{"type":"number","multipleOf":2},"e":{"type":"array","uniqueItems":true,"items":{"type":"integer"}},` +
		`"f":{"oneOf":[{"type":"integer"},{"type":"null"}]},"g":{"not":{"type":"string"}},"h":{"additionalProperties":false}`)
	var data []TableEntry
	changes := map[string]world.Edit{
		"values that miss the schema": func(world.Tree) {},
		"a quote":                     world.Set("/evidence/0/sources/0/quote", "quoteSecret"),
		"a sourceId":                  world.Set("/evidence/0/sources/0/sourceId", "valueSecret"),
		"a mode":                      world.Set("/evidence/0/mode", "valueSecret"),
		"a path":                      world.Set("/evidence/0/path", "valueSecret"),
		"a pointer":                   world.Set("/evidence/0/path", "/data/valueSecret"),
		"a field's path":              world.Set("/fieldResults/0/path", "/data/valueSecret"),
		"a status":                    world.Set("/fieldResults/0/status", "valueSecret"),
		"an explanation":              world.Set("/fieldResults/0/explanation", []any{"valueSecret"}),
		"a check": world.Append("/descriptionChecks", world.Tree{"path": "/valueSecret", "verdict": "valueSecret",
			"explanation": 1, "sources": []any{source("valueSecret", "quoteSecret")}}),
		"an issue": world.Append("/issues", world.Tree{"code": "valueSecret", "category": "valueSecret",
			"path": "/valueSecret", "message": []any{"valueSecret"}}),
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		data = append(data, Entry(name, changes[name]))
	}
	DescribeTable("in data",
		func(ctx SpecContext, change world.Edit) {
			of := world.DataOf(world.Tree{"a": "valueSecret", "b": "valueSecret", "c": "valueSecret", "d": "valueSecret",
				"e": []any{"valueSecret", "valueSecret"}, "f": "valueSecret", "g": "valueSecret",
				"h": world.Tree{"k": "valueSecret"}}, "two")
			reply := script.JSON(world.Edited(of, change))
			p := secretive(secretCore(), reply, reply)
			p.Config.Schema = schema
			played := play(ctx, p)
			Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
			Expect(len(played.Err.Issues)).To(BeNumerically(">", 0))
			silent(played.Raw)
			Expect(repairOf(played.Asked[2])["diagnostic"]).NotTo(ContainSubstring("Secret"))
		}, data)
})

var _ = Describe("8 Errors: names are cut at 64 bytes", Label("clause:8"), func() {
	name := strings.Repeat("n", 200)
	read := func(err error) func(SpecContext) error { return func(SpecContext) error { return err } }
	_, config := intent.ReadConfig([]byte(`{"` + name + `":1,"limits":{"` + name + `":1}}`))
	_, twice := intent.ReadConfig([]byte(`{"` + name + `":1,"` + name + `":1}`))
	_, request := intent.ReadRequest([]byte(`{"input":"x","` + name + `":1,"context":[{"role":"user","content":"","` +
		name + `":1}]}`))
	_, again := intent.ReadRequest([]byte(`{"input":"x","` + name + `":1,"` + name + `":1}`))

	DescribeTable("in message and issues",
		func(ctx SpecContext, run func(SpecContext) error) {
			failed := intent.AsError(run(ctx))
			Expect(failed).NotTo(BeNil())
			Expect(failed.Issues).NotTo(BeEmpty())
			Expect(failed.WithPartial(nil).Value().JSON()).NotTo(ContainSubstring(strings.Repeat("n", 65)))
			Expect(failed.Error()).NotTo(ContainSubstring(strings.Repeat("n", 65)))
		},
		Entry("CONFIG_INVALID", read(config)), Entry("CONFIG_INVALID, repeated", read(twice)),
		Entry("INPUT_INVALID", read(request)), Entry("INPUT_INVALID, repeated", read(again)),
		Entry("CONFIG_INVALID of a bridge", read(second(bridge.ReadSettings([]byte(`{"`+name+`":1}`))))),
		Entry("INPUT_INVALID of a bridge call", onBridge(bridge.Settings{},
			func(ctx SpecContext, s *bridge.Session, _ *bridge.Task) *intent.Error {
				return s.AcceptJSON(ctx, []byte(`{"`+name+`":1}`)).Error
			})),
		Entry("UNKNOWN_FIELD", parseOf(world.Play{Fields: intent.Fields(name)})),
		Entry("SCHEMA_UNSUPPORTED", configuring(intent.Config{Schema: world.Schema(
			`"`+name+`":{"$ref":"","`+name+`":1}`, `,"required":["x`+name+`"]`)}, nil)),
		Entry("SCHEMA_UNSUPPORTED, repeated", configuring(intent.Config{
			Schema: []byte(`{"` + name + `":1,"` + name + `":1}`)}, nil)),
		Entry("MODEL_OUTPUT_INVALID in core", parseOf(world.Play{Config: intent.Config{Repair: intent.RepairNever},
			Replies: []script.Reply{secretCore(world.Set("/"+name, 1), world.Set("/intents/0/"+name, 1))}})),
		Entry("MODEL_OUTPUT_INVALID in core, repeated", parseOf(world.Play{Config: intent.Config{Repair: intent.RepairNever},
			Replies: []script.Reply{script.Text(`{"` + name + `":1,"` + name + `":1}`)}})),
		Entry("MODEL_OUTPUT_INVALID in data", parseOf(world.Play{Config: intent.Config{Repair: intent.RepairNever},
			Replies: []script.Reply{secretCore(), secretData(world.Set("/data/"+name, 1))}})),
		Entry("MODEL_OUTPUT_INVALID of a schema miss", parseOf(world.Play{
			Config:  intent.Config{Repair: intent.RepairNever, Schema: world.Schema(`"` + name + `":{"required":["` + name + `"]}`)},
			Replies: []script.Reply{secretCore(), script.JSON(world.DataOf(world.Tree{name: world.Tree{"x": 1}}, "two"))}})),
	)
})

var _ = Describe("8 Errors: the first that happened counts", Label("clause:8"), func() {
	// reading runs two endings, one after the other, while the parse is busy telling its observer.
	reading := func(ctx SpecContext, when func(ports.Event) bool, end func(*bootstrap.Intent, context.CancelFunc)) error {
		mine, cancel := context.WithCancel(ctx)
		defer cancel()
		var reader *bootstrap.Intent
		observer := hook(func(event ports.Event) {
			if when(event) {
				end(reader, cancel)
			}
		})
		reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(world.OrderSchema)}, world.Good(1),
			bootstrap.WithObserver(observer), bootstrap.WithValidator(native.New()))
		Expect(err).NotTo(HaveOccurred())
		_, err = reader.Parse(mine, intent.Request{Input: world.OrderInput})
		reader.Dispose()
		return err
	}
	dispose := func(reader *bootstrap.Intent) {
		go reader.Dispose() // which waits for the parse that is being told
		Eventually(reader.Engine().Done()).WithTimeout(world.Promptly).Should(BeClosed())
		time.Sleep(200 * time.Millisecond) // until the parse's own context has heard of it
	}
	coreSent := func(event ports.Event) bool {
		sent, ok := event.(ports.RequestSent)
		return ok && sent.Stage == intent.StageCore
	}

	It("cancelled, then disposed", func(ctx SpecContext) {
		Expect(reading(ctx, coreSent, func(reader *bootstrap.Intent, cancel context.CancelFunc) {
			cancel()
			dispose(reader)
		})).To(MatchError(intent.ModelAborted))
	}, SpecTimeout(world.Promptly))

	It("disposed, then cancelled", func(ctx SpecContext) {
		Expect(reading(ctx, coreSent, func(reader *bootstrap.Intent, cancel context.CancelFunc) {
			dispose(reader)
			cancel()
		})).To(MatchError(intent.InstanceDisposed))
	}, SpecTimeout(world.Promptly))

	It("a finished result beats all", func(ctx SpecContext) {
		dataPassed := func(event ports.Event) bool {
			judged, ok := event.(ports.CandidateJudged)
			return ok && judged.Stage == intent.StageData
		}
		Expect(reading(ctx, dataPassed, func(reader *bootstrap.Intent, cancel context.CancelFunc) {
			cancel()
			dispose(reader)
		})).NotTo(HaveOccurred())
	}, SpecTimeout(world.Promptly))
})
