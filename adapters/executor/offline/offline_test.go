package offline

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	txt "github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/ports"
)

const testSchema = `{"type":"object","description":"A request.","properties":{
	"orderId":{"type":"string","title":"order","pattern":"^[0-9]{6}$","description":"The order number"},
	"urgent":{"type":"boolean","title":"加急"},"service":{"enum":["economy","express","overnight",7,true,null]},
	"quantity":{"type":"integer","minimum":1,"description":"must be at least one"},
	"start":{"type":"string","format":"date"},"mail":{"anyOf":[{"type":"string","format":"email","description":"address"},{"type":"null"}]},
	"budget":{"type":"number","description":"in euros"},"note":{"type":"string"},"x/y~z":{"const":"to"},
	"ids":{"type":"array","items":{"type":"string","pattern":"^A-\\d+$","description":"an id"},"maxItems":3},
	"tags":{"type":"array","items":{"type":"string"}},"free":{},"no":false,
	"to":{"type":"object","description":"where to","properties":{"city":{"type":"string"},"zip":{"type":"string","allOf":[{"pattern":"^\\d{4}$"}]}},"required":["city"]}},
	"required":["quantity","to"]}`

func testPayload(t testing.TB, language, input, context string) (string, *schema.Projection) {
	t.Helper()
	s, failed := schema.Read([]byte(testSchema), schema.Limits{})
	if failed != nil {
		t.Fatal(failed)
	}
	p := s.Project(s.Fields())
	materials := []material{}
	if context != "" {
		materials = append(materials, material{"context:0", "user", context})
	}
	text, err := json.Marshal(map[string]any{"structuredLanguage": language, "currentInput": input,
		"context":        materials,
		"selectedSchema": json.RawMessage(p.Text()), "selectedFields": p.Fields()})
	if err != nil {
		t.Fatal(err)
	}
	return string(text), p
}

// checkBoth has both candidates judged by the checkers of the contract.
func checkBoth(t testing.TB, language, input, earlier string) {
	t.Helper()
	payload, projection := testPayload(t, language, input, earlier)
	limits := intent.Limits{}.WithDefaults()
	core := generate(t, intent.StageCore, payload)
	if core.Outcome == intent.OutcomeComplete {
		if _, mistakes, err := candidate.CheckCore(core.Text, limits, nil); err != nil || len(mistakes) > 0 {
			t.Fatalf("core candidate of %q: %v %v\n%s", input, mistakes, err, core.Text)
		}
	}
	data := generate(t, intent.StageData, payload)
	if data.Outcome != intent.OutcomeComplete {
		return
	}
	materials := []intent.Material{{ID: "input", Role: "user", Content: input}}
	if earlier != "" {
		materials = append(materials, intent.Material{ID: "context:0", Role: "user", Content: earlier})
	}
	d, err := candidate.CheckData(data.Text, candidate.DataTask{Materials: materials, Projection: projection,
		Limits: limits}, nil)
	if err != nil {
		t.Fatalf("data candidate of %q: %v", input, err)
	}
	value, _ := d.Object()
	judged, _ := schema.Evaluate(projection, value, nil)
	found := d.Judge(judged)
	mistakes, issues, failed := found.Mistakes, found.Issues, found.Limit
	if failed != nil || len(mistakes) > 0 && len(issues) == 0 {
		t.Fatalf("data candidate of %q: %v %v\n%s", input, mistakes, failed, data.Text)
	}
}

