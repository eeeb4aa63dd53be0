package acceptance_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// unwell is a session store whose changes misbehave while it is told to.
type unwell struct {
	ports.SessionStore
	misdeed atomic.Pointer[func() error]
}

func (s *unwell) Swap(ctx context.Context, job ports.JobRecord) error {
	if misdeed := s.misdeed.Load(); misdeed != nil {
		if err := (*misdeed)(); err != nil {
			return err
		}
	}
	return s.SessionStore.Swap(ctx, job)
}

var _ = Describe("Bridge: a session store that misbehaves", Label("clause:robust.3"), func() {
	DescribeTable("is answered with reason store, and the job is where it was",
		func(misdeed func() error) {
			orders, err := bootstrap.NewIntent(intent.Config{Schema: []byte(world.OrderSchema)}, nil)
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(orders.Dispose)
			store := &unwell{SessionStore: memory.New(bootstrap.BridgeSettings{}.Limits(), nil)}
			hub, err := bootstrap.NewBridge(bootstrap.Instances{"orders": orders}, bootstrap.BridgeSettings{},
				bootstrap.WithSessionStore(store))
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(hub.Close)
			session := hub.Connect()
			task := session.Prepare(context.Background(), bootstrap.PrepareCall{
				Instance: "orders", Request: intent.Request{Input: world.OrderInput}}).Task
			Expect(task).NotTo(BeNil())
			call := bootstrap.AcceptCall{JobID: task.JobID, StepToken: task.StepToken, CandidateText: goodCoreText}

			store.misdeed.Store(&misdeed)
			reply := session.Accept(context.Background(), call)
			Expect(reply.Error).To(MatchError(intent.ModelRequestFailed))
			Expect(reply.Error.Reason).To(Equal(intent.FailedStore))
			Expect(reply.JSON()).NotTo(ContainSubstring("secret"))

			store.misdeed.Store(nil)
			Expect(session.Accept(context.Background(), call).Task).NotTo(BeNil())
		},
		Entry("it panics", func() error { panic("secret") }),
		Entry("it ends its goroutine", func() error { runtime.Goexit(); return nil }),
		Entry("it fails", func() error { return errors.New("secret") }),
		Entry("it fails with an end of a context that has not ended", func() error { return context.Canceled }),
	)
})
