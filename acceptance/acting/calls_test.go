package acting_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/adapters/journal/memory"
	"github.com/devcodex/intent-runtime/bootstrap/acting"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

var _ = Describe("A catalog", Label("clause:K1.2"), func() {
	It("is refused with every fault at once, and no run begins", func() {
		s := settingsOf(scripted(), gadget{name: "one"}, gadget{name: "one"})
		s.Grants = append(s.Grants[:1], tool.Grant{Tool: tool.Name{Name: "ghost"}, Revision: 1,
			Approval: tool.ApproveNone})
		s.Grants[0].Revision = 2
		_, err := acting.Start(context.Background(), s)
		Expect(err).To(MatchError(ContainSubstring("two descriptors")))
		Expect(err).To(MatchError(ContainSubstring("revision 2")))
		Expect(err).To(MatchError(ContainSubstring("without a descriptor")))
		Expect(errors.Is(err, tool.ResourceConflict) && errors.Is(err, tool.Forbidden)).To(BeTrue())
		heads, err := s.Journal.List(context.Background(), ports.Filter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(heads).To(BeEmpty())
	})

	It("shows a provider direct tools only, in catalog order", Label("clause:K1.3"), func() {
		w := &watcher{}
		s := settingsOf(scripted(turn()), gadget{name: "b"}, gadget{name: "hidden"}, gadget{name: "a"})
		s.Tools[1].Contract.Exposure = tool.Hidden
		s.Options.Observers, s.Options.Contents = []ports.Observer{w}, true
		acted(s)
		Expect(w.requests).To(HaveLen(1))
		var names []string
		for _, c := range w.requests[0].Tools {
			names = append(names, c.Name.String())
		}
		Expect(names).To(Equal([]string{"b", "a"}))
	})

	It("has a digest of the contract in its snapshot, in approvals, and a grant may name it",
		Label("clause:R22"), func() {
			s := settingsOf(scripted(turn()), gadget{name: "a"})
			s.Grants[0].Contract = "sha256:another"
			_, err := acting.Start(context.Background(), s)
			Expect(err).To(MatchError(tool.Forbidden))
			s.Grants[0].Contract = s.Tools[0].Contract.Digest()
			_, page := acted(s)
			Expect(page.Events[0].Event.Data.JSON()).To(ContainSubstring(s.Grants[0].Contract))
		})
})

var _ = Describe("One call", Label("clause:K2"), func() {
	DescribeTable("is judged in order and refused before the commit, at no cost", Label("clause:K2.1"),
		func(name, arguments string, class tool.Class) {
			called := &atomic.Int64{}
			outcome, page := acted(settingsOf(scripted(turn(call("c1", name, arguments)), turn(said("Done."))),
				gadget{name: "act", called: called}))
			Expect(outcome.Head.State).To(Equal(run.Completed))
			Expect(outcome.Head.Work.Used).To(Equal(2))
			Expect(outcome.Invocations).To(HaveLen(1))
			Expect(classOf(outcome.Invocations[0].Error)).To(Equal(class))
			Expect(called.Load()).To(BeZero())
			Expect(eventsOf(page, run.ToolRejected)).To(HaveLen(1))
			Expect(eventsOf(page, run.ToolCommitted)).To(BeEmpty())
		},
		Entry("an unknown name", "nobody", `{}`, tool.NotFound),
		Entry("an unknown name before its arguments", "nobody", `"{"`, tool.NotFound),
		Entry("a known tool without a grant before its arguments", "exec_command", `"{"`, tool.Forbidden),
		Entry("a name that is only nearly right", "Act", `{}`, tool.NotFound),
		Entry("no JSON", "act", `"{"`, tool.Validation),
		Entry("a repeated name", "act", `"{\"a\":\"1\",\"a\":\"2\"}"`, tool.Validation),
		Entry("what does not fit the schema", "act", `{"a":1}`, tool.Validation),
		Entry("authority in the arguments", "act", `{"authority":"all"}`, tool.Validation),
		Entry("too many bytes", "act", `{"a":"`+strings.Repeat("x", tool.MaxArgumentBytes)+`"}`, tool.Validation),
	)

	It("gives the backend its own context after the commit, and the identity of the call",
		Label("clause:K2.2", "clause:K2.4"), func() {
			journal := memory.New()
			var committed int
			var seen ports.Invocation
			var binding any
			s := settingsOf(scripted(turn(call("c1", "act", `{"a":"x"}`)), turn()), gadget{name: "act",
				do: func(ctx context.Context, c *ports.Call) (tool.Result, error) {
					seen, binding = c.Invocation(), c.Binding()
					page, err := ports.ReadAll(ctx, journal, seen.RunID)
					committed = len(eventsOf(page, run.ToolCommitted))
					_, bounded := c.Deadline()
					_, limited := ctx.Deadline()
					return tool.JSON(strictjson.Bool(bounded && !limited)), err
				}})
			s.Journal = journal
			outcome, _ := acted(s)
			Expect(committed).To(Equal(1))
			Expect(binding).To(Equal("bound to act"))
			Expect(seen).To(Equal(ports.Invocation{RunID: outcome.Head.ID, Owner: outcome.Head.ID, Incarnation: 1,
				Attempt: 1, InvocationID: outcome.Invocations[0].InvocationID, ToolCallID: "c1"}))
		})

	DescribeTable("settles by what its backend proves", Label("clause:K2.7", "clause:K2.8"),
		func(safety tool.Safety, do func(context.Context, *ports.Call) (tool.Result, error), outcome run.Outcome,
			class tool.Class) {
			got, _ := acted(settingsOf(scripted(turn(call("c1", "act", `{}`), call("c2", "act", `{}`)), turn()),
				gadget{name: "act", safety: safety, do: do}))
			Expect(got.Invocations[0].Outcome).To(Equal(outcome))
			Expect(classOf(got.Invocations[0].Error)).To(Equal(class))
			if outcome == run.OutcomeUnknown { // the batch ends, and the run with it: clause K2.9
				Expect(got.Invocations).To(HaveLen(1))
				Expect(got.Head.State).To(Equal(run.UnknownOutcome))
			} else {
				Expect(got.Head.State).To(Equal(run.Completed))
			}
		},
		Entry("a panic", tool.Safety{}, panics, run.OutcomeUnknown, tool.UnknownOutcome),
		Entry("a panic of a read-only tool", tool.Safety{ReadOnly: true}, panics, run.OutcomeError,
			tool.ExecutionFailure),
		Entry("an error without a class", tool.Safety{}, fails(errors.New("nothing happened")), run.OutcomeUnknown,
			tool.UnknownOutcome),
		Entry("an error without a class, retry-safe", tool.Safety{RetrySafe: true}, fails(errors.New("x")),
			run.OutcomeUnknown, tool.UnknownOutcome),
		Entry("an error without a class, read-only", tool.Safety{ReadOnly: true}, fails(errors.New("x")),
			run.OutcomeError, tool.ExecutionFailure),
		Entry("an error with a class", tool.Safety{}, fails(tool.Errorf(tool.ResourceConflict, "x")),
			run.OutcomeError, tool.ResourceConflict),
		Entry("its own unknown_outcome", tool.Safety{}, fails(tool.Errorf(tool.UnknownOutcome, "x")),
			run.OutcomeUnknown, tool.UnknownOutcome),
		Entry("its own unknown_outcome, read-only", tool.Safety{ReadOnly: true}, fails(tool.UnknownOutcome),
			run.OutcomeUnknown, tool.UnknownOutcome),
		Entry("a rejection by its handle", tool.Safety{},
			func(_ context.Context, c *ports.Call) (tool.Result, error) {
				return tool.Result{}, c.Reject(errors.New("nothing began"))
			}, run.OutcomeError, tool.ExecutionFailure),
		Entry("a rejection that says unknown_outcome", tool.Safety{},
			func(_ context.Context, c *ports.Call) (tool.Result, error) {
				return tool.Result{}, c.Reject(tool.Errorf(tool.UnknownOutcome, "x"))
			}, run.OutcomeUnknown, tool.UnknownOutcome),
		Entry("a result that is too large", tool.Safety{}, func(context.Context, *ports.Call) (tool.Result, error) {
			return tool.Text(strings.Repeat("x", tool.MaxResultBytes+1)), nil
		}, run.OutcomeError, tool.BudgetExceeded),
		Entry("a result that is none", tool.Safety{}, func(context.Context, *ports.Call) (tool.Result, error) {
			return tool.Result{Parts: []tool.Part{{Kind: "thought"}}}, nil
		}, run.OutcomeError, tool.MalformedResult),
		Entry("a value that tells of an error", tool.Safety{},
			func(context.Context, *ports.Call) (tool.Result, error) {
				return tool.JSON(strictjson.Object(strictjson.Field("is_error", strictjson.Bool(true)))), nil
			}, run.OutcomeOK, tool.Class("")),
	)

	It("is bound by the handle: another call's rejection proves nothing", Label("clause:R15", "clause:K2.8"),
		func() {
			var kept error
			var handle *ports.Call
			n := 0
			outcome, _ := acted(settingsOf(scripted(turn(call("c1", "act", `{}`), call("c2", "act", `{}`)), turn()),
				gadget{name: "act", do: func(_ context.Context, c *ports.Call) (tool.Result, error) {
					if n++; n == 1 {
						kept, handle = c.Reject(errors.New("the first never began")), c
						return tool.Result{}, kept
					}
					Expect(handle.Reject(errors.New("late"))).To(MatchError(tool.ResourceConflict))
					Expect(handle.Stopped(strictjson.Null())).To(MatchError(tool.ResourceConflict))
					_, err := handle.Ask(context.Background(), run.Interaction{Kind: run.Question})
					Expect(err).To(MatchError(tool.ResourceConflict))
					return tool.Result{}, errors.Join(errors.New("x"))
				}}))
			Expect(outcome.Invocations[0].Outcome).To(Equal(run.OutcomeError))
			Expect(outcome.Invocations[1].Outcome).To(Equal(run.OutcomeUnknown))
		})

	DescribeTable("has a time, after which only proof counts", Label("clause:K2.7", "clause:K3.6"),
		func(do func(context.Context, *ports.Call) (tool.Result, error), safety tool.Safety, outcome run.Outcome,
			class tool.Class) {
			s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()),
				gadget{name: "act", safety: safety, do: do})
			s.Options.Times = acting.Times{Effect: 20 * time.Millisecond, CleanUp: 20 * time.Millisecond}
			got, _ := acted(s)
			Expect(got.Invocations[0].Outcome).To(Equal(outcome))
			Expect(classOf(got.Invocations[0].Error)).To(Equal(class))
		},
		Entry("it heeds nothing", heedless, tool.Safety{}, run.OutcomeUnknown, tool.UnknownOutcome),
		Entry("it heeds nothing and only reads", heedless, tool.Safety{ReadOnly: true}, run.OutcomeError,
			tool.Timeout),
		Entry("it stops without proof", func(ctx context.Context, _ *ports.Call) (tool.Result, error) {
			<-ctx.Done()
			return tool.Result{}, tool.Errorf(tool.Timeout, "I stopped")
		}, tool.Safety{}, run.OutcomeUnknown, tool.UnknownOutcome),
		Entry("it stops with proof", func(ctx context.Context, c *ports.Call) (tool.Result, error) {
			<-ctx.Done()
			return tool.Result{}, c.Stopped(strictjson.String("all gone"))
		}, tool.Safety{}, run.OutcomeError, tool.Timeout),
		Entry("what the call itself waits comes first",
			func(ctx context.Context, c *ports.Call) (tool.Result, error) {
				if err := c.Waiting(time.Minute); err != nil {
					return tool.Result{}, err
				}
				at, _ := c.Deadline()
				return tool.JSON(strictjson.Bool(time.Until(at) > 50*time.Second)), nil
			}, tool.Safety{}, run.OutcomeOK, tool.Class("")),
	)

	It("is narrowed to read-only by a named proof, which is written down", Label("clause:R20"), func() {
		s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()), gadget{name: "act", do: panics,
			check: func(tool.Arguments) (tool.Finding, error) { return tool.Finding{ReadOnly: "only looks"}, nil }})
		s.Options.Authority.Prohibitions = []string{"change nothing"}
		outcome, page := acted(s)
		Expect(outcome.Invocations[0].Outcome).To(Equal(run.OutcomeError))
		Expect(eventsOf(page, run.ToolCommitted)[0].Data.JSON()).To(ContainSubstring("only looks"))
	})

	It("is checked by its descriptor before anybody is asked", Label("clause:S11"), func() {
		p := &person{}
		s := settingsOf(scripted(turn(call("c1", "act", `{}`)), turn()),
			gadget{name: "act", approval: tool.ApproveEach,
				check: func(tool.Arguments) (tool.Finding, error) {
					return tool.Finding{}, tool.Errorf(tool.Validation, "blank")
				}})
		s.Options.Interactions = p
		outcome, _ := acted(s)
		Expect(classOf(outcome.Invocations[0].Error)).To(Equal(tool.Validation))
		Expect(p.asked).To(BeEmpty())
	})
})

func panics(context.Context, *ports.Call) (tool.Result, error) { panic("at the worst moment") }

func fails(err error) func(context.Context, *ports.Call) (tool.Result, error) {
	return func(context.Context, *ports.Call) (tool.Result, error) { return tool.Result{}, err }
}

// heedless outlives its time and its clean-up.
func heedless(context.Context, *ports.Call) (tool.Result, error) {
	time.Sleep(200 * time.Millisecond)
	return tool.Text("too late"), nil
}
