package acceptance_test

import (
	"context"
	"encoding/json"
	"errors"
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

// Texts that no error may show: they stand in the input, a context content, a quote, a value, an
// executor's own error and the detail of a refusal.
var secrets = []string{"inputSecret", "contextSecret", "quoteSecret", "valueSecret", "executorSecret", "detailSecret"}

const secretInput = "Ship order 000771 to Lisbon, two parcels; don't call the customer. inputSecret"

// secretive is a reading whose material holds the secrets.
func secretive(replies ...script.Reply) world.Play {
	return world.Play{Input: secretInput, Context: intent.ContextText("contextSecret"), Replies: replies}
}

// silent asserts that an error shows no secret in any way in which it can be looked at. The partial
// result, which is the material's reading, is looked at by itself.
func silent(err error) {
	failed := intent.AsError(err)
	ExpectWithOffset(1, failed).NotTo(BeNil())
	bare := failed.WithPartial(nil)
	texts := []string{err.Error(), bare.Value().JSON(), wire(bare), fmt.Sprintf("%v", err), fmt.Sprintf("%+v", err),
		fmt.Sprintf("%#v", err), fmt.Sprintf("%s", err), fmt.Sprintf("%q", err), fmt.Sprintf("%#v", *bare)}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		texts = append(texts, cause.Error(), fmt.Sprintf("%#v", cause))
	}
	for _, issue := range failed.Issues {
		texts = append(texts, issue.Message)
		if issue.Path != nil {
			texts = append(texts, *issue.Path)
		}
	}
	for _, text := range texts {
		for _, secret := range secrets {
			ExpectWithOffset(1, text).NotTo(ContainSubstring(secret))
		}
	}
}

func parseOf(p world.Play) func(SpecContext) error {
	return func(ctx SpecContext) error {
		played, err := p.Run(ctx)
		if err != nil {
			return err
		}
		return played.Raw
	}
}

// failure is a way to an error and what the contract says of it.
type failure struct {
	code    intent.Code
	run     func(SpecContext) error
	stage   intent.Stage
	partial bool
	issues  []string // code, category and path of each
}

func configuring(config intent.Config, executor ports.Executor) func(SpecContext) error {
	return func(SpecContext) error {
		_, err := bootstrap.NewIntent(config, executor)
		return err
	}
}

func secretCore(edits ...world.Edit) script.Reply {
	return script.JSON(world.Edited(world.Core(), edits...))
}

func secretData(edits ...world.Edit) script.Reply {
	return script.JSON(world.Edited(world.Data(), edits...))
}