func generate(t testing.TB, stage intent.Stage, payload string) intent.ModelReply {
	t.Helper()
	reply, err := New().Generate(context.Background(), intent.ModelRequest{Stage: stage, Payload: payload})
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func TestCandidatesAreWellFormed(t *testing.T) {
	for _, input := range []string{
		"Check the delivery of order 000771 to Lisbon, urgent: true, quantity: 3.",
		"取消订单 000771，加急：是，预算 50 欧元。", "?", "…", "\"", "“", "«x", "<a>&b", "a\tb\u00a0c", "Delete.", "no",
		"no, no, no wait", "，，，",
		"Ship A-1, A-2, A-3 and A-4 to zip 8004 in Bern for 3 boxes", strings.Repeat("delete a. ", 99),
		"tags: , and , 、", "note: ", "to to to", "x", "'", "urgent urgent: urgent", "加急加急：加急", "不要", "如果", "把",
		"之后", "请", "前",
	} {
		for _, language := range []string{"en", "zh-CN", "zh-TW"} {
			checkBoth(t, language, input, "")
			checkBoth(t, language, input, "Where is order 000771? 加急。")
		}
	}
}

// TestSameAnswerEachTime: the reader is deterministic.
func TestSameAnswerEachTime(t *testing.T) {
	payload, _ := testPayload(t, "en", "Check order 000771, ids A-1 and A-2, service express, to Lisbon.", "")
	for _, stage := range []intent.Stage{intent.StageCore, intent.StageData} {
		first := generate(t, stage, payload)
		for range 20 {
			if again := generate(t, stage, payload); !reflect.DeepEqual(again, first) {
				t.Fatalf("another answer: %s", again.Text)
			}
		}
	}
}

func TestRefusesOtherLanguages(t *testing.T) {
	for _, language := range []string{"de", "fr-CA", "", "eng", "ja"} {
		payload, _ := testPayload(t, language, "Delete it.", "")
		if reply := generate(t, intent.StageCore, payload); reply.Outcome != intent.OutcomeRefusal ||
			reply.Detail == "" {
			t.Errorf("%s: %+v", language, reply)
		}
	}
}

func TestManyDeedsAreIncomplete(t *testing.T) {
	payload, _ := testPayload(t, "en", strings.Repeat("Delete file 1. Run it. ", 200), "")
	if reply := generate(t, intent.StageCore, payload); reply.Outcome != intent.OutcomeIncomplete ||
		reply.Detail == "" {
		t.Errorf("%+v", reply.Outcome)
	}
}

func TestErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	payload, _ := testPayload(t, "en", "Delete it.", "")
	if _, err := New().Generate(ctx, intent.ModelRequest{Stage: intent.StageCore,
		Payload: payload}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, request := range []intent.ModelRequest{
		{Stage: intent.StageCore, Payload: `{"secret`},
		{Stage: "third", Payload: payload},
		{Stage: intent.StageData, Payload: `{"structuredLanguage":"en","currentInput":"secret","selectedSchema":{"type":"array"}}`},
	} {
		if _, err := New().Generate(context.Background(), request); err == nil ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", request.Stage, err)
		}
	}
	var _ ports.Executor = New()
}

// TestQuestionsInTheStructuredLanguage: what the reader writes itself is in the structured language,
// what it quotes stays as it is.
func TestQuestionsInTheStructuredLanguage(t *testing.T) {
	for language, want := range map[string]string{"en": "What exactly should be done about", "zh": "具体要做什么",
		"zh-TW": "具體要做什麼", "zh-Hant-HK": "具體要做什麼", "zh-Hans-TW": "具体要做什么"} {
		for _, input := range []string{"Please handle ticket 88.", "处理一下工单 88。"} {
			payload, _ := testPayload(t, language, input, "")
			if reply := generate(t, intent.StageCore, payload); !strings.Contains(reply.Text, want) ||
				!strings.Contains(reply.Text, "88") {
				t.Errorf("%s %s: %s", language, input, reply.Text)
			}
		}
	}
}

// FuzzGenerate builds texts of real words from bytes, mixed with the bytes themselves: nothing panics,
// and both candidates pass the contract's checkers.
func FuzzGenerate(f *testing.F) {
	for _, seed := range []string{"\x00\x01\x02", "delete it", "如果测试通过，就发布。", "no wait \x10\x20\x30",
		"\x05\x15“\x25", "order 000771"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, bytes string, spaced bool) {
		var b strings.Builder
		for i, r := range bytes {
			switch {
			case i > 4096:
			case r < ' ' || r >= 0x80 && r < 0x180:
				b.WriteString(words[int(r)%len(words)])
			default:
				b.WriteRune(r)
			}
			if spaced {
				b.WriteByte(' ')
			}
		}
		input := b.String()
		if !utf8.ValidString(input) || txt.Blank(input) {
			return
		}
		checkBoth(t, "en", input, "")
		checkBoth(t, "zh-CN", input, "取消订单 000771")
	})
}

var words = strings.Fields(`please delete the order 000771 and if then before after you approve don't never it not no wait actually
	instead , . ; : ? ! " “ ” ' ( ) 《 》 because i we my me ask confirm once unless until first run tests check with for to from of is
	are was been already could should what why how 请 帮 我 把 删除 订单 如果 就 再 然后 后 之前 不要 别 确认 同意 先 了 的 ， 。 、 ； ？ 并 和 或 改 发 查
	给 对 在 从 到 三 个 元 2026-03-05 march 5, 2026 a.b@example.org A-12 €500 5kg 1,200 express urgent: true quantity tags note 不对 加急 except either 要么 otherwise 否则 leave skip forget instead of no, sorry I mean cancel A-13 room 12 退款 还是 算了 了没有 should be must let know tell Ana either or 不订了 换货`)
