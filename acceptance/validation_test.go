package acceptance_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// validations keeps the validation events of one Intent's readings.
type validations struct {
	mu   sync.Mutex
	seen []ports.ValidationDone
}

func (v *validations) Observe(_ context.Context, event ports.Event) {
	if done, ok := event.(ports.ValidationDone); ok {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.seen = append(v.seen, done)
	}
}

// laborious is a schema and a value, both inside every limit, whose evaluation takes seconds.
func laborious() (schemaText []byte, data world.Tree) {
	branch := `{"type":"null"}`
	for range 3 {
		branch = `{"anyOf":[` + strings.Repeat(branch+",", 15) + branch + `]}`
	}
	items := make([]any, 1500)
	for i := range items {
		items[i] = []any{1, 2, 3, 4, 5, 6, 7, 8, 9}
	}
	return []byte(field(`{"items":{"items":` + branch + `}}`)), world.Tree{"v": items}
}

// barely gives a core reply and a data reply that has evidence for nothing but is judged by the schema
// all the same: described paths need the evaluation.
func barely(data world.Tree) []script.Reply {
	candidate := world.Tree{"data": data, "evidence": []any{}, "descriptionChecks": []any{},
		"fieldResults": []any{world.Conclusion("/data/v", "extracted")}, "issues": []any{}}
	return []script.Reply{script.JSON(world.Core()), script.JSON(candidate)}
}

var _ = Describe("schema: two judges", Label("clause:schema.validators"), func() {
	two := func() []script.Reply {
		return []script.Reply{script.JSON(world.Core()), script.JSON(world.DataOf(world.Tree{"v": 2}, "two")),
			script.JSON(world.DataOf(world.Tree{"v": 2}, "two"))}
	}

	It("gojsonschema is the usual validator, native the other", func() {
		Expect(gojsonschema.New().Name()).To(Equal("gojsonschema"))
		Expect(native.New().Name()).To(Equal("native"))
	})

	It("a disagreement ends the parse without repair and names the way out", func(ctx SpecContext) {
		observer := &validations{}
		played := play(ctx, world.Play{
			Config: intent.Config{Schema: []byte(field(`{}`))},
			Options: []bootstrap.Option{bootstrap.WithObserver(observer), bootstrap.WithValidator(&world.Judge{Judging: func([]byte) error {
				return &schema.Disagreement{Pointer: "/v/x", Keyword: "multipleOf"}
			}})},
			Replies: two(),
		})
		Expect(played.Raw).To(MatchError(intent.ModelOutputInvalid))
		Expect(played.Asked).To(HaveLen(2), "it is no mistake of the model")
		for _, told := range []string{"/v/x", "multipleOf", "validator: native"} {
			Expect(played.Err.Message).To(ContainSubstring(told))
		}
		Expect(played.Err.PartialResult).NotTo(BeNil())
		Expect(observer.seen).To(HaveLen(1))
		Expect(observer.seen[0].Disagreement).NotTo(BeNil())
	})

	It("too much work for the second judge leaves a verdict that stands, unconfirmed", func(ctx SpecContext) {
		failing := strings.Repeat(`{"type":"string"},`, 15)
		items := slices.Repeat([]any{2}, 1200)
		for _, tc := range []struct {
			options     []bootstrap.Option
			unconfirmed bool
		}{{nil, true}, {[]bootstrap.Option{bootstrap.WithValidator(native.New())}, false}} {
			observer := &validations{}
			played := play(ctx, world.Play{
				Config:  intent.Config{Schema: []byte(field(`{"items":{"anyOf":[` + failing + `{}]}}`)), Limits: intent.Limits{MaxOutputBytes: 1 << 20}},
				Options: append(tc.options, bootstrap.WithObserver(observer)),
				Replies: []script.Reply{script.JSON(world.Core()), script.JSON(world.DataOf(world.Tree{"v": items}, "two"))},
			})
			Expect(played.Raw).NotTo(HaveOccurred())
			Expect(observer.seen).To(HaveLen(1))
			Expect(observer.seen[0].Unconfirmed).To(Equal(tc.unconfirmed))
			Expect(observer.seen[0].Work).To(BeNumerically(">", gojsonschema.MaxWork))
		}
	})

	It("embedders in one process do not see each other", func(ctx SpecContext) {
		var wg sync.WaitGroup
		for i := range 16 {
			options := []bootstrap.Option{}
			if i%2 == 0 {
				options = append(options, bootstrap.WithValidator(native.New()))
			}
			wg.Go(func() {
				defer GinkgoRecover()
				text := fmt.Sprintf(`{"pattern":"^%d-","format":"uri-reference","minLength":%d}`, i, 1+i%3)
				for _, tc := range []struct {
					value string
					valid bool
				}{{fmt.Sprintf("%d-two", i), true}, {fmt.Sprintf("%d-two", i+1), false}} {
					played := play(ctx, world.Play{
						Config:  intent.Config{Schema: []byte(field(text)), Repair: intent.RepairNever},
						Options: options,
						Replies: []script.Reply{script.JSON(world.Core()), script.JSON(world.DataOf(world.Tree{"v": tc.value}, "two"))},
					})
					Expect(played.Raw == nil).To(Equal(tc.valid), text)
				}
			})
		}
		wg.Wait()
	}, SpecTimeout(3*world.Promptly))
})