// failures lists one way to every code, and several where stages or issues differ.
func failures() map[string]failure {
	core := secretCore()
	late := script.Func(func(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
		<-ctx.Done()
		return intent.ModelReply{}, errors.New("executorSecret")
	})
	inTime := func(p world.Play) world.Play {
		p.Config.Timeout = 20 * time.Millisecond
		return p
	}
	typed := func(code intent.Code) script.Reply {
		return script.Fail(intent.NewError(code, intent.StageBridge, "told by the executor"))
	}
	never := func(p world.Play) world.Play {
		p.Config.Repair = intent.RepairNever
		return p
	}
	limited := func(p world.Play, limits intent.Limits) world.Play {
		p.Config.Limits = limits
		return p
	}
	return map[string]failure{
		"CONFIG_INVALID": {intent.ConfigInvalid, configuring(intent.Config{Language: "English", Timeout: -1}, nil),
			intent.StageConfig, false,
			[]string{"CONFIG_INVALID config /language", "CONFIG_INVALID config /timeoutMs"}},
		"SCHEMA_UNSUPPORTED": {intent.SchemaUnsupported,
			configuring(intent.Config{Schema: []byte(`{"type":"object","properties":{"a":{"$ref":"#"},"b":{"if":{}}}}`)}, nil),
			intent.StageConfig, false,
			[]string{"SCHEMA_UNSUPPORTED config /properties/a/$ref", "SCHEMA_UNSUPPORTED config /properties/b/if"}},
		"LIMIT_EXCEEDED of a schema": {intent.LimitExceeded,
			configuring(intent.Config{Schema: []byte(world.OrderSchema), Limits: intent.Limits{MaxSchemaBytes: 10}}, nil),
			intent.StageConfig, false, nil},
		"HOST_CAPABILITY_UNSUPPORTED at configuration": {intent.HostCapabilityUnsupported,
			configuring(intent.Config{}, unabortable{world.Good(0)}), intent.StageConfig, false, nil},
		"INPUT_INVALID": {intent.InputInvalid, parseOf(world.Play{Input: "inputSecret\xff",
			Context: intent.ContextMessages(intent.Message{Role: "system", Content: "contextSecret\xff"})}),
			intent.StageInput, false, []string{"INPUT_INVALID input /input", "INPUT_INVALID input /context/0/role",
				"INPUT_INVALID input /context/0/content"}},
		"UNKNOWN_FIELD": {intent.UnknownField, parseOf(world.Play{Fields: intent.Fields("a", "city", "b")}),
			intent.StageInput, false, []string{"UNKNOWN_FIELD input /fields/0", "UNKNOWN_FIELD input /fields/2"}},
		"LIMIT_EXCEEDED of a request": {intent.LimitExceeded,
			parseOf(limited(secretive(), intent.Limits{MaxInputBytes: 5})), intent.StageInput, false, nil},
		"EXECUTOR_NOT_CONFIGURED": {intent.ExecutorNotConfigured, func(ctx SpecContext) error {
			reader, err := world.Orders(nil)
			Expect(err).NotTo(HaveOccurred())
			defer reader.Dispose()
			_, err = reader.Parse(ctx, intent.Request{Input: secretInput})
			return err
		}, intent.StageInput, false, nil},
		"INSTANCE_DISPOSED": {intent.InstanceDisposed, func(ctx SpecContext) error {
			reader, err := world.Orders(world.Good(1))
			Expect(err).NotTo(HaveOccurred())
			reader.Dispose()
			_, err = reader.Parse(ctx, intent.Request{Input: secretInput})
			return err
		}, intent.StageInput, false, nil},

		"MODEL_AUTH_FAILED in core":    {intent.ModelAuthFailed, parseOf(secretive(script.Status(401))), intent.StageCore, false, nil},
		"MODEL_AUTH_FAILED in data":    {intent.ModelAuthFailed, parseOf(secretive(core, script.Status(403))), intent.StageData, true, nil},
		"MODEL_RATE_LIMITED in core":   {intent.ModelRateLimited, parseOf(secretive(script.Status(429))), intent.StageCore, false, nil},
		"MODEL_RATE_LIMITED in data":   {intent.ModelRateLimited, parseOf(secretive(core, script.Status(429))), intent.StageData, true, nil},
		"MODEL_REQUEST_FAILED in core": {intent.ModelRequestFailed, parseOf(secretive(script.Status(500))), intent.StageCore, false, nil},
		"MODEL_REQUEST_FAILED in data": {intent.ModelRequestFailed,
			parseOf(secretive(core, script.Fail(errors.New("executorSecret")))), intent.StageData, true, nil},
		"MODEL_REQUEST_FAILED of a panic": {intent.ModelRequestFailed,
			parseOf(secretive(core, script.Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
				panic("executorSecret")
			}))), intent.StageData, true, nil},
		"MODEL_REQUEST_FAILED of an untyped wrapped error": {intent.ModelRequestFailed,
			parseOf(secretive(script.Fail(fmt.Errorf("executorSecret: %w", errors.New("valueSecret"))))),
			intent.StageCore, false, nil},
		"MODEL_TIMEOUT in core": {intent.ModelTimeout, parseOf(inTime(secretive(late))), intent.StageCore, false, nil},
		"MODEL_TIMEOUT in data": {intent.ModelTimeout, parseOf(inTime(secretive(core, late))), intent.StageData, true, nil},
		"MODEL_TIMEOUT of the network": {intent.ModelTimeout,
			parseOf(secretive(core, typed(intent.ModelTimeout))), intent.StageData, true, nil},
		"MODEL_ABORTED before core": {intent.ModelAborted, func(ctx SpecContext) error {
			ended, cancel := context.WithCancel(ctx)
			cancel()
			played, err := secretive(core).Run(ended)
			Expect(err).NotTo(HaveOccurred())
			return played.Raw
		}, intent.StageInput, false, nil},
		"MODEL_ABORTED in core": {intent.ModelAborted, abortedIn(late), intent.StageCore, false, nil},
		"MODEL_ABORTED in data": {intent.ModelAborted, abortedIn(core, late), intent.StageData, true, nil},
		"MODEL_REFUSED in core": {intent.ModelRefused, parseOf(secretive(script.Refusal("detailSecret"))),
			intent.StageCore, false, nil},
		"MODEL_REFUSED in data": {intent.ModelRefused, parseOf(secretive(core, script.Refusal("detailSecret"))),
			intent.StageData, true, nil},
		"MODEL_OUTPUT_INCOMPLETE in core": {intent.ModelOutputIncomplete, parseOf(secretive(script.Incomplete("detailSecret"))),
			intent.StageCore, false, nil},
		"MODEL_OUTPUT_INCOMPLETE in data": {intent.ModelOutputIncomplete,
			parseOf(secretive(core, script.Incomplete("detailSecret"))), intent.StageData, true, nil},
		"MODEL_OUTPUT_INVALID in core": {intent.ModelOutputInvalid,
			parseOf(never(secretive(script.Text(`{"normalizedInput":"valueSecret","primaryIntent":["valueSecret"],` +
				`"requirements":[],"prohibitions":[],"intents":"valueSecret"}`)))), intent.StageCore, false,
			[]string{"MODEL_OUTPUT_INVALID processing /primaryIntent", "MODEL_OUTPUT_INVALID processing /intents"}},
		"MODEL_OUTPUT_INVALID in data": {intent.ModelOutputInvalid,
			parseOf(never(secretive(core, secretData(world.Set("/evidence/1/sources/0/quote", "quoteSecret"),
				world.Set("/data/city", "valueSecret"), world.Set("/evidence/1/mode", "semantic"))))), intent.StageData, true,
			[]string{"MODEL_OUTPUT_INVALID processing /evidence/1/sources/0/quote"}},
		"MODEL_OUTPUT_INVALID told by the executor": {intent.ModelOutputInvalid,
			parseOf(secretive(core, typed(intent.ModelOutputInvalid))), intent.StageData, true, nil},
		"LIMIT_EXCEEDED in core": {intent.LimitExceeded,
			parseOf(limited(secretive(core), intent.Limits{MaxOutputBytes: 20})), intent.StageCore, false, nil},
		"LIMIT_EXCEEDED in data": {intent.LimitExceeded,
			parseOf(limited(secretive(core, secretData()), intent.Limits{MaxEvidenceEntries: 2})), intent.StageData, true, nil},
		"DATA_EXTRACTION_FAILED": {intent.DataExtractionFailed,
			parseOf(secretive(core, secretData(business, verdict))), intent.StageData, true,
			[]string{"DATA_AMBIGUOUS business_information /data/city", "DATA_CONSTRAINT_VIOLATED definition /data/orderId"}},
		"HOST_CAPABILITY_UNSUPPORTED in core": {intent.HostCapabilityUnsupported,
			parseOf(secretive(typed(intent.HostCapabilityUnsupported))), intent.StageCore, false, nil},
		"HOST_CAPABILITY_UNSUPPORTED in data": {intent.HostCapabilityUnsupported,
			parseOf(secretive(core, typed(intent.HostCapabilityUnsupported))), intent.StageData, true, nil},

		"INPUT_INVALID of a malformed bridge call": {intent.InputInvalid, onBridge(bridge.Settings{},
			func(ctx SpecContext, s *bridge.Session, _ *bridge.Task) *intent.Error {
				return s.AcceptJSON(ctx, []byte(`{"jobId":1,"candidateText":"valueSecret"}`)).Error
			}), intent.StageBridge, false, []string{"INPUT_INVALID input /jobId", "INPUT_INVALID input /stepToken"}},
		"LIMIT_EXCEEDED of bridge capacity": {intent.LimitExceeded, onBridge(bridge.Settings{MaxJobs: 1},
			func(ctx SpecContext, s *bridge.Session, _ *bridge.Task) *intent.Error {
				return s.Prepare(ctx, prepareOrder()).Error
			}), intent.StageBridge, false, nil},
		"BRIDGE_JOB_NOT_FOUND": {intent.BridgeJobNotFound, onBridge(bridge.Settings{},
			func(ctx SpecContext, s *bridge.Session, _ *bridge.Task) *intent.Error {
				return s.Accept(ctx, bridge.AcceptCall{JobID: "valueSecret", StepToken: "valueSecret"}).Error
			}), intent.StageBridge, false, nil},
		"BRIDGE_STEP_CONFLICT": {intent.BridgeStepConflict, onBridge(bridge.Settings{},
			func(ctx SpecContext, s *bridge.Session, task *bridge.Task) *intent.Error {
				passed := s.Accept(ctx, bridge.AcceptCall{JobID: task.JobID, StepToken: task.StepToken,
					CandidateText: world.Text(world.Core())})
				Expect(passed.Kind).To(Equal(bridge.KindTask))
				return s.Accept(ctx, bridge.AcceptCall{JobID: task.JobID, StepToken: "valueSecret", CandidateText: "valueSecret"}).Error
			}), intent.StageBridge, false, nil},
		"BRIDGE_JOB_EXPIRED": {intent.BridgeJobExpired, onBridge(bridge.Settings{JobTTL: 50 * time.Millisecond},
			func(ctx SpecContext, s *bridge.Session, task *bridge.Task) *intent.Error {
				var failed *intent.Error
				Eventually(func() *intent.Error {
					failed = s.Accept(ctx, bridge.AcceptCall{JobID: task.JobID, StepToken: "other"}).Error
					return failed
				}).WithContext(ctx).WithTimeout(world.Promptly).Should(MatchError(intent.BridgeJobExpired))
				return failed
			}), intent.StageBridge, false, nil},
		"MODEL_ABORTED of a bridge job": {intent.ModelAborted, onBridge(bridge.Settings{},
			func(ctx SpecContext, s *bridge.Session, task *bridge.Task) *intent.Error {
				return s.Cancel(ctx, bridge.CancelCall{JobID: task.JobID, Detail: "detailSecret"}).Error
			}), intent.StageCore, false, nil},
	}
}

