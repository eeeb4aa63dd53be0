package acting_test

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/bootstrap/acting"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

var _ = Describe("A run", Label("clause:K3"), func() {
	It("takes steering before the next attempt and follow-ups at its end, acknowledged when committed",
		Label("clause:K3.2", "clause:K3.4"), func() {
			var c *acting.Conversation
			ready := make(chan struct{})
			journal := memory.New()
			w := &watcher{}
			s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn(said("Half.")), turn(said("Whole."))),
				gadget{name: "act",
					do: func(ctx context.Context, _ *ports.Call) (tool.Result, error) {
						<-ready
						if err := errors.Join(c.Prompt(ctx, "and then"), c.Steer(ctx, "left")); err != nil {
							return tool.Result{}, err
						}
						page, err := ports.ReadAll(ctx, journal, c.ID())
						return tool.JSON(strictjson.Bool(len(eventsOf(page, run.Steered)) == 1)), err
					}})
			s.Journal, s.Options.Observers, s.Options.Contents = journal, []ports.Observer{w}, true
			c = begunRun(s)
			close(ready)
			outcome := endedRun(c)
			Expect(outcome.Head.State).To(Equal(run.Completed))
			Expect(outcome.Head.Attempts).To(Equal(3))
			Expect(*outcome.Head.Message).To(Equal("Whole."))
			last := func(n int) run.Item { return w.requests[n].Input[len(w.requests[n].Input)-1] }
			Expect(last(1).Text).To(Equal("left"))
			Expect(last(2).Text).To(Equal("and then"))
			Expect(c.Steer(context.Background(), "late")).To(MatchError(tool.Validation))
			Expect(c.Prompt(context.Background(), "late")).To(MatchError(tool.Validation))
			Expect(c.Cancel()).To(MatchError(tool.Validation))
		})

	It("ends at its quota, with what was settled", Label("clause:K3.5", "clause:S16"), func() {
		p := &person{answers: []run.Answer{approving(true), approving(true)}}
		s := settingsOf(scripted(turn(call("c1", "act", `{}`), call("c2", "act", `{}`), call("c3", "act", `{}`))),
			gadget{name: "act", approval: tool.ApproveEach})
		s.Options.Quota, s.Options.Interactions = 2, p
		outcome, _ := acted(s)
		Expect(outcome.Head.State).To(Equal(run.Failed))
		Expect(classOf(outcome.Head.Error)).To(Equal(tool.BudgetExceeded))
		Expect(outcome.Invocations).To(HaveLen(2))
		Expect(outcome.Invocations[1].Error.Class).To(Equal(tool.BudgetExceeded))
		Expect(p.asked).To(HaveLen(1))
	})

	DescribeTable("refuses times that are none", Label("clause:K3.6"),
		func(times acting.Times) {
			s := settingsOf(scripted())
			s.Options.Times = times
			_, err := acting.Start(context.Background(), s)
			Expect(err).To(MatchError(tool.Validation))
		},
		Entry("too short", acting.Times{Effect: time.Microsecond}),
		Entry("too long", acting.Times{Run: time.Hour + 1}),
		Entry("infinite without infinite approvals", acting.Times{Run: conversation.Infinite}),
		Entry("an infinite effect", acting.Times{Effect: conversation.Infinite}),
	)

	It("stands still while a person is asked, and goes on with what it had left", Label("clause:K3.7"), func() {
		s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn(said("Done."))),
			gadget{name: "act", approval: tool.ApproveEach})
		s.Options.Interactions = slow{1200 * time.Millisecond}
		s.Options.Times = acting.Times{Run: time.Second, Approval: time.Minute}
		outcome, _ := acted(s)
		Expect(outcome.Head.State).To(Equal(run.Completed))
	})

	It("times out, and says so", Label("clause:S19"), func() {
		s := settingsOf(scripted(`{"items":[],"delayMs":60000}`))
		s.Options.Times = acting.Times{Run: 30 * time.Millisecond, CleanUp: time.Second}
		outcome, page := acted(s)
		Expect(outcome.Head.State).To(Equal(run.TimedOut))
		Expect(classOf(outcome.Head.Error)).To(Equal(tool.Timeout))
		Expect(eventsOf(page, run.ProviderSettled)[0].Outcome).To(Equal(run.OutcomeError))
	})

	DescribeTable("is cancelled at once, and its end says what is known", Label("clause:K3.8"),
		func(prove bool, state run.State) {
			began := make(chan struct{})
			s := settingsOf(scripted(turn(call("c1", "act", `{}`), call("c2", "act", `{}`))), gadget{name: "act",
				do: func(ctx context.Context, c *ports.Call) (tool.Result, error) {
					close(began)
					<-ctx.Done()
					if prove {
						return tool.Result{}, c.Stopped(strictjson.String("gone"))
					}
					return tool.Text("done after all"), nil
				}})
			c := begunRun(s)
			Expect(c.Prompt(context.Background(), "later")).To(Succeed())
			<-began
			Expect(c.Cancel()).To(Succeed())
			Expect(c.Cancel()).To(MatchError(tool.Validation))
			outcome := endedRun(c)
			Expect(outcome.Head.State).To(Equal(state))
			Expect(outcome.Invocations).To(HaveLen(1))
			Expect(outcome.FollowUps).To(Equal([]string{"later"}))
			if state == run.UnknownOutcome {
				cause, _ := outcome.Head.Error.Details.Lookup("cause")
				Expect(cause.JSON()).To(ContainSubstring("cancelled"))
			}
		},
		Entry("with proof", true, run.Cancelled),
		Entry("without proof", false, run.UnknownOutcome),
	)

	It("does not dispatch what a cancel raced", Label("clause:K3.8"), func() {
		called := &atomic.Int64{}
		gate := &gated{Journal: memory.New(), at: run.ToolCommitted, reached: make(chan struct{}),
			open: make(chan struct{})}
		s := settingsOf(scripted(turn(call("c1", "act", `{}`))), gadget{name: "act", called: called})
		s.Journal = gate
		c := begunRun(s)
		<-gate.reached
		Expect(c.Cancel()).To(Succeed())
		close(gate.open)
		outcome := endedRun(c)
		Expect(called.Load()).To(BeZero())
		Expect(outcome.Head.State).To(Equal(run.Cancelled))
		Expect(outcome.Invocations[0].Outcome).To(Equal(run.OutcomeCancelled))
	})

	DescribeTable("fails on a provider that breaks its contract",
		Label("clause:K3.3", "clause:S15", "clause:S20"),
		func(reply string, class tool.Class) {
			outcome, _ := acted(settingsOf(scripted(reply), gadget{name: "act"}))
			Expect(outcome.Head.State).To(Equal(run.Failed))
			Expect(classOf(outcome.Head.Error)).To(Equal(class))
			Expect(outcome.Invocations).To(BeEmpty())
		},
		Entry("a repeated callId", turn(call("c", "act", `{}`), call("c", "act", `{}`)), tool.MalformedResult),
		Entry("a blank callId", turn(call(" ", "act", `{}`)), tool.MalformedResult),
		Entry("an unknown item", turn(`{"type":"thought"}`), tool.MalformedResult),
		Entry("too many calls", turn(manyCalls(65)...), tool.MalformedResult),
		Entry("an incomplete reply", `{"items":[],"end":"incomplete"}`, tool.MalformedResult),
		Entry("a refusal", `{"items":[],"end":"refusal"}`, tool.Forbidden),
		Entry("a fault of the provider", `{"error":{"class":"forbidden","message":"no key"}}`, tool.Forbidden),
	)

	It("tries transient faults again as new attempts, each committed and counted", Label("clause:R21"), func() {
		busy := `{"error":{"class":"overloaded","message":"busy","details":{"retryAfterMs":1}}}`
		s := settingsOf(scripted(busy, busy, turn(said("At last."))))
		s.Options.ProviderAttempts = 3
		outcome, page := acted(s)
		Expect(outcome.Head.State).To(Equal(run.Completed))
		Expect(outcome.Head.Work.Used).To(Equal(3))
		Expect(eventsOf(page, run.ProviderCommitted)).To(HaveLen(3))
		s = settingsOf(scripted(busy, turn()))
		outcome, _ = acted(s)
		Expect(classOf(outcome.Head.Error)).To(Equal(tool.Overloaded))
	})

	It("releases its owner's resources before its end, with the evidence", Label("clause:R19"), func() {
		s := settingsOf(scripted(turn(said("Done."))))
		owner := ""
		s.Options.Release = func(_ context.Context, o string) (strictjson.Value, error) {
			owner = o
			return strictjson.String("two commands gone"), nil
		}
		outcome, page := acted(s)
		Expect(owner).To(Equal(outcome.Head.Owner))
		Expect(eventsOf(page, run.RunFinished)[0].Data.JSON()).To(ContainSubstring("two commands gone"))
		s = settingsOf(scripted(turn(said("Done."))))
		s.Options.Release = func(context.Context, string) (strictjson.Value, error) {
			return strictjson.Null(), errors.New("one is left")
		}
		outcome, _ = acted(s)
		Expect(outcome.Head.State).To(Equal(run.UnknownOutcome))
	})

	It("tells observers in order, without contents unless they were asked for", Label("clause:K3.10"), func() {
		for _, contents := range []bool{false, true} {
			w := &watcher{}
			s := settingsOf(scripted(turn(call("c1", "act", `{"a":"secret"}`)), turn(said("Done."))),
				gadget{name: "act"})
			s.Options.Observers, s.Options.Contents = []ports.Observer{bad{}, w}, contents
			_, page := acted(s)
			Expect(w.events).To(HaveLen(len(page.Events)))
			told := false
			for i, e := range w.events {
				Expect(e.Number).To(Equal(int64(i + 1)))
				told = told || len(e.Items) > 0 || !e.Data.IsNull()
			}
			Expect(told).To(Equal(contents))
			Expect(len(w.requests) > 0).To(Equal(contents))
		}
	})
})

