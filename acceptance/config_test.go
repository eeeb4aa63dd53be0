package acceptance_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/ports"
)

// usual lists every limit with its wire name, default constant and field, as the contract's table does.
var usual = []struct {
	name  string
	value int
	is    int
	field func(*intent.Limits) *int
}{
	{"maxInputBytes", 65536, intent.DefaultMaxInputBytes, func(l *intent.Limits) *int { return &l.MaxInputBytes }},
	{"maxContextBytes", 131072, intent.DefaultMaxContextBytes, func(l *intent.Limits) *int { return &l.MaxContextBytes }},
	{"maxSchemaBytes", 131072, intent.DefaultMaxSchemaBytes, func(l *intent.Limits) *int { return &l.MaxSchemaBytes }},
	{"maxRequestBytes", 524288, intent.DefaultMaxRequestBytes, func(l *intent.Limits) *int { return &l.MaxRequestBytes }},
	{"maxOutputBytes", 262144, intent.DefaultMaxOutputBytes, func(l *intent.Limits) *int { return &l.MaxOutputBytes }},
	{"maxSchemaDepth", 8, intent.DefaultMaxSchemaDepth, func(l *intent.Limits) *int { return &l.MaxSchemaDepth }},
	{"maxSchemaProperties", 256, intent.DefaultMaxSchemaProperties,
		func(l *intent.Limits) *int { return &l.MaxSchemaProperties }},
	{"maxContextMessages", 100, intent.DefaultMaxContextMessages,
		func(l *intent.Limits) *int { return &l.MaxContextMessages }},
	{"maxIntentCount", 100, intent.DefaultMaxIntentCount, func(l *intent.Limits) *int { return &l.MaxIntentCount }},
	{"maxConcurrentParses", 4, intent.DefaultMaxConcurrentParses,
		func(l *intent.Limits) *int { return &l.MaxConcurrentParses }},
	{"maxSchemaCacheEntries", 128, intent.DefaultMaxSchemaCacheEntries,
		func(l *intent.Limits) *int { return &l.MaxSchemaCacheEntries }},
	{"maxCandidateDepth", 32, intent.DefaultMaxCandidateDepth, func(l *intent.Limits) *int { return &l.MaxCandidateDepth }},
	{"maxCandidateNodes", 20000, intent.DefaultMaxCandidateNodes,
		func(l *intent.Limits) *int { return &l.MaxCandidateNodes }},
	{"maxEvidenceEntries", 4096, intent.DefaultMaxEvidenceEntries,
		func(l *intent.Limits) *int { return &l.MaxEvidenceEntries }},
	{"maxIssueCount", 256, intent.DefaultMaxIssueCount, func(l *intent.Limits) *int { return &l.MaxIssueCount }},
	{"maxValidationMs", 1000, intent.DefaultMaxValidationMs, func(l *intent.Limits) *int { return &l.MaxValidationMs }},
	{"maxValidationQueueEntries", 32, intent.DefaultMaxValidationQueueEntries,
		func(l *intent.Limits) *int { return &l.MaxValidationQueueEntries }},
}

var _ = Describe("9 Configuration: defaults", Label("clause:9"), func() {
	It("are the contract's, as exported constants and filled in for zero", func() {
		filled := intent.Limits{}.WithDefaults()
		for _, limit := range usual {
			Expect(limit.is).To(Equal(limit.value), limit.name)
			Expect(*limit.field(&filled)).To(Equal(limit.value), limit.name)
		}
		Expect(schema.MaxEnumEntries).To(Equal(1000))
		Expect(schema.MaxEnumEntriesInAll).To(Equal(10000))
	})

	It("leave what is set alone", func() {
		for _, limit := range usual {
			var limits intent.Limits
			*limit.field(&limits) = 7
			limits = limits.WithDefaults()
			Expect(*limit.field(&limits)).To(Equal(7), limit.name)
		}
	})

	It("are English, no schema, no deadline, one repair: the zero Config is valid", func(ctx SpecContext) {
		filled := intent.Config{}.WithDefaults()
		Expect(filled.Language).To(Equal("en"))
		Expect(filled.Timeout).To(BeZero())
		Expect(filled.Repair.Attempts()).To(Equal(1))
		Expect(intent.Repair(0)).To(Equal(intent.RepairOnce))
		Expect(intent.RepairNever.Attempts()).To(Equal(0))
		executor := script.New(script.Func(func(ctx context.Context, _ intent.ModelRequest) (intent.ModelReply, error) {
			_, bounded := ctx.Deadline()
			Expect(bounded).To(BeFalse(), "the runtime adds no deadline of its own")
			return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: world.Text(world.Core())}, nil
		}))
		reader, err := bootstrap.NewIntent(intent.Config{}, executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(context.WithoutCancel(ctx), intent.Request{Input: "x"})
		Expect(err).NotTo(HaveOccurred())
	})

	It("are what an empty wire form gives", func() {
		config, err := intent.ReadConfig([]byte("{}"))
		Expect(err).NotTo(HaveOccurred())
		Expect(config).To(Equal(intent.Config{}))
	})
})

