package acceptance_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// measured is a limit and a way to reach a size of what it counts. The error is that of configuring or
// reading; a refusal is what comes where the limit is not passed.
type measured struct {
	limit string
	stage intent.Stage
	size  func(n int) world.Play
	usual bool // the default is reached too
}

// limitsWith sets one limit by its wire name.
func limitsWith(name string, n int) intent.Limits {
	var limits intent.Limits
	for _, limit := range usual {
		if limit.name == name {
			*limit.field(&limits) = n
		}
	}
	return limits
}

func defaultOf(name string) int {
	for _, limit := range usual {
		if limit.name == name {
			return limit.value
		}
	}
	return 0
}

// nestedSchema gives a schema whose deepest node is n levels below the root.
func nestedSchema(n int) []byte {
	inner := `{}`
	for range n - 1 {
		inner = `{"properties":{"a":` + inner + `}}`
	}
	return world.Schema(`"a":` + inner)
}

func properties(n int) []byte {
	names := make([]string, n-1)
	for i := range names {
		names[i] = fmt.Sprintf(`"p%d":{}`, i)
	}
	return world.Schema(`"a":{"properties":{` + strings.Join(names, ",") + `}}`)
}

func schemaOf(size int) []byte {
	empty := world.Schema(`"a":{}`, `,"title":""`)
	return world.Schema(`"a":{}`, ` , "title" : "`+strings.Repeat("t", size-len(empty))+`"`)
}

// eitherStage answers every call well for the schema of anything.
func eitherStage() script.Reply {
	return script.Func(func(_ context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
		text := world.Text(world.Core())
		if r.Stage == intent.StageData {
			text = world.Text(ofA(2))
		}
		return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: text}, nil
	})
}