func manyCalls(n int) []string {
	var all []string
	for i := range n {
		all = append(all, call("c"+string(rune('0'+i/10))+string(rune('0'+i%10)), "act", `{}`))
	}
	return all
}

// bad is an observer that panics.
type bad struct{}

func (bad) Committed(string, run.Event)             { panic("observer") }
func (bad) Requested(string, ports.ProviderRequest) { panic("observer") }
func (bad) Wrote(string, string)                    { panic("observer") }

// slow approves after a while.
type slow struct{ wait time.Duration }

func (s slow) Ask(_ context.Context, _ run.Interaction, answer func(run.Answer) error) error {
	time.AfterFunc(s.wait, func() { _ = answer(approving(true)) })
	return nil
}

// gated holds the commit of an event until it is let through.
type gated struct {
	ports.Journal
	at      run.EventType
	reached chan struct{}
	open    chan struct{}
}

func (g *gated) Commit(ctx context.Context, t run.Transition) error {
	if t.Events[0].Event.Type == g.at {
		close(g.reached)
		<-g.open
	}
	return g.Journal.Commit(ctx, t)
}

var _ = Describe("Approvals", Label("clause:K4"), func() {
	approved := func(p ports.Interactions, prohibitions ...string) (acting.Outcome, ports.Page, *atomic.Int64) {
		called := &atomic.Int64{}
		s := settingsOf(scripted(turn(call("c1", "act", `{"a":"x"}`)), turn(said("Done."))),
			gadget{name: "act", approval: tool.ApproveEach, called: called})
		s.Options.Interactions, s.Options.Authority.Prohibitions = p, prohibitions
		outcome, page := acted(s)
		return outcome, page, called
	}

	DescribeTable("end as the person says, or as nobody says", Label("clause:K4.1", "clause:S12", "clause:S13"),
		func(p ports.Interactions, class tool.Class) {
			outcome, page, called := approved(p)
			Expect(classOf(outcome.Invocations[0].Error)).To(Equal(class))
			Expect(called.Load() == 1).To(Equal(class == ""))
			Expect(eventsOf(page, run.ApprovalRequested)).To(HaveLen(1))
			Expect(eventsOf(page, run.ApprovalSettled)).To(HaveLen(1))
			Expect(outcome.Head.State).To(Equal(run.Completed))
		},
		Entry("approved", &person{answers: []run.Answer{approving(true)}}, tool.Class("")),
		Entry("denied", &person{answers: []run.Answer{approving(false)}}, tool.Forbidden),
		Entry("nobody to ask", nil, tool.ApprovalRequired),
		Entry("answers used up", &person{}, tool.ApprovalRequired),
		Entry("an answer of another kind", &person{answers: []run.Answer{{Answers: map[string]string{"x": "y"}}}},
			tool.ApprovalRequired),
	)

	It("expire", Label("clause:K4.1"), func() {
		s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()),
			gadget{name: "act", approval: tool.ApproveEach})
		s.Options.Interactions = slow{time.Hour}
		s.Options.Times = acting.Times{Approval: 20 * time.Millisecond}
		outcome, _ := acted(s)
		Expect(classOf(outcome.Invocations[0].Error)).To(Equal(tool.Timeout))
	})

	It("show the call as it will be used, every reason and the prohibitions word for word",
		Label("clause:K4.3"), func() {
			p := &person{answers: []run.Answer{approving(true)}}
			approved(p, "Do not touch the north wing.")
			a := p.asked[0].Approval
			Expect(a.Arguments.JSON()).To(Equal(`{"a":"x"}`))
			Expect(a.Digest).To(Equal(tool.Digest(a.Arguments)))
			Expect(a.Reasons).To(HaveLen(2))
			Expect(a.Prohibitions).To(Equal([]string{"Do not touch the north wing."}))
			Expect(a.Prohibited).To(BeTrue())
		})

	It("take one answer: a second is a conflict, a malformed one leaves them open", Label("clause:K4.2"),
		func() {
			answered := make(chan []error, 1)
			outcome, _, called := approved(askerFunc(func(answer func(run.Answer) error) {
				answered <- []error{answer(run.Answer{}), answer(approving(true)), answer(approving(true))}
			}))
			errs := <-answered
			Expect(outcome.Head.State).To(Equal(run.Completed))
			Expect(called.Load()).To(Equal(int64(1)))
			Expect(errs[0]).To(MatchError(tool.Validation))
			Expect(errs[1]).NotTo(HaveOccurred())
			Expect(errs[2]).To(MatchError(tool.ResourceConflict))
		})

	It("are asked for what a grant leaves open: deletions only if there are some", Label("clause:S11"), func() {
		for _, needs := range [][]tool.Need{{}, {{Kind: tool.Deletion, Files: []string{"old.txt"}}}} {
			p := &person{answers: []run.Answer{approving(true)}}
			s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()),
				gadget{name: "act", approval: tool.ApproveDeletions, needs: needs,
					do: func(_ context.Context, c *ports.Call) (tool.Result, error) {
						Expect(c.Covers(tool.Deletion, "old.txt")).To(Equal(len(needs) > 0))
						Expect(c.Covers(tool.Deletion, "new.txt")).To(BeFalse())
						return tool.Text("x"), nil
					}})
			s.Options.Interactions = p
			outcome, _ := acted(s)
			Expect(outcome.Head.State).To(Equal(run.Completed))
			Expect(p.asked).To(HaveLen(len(needs)))
		}
	})

	It("let a running call ask, with the answer written down before it goes on", Label("clause:K4.2"), func() {
		journal := memory.New()
		resolved := 0
		s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()), gadget{name: "act",
			do: func(ctx context.Context, c *ports.Call) (tool.Result, error) {
				request, _ := strictjson.Decode([]byte(`{"questions":[{"id":"q"}]}`), strictjson.Options{})
				a, err := c.Ask(ctx, run.Interaction{Kind: run.Question, Request: request})
				if err != nil {
					return tool.Result{}, err
				}
				page, err := ports.ReadAll(ctx, journal, c.Invocation().RunID)
				resolved = len(eventsOf(page, run.InteractionResolved))
				return tool.Text(a.Answers["q"]), err
			}})
		s.Journal = journal
		s.Options.Interactions = &person{answers: []run.Answer{{Answers: map[string]string{"q": "blue"}}}}
		outcome, _ := acted(s)
		Expect(outcome.Invocations[0].Value.Text()).To(Equal("blue"))
		Expect(resolved).To(Equal(1))
	})
})

// askerFunc answers from a goroutine of its own.
type askerFunc func(answer func(run.Answer) error)

func (f askerFunc) Ask(_ context.Context, _ run.Interaction, answer func(run.Answer) error) error {
	go f(answer)
	return nil
}
