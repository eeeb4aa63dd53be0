package acceptance_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// parseAside parses on a goroutine of its own and delivers the error, nil for a result.
func parseAside(ctx context.Context, reader *bootstrap.Intent) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		done <- err
	}()
	return done
}

// stuck is an executor's answer that ignores its context: it returns when let go, and says by calls
// how often it was entered.
type stuck struct {
	calls   atomic.Int32
	letGo   chan struct{}
	letGoIt sync.Once
}

func newStuck() *stuck { return &stuck{letGo: make(chan struct{})} }

func (s *stuck) release() { s.letGoIt.Do(func() { close(s.letGo) }) }

func (s *stuck) reply() script.Reply {
	return script.Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
		s.calls.Add(1)
		<-s.letGo
		return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: world.Text(world.Core())}, nil
	})
}

func waiting(entered chan<- struct{}) script.Reply {
	return script.Func(func(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
		entered <- struct{}{}
		<-ctx.Done()
		return intent.ModelReply{}, ctx.Err()
	})
}

var _ = Describe("10 Parse: the whole path", Label("clause:10"), func() {
	It("asks core, then data, and gives one complete result", func(ctx SpecContext) {
		executor := world.Good(1)
		reader, err := world.Orders(executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		result, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
		Expect(result.Input).To(Equal(world.OrderInput))
		Expect(result.Data.Names()).To(ConsistOf("orderId", "city", "parcels"))
		var stages []intent.Stage
		for _, r := range executor.Requests() {
			stages = append(stages, r.Stage)
		}
		Expect(stages).To(Equal([]intent.Stage{intent.StageCore, intent.StageData}))
	})

	It("asks for no data where no field is selected", func(ctx SpecContext) {
		executor := world.Good(1)
		reader, err := world.Orders(executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		result, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput, Fields: intent.NoFields()})
		Expect(err).NotTo(HaveOccurred())
		Expect(result.Data.Len()).To(BeZero())
		Expect(executor.Requests()).To(HaveLen(1))
	})
})

var _ = Describe("10 Parse: one deadline over everything", Label("clause:10"), func() {
	It("counts the time of stage core against stage data", func(ctx SpecContext) {
		executor := script.New(
			script.JSON(world.Core()).After(60*time.Millisecond),
			script.JSON(world.Data()).After(time.Hour),
		)
		reader, err := world.Orders(executor, func(c *intent.Config) { c.Timeout = 150 * time.Millisecond })
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelTimeout))
		Expect(err).To(MatchError(context.DeadlineExceeded))
		failed := intent.AsError(err)
		Expect(failed.Stage).To(Equal(intent.StageData))
		Expect(failed.PartialResult).NotTo(BeNil())
		Expect(failed.PartialResult.Data.Len()).To(BeZero())
	})

	It("counts the caller's deadline as a timeout, his cancellation as an abort", func() {
		for _, tc := range []struct {
			end  func() (context.Context, context.CancelFunc)
			code intent.Code
			is   error
		}{
			{func() (context.Context, context.CancelFunc) {
				return context.WithTimeout(context.Background(), 20*time.Millisecond)
			}, intent.ModelTimeout, context.DeadlineExceeded},
			{func() (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(context.Background())
				time.AfterFunc(20*time.Millisecond, cancel)
				return ctx, cancel
			}, intent.ModelAborted, context.Canceled},
		} {
			hold := newStuck()
			reader, err := world.Orders(script.New(hold.reply()))
			Expect(err).NotTo(HaveOccurred())
			ctx, cancel := tc.end()
			_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			cancel()
			hold.release()
			reader.Dispose()
			Expect(err).To(MatchError(tc.code))
			Expect(errors.Is(err, tc.is)).To(BeTrue())
			Expect(intent.AsError(err).Stage).To(Equal(intent.StageCore))
			Expect(intent.AsError(err).PartialResult).To(BeNil())
		}
	})

	It("fails with stage input where the context had ended before core", func() {
		reader, err := world.Orders(world.Good(1))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelAborted))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
	})
})

var _ = Describe("10 Parse: places", Label("clause:10"), func() {
	It("gives one parse more than maxConcurrentParses LIMIT_EXCEEDED at once, without queueing", func(ctx SpecContext) {
		entered := make(chan struct{}, 2)
		reader, err := world.Orders(script.New(waiting(entered), waiting(entered)),
			func(c *intent.Config) { c.Limits.MaxConcurrentParses = 2 })
		Expect(err).NotTo(HaveOccurred())
		held, cancel := context.WithCancel(ctx)
		first, second := parseAside(held, reader), parseAside(held, reader)
		Eventually(entered).WithContext(ctx).Should(Receive())
		Eventually(entered).WithContext(ctx).Should(Receive())
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.LimitExceeded))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
		cancel()
		Expect(<-first).To(MatchError(intent.ModelAborted))
		Expect(<-second).To(MatchError(intent.ModelAborted))
		reader.Dispose()
	})

	It("keeps the place of an executor that ignores its context until it returns", func(ctx SpecContext) {
		hold := newStuck()
		executor := script.New(hold.reply(), script.JSON(world.Core()), script.JSON(world.Data()))
		reader, err := world.Orders(executor, func(c *intent.Config) { c.Limits.MaxConcurrentParses = 1 })
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		defer cancel()
		_, err = reader.Parse(short, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelTimeout))
		for range 5 {
			_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(err).To(MatchError(intent.LimitExceeded))
		}
		Expect(hold.calls.Load()).To(BeEquivalentTo(1))
		hold.release()
		Eventually(func() error {
			_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			return err
		}).WithContext(ctx).WithTimeout(world.Promptly).Should(Succeed())
	})
})

