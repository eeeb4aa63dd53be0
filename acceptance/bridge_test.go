package acceptance_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	"go.uber.org/goleak"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// desk is a bridge over one Intent, "orders", and one session with it.
type desk struct {
	*bridge.Session
	bridge *bootstrap.Bridge
	reader *bootstrap.Intent
}

func newDesk(settings bridge.Settings, change ...func(*intent.Config)) desk {
	GinkgoHelper()
	reader, err := world.Orders(nil, change...)
	Expect(err).NotTo(HaveOccurred())
	b, err := bootstrap.NewBridge(bootstrap.Instances{"orders": reader}, settings)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() {
		b.Close()
		reader.Dispose()
	})
	return desk{Session: b.Connect(), bridge: b, reader: reader}
}

func orderCall() bridge.PrepareCall {
	return bridge.PrepareCall{Instance: "orders", Request: intent.Request{Input: world.OrderInput}}
}

// coreTask prepares a job; dataTask takes it through stage core.
func (d desk) coreTask() *bridge.Task {
	GinkgoHelper()
	reply := d.Prepare(context.Background(), orderCall())
	Expect(reply).To(beTask(intent.StageCore))
	return reply.Task
}

func (d desk) dataTask() *bridge.Task {
	GinkgoHelper()
	reply := d.give(d.coreTask(), world.Text(world.Core()))
	Expect(reply).To(beTask(intent.StageData))
	return reply.Task
}

func (d desk) give(at *bridge.Task, candidate string) bridge.Reply {
	return d.Accept(context.Background(), bridge.AcceptCall{
		JobID: at.JobID, StepToken: at.StepToken, CandidateText: candidate,
	})
}

func (d desk) end(at *bridge.Task, outcome bridge.Outcome) bridge.Reply {
	return d.Cancel(context.Background(), bridge.CancelCall{JobID: at.JobID, Outcome: outcome})
}

func beTask(stage intent.Stage) types.GomegaMatcher {
	return WithTransform(func(r bridge.Reply) any {
		if r.Kind != bridge.KindTask {
			return r.JSON()
		}
		return r.Task.Stage
	}, Equal(stage))
}

var beResult = WithTransform(func(r bridge.Reply) string {
	if r.Kind == bridge.KindError {
		return r.JSON()
	}
	return string(r.Kind)
}, Equal("result"))

func beError(code intent.Code, stage intent.Stage, partial bool) types.GomegaMatcher {
	type seen struct {
		code    intent.Code
		stage   intent.Stage
		partial bool
	}
	return WithTransform(func(r bridge.Reply) any {
		if r.Kind != bridge.KindError {
			return r.JSON()
		}
		return seen{r.Error.Code, r.Error.Stage, r.Error.PartialResult != nil}
	}, Equal(seen{code, stage, partial}))
}

var goodCoreText, goodDataText = world.Text(world.Core()), world.Text(world.Data())

