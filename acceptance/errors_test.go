package acceptance_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
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
	within := func(timeout time.Duration, p world.Play) world.Play {
		p.Config.Timeout = timeout
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
		"MODEL_TIMEOUT in core": {intent.ModelTimeout, parseOf(within(100*time.Millisecond, secretive(late))), intent.StageCore, false, nil},
		"MODEL_TIMEOUT in data": {intent.ModelTimeout, parseOf(within(500*time.Millisecond, secretive(core, late))), intent.StageData, true, nil},
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
			}), intent.StageBridge, false, []string{"INPUT_INVALID input /stepToken", "INPUT_INVALID input /jobId"}},
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

func second[T any](_ T, err error) error { return err }

// hook is an observer that is a function.
type hook func(ports.Event)

func (h hook) Observe(_ context.Context, event ports.Event) { h(event) }

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

	It("says how long a provider asked to wait", func(ctx SpecContext) {
		slow := intent.NewError(intent.ModelRateLimited, "", "slow down")
		slow.RetryAfter = 3 * time.Second
		played := play(ctx, secretive(script.Fail(slow)))
		Expect(played.Err.RetryAfter).To(Equal(3 * time.Second))
		Expect(played.Err.Value().JSON()).To(ContainSubstring(`"retryAfterMs":3000`))
	})
})
