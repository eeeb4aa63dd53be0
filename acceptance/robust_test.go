package acceptance_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/observertest"
)

var _ = Describe("Robust: bounds where things are gathered", Label("clause:robust.1"), func() {
	DescribeTable("an answer stays small, however much is wrong",
		func(text string) {
			_, err := intent.ReadRequest([]byte(text))
			Expect(err).To(MatchError(intent.InputInvalid))
			failed := intent.AsError(err)
			Expect(len(failed.Issues)).To(BeNumerically("<=", intent.MaxFaults+1))
			Expect(len(failed.Value().JSON())).To(BeNumerically("<", 1<<18))
		},
		Entry("messages", `{"input":"x","context":[`+strings.Repeat("1,", 100_000)+`1]}`),
		Entry("fields", `{"input":"x","fields":[`+strings.Repeat("1,", 100_000)+`1]}`),
		Entry("values", `{"input":"x","fields":[`+strings.Repeat(`"a",`, intent.MaxRequestNodes)+`"a"]}`),
		Entry("long names", `{"input":"x","`+strings.Repeat("n", 100_000)+`":1}`),
	)

	It("bounds undeclared fields too", func(ctx SpecContext) {
		names := make([]string, 100_000)
		_, err := observed(nil, world.Good(1)).Parse(ctx, intent.Request{Input: "x", Fields: intent.Fields(names...)})
		Expect(err).To(MatchError(intent.UnknownField))
		Expect(len(intent.AsError(err).Value().JSON())).To(BeNumerically("<", 1<<18))
	})

	It("stops judging when the caller has gone", func(ctx SpecContext) {
		many := `{"data":{"parcels":[` + strings.Repeat("1,", 400_000) + `1]},"evidence":[],"descriptionChecks":[],` +
			`"fieldResults":[],"issues":[]}`
		reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(world.OrderSchema), Timeout: time.Hour,
			Limits: intent.Limits{MaxOutputBytes: 1 << 30, MaxCandidateNodes: 1 << 40}},
			script.New(script.JSON(world.Core()), script.Text(many), script.Text(many)))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, audit, err := reader.ParseAudited(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelOutputInvalid))
		Expect(audit.Candidates[1].Violations).NotTo(BeEmpty())
		Expect(intent.AsError(err).Message).To(ContainSubstring("at least 1000"))
	})
})

var _ = Describe("Robust: one fence for foreign code", Label("clause:robust.3"), func() {
	It("lets an observer dispose the instance that it observes", func(ctx SpecContext) {
		var reader *bootstrap.Intent
		reader, err := bootstrap.NewIntent(intent.Config{}, world.Good(1),
			bootstrap.WithObserver(hook(func(ports.Event) { reader.Dispose() })))
		Expect(err).NotTo(HaveOccurred())
		_, err = reader.Parse(ctx, intent.Request{Input: "x"})
		Expect(err).To(MatchError(intent.InstanceDisposed))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
	}, SpecTimeout(10*time.Second))
})

var _ = Describe("Robust: every wait ends", Label("clause:robust.5"), func() {
	It("asks no model once the instance was disposed", func(ctx SpecContext) {
		recorder := &observertest.Recorder{}
		executor := world.Good(1)
		var reader *bootstrap.Intent
		reader, err := bootstrap.NewIntent(intent.Config{}, executor, bootstrap.WithObserver(recorder),
			bootstrap.WithObserver(hook(func(event ports.Event) {
				if _, begun := event.(ports.ParseStarted); begun {
					go reader.Dispose()
					<-reader.Engine().Done()
				}
			})))
		Expect(err).NotTo(HaveOccurred())
		_, err = reader.Parse(ctx, intent.Request{Input: "x"})
		Expect(err).To(MatchError(intent.InstanceDisposed))
		Expect(recorder.Kinds()).To(Equal("ParseStarted Finished"))
	}, SpecTimeout(10*time.Second))
})
