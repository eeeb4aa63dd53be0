package acting_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/adapters/journal/sqlite"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/bootstrap/acting"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// faulty fails at the nth commit: before it is stored, after it was stored, or by never answering.
type faulty struct {
	ports.Journal
	at    int64
	how   string
	count atomic.Int64
}

func (f *faulty) Commit(ctx context.Context, t run.Transition) error {
	if f.count.Add(1) != f.at {
		return f.Journal.Commit(ctx, t)
	}
	switch f.how {
	case "full disk":
		return tool.Errorf(tool.ExecutionFailure, "commit: the disk is full")
	case "lost acknowledgement":
		_ = f.Journal.Commit(ctx, t)
		return errors.New("the connection broke")
	case "no answer":
		_ = f.Journal.Commit(ctx, t)
		<-ctx.Done()
		return ctx.Err()
	default:
		panic("the journal panicked")
	}
}

// effects are what the world has seen: each call adds its id.
type effects struct {
	mu  sync.Mutex
	ids []string
}

func (e *effects) do(_ context.Context, c *ports.Call) (tool.Result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ids = append(e.ids, c.Invocation().InvocationID)
	return tool.Text("done"), nil
}

var _ = Describe("A commit that is not acknowledged", Label("clause:K5.2"), func() {
	// The run below makes seven commits if nothing fails.
	const commits = 7
	for n := int64(1); n <= commits; n++ {
		for _, how := range []string{"full disk", "lost acknowledgement", "no answer", "panic"} {
			It(fmt.Sprintf("ends the run in memory, at commit %d by %s", n, how), func() {
				f := &faulty{Journal: memory.New(), at: n, how: how}
				world := &effects{}
				s := settingsOf(scripted(turn(call("c1", "act", `{}`), call("c2", "act", `{}`)), turn(said("Done."))),
					gadget{name: "act", do: world.do})
				s.Journal, s.Options.ID = f, "r"
				if how == "no answer" { // short, and long enough for the commits before it on a busy machine
					s.Options.Times = acting.Times{Commit: 300 * time.Millisecond}
				}
				c, err := acting.Start(context.Background(), s)
				if n == 1 {
					Expect(err).To(HaveOccurred())
				} else {
					Expect(err).NotTo(HaveOccurred())
					outcome := endedRun(c)
					Expect(outcome.Head.State).To(Equal(run.Failed))
					storage, _ := outcome.Head.Error.Details.Lookup("storage")
					Expect(storage.Text()).To(Equal("unacknowledged"))
				}
				Expect(f.count.Load()).To(Equal(n), "nothing is tried again")
				notOnceMore(f.Journal, world)
			})
		}
	}
})

// notOnceMore holds that each effect was committed first, none happened twice, and that a fresh load names
// as uncertain exactly what was committed and has no settlement.
func notOnceMore(j ports.Journal, world *effects) {
	r, page, err := conversation.Load(context.Background(), j, "r")
	if errors.Is(err, tool.NotFound) {
		Expect(world.ids).To(BeEmpty())
		return
	}
	Expect(err).NotTo(HaveOccurred())
	committed := map[string]bool{}
	for _, e := range eventsOf(page, run.ToolCommitted) {
		committed[e.InvocationID] = true
	}
	seen := map[string]bool{}
	for _, id := range world.ids {
		Expect(committed[id]).To(BeTrue(), "an effect without its commit")
		Expect(seen[id]).To(BeFalse(), "an effect twice")
		seen[id] = true
	}
	for _, e := range eventsOf(page, run.ToolSettled) {
		delete(committed, e.InvocationID)
	}
	if r.Ended() {
		Expect(committed).To(BeEmpty())
		return
	}
	Expect(r.Head().State).To(Equal(run.RecoveryRequired))
	Expect(r.Due()).To(BeEmpty())
	for _, e := range r.Uncertain() {
		if e.Kind == run.ToolEffect {
			Expect(committed[e.InvocationID]).To(BeTrue())
			delete(committed, e.InvocationID)
		}
	}
	Expect(committed).To(BeEmpty(), "something uncertain is not named")
}

var _ = Describe("A journal", Label("clause:K5"), func() {
	It("that is not durable is refused by who needs one", Label("clause:K5.6"), func() {
		s := settingsOf(scripted(turn()))
		s.Options.Durable = true
		_, err := acting.Start(context.Background(), s)
		Expect(err).To(MatchError(tool.UnsupportedCapability))
	})

	It("is fenced by a recovery: whoever still runs can write nothing more",
		Label("clause:K5.4", "clause:K5.5"), func() {
			journal, err := sqlite.Open(context.Background(),
				sqlite.Options{Path: filepath.Join(GinkgoT().TempDir(), "runs.db")})
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(journal.Close)
			began, goOn := make(chan struct{}), make(chan struct{})
			s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()), gadget{name: "act",
				do: func(context.Context, *ports.Call) (tool.Result, error) {
					close(began)
					<-goOn
					return tool.Text("late"), nil
				}})
			s.Journal, s.Options.Durable = journal, true
			c := begunRun(s)
			<-began
			r, err := conversation.Recover(context.Background(), journal, c.ID(), time.Now())
			Expect(err).NotTo(HaveOccurred())
			Expect(r.Head().Incarnation).To(Equal(2))
			Expect(r.Uncertain()).To(HaveLen(1))
			close(goOn)
			outcome := endedRun(c)
			Expect(outcome.Head.State).To(Equal(run.Failed))
			in := run.Reconcile{Effect: r.Uncertain()[0].ID, Outcome: "done", Note: "looked", By: "me"}
			Expect(conversation.Reconcile(context.Background(), journal, r, time.Now(), in)).To(Succeed())
			Expect(conversation.Reconcile(context.Background(), journal, r, time.Now(),
				in)).To(MatchError(tool.ResourceConflict))
			Expect(r.Head().State).To(Equal(run.Failed))
			reconciled, _ := r.Head().Error.Details.Lookup("reconciled")
			Expect(reconciled.Bool()).To(BeTrue())
		})

	It("shows a changed event by its chain", Label("clause:S26"), func() {
		_, page := acted(settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()), gadget{name: "act"}))
		Expect(run.BrokenChain("", page.Events)).To(BeZero())
		changed, err := run.ReadEvent(append([]byte(nil),
			append(page.Events[2].Text[:len(page.Events[2].Text)-1:len(page.Events[2].Text)-1], ` }`...)...))
		Expect(err).NotTo(HaveOccurred())
		page.Events[2] = changed
		Expect(run.BrokenChain("", page.Events)).To(Equal(int64(4)))
	})
})