// wired is a configuration's wire form and the paths of its faults.
type wired struct {
	text string
	at   []string
}

var _ = Describe("9 Configuration: the wire form is read strictly and with presence", Label("clause:9"), func() {
	refuses := func(tc wired) {
		config, err := intent.ReadConfig([]byte(tc.text))
		Expect(err).To(MatchError(intent.ConfigInvalid))
		Expect(config).To(Equal(intent.Config{}))
		failed := intent.AsError(err)
		Expect(failed.Stage).To(Equal(intent.StageConfig))
		Expect(failed.PartialResult).To(BeNil())
		Expect(paths(err)).To(Equal(tc.at))
		for _, issue := range failed.Issues {
			Expect(issue.Code).To(Equal(intent.ConfigInvalid))
			Expect(issue.Category).To(Equal(intent.CategoryConfig))
		}
	}

	var values []TableEntry
	add := func(path, form string, texts ...string) {
		for _, text := range texts {
			values = append(values, Entry(path+" as "+text, wired{fmt.Sprintf(form, text), []string{path}}))
		}
	}
	wrong := []string{"null", `""`, `"1"`, "true", "[]", "{}", "[1]", "-1", "1.5", "1e400", "-1e400", "0.1", "1e-400",
		"9007199254740992", "9007199254740993", "1e20", "123456789012345678901234567890"}
	add("/timeoutMs", `{"timeoutMs":%s}`, append(wrong, "2147483648")...)
	add("/repairAttempts", `{"repairAttempts":%s}`, append(wrong, "2", "false")...)
	add("/language", `{"language":%s}`, "null", `""`, `" "`, "1", `["en"]`, "{}", `"English"`, `"en_US"`)
	add("/limits", `{"limits":%s}`, "null", "[]", "1", `"maxInputBytes"`, "true")
	for _, limit := range usual {
		add("/limits/"+limit.name, `{"limits":{"`+limit.name+`":%s}}`, append(wrong, "0", "-0", "0.0")...)
	}
	add("/limits/maxValidationMs", `{"limits":{"maxValidationMs":%s}}`, "2147483648")
	DescribeTable("judges a key that stands, also 0, null and the empty text", refuses, values)

	DescribeTable("refuses", refuses,
		Entry("an unknown key", wired{`{"Language":"en"}`, []string{"/Language"}}),
		Entry("the executor's key: it is no part of it", wired{`{"executor":null}`, []string{"/executor"}}),
		Entry("an empty key", wired{`{"":1}`, []string{"/"}}),
		Entry("an unknown limit", wired{`{"limits":{"maxJobs":1}}`, []string{"/limits/maxJobs"}}),
		Entry("a limit in another case", wired{`{"limits":{"MaxInputBytes":1}}`, []string{"/limits/MaxInputBytes"}}),
		Entry("a key twice", wired{`{"language":"en","language":"en"}`, []string{"/language"}}),
		Entry("a limit twice", wired{`{"limits":{"maxInputBytes":1,"maxInputBytes":1}}`, []string{"/limits/maxInputBytes"}}),
		Entry("an array", wired{`[]`, []string{""}}), Entry("null", wired{`null`, []string{""}}),
		Entry("nothing", wired{``, []string{""}}), Entry("white space", wired{" \n", []string{""}}),
		Entry("two values", wired{`{}{}`, []string{""}}),
		Entry("a trailing comma", wired{`{"timeoutMs":1,}`, []string{""}}),
		Entry("a comment", wired{"{} // x", []string{""}}),
		Entry("a byte order mark", wired{"\ufeff{}", []string{""}}),
		Entry("every fault at once, in document order", wired{
			`{"x":1,"timeoutMs":-1,"limits":{"maxInputBytes":0,"y":1,"maxIssueCount":null},"language":"","repairAttempts":3}`,
			[]string{"/x", "/timeoutMs", "/limits/maxInputBytes", "/limits/y", "/limits/maxIssueCount", "/language",
				"/repairAttempts"},
		}),
	)

	It("takes what is right, to the ends of every range", func() {
		for _, limit := range usual {
			most := 1<<53 - 1
			if limit.name == "maxValidationMs" {
				most = 1<<31 - 1
			}
			for _, n := range []int{1, most} {
				config, err := intent.ReadConfig(fmt.Appendf(nil, `{"limits":{"%s":%d}}`, limit.name, n))
				Expect(err).NotTo(HaveOccurred(), limit.name)
				Expect(*limit.field(&config.Limits)).To(Equal(n))
				Expect(config.Check()).To(BeNil())
			}
		}
		for _, ms := range []int{0, 1, 1<<31 - 1} {
			config, err := intent.ReadConfig(fmt.Appendf(nil, `{"timeoutMs":%d}`, ms))
			Expect(err).NotTo(HaveOccurred())
			Expect(config.Timeout).To(Equal(time.Duration(ms) * time.Millisecond))
			Expect(config.Check()).To(BeNil())
		}
		for n, repair := range []intent.Repair{intent.RepairNever, intent.RepairOnce} {
			config, err := intent.ReadConfig(fmt.Appendf(nil, `{"repairAttempts":%d}`, n))
			Expect(err).NotTo(HaveOccurred())
			Expect(config.Repair).To(Equal(repair))
			Expect(config.Repair.Attempts()).To(Equal(n))
		}
	})

	It("keeps the schema's member order and number text", func(ctx SpecContext) {
		text := `{"type":"object","properties":{"z":{"maximum":1.50},"a":{}},"title":"<&>"}`
		config, err := intent.ReadConfig([]byte(`{"language":"DE","schema": ` + text + ` ,"repairAttempts":0}`))
		Expect(err).NotTo(HaveOccurred())
		config.Language = "de"
		played := play(ctx, world.Play{Config: config, Replies: []script.Reply{script.Refusal("")}})
		Expect(played.Asked[0].Payload).To(ContainSubstring(`"schemaReference":` + text))
	})

	DescribeTable("leaves the schema to its own judgement, as SCHEMA_UNSUPPORTED",
		func(schema, at string) {
			config, err := intent.ReadConfig([]byte(`{"schema":` + schema + `}`))
			if err == nil {
				_, err = bootstrap.NewIntent(config, nil)
			}
			Expect(err).To(MatchError(intent.SchemaUnsupported))
			Expect(intent.AsError(err).Stage).To(Equal(intent.StageConfig))
			Expect(paths(err)).To(Equal([]string{at}))
			Expect(intent.AsError(err).Issues[0].Category).To(Equal(intent.CategoryConfig))
		},
		Entry("null", `null`, ""), Entry("text", `""`, ""), Entry("an array", `[]`, ""), Entry("true", `true`, ""),
		Entry("a repeated name", `{"type":"object","properties":{"a":{},"a":{}}}`, "/properties/a"),
		Entry("a lossy number", `{"type":"object","properties":{"a":{"maximum":1e400}}}`, "/properties/a/maximum"),
	)

	It("judges a deep schema as the Go struct does, and takes any depth of what a schema quotes", func() {
		for schema, code := range map[string]intent.Code{
			string(nestedSchema(600)): intent.LimitExceeded,
			string(world.Schema(`"a":{"default":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`)): "",
		} {
			config, err := intent.ReadConfig([]byte(`{"schema":` + schema + `}`))
			Expect(err).NotTo(HaveOccurred())
			for _, c := range []intent.Config{config, {Schema: []byte(schema)}} {
				reader, err := bootstrap.NewIntent(c, nil)
				Expect(intent.CodeOf(err)).To(Equal(code))
				if err == nil {
					reader.Dispose()
				}
			}
		}
	})

	It("takes {} as no schema", func() {
		config, err := intent.ReadConfig([]byte(`{"schema":{}}`))
		Expect(err).NotTo(HaveOccurred())
		reader, err := bootstrap.NewIntent(config, nil)
		Expect(err).NotTo(HaveOccurred())
		reader.Dispose()
	})
})