func prepareOrder() bridge.PrepareCall {
	return bridge.PrepareCall{Instance: "orders", Request: intent.Request{Input: secretInput}}
}

// onBridge prepares one job over the order's schema and has an error made on its session.
func onBridge(
	settings bridge.Settings, fail func(SpecContext, *bridge.Session, *bridge.Task) *intent.Error,
) func(SpecContext) error {
	return func(ctx SpecContext) error {
		reader, err := world.Orders(nil)
		Expect(err).NotTo(HaveOccurred())
		defer reader.Dispose()
		b, err := bootstrap.NewBridge(bootstrap.Instances{"orders": reader}, settings)
		Expect(err).NotTo(HaveOccurred())
		defer b.Close()
		session := b.Connect()
		prepared := session.Prepare(ctx, prepareOrder())
		Expect(prepared.Kind).To(Equal(bridge.KindTask))
		failed := fail(ctx, session, prepared.Task)
		Expect(failed).NotTo(BeNil())
		return failed
	}
}

// abortedIn has the caller give up once the last reply is asked for.
func abortedIn(replies ...script.Reply) func(SpecContext) error {
	return func(ctx SpecContext) error {
		mine, cancel := context.WithCancel(ctx)
		defer cancel()
		p := secretive(replies...)
		asked := 0
		p.Options = []bootstrap.Option{bootstrap.WithObserver(hook(func(event ports.Event) {
			if _, ok := event.(ports.RequestSent); !ok {
				return
			}
			if asked++; asked == len(replies) {
				time.AfterFunc(10*time.Millisecond, cancel)
			}
		}))}
		played, err := p.Run(mine)
		Expect(err).NotTo(HaveOccurred())
		return played.Raw
	}
}