var _ = Describe("9 Limits: exactly so much, and not one more", Label("clause:9", "clause:9.limits"), func() {
	refusal := []script.Reply{script.Refusal("")}
	DescribeTable("of what is configured and asked",
		func(ctx SpecContext, m measured) {
			at := func(size int, limits intent.Limits) error {
				p := m.size(size)
				p.Replies = refusal
				p.Config.Limits = limits
				return parseOf(p)(ctx)
			}
			const n = 90
			Expect(at(n, limitsWith(m.limit, n))).To(MatchError(intent.ModelRefused))
			err := at(n+1, limitsWith(m.limit, n))
			Expect(err).To(MatchError(intent.LimitExceeded))
			failed := intent.AsError(err)
			Expect(failed.Stage).To(Equal(m.stage))
			Expect(failed.Issues).To(BeEmpty())
			Expect(failed.PartialResult).To(BeNil())
			Expect(failed.Message).To(ContainSubstring(m.limit))
			Expect(at(n, limitsWith(m.limit, 1))).To(MatchError(intent.LimitExceeded))
			if m.usual {
				Expect(at(defaultOf(m.limit), intent.Limits{})).To(MatchError(intent.ModelRefused))
				Expect(at(defaultOf(m.limit)+1, intent.Limits{})).To(MatchError(intent.LimitExceeded))
			}
		},
		Entry("maxInputBytes", measured{"maxInputBytes", intent.StageInput, func(n int) world.Play {
			return world.Play{Input: "é" + strings.Repeat("x", n-2)}
		}, true}),
		Entry("maxContextBytes", measured{"maxContextBytes", intent.StageInput, func(n int) world.Play {
			empty := len(`[{"sourceId":"context:0","role":"background","content":""}]`)
			return world.Play{Context: intent.ContextText("<" + strings.Repeat("x", n-empty-1))}
		}, true}),
		Entry("maxContextMessages", measured{"maxContextMessages", intent.StageInput, func(n int) world.Play {
			messages := make([]intent.Message, n)
			for i := range messages {
				messages[i].Role = intent.RoleTool
			}
			return world.Play{Context: intent.ContextMessages(messages...)}
		}, true}),
		Entry("maxSchemaBytes, as kept: white space does not count", measured{
			"maxSchemaBytes", intent.StageConfig, func(n int) world.Play {
				return world.Play{Config: intent.Config{Schema: schemaOf(n)}}
			}, true,
		}),
		Entry("maxSchemaProperties, in the whole schema", measured{
			"maxSchemaProperties", intent.StageConfig, func(n int) world.Play {
				return world.Play{Config: intent.Config{Schema: properties(n)}}
			}, true,
		}),
		Entry("maxSchemaDepth", measured{"maxSchemaDepth", intent.StageConfig, func(n int) world.Play {
			return world.Play{Config: intent.Config{Schema: nestedSchema(n)}}
		}, true}),
	)

	DescribeTable("maxSchemaDepth counts every kind of nested schema",
		func(form string) {
			schema := world.Schema(`"a":` + form)
			_, err := bootstrap.NewIntent(intent.Config{Schema: schema, Limits: intent.Limits{MaxSchemaDepth: 1}}, nil)
			Expect(err).To(MatchError(intent.LimitExceeded))
			reader, err := bootstrap.NewIntent(intent.Config{Schema: schema, Limits: intent.Limits{MaxSchemaDepth: 2}}, nil)
			Expect(err).NotTo(HaveOccurred())
			reader.Dispose()
		},
		Entry("properties", `{"properties":{"b":{}}}`), Entry("items", `{"items":{}}`),
		Entry("additionalProperties", `{"additionalProperties":{}}`), Entry("anyOf", `{"anyOf":[{}]}`),
		Entry("oneOf", `{"oneOf":[{}]}`), Entry("allOf", `{"allOf":[{}]}`), Entry("not", `{"not":{"type":"null"}}`))

	It("counts a context that is empty as 0", func(ctx SpecContext) {
		Expect(parseOf(world.Play{Config: intent.Config{Limits: intent.Limits{MaxContextBytes: 1}}, Replies: refusal})(ctx)).To(
			MatchError(intent.ModelRefused))
	})

	It("judges the bytes of a schema first, and lets an unsupported one be called so before its other limits", func() {
		_, err := bootstrap.NewIntent(intent.Config{Schema: world.Schema(`"a":{"$ref":"#"}`),
			Limits: intent.Limits{MaxSchemaBytes: 10}}, nil)
		Expect(err).To(MatchError(intent.LimitExceeded))
		_, err = bootstrap.NewIntent(intent.Config{Schema: world.Schema(`"a":{"$ref":"#"},"b":{}`),
			Limits: intent.Limits{MaxSchemaProperties: 1}}, nil)
		Expect(err).To(MatchError(intent.SchemaUnsupported))
	})
})

var _ = Describe("9 Limits: maxRequestBytes", Label("clause:9", "clause:9.limits"), func() {
	schema := world.Schema(`"a":{"description":"` + strings.Repeat("d", 9000) + `"}`)
	with := func(most int) world.Play {
		return world.Play{Config: intent.Config{Schema: schema, Limits: intent.Limits{MaxRequestBytes: most}},
			Replies: []script.Reply{secretCore(), script.Refusal("")}}
	}

	It("counts instructions, payload and format schema of one call, in core and in data", func(ctx SpecContext) {
		asked := play(ctx, with(0)).Asked
		Expect(asked).To(HaveLen(2))
		size := func(r intent.ModelRequest) int {
			return len(r.Instructions) + len(r.Payload) + len(r.Format.Schema)
		}
		core, data := size(asked[0]), size(asked[1])
		Expect(core).To(BeNumerically("<", data), "or the spec shows nothing of data")
		Expect(prompt.Bytes(asked[0])).To(Equal(core))

		Expect(play(ctx, with(core-1)).Asked).To(BeEmpty())
		failed := play(ctx, with(core-1)).Err
		Expect(failed).To(MatchError(intent.LimitExceeded))
		Expect(failed.Stage).To(Equal(intent.StageCore))
		Expect(failed.PartialResult).To(BeNil())

		Expect(play(ctx, with(core)).Asked).To(HaveLen(1))
		failed = play(ctx, with(data-1)).Err
		Expect(failed).To(MatchError(intent.LimitExceeded))
		Expect(failed.Stage).To(Equal(intent.StageData))
		Expect(failed.Message).To(ContainSubstring("maxRequestBytes"))
		Expect(failed.PartialResult).NotTo(BeNil())
		Expect(play(ctx, with(data)).Raw).To(MatchError(intent.ModelRefused))
	})
})