var _ = Describe("10 Parse: what an executor may do wrong", Label("clause:10"), func() {
	table := map[string]struct {
		reply script.Reply
		code  intent.Code
	}{
		"a panic": {script.Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
			panic("secret-of-the-executor")
		}), intent.ModelRequestFailed},
		"an error of its own": {script.Fail(errors.New("secret-of-the-executor")), intent.ModelRequestFailed},
		"an error and a reply": {script.Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
			return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: world.Text(world.Core())},
				intent.NewError(intent.ModelRateLimited, intent.StageData, "slow down")
		}), intent.ModelRateLimited},
		"a code that is not about the model": {
			script.Fail(intent.NewError(intent.ConfigInvalid, intent.StageConfig, "secret-of-the-executor")),
			intent.ModelRequestFailed,
		},
		"an unknown outcome": {script.Func(func(context.Context, intent.ModelRequest) (intent.ModelReply, error) {
			return intent.ModelReply{Outcome: "perhaps", Text: world.Text(world.Core())}, nil
		}), intent.ModelRequestFailed},
		"a capability it lacks": {
			script.Fail(intent.NewError(intent.HostCapabilityUnsupported, "", "no json schema here")),
			intent.HostCapabilityUnsupported,
		},
	}
	for name, tc := range table {
		It("maps "+name+" to "+string(tc.code), func(ctx SpecContext) {
			reader, err := world.Orders(script.New(tc.reply))
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(reader.Dispose)
			_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(err).To(MatchError(tc.code))
			failed := intent.AsError(err)
			Expect(failed.Stage).To(Equal(intent.StageCore))
			Expect(failed.Issues).To(BeEmpty())
			Expect(failed.PartialResult).To(BeNil())
			Expect(err.Error()).NotTo(ContainSubstring("secret-of-the-executor"))
		})
	}

	It("sets stage, issues and partial result of a typed error itself", func(ctx SpecContext) {
		path := "/x"
		forged := intent.NewError(intent.ModelAuthFailed, intent.StageConfig, "no")
		forged.Issues = []intent.Issue{{Code: "X", Path: &path}}
		forged.PartialResult = &intent.Result{Input: "forged"}
		reader, err := world.Orders(script.New(script.JSON(world.Core()), script.Fail(forged)))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		failed := intent.AsError(err)
		Expect(failed.Code).To(Equal(intent.ModelAuthFailed))
		Expect(failed.Stage).To(Equal(intent.StageData))
		Expect(failed.Issues).To(BeEmpty())
		Expect(failed.PartialResult.Input).To(Equal(world.OrderInput))
	})

	It("lets the parse's own end win over the error that it causes", func(ctx SpecContext) {
		entered := make(chan struct{}, 1)
		reader, err := world.Orders(script.New(waiting(entered)),
			func(c *intent.Config) { c.Timeout = 20 * time.Millisecond })
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelTimeout))
	})

	It("refuses an executor that cannot abort, when the instance is made", func() {
		_, err := world.Orders(unabortable{world.Good(1)})
		Expect(err).To(MatchError(intent.HostCapabilityUnsupported))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageConfig))
	})
})

var _ = Describe("10 Parse: an executor that panics when it is asked about itself", Label("clause:10"), func() {
	It("is CONFIG_INVALID where the instance is made, a nil pointer among them", func() {
		var missing *brittle
		_, err := world.Orders(missing)
		Expect(err).To(MatchError(intent.ConfigInvalid))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageConfig))
	})

	It("is MODEL_REQUEST_FAILED during a parse", func(ctx SpecContext) {
		executor := &brittle{Executor: world.Good(1)}
		reader, err := world.Orders(executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		executor.broken = true
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelRequestFailed))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageCore))
	})
})

// brittle panics about its capabilities once it is broken, and always where it is nil.
type brittle struct {
	ports.Executor
	broken bool
}

func (b *brittle) Capabilities() ports.Capabilities {
	if b.broken {
		panic("broken")
	}
	return b.Executor.Capabilities()
}

type unabortable struct{ ports.Executor }

func (unabortable) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONObject: true}
}