func second[T any](_ T, err *intent.Error) error { return err }

// hook is an observer that is a function.
type hook func(ports.Event)

func (h hook) Observe(event ports.Event) { h(event) }

func entriesOf(all map[string]failure) []TableEntry {
	var entries []TableEntry
	for _, code := range errorCodes {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if all[name].code == code {
				entries = append(entries, Entry(name, SpecTimeout(world.Promptly), all[name]))
			}
		}
	}
	return entries
}

var errorCodes = []intent.Code{"CONFIG_INVALID", "SCHEMA_UNSUPPORTED", "INPUT_INVALID", "UNKNOWN_FIELD", "LIMIT_EXCEEDED",
	"EXECUTOR_NOT_CONFIGURED", "INSTANCE_DISPOSED", "MODEL_AUTH_FAILED", "MODEL_RATE_LIMITED", "MODEL_REQUEST_FAILED",
	"MODEL_TIMEOUT", "MODEL_ABORTED", "MODEL_REFUSED", "MODEL_OUTPUT_INCOMPLETE", "MODEL_OUTPUT_INVALID",
	"DATA_EXTRACTION_FAILED", "HOST_CAPABILITY_UNSUPPORTED", "BRIDGE_JOB_NOT_FOUND", "BRIDGE_JOB_EXPIRED",
	"BRIDGE_STEP_CONFLICT"}

