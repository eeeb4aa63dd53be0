package executortest

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func formatRules() []rule {
	return []rule{
		{name: "native schema", states: "an executor that declares NativeJSONSchema sends the schema of a " +
			"json_schema format, and of no other", check: checkSchema, needs: []Kind{Completes},
			fix: "hand Format.Schema on if Format.Kind is json_schema, or declare NativeJSONSchema false"},
		{name: "usage", states: "what the provider says that a call cost is handed on", check: checkUsage,
			needs: []Kind{Completes},
			fix:   "fill Usage.InputTokens and Usage.OutputTokens, or set Features.NoUsage"},
	}
}

// property is a name that no request has by itself.
const property = "kitProperty4711"

func checkSchema(b bench) found {
	s := b.subject(Behaviour{Kind: Completes, Text: "{}"})
	b.must(s.Sent != nil, "Subject.Sent to look at")
	b.must(s.Executor.Capabilities().NativeJSONSchema, "NativeJSONSchema among the capabilities")
	request := core(s.Executor, 0)
	request.Format = intent.Format{
		Kind: intent.FormatJSONSchema,
		Name: request.Format.Name,
		Schema: `{"type":"object","properties":{"` + property + `":{"type":"string"}},"required":["` + property +
			`"],"additionalProperties":false}`,
	}
	_, _ = ask(s.Executor, request)
	_, _ = ask(s.Executor, object(s.Executor, 0))
	var f found
	sent := s.Sent()
	if len(sent) != 2 {
		f.addf("two calls reached the provider as %d", len(sent))
		return f
	}
	if !strings.Contains(sent[0], property) {
		f.addf("a property of the schema is not in what was sent")
	}
	if strings.Contains(sent[1], property) {
		f.addf("the schema of an earlier call is in a request that has none")
	}
	return f
}

func checkUsage(b bench) found {
	b.must(!b.features.NoUsage, "usage, by Features.NoUsage")
	b.must(!b.features.OwnText, "provider that says what a call cost")
	want := intent.Usage{InputTokens: 4711, OutputTokens: 31}
	executor := b.subject(Behaviour{Kind: Completes, Text: "{}", Usage: want}).Executor
	reply, err := ask(executor, core(executor, 0))
	var f found
	got := reply.Usage
	if err != nil || got.InputTokens != want.InputTokens || got.OutputTokens != want.OutputTokens {
		f.addf("the provider said %d and %d tokens, the reply %d and %d (error %v)", want.InputTokens,
			want.OutputTokens, got.InputTokens, got.OutputTokens, err)
	}
	return f
}
