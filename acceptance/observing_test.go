package acceptance_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// recorder keeps the events it is told, and notices where it is told two at a time.
type recorder struct {
	mu       sync.Mutex
	events   []ports.Event
	material bool
}

func (r *recorder) Observe(_ context.Context, event ports.Event) {
	if !r.mu.TryLock() {
		panic("told two events of one reading at once")
	}
	defer r.mu.Unlock()
	r.events = append(r.events, event)
}

func (r *recorder) WantsMaterial() bool { return r.material }

func (r *recorder) kinds() []string {
	var kinds []string
	for _, event := range r.events {
		kinds = append(kinds, strings.TrimPrefix(fmt.Sprintf("%T", event), "ports."))
	}
	return kinds
}

func observed(observer ports.Observer, executor ports.Executor) *bootstrap.Intent {
	config := intent.Config{Schema: []byte(world.OrderSchema)}
	reader, err := bootstrap.NewIntent(config, executor, bootstrap.WithObserver(observer))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(reader.Dispose)
	return reader
}

func mistakenData() world.Tree {
	data := world.Data()
	data["evidence"] = []any{}
	return data
}

var _ = Describe("13 Observing", Label("clause:13"), func() {
	It("tells the events in order, one at a time, with one id", func(ctx SpecContext) {
		r := &recorder{}
		reader := observed(r, script.New(
			script.JSON(world.Core()), script.JSON(mistakenData()), script.JSON(world.Data())))
		_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.kinds()).To(Equal([]string{
			"ParseStarted",
			"RequestSent", "ReplyReceived", "CandidateJudged",
			"RequestSent", "ReplyReceived", "ValidationDone", "CandidateJudged",
			"RequestSent", "ReplyReceived", "ValidationDone", "CandidateJudged",
			"Finished",
		}))
		started := r.events[0].(ports.ParseStarted)
		Expect(started.ID).NotTo(BeEmpty())
		Expect(started.ExecutorID).To(Equal("script"))
		Expect(started.Fields).To(Equal(3))
		Expect(r.events[12].(ports.Finished).Reading).To(Equal(started.Reading))
		Expect(r.events[12].(ports.Finished).Code).To(BeEmpty())
		mistaken := r.events[7].(ports.CandidateJudged)
		Expect(mistaken.Repair).To(BeTrue())
		Expect(mistaken.Violations).To(HaveKeyWithValue("evidence.missing", 3))
		Expect(r.events[8].(ports.RequestSent).Repair).To(BeTrue())
	})

	It("carries no material except to an observer that wants it", func(ctx SpecContext) {
		for _, wants := range []bool{false, true} {
			r := &recorder{material: wants}
			reader := observed(r, script.New(script.JSON(world.Core()), script.Refusal("detail-of-the-refusal")))
			_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(err).To(MatchError(intent.ModelRefused))
			Expect(err.Error()).NotTo(ContainSubstring("detail-of-the-refusal"))
			told, err := json.Marshal(r.events)
			Expect(err).NotTo(HaveOccurred())
			for _, text := range []string{"000771", "Lisbon", "detail-of-the-refusal"} {
				Expect(strings.Contains(string(told), text)).To(Equal(wants), text)
			}
		}
	})

	It("ends every call with Finished, a refused request's too", func(ctx SpecContext) {
		r := &recorder{}
		reader := observed(r, world.Good(1))
		_, err := reader.Parse(ctx, intent.Request{Input: " "})
		Expect(err).To(MatchError(intent.InputInvalid))
		Expect(r.kinds()).To(Equal([]string{"ParseStarted", "Finished"}))
		Expect(r.events[1].(ports.Finished).Code).To(Equal(intent.InputInvalid))
		Expect(r.events[1].(ports.Finished).Stage).To(Equal(intent.StageInput))
	})

	It("tells why asking failed", func(ctx SpecContext) {
		r := &recorder{}
		reader := observed(r, script.New(script.Status(429)))
		_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelRateLimited))
		Expect(r.kinds()).To(Equal([]string{"ParseStarted", "RequestSent", "ReplyReceived", "Finished"}))
		Expect(r.events[2].(ports.ReplyReceived).Code).To(Equal(intent.ModelRateLimited))
		Expect(r.events[2].(ports.ReplyReceived).Outcome).To(BeEmpty())
	})

	It("survives an observer that panics, and tells the others", func(ctx SpecContext) {
		r := &recorder{}
		reader, err := bootstrap.NewIntent(intent.Config{}, world.Good(1),
			bootstrap.WithObserver(panicking{}), bootstrap.WithObserver(r))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.kinds()).To(ContainElement("Finished"))
	})
})