var _ = Describe("Going on from a run", Label("clause:R9"), func() {
	goOn := func(s acting.Settings, from, prompt string) (acting.Outcome, ports.Page, *watcher, error) {
		w := &watcher{}
		again := settingsOf(scripted(turn(said("Went on."))), gadget{name: "act"})
		again.Journal, again.Prompt = s.Journal, prompt
		again.Options.Observers, again.Options.Contents, again.Options.Journal = []ports.Observer{w}, true, s.Journal
		o, err := conversation.Continue(context.Background(), again.Options, from, time.Now())
		if err != nil {
			return acting.Outcome{}, ports.Page{}, w, err
		}
		again.Options = o
		outcome, page := acted(again)
		return outcome, page, w, nil
	}

	DescribeTable("begins a new run with its transcript, after every end",
		func(provider func() ports.Provider, times acting.Times, state run.State) {
			s := settingsOf(provider(), gadget{name: "act"})
			s.Options.Times = times
			first, _ := acted(s)
			Expect(first.Head.State).To(Equal(state))
			outcome, page, w, err := goOn(s, first.Head.ID, "And now the rest")
			Expect(err).NotTo(HaveOccurred())
			Expect(outcome.Head.State).To(Equal(run.Completed))
			Expect(page.Head.Continues.RunID).To(Equal(first.Head.ID))
			Expect(w.requests[0].Input[0].Text).To(Equal("Go on."))
			answered := map[string]bool{}
			for _, item := range w.requests[0].Input {
				if item.Type == run.ToolOutputItem {
					answered[item.CallID] = true
				}
			}
			for _, item := range w.requests[0].Input {
				if item.Type == run.FunctionCallItem {
					Expect(answered[item.CallID]).To(BeTrue(), "a call without an output")
				}
			}
			Expect(w.requests[0].Input[len(w.requests[0].Input)-1].Text).To(Equal("And now the rest"))
			old, err := s.Journal.Read(context.Background(), first.Head.ID, 0, 0)
			Expect(err).NotTo(HaveOccurred())
			Expect(old.Head.State).To(Equal(state), "an ended run stays ended")
		},
		Entry("completed", func() ports.Provider {
			return scripted(turn(call("c1", "act", `{}`)),
				turn(said("Done.")))
		}, acting.Times{}, run.Completed),
		Entry("failed", func() ports.Provider { return scripted(turn(call("c1", "act", `{}`))) }, acting.Times{},
			run.Failed),
		Entry("timed out", func() ports.Provider { return scripted(`{"items":[],"delayMs":60000}`) },
			acting.Times{Run: 20 * time.Millisecond}, run.TimedOut),
	)

	It("is refused while an effect of a tool is uncertain, and names it", func() {
		s := settingsOf(scripted(turn(call("c1", "act", `{}`))), gadget{name: "act", do: panics})
		first, _ := acted(s)
		Expect(first.Head.State).To(Equal(run.UnknownOutcome))
		_, _, _, err := goOn(s, first.Head.ID, "")
		Expect(err).To(MatchError(tool.UnknownOutcome))
		Expect(tool.From(err).Details.JSON()).To(ContainSubstring(first.Invocations[0].InvocationID))
		r, err := conversation.Recover(context.Background(), s.Journal, first.Head.ID, time.Now())
		Expect(err).NotTo(HaveOccurred())
		Expect(conversation.Reconcile(context.Background(), s.Journal, r, time.Now(),
			run.Reconcile{Effect: r.Uncertain()[0].ID, Outcome: "not-done", By: "me"})).To(Succeed())
		outcome, _, _, err := goOn(s, first.Head.ID, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(outcome.Head.State).To(Equal(run.Completed))
	})
})

var _ = Describe("A thousand runs at once", Label("clause:K5.3"), func() {
	It("do not meet", func() {
		journal := memory.New()
		var wg sync.WaitGroup
		states := make([]run.State, 1000)
		for i := range states {
			wg.Go(func() {
				defer GinkgoRecover()
				s := settingsOf(scripted(turn(call("c1", "act", `{}`), call("c2", "act", `{"a":"x"}`)),
					turn(said("Done."))),
					gadget{name: "act"})
				s.Journal = journal
				c := begunRun(s)
				if i%10 == 0 {
					_ = c.Steer(context.Background(), "left")
				}
				states[i] = endedRun(c).Head.State
			})
		}
		wg.Wait()
		failed := 0
		for _, state := range states {
			if state != run.Completed {
				failed++ // a run that was steered asks once more than the script has turns
			}
		}
		Expect(failed).To(BeNumerically("<=", 100))
		heads, err := journal.List(context.Background(), ports.Filter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(heads).To(HaveLen(1000))
	})
})