var _ = Describe("Bridge: session", Label("clause:bridge.session"), func() {
	It("gives the same result as Parse for the same candidates", func() {
		d := newDesk(bridge.Settings{})
		got := d.give(d.dataTask(), goodDataText)
		Expect(got).To(beResult)
		parser, err := world.Orders(world.Good(1))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(parser.Dispose)
		want, err := parser.Parse(context.Background(), intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
		Expect(world.Text(got.Result)).To(Equal(world.Text(want)))
	})

	It("gives a task with ids, token, stage, instructions, payload and format", func() {
		task := newDesk(bridge.Settings{}).coreTask()
		Expect(task.Payload).To(HavePrefix(`{"structuredLanguage":"en"`))
		Expect(task.Format.Kind).To(Equal(intent.FormatJSONSchema))
		Expect(task.Format.Name).To(Equal("intent_core"))
		Expect(task.ExpiresAt).To(BeZero())
		first, _, _ := strings.Cut(task.Instructions, "\n")
		Expect(first).To(And(ContainSubstring(task.JobID), ContainSubstring(task.StepToken), ContainSubstring("core")))
	})

	It("ends after stage core where no field is selected", func() {
		d := newDesk(bridge.Settings{})
		none := orderCall()
		none.Fields = intent.NoFields()
		Expect(d.give(d.Prepare(context.Background(), none).Task, goodCoreText)).To(beResult)
	})

	DescribeTable("refuses an argument that is none, and advances nothing", Label("clause:bridge.shape"),
		func(play func(d desk, at *bridge.Task) bridge.Reply, stage intent.Stage) {
			d := newDesk(bridge.Settings{})
			at := d.coreTask()
			Expect(play(d, at)).To(beError(intent.InputInvalid, stage, false))
			Expect(d.give(at, goodCoreText)).To(beTask(intent.StageData))
		},
		Entry("an unknown instance", func(d desk, _ *bridge.Task) bridge.Reply {
			return d.Prepare(context.Background(), bridge.PrepareCall{Instance: "ghost"})
		}, intent.StageInput),
		Entry("another key of prepare", func(d desk, _ *bridge.Task) bridge.Reply {
			return d.PrepareJSON(context.Background(), []byte(`{"instance":"orders","input":"x","schema":{}}`))
		}, intent.StageInput),
		Entry("a null context", func(d desk, _ *bridge.Task) bridge.Reply {
			return d.PrepareJSON(context.Background(), []byte(`{"instance":"orders","input":"x","context":null}`))
		}, intent.StageInput),
		Entry("another key of accept", func(d desk, at *bridge.Task) bridge.Reply {
			return d.AcceptJSON(context.Background(), []byte(`{"jobId":"`+at.JobID+`","stepToken":"`+at.StepToken+
				`","candidateText":"{}","stage":"core"}`))
		}, intent.StageBridge),
		Entry("no arguments", func(d desk, _ *bridge.Task) bridge.Reply {
			return d.AcceptJSON(context.Background(), nil)
		}, intent.StageBridge),
		Entry("a repeated name", func(d desk, at *bridge.Task) bridge.Reply {
			return d.CancelJSON(context.Background(), []byte(`{"jobId":"x","jobId":"`+at.JobID+`"}`))
		}, intent.StageBridge),
		Entry("an unknown outcome", func(d desk, at *bridge.Task) bridge.Reply { return d.end(at, "done") },
			intent.StageBridge),
		Entry("a detail over 2048 bytes", func(d desk, at *bridge.Task) bridge.Reply {
			return d.Cancel(context.Background(), bridge.CancelCall{JobID: at.JobID, Detail: strings.Repeat("é", 1025)})
		}, intent.StageBridge),
	)

	It("keeps one session's jobs from another, with no hint", func() {
		d := newDesk(bridge.Settings{})
		at := d.coreTask()
		other := desk{Session: d.bridge.Connect()}
		Expect(other.give(at, goodCoreText).JSON()).To(Equal(other.give(&bridge.Task{JobID: "none"}, "x").JSON()))
		Expect(other.end(at, "")).To(beError(intent.BridgeJobNotFound, intent.StageBridge, false))
		Expect(d.give(at, goodCoreText)).To(beTask(intent.StageData))
	})

	It("answers nothing after close, but leaves instances alive", func() {
		d := newDesk(bridge.Settings{})
		at := d.coreTask()
		gone := beError(intent.BridgeJobNotFound, intent.StageBridge, false)
		d.Close()
		Expect(d.give(at, goodCoreText)).To(gone)
		Expect(d.Prepare(context.Background(), orderCall())).To(gone)
		second := desk{Session: d.bridge.Connect()}
		second.coreTask()
		d.bridge.Close()
		Expect(second.Prepare(context.Background(), orderCall())).To(gone)
		Expect(d.bridge.Connect().Prepare(context.Background(), orderCall())).To(gone)
		Expect(d.reader.Engine().Disposed()).To(BeFalse())
	})

	It("hands out no reply that is larger than maxReplyBytes, and says how much it needs", func() {
		d := newDesk(bridge.Settings{MaxReplyBytes: 2000, MaxJobs: 1})
		for range 3 {
			reply := d.Prepare(context.Background(), orderCall())
			Expect(reply).To(beError(intent.LimitExceeded, intent.StageBridge, false))
			Expect(reply.Error.Message).To(MatchRegexp(`needs \d{4,} bytes, maxReplyBytes is 2000`))
		}
	})
})

var _ = Describe("Bridge: cancel", Label("clause:bridge.cancel"), func() {
	DescribeTable("ends the job with the outcome's code, and keeps the core result",
		func(outcome bridge.Outcome, code intent.Code) {
			d := newDesk(bridge.Settings{})
			Expect(d.end(d.coreTask(), outcome)).To(beError(code, intent.StageCore, false))
			at := d.dataTask()
			Expect(d.end(at, outcome)).To(beError(code, intent.StageData, true))
			Expect(d.end(at, "")).To(beError(code, intent.StageData, true))
			Expect(d.give(at, goodDataText)).To(beError(intent.BridgeStepConflict, intent.StageBridge, false))
		},
		Entry("cancelled", bridge.Outcome(""), intent.ModelAborted),
		Entry("refusal", bridge.OutcomeRefusal, intent.ModelRefused),
		Entry("incomplete", bridge.OutcomeIncomplete, intent.ModelOutputIncomplete),
	)
})

var _ = Describe("Bridge: steps and replays", Label("clause:bridge.steps"), func() {
	It("gives a new token at each stage and repair, and random ones", func() {
		d := newDesk(bridge.Settings{})
		seen := map[string]bool{}
		at := d.coreTask()
		for _, text := range []string{"{", goodCoreText, "{"} {
			Expect(seen).NotTo(HaveKey(at.StepToken))
			seen[at.StepToken] = true
			at = d.give(at, text).Task
		}
		Expect(seen).NotTo(HaveKey(at.StepToken))
		Expect(len(at.StepToken) * 5).To(BeNumerically(">=", 192)) // five bits a character
		Expect(d.coreTask().JobID).NotTo(Equal(at.JobID))
	})

	It("repeats the reply for the same text and refuses another", func() {
		d := newDesk(bridge.Settings{})
		core := d.coreTask()
		first := d.give(core, goodCoreText)
		Expect(d.give(core, goodCoreText).JSON()).To(Equal(first.JSON()))
		conflict := beError(intent.BridgeStepConflict, intent.StageBridge, false)
		Expect(d.give(core, goodCoreText+"\n")).To(conflict)
		Expect(d.give(&bridge.Task{JobID: core.JobID, StepToken: "guess"}, goodCoreText)).To(conflict)
		Expect(d.give(first.Task, goodDataText)).To(beResult)
		Expect(d.give(core, goodCoreText).JSON()).To(Equal(first.JSON()))
		Expect(d.give(first.Task, "{}")).To(conflict)
	})

	It("shares one operation among 64 who hand in the same", func() {
		d := newDesk(bridge.Settings{})
		at := d.dataTask()
		replies := make([]bridge.Reply, 64)
		var group sync.WaitGroup
		for n := range replies {
			group.Go(func() { replies[n] = d.give(at, goodDataText) })
		}
		group.Wait()
		for _, reply := range replies {
			Expect(reply).To(beResult)
			Expect(reply.JSON()).To(Equal(replies[0].JSON()))
		}
	})

	It("leaves the job where it was for a candidate over maxOutputBytes", func() {
		d := newDesk(bridge.Settings{}, func(c *intent.Config) { c.Limits.MaxOutputBytes = 2000 })
		big := strings.Repeat(" ", 2001)
		at := d.coreTask()
		Expect(d.give(at, big)).To(beError(intent.LimitExceeded, intent.StageCore, false))
		data := d.give(at, goodCoreText).Task
		Expect(d.give(data, big)).To(beError(intent.LimitExceeded, intent.StageData, true))
		Expect(d.give(data, goodDataText)).To(beResult)
	})

	It("judges token before size, and size before candidate", func() {
		d := newDesk(bridge.Settings{}, func(c *intent.Config) { c.Limits.MaxOutputBytes = 2000 })
		at := d.coreTask()
		big := strings.Repeat("{", 2001)
		Expect(d.give(&bridge.Task{JobID: at.JobID, StepToken: "guess"}, big)).
			To(beError(intent.BridgeStepConflict, intent.StageBridge, false))
		Expect(d.give(at, big)).To(beError(intent.LimitExceeded, intent.StageCore, false))
	})

	It("ends the job where the next task would pass maxRequestBytes", func() {
		d := newDesk(bridge.Settings{})
		size := len(d.coreTask().Instructions) + len(d.coreTask().Payload) + len(d.coreTask().Format.Schema)
		tight := newDesk(bridge.Settings{}, func(c *intent.Config) { c.Limits.MaxRequestBytes = size })
		at := tight.coreTask()
		reply := tight.give(at, goodCoreText)
		if reply.Kind == bridge.KindTask { // stage data may be the smaller one; a repair of it is not
			reply = tight.give(reply.Task, strings.Repeat("{", 1900))
			Expect(reply).To(beError(intent.ModelOutputInvalid, intent.StageData, true))
			return
		}
		Expect(reply).To(beError(intent.LimitExceeded, intent.StageData, true))
	})

	It("lets a caller's context end his wait alone", func() {
		d := newDesk(bridge.Settings{})
		at := d.coreTask()
		dead, cancel := context.WithCancel(context.Background())
		cancel()
		reply := d.Accept(dead, bridge.AcceptCall{JobID: at.JobID, StepToken: at.StepToken, CandidateText: goodCoreText})
		Expect(reply).To(beError(intent.ModelAborted, intent.StageBridge, false))
		Expect(reply.Error).To(MatchError(context.Canceled))
		Expect(d.give(at, goodCoreText)).To(beTask(intent.StageData))
	})

	It("ends a disposed instance's jobs, for any token, but not those that ended before", func() {
		d := newDesk(bridge.Settings{})
		ended, active := d.coreTask(), d.dataTask()
		d.end(ended, bridge.OutcomeRefusal)
		d.reader.Dispose()
		Expect(d.give(active, goodDataText)).To(beError(intent.InstanceDisposed, intent.StageData, true))
		Expect(d.give(&bridge.Task{JobID: active.JobID}, "x")).To(beError(intent.InstanceDisposed, intent.StageData, true))
		Expect(d.end(ended, "")).To(beError(intent.ModelRefused, intent.StageCore, false))
		Expect(d.Prepare(context.Background(), orderCall())).
			To(beError(intent.InstanceDisposed, intent.StageInput, false))
	})
})

var _ = Describe("Bridge: capacity and lifetime", Label("clause:bridge.capacity"), func() {
	It("refuses a job over maxJobs until one ends", func() {
		d := newDesk(bridge.Settings{MaxJobs: 2})
		at := d.coreTask()
		d.coreTask()
		full := beError(intent.LimitExceeded, intent.StageBridge, false)
		Expect(d.Prepare(context.Background(), orderCall())).To(full)
		Expect(desk{Session: d.bridge.Connect()}.Prepare(context.Background(), orderCall())).To(full)
		d.end(at, "")
		d.coreTask()
	})

	It("forgets ended jobs first, the least recently used before the others", func() {
		d := newDesk(bridge.Settings{MaxReplayEntries: 2})
		first, second := d.coreTask(), d.coreTask()
		d.end(first, "")
		d.end(second, "")
		d.end(first, "")
		d.coreTask()
		Expect(d.end(first, "")).To(beError(intent.ModelAborted, intent.StageCore, false))
		Expect(d.end(second, "")).To(beError(intent.BridgeJobNotFound, intent.StageBridge, false))
	})

	It("keeps a submission out that would not fit maxReplayBytes", func() {
		d := newDesk(bridge.Settings{MaxReplayBytes: 4000})
		at := d.coreTask()
		Expect(d.give(at, goodCoreText)).To(beError(intent.LimitExceeded, intent.StageBridge, false))
		Expect(d.end(at, "")).To(beError(intent.ModelAborted, intent.StageCore, false))
	})

	It("expires an idle job, and forgets it a replay time later", func() {
		d := newDesk(bridge.Settings{JobTTL: 30 * time.Millisecond, ReplayTTL: time.Hour, MaxJobs: 1})
		reply := d.Prepare(context.Background(), orderCall())
		Expect(reply.Task.ExpiresAt).To(BeTemporally("~", time.Now(), time.Second))
		Expect(reply.Value().JSON()).To(MatchRegexp(`"expiresAt":"\d{4}-\d\d-\d\dT[0-9:.]+Z"`))
		Eventually(func() bridge.Reply { return d.give(&bridge.Task{JobID: reply.Task.JobID}, "x") }).
			WithTimeout(world.Promptly).Should(beError(intent.BridgeJobExpired, intent.StageBridge, false))
		d.coreTask()
	})

	DescribeTable("refuses settings that are none",
		func(settings bridge.Settings) {
			_, err := bootstrap.NewBridge(nil, settings)
			Expect(err).To(MatchError(intent.ConfigInvalid))
		},
		Entry("negative", bridge.Settings{MaxJobs: -1}),
		Entry("over 2^31-1", bridge.Settings{MaxReplayBytes: 1 << 31}),
		Entry("more active jobs than kept ones", bridge.Settings{MaxJobs: 3, MaxReplayEntries: 2}),
	)

	It("leaves no goroutine behind", func() {
		before := goleak.IgnoreCurrent()
		d := newDesk(bridge.Settings{})
		for range 100 {
			d.end(d.dataTask(), "")
		}
		d.bridge.Close()
		d.reader.Dispose()
		Eventually(func() error { return goleak.Find(before) }).WithTimeout(world.Promptly).Should(Succeed())
	})
})

// BenchmarkBridgeRounds shows what a round of prepare and cancel leaves: nothing that grows.
func BenchmarkBridgeRounds(b *testing.B) {
	reader, err := world.Orders(nil)
	if err != nil {
		b.Fatal(err)
	}
	defer reader.Dispose()
	hub, err := bootstrap.NewBridge(bootstrap.Instances{"orders": reader}, bridge.Settings{})
	if err != nil {
		b.Fatal(err)
	}
	defer hub.Close()
	session := hub.Connect()
	b.ReportAllocs()
	for b.Loop() {
		reply := session.Prepare(context.Background(), orderCall())
		session.Cancel(context.Background(), bridge.CancelCall{JobID: reply.Task.JobID})
	}
}