var _ = Describe("9 Configuration: as a Go struct", Label("clause:9"), func() {
	faulty := func(config intent.Config) []string {
		_, err := bootstrap.NewIntent(config, nil)
		ExpectWithOffset(1, err).To(MatchError(intent.ConfigInvalid))
		ExpectWithOffset(1, intent.AsError(err).Stage).To(Equal(intent.StageConfig))
		return paths(err)
	}

	It("refuses negative limits, each by its wire name", func() {
		for _, limit := range usual {
			var limits intent.Limits
			*limit.field(&limits) = -1
			Expect(faulty(intent.Config{Limits: limits})).To(Equal([]string{"/limits/" + limit.name}))
			*limit.field(&limits) = 1 << 53
			Expect(faulty(intent.Config{Limits: limits})).To(Equal([]string{"/limits/" + limit.name}))
		}
		Expect(faulty(intent.Config{Limits: intent.Limits{MaxValidationMs: 1 << 31}})).To(
			Equal([]string{"/limits/maxValidationMs"}))
	})

	It("refuses a negative or too long timeout, and an unknown repair", func() {
		Expect(faulty(intent.Config{Timeout: -time.Nanosecond})).To(Equal([]string{"/timeoutMs"}))
		Expect(faulty(intent.Config{Timeout: (1 << 31) * time.Millisecond})).To(Equal([]string{"/timeoutMs"}))
		Expect(faulty(intent.Config{Repair: 2})).To(Equal([]string{"/repairAttempts"}))
	})

	It("lists every fault", func() {
		Expect(faulty(intent.Config{Language: "x-a", Timeout: -1, Repair: 9,
			Limits: intent.Limits{MaxInputBytes: -1, MaxIssueCount: -2}})).To(Equal([]string{
			"/language", "/timeoutMs", "/repairAttempts", "/limits/maxInputBytes", "/limits/maxIssueCount"}))
	})

	It("takes no executor: Parse fails then, a bridge works", func(ctx SpecContext) {
		reader, err := world.Orders(nil)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		_, err = reader.Parse(ctx, intent.Request{Input: "x"})
		Expect(err).To(MatchError(intent.ExecutorNotConfigured))
	})

	It("judges a schema whose bytes are white space as unreadable, and none as no schema", func() {
		for _, schema := range [][]byte{nil, {}, []byte("{}"), []byte(" { } ")} {
			reader, err := bootstrap.NewIntent(intent.Config{Schema: schema}, nil)
			Expect(err).NotTo(HaveOccurred())
			reader.Dispose()
		}
		_, err := bootstrap.NewIntent(intent.Config{Schema: []byte("\ufeff{}")}, nil)
		Expect(err).To(MatchError(intent.SchemaUnsupported))
	})
})