type panicking struct{}

func (panicking) Observe(context.Context, ports.Event) { panic("an observer's own affair") }

var _ = Describe("12 Audit", Label("clause:12"), func() {
	audited := func(ctx SpecContext, replies ...script.Reply) (intent.Audit, error) {
		reader, err := world.Orders(script.New(replies...))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, audit, err := reader.ParseAudited(ctx, intent.Request{Input: world.OrderInput})
		return audit, err
	}

	It("holds per leaf its path, mode, value and sources with every occurrence of the quote", func(ctx SpecContext) {
		audit, err := audited(ctx, script.JSON(world.Core()), script.JSON(world.Data()))
		Expect(err).NotTo(HaveOccurred())
		Expect(audit.Leaves).To(HaveLen(3))
		city := audit.Leaves[1]
		Expect(city.Path).To(Equal("/data/city"))
		Expect(city.Mode).To(Equal(intent.EvidenceExact))
		Expect(city.Value.Text()).To(Equal("Lisbon"))
		Expect(city.Sources).To(HaveLen(1))
		Expect(city.Sources[0].Ambiguous()).To(BeFalse())
		at := strings.Index(world.OrderInput, "Lisbon")
		Expect(city.Sources[0].Occurrences).To(Equal([]intent.Occurrence{{ByteOffset: at, CodePointOffset: at, UTF16Offset: at}}))
		Expect(audit.Verdicts).To(HaveLen(1))
		Expect(audit.Fields).To(HaveLen(3))
	})

	It("holds the candidates of each stage, the repaired ones with their violations", func(ctx SpecContext) {
		audit, err := audited(ctx, script.JSON(world.Core()),
			script.JSON(mistakenData()).WithUsage(intent.Usage{InputTokens: 7}), script.JSON(world.Data()))
		Expect(err).NotTo(HaveOccurred())
		Expect(audit.Candidates).To(HaveLen(3))
		first, second := audit.Candidates[1], audit.Candidates[2]
		Expect(first.Accepted).To(BeFalse())
		Expect(first.Violations).To(HaveLen(3))
		Expect(first.Usage.InputTokens).To(BeEquivalentTo(7))
		Expect(second.Repair).To(BeTrue())
		Expect(second.Accepted).To(BeTrue())
		Expect(second.Violations).To(BeEmpty())
	})

	It("names language, instructions, schema, executor and outcome", func(ctx SpecContext) {
		audit, err := audited(ctx, script.JSON(world.Core()), script.JSON(world.Data()))
		Expect(err).NotTo(HaveOccurred())
		Expect(audit.Language).To(Equal("en"))
		Expect(audit.InstructionVersion).NotTo(BeEmpty())
		Expect(audit.InstructionDigest).To(MatchRegexp("^[0-9a-f]{64}$"))
		Expect(audit.SchemaDigest).To(MatchRegexp("^[0-9a-f]{64}$"))
		Expect(audit.ExecutorID).To(Equal("script"))
		Expect(audit.Result).NotTo(BeNil())
		Expect(audit.Error).To(BeNil())
	})

	It("holds what there is when the reading fails", func(ctx SpecContext) {
		audit, err := audited(ctx, script.JSON(world.Core()), script.Status(500))
		Expect(err).To(MatchError(intent.ModelRequestFailed))
		Expect(audit.Candidates).To(HaveLen(2))
		Expect(audit.Candidates[1].Outcome).To(BeEmpty())
		Expect(audit.Error.Code).To(Equal(intent.ModelRequestFailed))
		Expect(audit.Error.PartialResult).NotTo(BeNil())
		Expect(audit.Leaves).To(BeEmpty())
	})

	It("is a versioned JSON document", func(ctx SpecContext) {
		audit, err := audited(ctx, script.JSON(world.Core()), script.JSON(world.Data()))
		Expect(err).NotTo(HaveOccurred())
		var document map[string]any
		Expect(json.Unmarshal([]byte(audit.Value().JSON()), &document)).To(Succeed())
		Expect(document).To(HaveKeyWithValue("version", BeEquivalentTo(intent.AuditVersion)))
	})
})