var _ = Describe("8 Errors: every code", Label("clause:8"), func() {
	It("is walked here", func() {
		walked := map[intent.Code]bool{}
		for _, f := range failures() {
			walked[f.code] = true
		}
		for _, code := range errorCodes {
			Expect(walked).To(HaveKey(code))
		}
		Expect(walked).To(HaveLen(len(errorCodes)))
	})

	DescribeTable("has its stage, its issues, its partial result or none, and shows no text of the material",
		func(ctx SpecContext, f failure) {
			err := f.run(ctx)
			Expect(err).To(MatchError(f.code))
			failed := intent.AsError(err)
			Expect(failed.Stage).To(Equal(f.stage))
			Expect(failed.Message).NotTo(BeEmpty())
			Expect(failed.PartialResult != nil).To(Equal(f.partial))
			var issues []string
			for _, issue := range failed.Issues {
				Expect(issue.Message).NotTo(BeEmpty())
				issues = append(issues, fmt.Sprintf("%s %s %s", issue.Code, issue.Category, *issue.Path))
			}
			Expect(issues).To(Equal(f.issues))
			silent(err)
			if f.partial {
				wireOfPartial(failed)
			}
			Expect(errors.Is(err, context.DeadlineExceeded)).To(Equal(f.code == intent.ModelTimeout))
			Expect(errors.Is(err, context.Canceled)).To(Equal(f.code == intent.ModelAborted))
			for _, other := range errorCodes {
				Expect(errors.Is(err, other)).To(Equal(other == f.code))
			}
			Expect(intent.CodeOf(fmt.Errorf("wrapped: %w", err))).To(Equal(f.code))
		},
		entriesOf(failures()))
})

// wireOfPartial asserts that the partial result is the checked core result with empty data.
func wireOfPartial(failed *intent.Error) {
	var written map[string]any
	Expect(json.Unmarshal([]byte(failed.Value().JSON()), &written)).To(Succeed())
	partial := written["partialResult"].(map[string]any)
	Expect(partial).To(HaveKeyWithValue("input", secretInput))
	Expect(partial).To(HaveKeyWithValue("primaryIntent", "Ship order 000771"))
	Expect(partial).To(HaveKeyWithValue("data", BeEmpty()))
	Expect(partial).To(HaveLen(7))
}

var _ = Describe("8 Errors: their wire form", Label("clause:8"), func() {
	It("has its keys in order, issues always, partialResult only where there is one", func(ctx SpecContext) {
		err := intent.NewError(intent.ModelRefused, intent.StageCore, "a <message> & more")
		Expect(err.Value().JSON()).To(Equal(
			`{"code":"MODEL_REFUSED","stage":"core","message":"a <message> & more","issues":[]}`))
		played := play(ctx, secretive(secretCore(), script.Refusal("detailSecret")))
		Expect(played.Err.Value().JSON()).To(HavePrefix(
			`{"code":"MODEL_REFUSED","stage":"data","message":`))
		Expect(played.Err.Value().JSON()).To(ContainSubstring(`,"issues":[],"partialResult":{"input":`))
	})

	It("knows five stages", func() {
		Expect([]intent.Stage{intent.StageConfig, intent.StageInput, intent.StageCore, intent.StageData,
			intent.StageBridge}).To(Equal([]intent.Stage{"config", "input", "core", "data", "bridge"}))
	})

	It("does not say how long a provider asked to wait: that is for Go callers", func(ctx SpecContext) {
		slow := intent.NewError(intent.ModelRateLimited, "", "slow down")
		slow.RetryAfter = 3 * time.Second
		played := play(ctx, secretive(script.Fail(slow)))
		Expect(played.Err.RetryAfter).To(Equal(3 * time.Second))
		Expect(played.Err.Value().JSON()).NotTo(ContainSubstring("etry"))
	})
})

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
		Eventually(reader.Instance().Done()).WithTimeout(world.Promptly).Should(BeClosed())
		time.Sleep(20 * time.Millisecond) // until the parse's own context has heard of it
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
