package acceptance_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func paths(err error) []string {
	var list []string
	for _, issue := range intent.AsError(err).Issues {
		if issue.Path == nil {
			list = append(list, "")
			continue
		}
		list = append(list, *issue.Path)
	}
	return list
}

// neverAsked makes an Intent whose executor must not be asked: its script is empty.
func neverAsked(limits intent.Limits) *bootstrap.Intent {
	reader, err := bootstrap.NewIntent(
		intent.Config{Schema: []byte(`{"type":"object","properties":{"a.b":{},"c":{},"d":{}}}`), Limits: limits},
		world.Good(0))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(reader.Dispose)
	return reader
}

type badRequest struct {
	text string
	at   []string
}

var _ = Describe("2 Request: its wire form is closed and strict", Label("clause:2"), func() {
	DescribeTable("refuses, with every fault listed",
		func(tc badRequest) {
			_, err := intent.ReadRequest([]byte(tc.text))
			Expect(err).To(MatchError(intent.InputInvalid))
			Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
			Expect(paths(err)).To(Equal(tc.at))
			for _, issue := range intent.AsError(err).Issues {
				Expect(issue.Code).To(Equal(intent.InputInvalid))
				Expect(issue.Category).To(Equal(intent.CategoryInput))
			}
		},
		Entry("no object", badRequest{`["x"]`, []string{""}}),
		Entry("no JSON", badRequest{`{"input":`, []string{"/input"}}),
		Entry("no input", badRequest{`{}`, []string{"/input"}}),
		Entry("a null input", badRequest{`{"input":null}`, []string{"/input"}}),
		Entry("a blank input", badRequest{`{"input":" \u3000\u200b"}`, []string{"/input"}}),
		Entry("a repeated key", badRequest{`{"input":"x","input":"y"}`, []string{"/input"}}),
		Entry("an unknown key", badRequest{`{"input":"x","field":[]}`, []string{"/field"}}),
		Entry("null fields", badRequest{`{"input":"x","fields":null}`, []string{"/fields"}}),
		Entry("fields as text", badRequest{`{"input":"x","fields":"a"}`, []string{"/fields"}}),
		Entry("a field that is no text", badRequest{`{"input":"x","fields":["a",1]}`, []string{"/fields/1"}}),
		Entry("a null context", badRequest{`{"input":"x","context":null}`, []string{"/context"}}),
		Entry("the background's role", badRequest{
			`{"input":"x","context":[{"role":"background","content":"y"}]}`, []string{"/context/0/role"},
		}),
		Entry("a message with more keys", badRequest{
			`{"input":"x","context":[{"role":"user","content":"y","name":"z"}]}`, []string{"/context/0/name"},
		}),
		Entry("several at once", badRequest{
			`{"input":1,"fields":[2],"context":[{"role":"user"}],"x":3}`,
			[]string{"/input", "/fields/0", "/context/0/content", "/x"},
		}),
		Entry("a lone surrogate", badRequest{`{"input":"\ud800"}`, []string{"/input"}}),
	)

	It("takes an empty context as none, and an empty content as a message", func() {
		for _, text := range []string{`{"input":"x"}`, `{"input":"x","context":""}`, `{"input":"x","context":[]}`} {
			request, err := intent.ReadRequest([]byte(text))
			Expect(err).NotTo(HaveOccurred())
			Expect(request.Context.Messages()).To(BeEmpty())
		}
		request, err := intent.ReadRequest([]byte(`{"input":"x","context":[{"role":"tool","content":""}]}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(request.Context.Messages()).To(HaveLen(1))
	})
})

var _ = Describe("2 Request: input", Label("clause:2"), func() {
	It("is copied to the result byte for byte", func(ctx SpecContext) {
		reader, err := world.Orders(world.Good(1))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(reader.Dispose)
		input := "  " + world.OrderInput + "\r\n\u200b\t"
		result, err := reader.Parse(ctx, intent.Request{Input: input})
		Expect(err).NotTo(HaveOccurred())
		Expect(result.Input).To(Equal(input))
	})

	It("is refused where it is blank or not UTF-8, before any model call", func(ctx SpecContext) {
		reader := neverAsked(intent.Limits{})
		for _, input := range []string{"", " ", "\u00a0\u2028\ufeff\u00ad\U000E0100", "a\xff"} {
			_, err := reader.Parse(ctx, intent.Request{Input: input})
			Expect(err).To(MatchError(intent.InputInvalid), "%q", input)
		}
	})
})

var _ = Describe("2 Request: fields", Label("clause:2"), func() {
	names := func(s intent.Selection) []string {
		selected, err := intent.Request{Input: "x", Fields: s}.Check(intent.Limits{}, []string{"a.b", "c", "d"})
		Expect(err).To(BeNil())
		return selected
	}

	It("means all in order of declaration where it is omitted", func() {
		Expect(names(intent.Selection{})).To(Equal([]string{"a.b", "c", "d"}))
	})

	It("keeps the order of first mention and drops repeats", func() {
		Expect(names(intent.Fields("d", "a.b", "d"))).To(Equal([]string{"d", "a.b"}))
	})

	It("selects nothing for NoFields, and the same for an empty list, nil or not", func() {
		Expect(names(intent.NoFields())).To(BeEmpty())
		Expect(names(intent.Fields())).To(BeEmpty())
		Expect(names(intent.Fields([]string{}...))).To(BeEmpty())
	})

	It("refuses undeclared names with UNKNOWN_FIELD, all of them", func(ctx SpecContext) {
		reader := neverAsked(intent.Limits{})
		_, err := reader.Parse(ctx, intent.Request{Input: "x", Fields: intent.Fields("a", "c", "c.d", "C")})
		Expect(err).To(MatchError(intent.UnknownField))
		Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
		Expect(paths(err)).To(Equal([]string{"/fields/0", "/fields/2", "/fields/3"}))
	})
})

var _ = Describe("2 Request: limits", Label("clause:2"), func() {
	It("counts UTF-8 bytes of input, bytes of the context array, and messages", func(ctx SpecContext) {
		reader := neverAsked(intent.Limits{MaxInputBytes: 5, MaxContextBytes: 100, MaxContextMessages: 2})
		for _, request := range []intent.Request{
			{Input: "ééé"},
			{Input: "x", Context: intent.ContextText(strings.Repeat("<", 60))},
			{Input: "x", Context: intent.ContextMessages(make3()...)},
		} {
			_, err := reader.Parse(ctx, request)
			Expect(err).To(MatchError(intent.LimitExceeded))
			Expect(intent.AsError(err).Stage).To(Equal(intent.StageInput))
			Expect(intent.AsError(err).Issues).To(BeEmpty())
		}
	})

	It("counts the context array exactly as the payload shows it", func() {
		text := `<&>"é` + "\u2028"
		array := `[{"sourceId":"context:0","role":"background","content":` + jsonText(text) + `}]`
		request := intent.Request{Input: "x", Context: intent.ContextText(text)}
		_, err := request.Check(intent.Limits{MaxContextBytes: len(array)}, nil)
		Expect(err).To(BeNil())
		_, err = request.Check(intent.Limits{MaxContextBytes: len(array) - 1}, nil)
		Expect(intent.CodeOf(err)).To(Equal(intent.LimitExceeded))
	})

	It("counts an empty context 0", func() {
		_, err := intent.Request{Input: "x"}.Check(intent.Limits{MaxContextBytes: 1}, nil)
		Expect(err).To(BeNil())
	})
})

func make3() []intent.Message {
	m := intent.Message{Role: intent.RoleUser}
	return []intent.Message{m, m, m}
}

// jsonText writes a string as the runtime does: no escapes but those that JSON demands.
func jsonText(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	Expect(encoder.Encode(text)).To(Succeed())
	return strings.ReplaceAll(strings.TrimSpace(b.String()), `\u2028`, "\u2028")
}

var _ = Describe("2 Materials", Label("clause:2"), func() {
	It("have the ids input, context:0, context:1, … in order, a text the role background", func() {
		request := intent.Request{Input: "x", Context: intent.ContextMessages(
			intent.Message{Role: intent.RoleUser, Content: "a"}, intent.Message{Role: intent.RoleTool, Content: "b"})}
		Expect(request.Materials()).To(Equal([]intent.Material{
			{ID: "input", Role: intent.RoleUser, Content: "x"},
			{ID: "context:0", Role: intent.RoleUser, Content: "a"},
			{ID: "context:1", Role: intent.RoleTool, Content: "b"},
		}))
		text := intent.Request{Input: "x", Context: intent.ContextText("t")}
		Expect(text.Materials()[1]).To(Equal(
			intent.Material{ID: "context:0", Role: intent.RoleBackground, Content: "t"}))
	})
})