var _ = Describe("10 Dispose", Label("clause:10"), func() {
	It("ends running parses with INSTANCE_DISPOSED, and returns when they have returned", func(ctx SpecContext) {
		hold := newStuck()
		defer hold.release()
		reader, err := world.Orders(script.New(script.JSON(world.Core()), hold.reply()))
		Expect(err).NotTo(HaveOccurred())
		running := parseAside(ctx, reader)
		Eventually(hold.calls.Load).WithContext(ctx).Should(BeEquivalentTo(1))
		reader.Dispose() // does not wait for the executor, which is stuck
		var ended error
		Eventually(running).WithContext(ctx).Should(Receive(&ended))
		Expect(ended).To(MatchError(intent.InstanceDisposed))
		Expect(intent.AsError(ended).Stage).To(Equal(intent.StageData))
		Expect(intent.AsError(ended).PartialResult).NotTo(BeNil())
	})

	It("refuses later calls with stage input, before anything else is judged", func(ctx SpecContext) {
		reader, err := world.Orders(nil)
		Expect(err).NotTo(HaveOccurred())
		reader.Dispose()
		_, err = reader.Parse(ctx, intent.Request{Input: " "})
		Expect(err).To(MatchError(intent.InstanceDisposed))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
	})

	It("is idempotent and safe to call concurrently", func(ctx SpecContext) {
		entered := make(chan struct{}, 1)
		reader, err := world.Orders(script.New(waiting(entered)))
		Expect(err).NotTo(HaveOccurred())
		running := parseAside(ctx, reader)
		Eventually(entered).WithContext(ctx).Should(Receive())
		var all sync.WaitGroup
		for range 16 {
			all.Go(reader.Dispose)
		}
		all.Wait()
		Expect(<-running).To(MatchError(intent.InstanceDisposed))
	})

	It("leaves the borrowed executor alive", func(ctx SpecContext) {
		executor := world.Good(1)
		reader, err := world.Orders(executor)
		Expect(err).NotTo(HaveOccurred())
		reader.Dispose()
		other, err := world.Orders(executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(other.Dispose)
		_, err = other.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
	})

	It("leaves no goroutine behind on any way out", func(ctx SpecContext) {
		before := goleak.IgnoreCurrent()
		for _, replies := range [][]script.Reply{
			{script.JSON(world.Core()), script.JSON(world.Data())},
			{script.Text("not json"), script.Text("not json")},
			{script.Refusal("")}, {script.Status(500)}, {script.JSON(world.Core()), script.Incomplete("")},
		} {
			reader, err := world.Orders(script.New(replies...))
			Expect(err).NotTo(HaveOccurred())
			_, _ = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			reader.Dispose()
		}
		Expect(goleak.Find(before)).To(Succeed())
	})
})

var _ = Describe("8 Order of judgement", Label("clause:8"), func() {
	It("is: disposed, request, executor missing, place, core", func(ctx SpecContext) {
		reader, err := world.Orders(nil)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: " "})
		Expect(err).To(MatchError(intent.InputInvalid))
		_, err = reader.Parse(ctx, intent.Request{Input: "x", Fields: intent.Fields("nope")})
		Expect(err).To(MatchError(intent.UnknownField))
		_, err = reader.Parse(ctx, intent.Request{Input: "x"})
		Expect(err).To(MatchError(intent.ExecutorNotConfigured))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
	})

	It("judges the request before the place", func(ctx SpecContext) {
		entered := make(chan struct{}, 1)
		reader, err := world.Orders(script.New(waiting(entered)),
			func(c *intent.Config) { c.Limits.MaxConcurrentParses = 1 })
		Expect(err).NotTo(HaveOccurred())
		running := parseAside(ctx, reader)
		Eventually(entered).WithContext(ctx).Should(Receive())
		_, err = reader.Parse(ctx, intent.Request{Input: " "})
		Expect(err).To(MatchError(intent.InputInvalid))
		reader.Dispose()
		Expect(<-running).To(MatchError(intent.InstanceDisposed))
	})
})

var _ = Describe("10 No shared memory", Label("clause:10"), func() {
	It("gives results and errors that nobody else holds", func(ctx SpecContext) {
		reader, err := world.Orders(script.New(
			script.JSON(world.Core()), script.Refusal(""), script.JSON(world.Core()), script.JSON(world.Data())))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		partial := intent.AsError(err).PartialResult
		partial.Requirements[0], *partial.PrimaryIntent = "changed", "changed"
		partial.Intents[0].Requirements[0] = "changed"
		result, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
		Expect(result.Requirements).To(Equal([]string{"two parcels"}))
		Expect(*result.PrimaryIntent).To(Equal("Ship order 000771"))
		Expect(result.Intents[0].Requirements).To(Equal([]string{"to Lisbon"}))
	})

	It("copies the configuration", func(ctx SpecContext) {
		schema := []byte(world.OrderSchema)
		reader, err := bootstrap.NewIntent(intent.Config{Schema: schema}, world.Good(1))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		for i := range schema {
			schema[i] = ' '
		}
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
	})
})