// counting is a validator that notes what it compiles.
type counting struct {
	world.Judge
	mu       sync.Mutex
	compiled []string
}

func newCounting() *counting {
	c := &counting{}
	c.Compiling = func(schemaJSON []byte) error {
		projection, err := strictjson.Decode(schemaJSON, strictjson.Options{})
		properties, _ := projection.Lookup("properties")
		var names []string
		for name := range properties.Members() {
			names = append(names, name)
		}
		c.mu.Lock()
		c.compiled = append(c.compiled, strings.Join(names, "+"))
		c.mu.Unlock()
		return err
	}
	return c
}

var _ = Describe("9 Limits: maxSchemaCacheEntries", Label("clause:9", "clause:9.limits"), func() {
	reading := func(ctx SpecContext, most int, selections ...[]string) []string {
		validator := newCounting()
		var replies []script.Reply
		for _, names := range selections {
			data := world.Tree{}
			for _, name := range names {
				data[name] = 2
			}
			replies = append(replies, secretCore(), script.JSON(world.DataOf(data, "two")))
		}
		reader, err := bootstrap.NewIntent(intent.Config{Schema: world.Schema(`"a":{},"b":{},"c":{}`),
			Limits: intent.Limits{MaxSchemaCacheEntries: most}}, script.New(replies...), bootstrap.WithValidator(validator))
		Expect(err).NotTo(HaveOccurred())
		defer reader.Dispose()
		for _, names := range selections {
			_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput, Fields: intent.Fields(names...)})
			Expect(err).NotTo(HaveOccurred())
		}
		return validator.compiled
	}

	It("keeps the projections used last, by the set of names", func(ctx SpecContext) {
		Expect(reading(ctx, 2, []string{"a"}, []string{"a"}, []string{"b"}, []string{"a"}, []string{"a", "b"},
			[]string{"b", "a"}, []string{"a"}, []string{"b"})).To(Equal([]string{"a+b+c", "a", "b", "a+b", "b"}))
	})

	It("keeps one where one is allowed", func(ctx SpecContext) {
		Expect(reading(ctx, 1, []string{"a", "b", "c"}, []string{"a"}, []string{"a"}, []string{"c", "b", "a"})).To(
			Equal([]string{"a+b+c", "a", "c+b+a"}))
	})
})

// held is a validator whose validations wait until they are let go.
type held struct {
	world.Judge
	entered atomic.Int32
	letGo   chan struct{}
}

func newHeld() *held {
	h := &held{letGo: make(chan struct{})}
	h.Judging = func([]byte) error {
		h.entered.Add(1)
		<-h.letGo
		return nil
	}
	return h
}

