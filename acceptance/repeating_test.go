package acceptance_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/fallback"
	"github.com/devcodex/intent-runtime/adapters/executor/retry"
	"github.com/devcodex/intent-runtime/domain/intent"
)

var _ = Describe("Executors around executors", Label("clause:executors", "clause:10"), func() {
	It("show each call and what it cost in the audit", func(ctx SpecContext) {
		busy := provider.Start(provider.OpenAI, provider.Header("Retry-After-Ms", "1", provider.Status(429)),
			provider.Status(401))
		DeferCleanup(busy.Close)
		well := provider.Start(provider.Anthropic, provider.Complete(provider.Anthropic, world.Text(world.Core())),
			provider.Complete(provider.Anthropic, world.Text(world.Data())))
		DeferCleanup(well.Close)
		first, err := openOn(busy, provider.OpenAI, nil)
		Expect(err).NotTo(HaveOccurred())
		second, err := openOn(well, provider.Anthropic, nil)
		Expect(err).NotTo(HaveOccurred())
		again, err := retry.New(first, retry.Options{Attempts: 2})
		Expect(err).NotTo(HaveOccurred())
		next, err := fallback.New(fallback.Options{Codes: []intent.Code{intent.ModelAuthFailed}}, again, second)
		Expect(err).NotTo(HaveOccurred())
		reader, err := world.Orders(next)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)

		_, audit, _ := reader.ParseAudited(ctx, intent.Request{Input: world.OrderInput})
		Expect(audit.Candidates).NotTo(BeEmpty())
		attempts := audit.Candidates[0].Attempts
		Expect(attempts).To(HaveLen(2))
		Expect(attempts[0].Code).To(Equal(intent.ModelRateLimited))
		Expect(attempts[0].Waited).To(Equal(time.Millisecond))
		Expect(attempts[0].Usage.RequestID).To(Equal(provider.RequestID))
		Expect(attempts[1].Code).To(Equal(intent.ModelAuthFailed))
		Expect(attempts[1].ExecutorID).To(Equal("openai:" + provider.Model))
		Expect(audit.Candidates[0].Usage.OutputTokens).To(BeEquivalentTo(345))
		text, err := audit.MarshalJSON()
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(ContainSubstring(`"attempts":[{"executorId":"openai:double-1","code":"MODEL_RATE_LIMITED",`))
	})

	It("leave no trace where nobody was asked again", func(ctx SpecContext) {
		well := provider.Start(provider.OpenAI, provider.Complete(provider.OpenAI, world.Text(world.Core())),
			provider.Complete(provider.OpenAI, world.Text(world.Data())))
		DeferCleanup(well.Close)
		executor, err := openOn(well, provider.OpenAI, nil)
		Expect(err).NotTo(HaveOccurred())
		reader, err := world.Orders(executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, audit, err := reader.ParseAudited(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
		text, err := audit.MarshalJSON()
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).NotTo(ContainSubstring(`"attempts"`))
	})
})