var _ = Describe("schema: the worker pool", Label("clause:schema.pool", "clause:9"), func() {
	options := func(name string) []bootstrap.Option {
		if name == "native" {
			return []bootstrap.Option{bootstrap.WithValidator(native.New())}
		}
		return nil
	}

	DescribeTable("answers over time with LIMIT_EXCEEDED, keeps core, and goes on",
		func(ctx SpecContext, validator string) {
			text, data := laborious()
			small := world.Tree{"v": []any{}}
			executor := script.New(append(slices.Concat(barely(data)), script.JSON(world.Core()), script.JSON(world.DataOf(small, "two")))...)
			reader, err := bootstrap.NewIntent(intent.Config{Schema: text, Limits: intent.Limits{MaxValidationMs: 300}},
				executor, options(validator)...)
			Expect(err).NotTo(HaveOccurred())
			defer reader.Dispose()
			_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(err).To(MatchError(intent.LimitExceeded))
			Expect(intent.AsError(err).Stage).To(Equal(intent.StageData))
			Expect(intent.AsError(err).PartialResult).NotTo(BeNil())
			Expect(intent.AsError(err).PartialResult.Data.Len()).To(BeZero())
			Expect(executor.Requests()).To(HaveLen(2), "it is not repaired")
			result, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(err).NotTo(HaveOccurred())
			Expect(result.Data.Value().JSON()).To(Equal(`{"v":[]}`))
		},
		Entry(nil, "gojsonschema"), Entry(nil, "native"))

	DescribeTable("returns at once when the caller cancels, and leaves nothing behind",
		func(ctx SpecContext, validator string) {
			text, data := laborious()
			before := runtime.NumGoroutine()
			reader, err := bootstrap.NewIntent(intent.Config{Schema: text, Limits: intent.Limits{MaxValidationMs: 60000}},
				script.New(barely(data)...), options(validator)...)
			Expect(err).NotTo(HaveOccurred())
			cancelled, cancel := context.WithCancel(ctx)
			time.AfterFunc(100*time.Millisecond, cancel)
			_, err = reader.Parse(cancelled, intent.Request{Input: world.OrderInput})
			Expect(err).To(MatchError(intent.ModelAborted))
			Expect(intent.AsError(err).PartialResult).NotTo(BeNil())
			reader.Dispose()
			Eventually(runtime.NumGoroutine).WithContext(ctx).Should(BeNumerically("<=", before))
		},
		Entry(nil, "gojsonschema"), Entry(nil, "native"))

	It("stops a validation when the instance is disposed", func(ctx SpecContext) {
		text, data := laborious()
		reader, err := bootstrap.NewIntent(intent.Config{Schema: text, Limits: intent.Limits{MaxValidationMs: 60000}}, script.New(barely(data)...))
		Expect(err).NotTo(HaveOccurred())
		time.AfterFunc(100*time.Millisecond, reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.InstanceDisposed))
	}, SpecTimeout(world.Promptly))

	It("a panic in a validation is MODEL_REQUEST_FAILED, and the next one is served", func(ctx SpecContext) {
		panicking := true
		validator := &world.Judge{Judging: func([]byte) error {
			if panicking {
				panicking = false
				panic("sesame")
			}
			return nil
		}}
		two := []script.Reply{script.JSON(world.Core()), script.JSON(world.DataOf(world.Tree{"v": 2}, "two"))}
		reader, err := bootstrap.NewIntent(intent.Config{Schema: []byte(field(`{}`))}, script.New(slices.Repeat(two, 2)...),
			bootstrap.WithValidator(validator))
		Expect(err).NotTo(HaveOccurred())
		defer reader.Dispose()
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelRequestFailed))
		Expect(err.Error()).NotTo(ContainSubstring("sesame"))
		Expect(intent.AsError(err).PartialResult).NotTo(BeNil())
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).NotTo(HaveOccurred())
	})
})