var _ = Describe("9 Limits: maxValidationQueueEntries", Label("clause:9", "clause:9.limits"), func() {
	It("counts validations that run and wait; the next one ends with LIMIT_EXCEEDED", func(ctx SpecContext) {
		validator := newHeld()
		executor := script.New(slices.Repeat([]script.Reply{eitherStage()}, 8)...)
		reader, err := bootstrap.NewIntent(intent.Config{Schema: anything, Limits: intent.Limits{
			MaxValidationQueueEntries: 3, MaxValidationMs: 60000, MaxConcurrentParses: 10}},
			executor, bootstrap.WithValidator(validator))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		running := make(chan error, 4)
		for range 4 {
			go func() {
				_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
				running <- err
			}()
		}
		var full error
		Eventually(running).WithContext(ctx).Should(Receive(&full)) // the three others wait to be let go
		Expect(full).To(MatchError(intent.LimitExceeded))
		failed := intent.AsError(full)
		Expect(failed.Stage).To(Equal(intent.StageData))
		Expect(failed.Message).To(ContainSubstring("maxValidationQueueEntries"))
		Expect(failed.PartialResult).NotTo(BeNil())
		Expect(failed.PartialResult.Data.Len()).To(BeZero())
		Expect(validator.entered.Load()).To(BeNumerically("<=", 2), "two workers at most")
		close(validator.letGo)
		for range 3 {
			Eventually(running).WithContext(ctx).Should(Receive(BeNil()))
		}
		Expect(executor.Requests()).To(HaveLen(8), "a full queue is not repaired")
	}, SpecTimeout(world.Promptly))
})

var _ = Describe("9 Limits: maxValidationMs", Label("clause:9", "clause:9.limits"), func() {
	It("bounds the preparation of the whole schema at construction", func() {
		_, err := bootstrap.NewIntent(intent.Config{Schema: anything, Limits: intent.Limits{MaxValidationMs: 20}}, nil,
			bootstrap.WithValidator(stalling()))
		Expect(err).To(MatchError(intent.LimitExceeded))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageConfig))
		Expect(intent.AsError(err).Message).To(ContainSubstring("maxValidationMs"))
	})

	It("counts the wait in the queue", func(ctx SpecContext) {
		validator := slowly()
		reader, err := bootstrap.NewIntent(intent.Config{Schema: anything, Limits: intent.Limits{MaxValidationMs: 300}},
			script.New(slices.Repeat([]script.Reply{eitherStage()}, 6)...), bootstrap.WithValidator(validator))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		ended := make(chan error, 3)
		for range 3 {
			go func() {
				_, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
				ended <- err
			}()
		}
		for range 3 {
			Expect(<-ended).To(MatchError(intent.LimitExceeded))
		}
	}, SpecTimeout(world.Promptly))
})

// stalling is a validator that never gets a schema prepared.
func stalling() *world.Judge {
	held := make(chan struct{})
	DeferCleanup(func() { close(held) })
	return &world.Judge{Compiling: func([]byte) error { <-held; return nil }}
}

var _ = Describe("9 Limits: fixed ones", Label("clause:9", "clause:9.limits"), func() {
	enum := func(n int) string {
		entries := make([]string, n)
		for i := range entries {
			entries[i] = fmt.Sprint(i)
		}
		return `{"enum":[` + strings.Join(entries, ",") + `]}`
	}
	many := func(sizes ...int) []byte {
		fields := make([]string, len(sizes))
		for i, n := range sizes {
			fields[i] = fmt.Sprintf(`"f%d":%s`, i, enum(n))
		}
		return world.Schema(strings.Join(fields, ","))
	}
	pattern := func(text string) []byte { return world.Schema(`"a":{"pattern":"` + text + `"}`) }
	thousand := "a{1000}"

	DescribeTable("bound a schema",
		func(schema []byte, fits bool) {
			reader, err := bootstrap.NewIntent(intent.Config{Schema: schema}, nil)
			if fits {
				Expect(err).NotTo(HaveOccurred())
				reader.Dispose()
				return
			}
			Expect(err).To(MatchError(intent.LimitExceeded))
			Expect(intent.AsError(err).Stage).To(Equal(intent.StageConfig))
		},
		Entry("1,000 enum entries", many(1000), true), Entry("1,001 enum entries", many(1001), false),
		Entry("10,000 in all", many(slices.Repeat([]int{1000}, 10)...), true),
		Entry("10,001 in all", many(append(slices.Repeat([]int{1000}, 10), 1)...), false),
		Entry("a pattern within 5,000 instructions", pattern(strings.Repeat(thousand, 4)+"a{900}"), true),
		Entry("a pattern over 5,000 instructions", pattern(strings.Repeat(thousand, 5)), false),
	)
})
