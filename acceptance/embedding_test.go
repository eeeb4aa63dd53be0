package acceptance_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/observertest"
)

// traced is a value that a caller's context carries.
type traced struct{}

// joining is an observer that keeps what its contexts carry.
type joining struct{ values, ids []string }

func (j *joining) Observe(ctx context.Context, event ports.Event) {
	value, _ := ctx.Value(traced{}).(string)
	j.values = append(j.values, value)
	j.ids = append(j.ids, ports.ReadingID(ctx))
	if ctx.Err() != nil {
		j.values = append(j.values, "ended")
	}
}

// joined is an executor that keeps the id of the reading it is asked for.
type joined struct {
	ports.Executor
	ids []string
}

func (a *joined) Generate(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
	a.ids = append(a.ids, ports.ReadingID(ctx))
	return a.Executor.Generate(ctx, r)
}

var _ = Describe("Embedding: a reading joins its request", Label("clause:embedding.1"), func() {
	It("has the caller's values and one id in events, executor, error and audit", func(ctx SpecContext) {
		observer := &joining{}
		executor := &joined{Executor: script.New(script.JSON(world.Core()), script.Status(503))}
		reader := observed(observer, executor)
		caller, cancel := context.WithCancel(context.WithValue(ctx, traced{}, "request 7"))
		defer cancel()
		_, audit, err := reader.ParseAudited(caller, intent.Request{Input: world.OrderInput})
		failed := intent.AsError(err)
		Expect(failed.ReadingID).NotTo(BeEmpty())
		Expect(audit.ReadingID).To(Equal(failed.ReadingID))
		Expect(executor.ids).To(HaveEach(failed.ReadingID))
		Expect(observer.ids).To(HaveEach(failed.ReadingID))
		Expect(observer.values).To(HaveEach("request 7"))
	})

	It("tells of a cancelled reading with a context that has not ended", func(ctx SpecContext) {
		observer := &joining{}
		reader := observed(observer, world.Good(1))
		caller, cancel := context.WithCancel(context.WithValue(ctx, traced{}, "gone"))
		cancel()
		_, err := reader.Parse(caller, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelAborted))
		Expect(observer.values).To(Equal([]string{"gone", "gone"}))
	})

	It("names the executor, and shows its own error only to observers that take material", func(ctx SpecContext) {
		secret := errors.New("SECRET of the provider")
		for _, material := range []bool{true, false} {
			r := &observertest.Recorder{Material: material}
			reader := observed(r, script.New(script.Fail(secret)))
			_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(errors.Is(err, secret)).To(BeTrue())
			reply := r.Events()[2].(ports.ReplyReceived)
			Expect(reply.ExecutorID).To(HavePrefix("script"))
			Expect(reply.Reason).To(Equal(intent.FailedExecutor))
			if material {
				Expect(reply.Err).To(Equal(secret))
			} else {
				Expect(reply.Err).To(BeNil())
			}
		}
	})

	It("has an audit of each reading for who wants them all", func(ctx SpecContext) {
		var audits []intent.Audit
		reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(world.OrderSchema)}, world.Good(1),
			bootstrap.WithAudit(func(_ context.Context, audit intent.Audit) { audits = append(audits, audit) }))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, own, err := reader.ParseAudited(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
		Expect(audits).To(HaveLen(1))
		first, _ := json.Marshal(audits[0])
		second, _ := json.Marshal(own)
		Expect(first).To(MatchJSON(second))
	})
})

var _ = Describe("Embedding: busy is not too long", Label("clause:embedding.2"), func() {
	It("says which limit was passed, on the wire too", func(ctx SpecContext) {
		reader := observed(nil, world.Good(1))
		_, err := reader.Parse(ctx, intent.Request{Input: strings.Repeat("x", 70_000)})
		failed := intent.AsError(err)
		Expect(failed.Kind()).To(Equal(intent.KindCaller))
		Expect(*failed.Limit).To(Equal(intent.Limit{Name: "maxInputBytes", Got: 70_000, Most: 65_536}))
		Expect(failed.Value().JSON()).To(ContainSubstring(`"limit":{"name":"maxInputBytes","got":70000,"most":65536}`))
	})

	It("documents the kind of every code", func() {
		page, err := os.ReadFile("../docs/errors.md")
		Expect(err).NotTo(HaveOccurred())
		for _, code := range intent.Codes() {
			found := false
			for line := range strings.Lines(string(page)) {
				cells := strings.Split(line, "|")
				if len(cells) < 5 || !strings.Contains(cells[2], "`"+string(code)+"`") {
					continue
				}
				found = found || strings.TrimSpace(cells[1]) == "`"+string(code.Kind())+"`"
			}
			Expect(found).To(BeTrue(), "%s with kind %s", code, code.Kind())
		}
	})
})