// moody is an executor whose capabilities are what it says at the moment.
type moody struct {
	ports.Executor
	native, cannotAbort atomic.Bool
}

func (m *moody) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONSchema: m.native.Load(), SupportsAbort: !m.cannotAbort.Load()}
}

var _ = Describe("9 Configuration: checked at construction and copied", Label("clause:9"), func() {
	It("keeps the executor as it is: abort is read at construction, formats before each call", func(ctx SpecContext) {
		executor := script.New(script.Refusal(""), script.Refusal(""), script.Refusal(""))
		mood := &moody{Executor: executor}
		reader, err := world.Orders(mood)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		mood.cannotAbort.Store(true)
		for _, native := range []bool{false, true, false} {
			mood.native.Store(native)
			_, err := reader.Parse(ctx, intent.Request{Input: "x"})
			Expect(err).To(MatchError(intent.ModelRefused))
		}
		var kinds []intent.FormatKind
		for _, request := range executor.Requests() {
			kinds = append(kinds, request.Format.Kind)
		}
		Expect(kinds).To(Equal([]intent.FormatKind{"json_object", "json_schema", "json_object"}))
		_, err = world.Orders(mood)
		Expect(err).To(MatchError(intent.HostCapabilityUnsupported))
	})

	It("is not changed by what happens to what was passed in", func(ctx SpecContext) {
		schema := []byte(world.OrderSchema)
		config := intent.Config{Schema: schema, Language: "de", Limits: intent.Limits{MaxInputBytes: 100}}
		executor := script.New(script.Refusal(""))
		reader, err := bootstrap.NewIntent(config, executor)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		copy(schema, strings.Repeat(" ", len(schema)))
		config.Language, config.Limits.MaxInputBytes = "fr", 1
		_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
		Expect(err).To(MatchError(intent.ModelRefused))
		Expect(executor.Requests()[0].Payload).To(And(ContainSubstring(`"structuredLanguage":"de"`),
			ContainSubstring("orderId")))
	})

	It("does not change what was passed in either", func() {
		schema := []byte(" " + world.OrderSchema + " ")
		before := string(schema)
		config := intent.Config{Schema: schema, Language: "EN-us"}
		reader, err := bootstrap.NewIntent(config, nil)
		Expect(err).NotTo(HaveOccurred())
		reader.Dispose()
		Expect(string(schema)).To(Equal(before))
		Expect(config.Language).To(Equal("EN-us"))
		Expect(config.Limits).To(BeZero())
	})
})