var _ = Describe("Embedding: no typed nil", Label("clause:embedding.3"), func() {
	It("returns an error that is nil if there is none", func() {
		var err error = intent.Config{}.Check()
		Expect(err == nil).To(BeTrue())
		_, err = intent.Request{Input: "x"}.Check(intent.Limits{}, nil)
		Expect(err == nil).To(BeTrue())
	})
})

var _ = Describe("Embedding: answering", Label("clause:embedding.9"), func() {
	It("makes the next request of an answer, and skips stage data if the configuration says so", func(ctx SpecContext) {
		asking := world.Core()
		item := asking["intents"].([]any)[0].(map[string]any)
		item["blockers"] = map[string]any{"clarificationReason": "r", "confirmationReason": nil, "conditionReason": nil,
			"questions": []any{map[string]any{"question": "Which?", "options": []any{}}}}
		reader, err := bootstrap.NewIntent(
			intent.Config{Schema: []byte(world.OrderSchema), StopAtClarification: true},
			script.New(script.JSON(asking), script.JSON(world.Core()), script.JSON(world.Data())))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		first := intent.Request{Input: "Move it."}
		result, audit, err := reader.ParseAudited(ctx, first)
		Expect(err).NotTo(HaveOccurred())
		Expect(result.Data.Len()).To(BeZero())
		Expect(audit.DataSkipped).To(BeTrue())
		Expect(audit.Value().JSON()).To(ContainSubstring(`"dataSkipped":true`))
		next := first.Answer(result.Intents[0].Clarification[0].Question, world.OrderInput)
		Expect(next.Context.Messages()).To(Equal([]intent.Message{
			{Role: intent.RoleUser, Content: "Move it."}, {Role: intent.RoleAssistant, Content: "Which?"}}))
		result, err = reader.Parse(ctx, next)
		Expect(err).NotTo(HaveOccurred())
		Expect(result.Data.Len()).To(BeNumerically(">", 0))
	})
})

var _ = Describe("Embedding: Wire", Label("clause:embedding.8"), func() {
	It("provides an Intent and a bridge with cleanups that end them", func(ctx SpecContext) {
		reader, dispose, err := bootstrap.ProvideIntent(intent.Config{}, world.Good(1), native.New(), nil)
		Expect(err).NotTo(HaveOccurred())
		hub, closeHub, err := bootstrap.ProvideDefaultBridge(
			bootstrap.Instances{"a": reader}, bootstrap.BridgeSettings{})
		Expect(err).NotTo(HaveOccurred())
		session := hub.Connect()
		dispose() // in either order
		closeHub()
		call := bootstrap.PrepareCall{Instance: "a", Request: intent.Request{Input: "x"}}
		Expect(session.Prepare(ctx, call).Kind).To(Equal(bootstrap.KindError))
		_, err = reader.Parse(ctx, intent.Request{Input: "x"})
		Expect(err).To(MatchError(intent.InstanceDisposed))
	})
})

var _ = Describe("Acting: open reasons", Label("clause:S4"), func() {
	It("lists every open reason of an item, off the wire", func(ctx SpecContext) {
		core := world.Core()
		item := core["intents"].([]any)[0].(map[string]any)
		item["blockers"] = map[string]any{"clarificationReason": nil, "questions": []any{},
			"confirmationReason": "Ask first.", "conditionReason": "If it is there."}
		reader := observed(nil, script.New(script.JSON(core)))
		result, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput, Fields: intent.NoFields()})
		Expect(err).NotTo(HaveOccurred())
		Expect(result.Intents[0].Open).To(Equal([]intent.Reason{intent.ReasonConfirmation, intent.ReasonCondition}))
		Expect(result.Value().JSON()).NotTo(ContainSubstring("open"))
	})
})
