package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/candidate"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const schemaText = `{"required":["b"],"type":"object","properties":{"a":{"const":1.0},"b":{"type":"string","title":"<&>"}}}`

func read(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Read([]byte(text), schema.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func basis(t testing.TB) prompt.Basis {
	return prompt.Basis{
		Language: "fr",
		Schema:   read(t, schemaText).Text(),
		Request: intent.Request{
			Input: "a < b && \"c\"\u2028\n é",
			Context: intent.ContextMessages(intent.Message{Role: intent.RoleUser, Content: "<x>"},
				intent.Message{Role: intent.RoleTool, Content: ""}),
		},
	}
}

const materials = `{"structuredLanguage":"fr","currentInput":"a < b && \"c\"` + "\u2028" + `\n é",` +
	`"context":[{"sourceId":"context:0","role":"user","content":"<x>"},{"sourceId":"context:1",` +
	`"role":"tool","content":""}],` +
	`"schemaReference":` + schemaText

func TestCorePayload(t *testing.T) {
	b := basis(t)
	r := prompt.Core(b)
	if r.Payload != materials+"}" {
		t.Errorf("got %s", r.Payload)
	}
	if r.Stage != intent.StageCore || r.Format.Kind != intent.FormatJSONObject || r.Format.Schema != "" || r.Format.Name != "" {
		t.Errorf("got %+v", r.Format)
	}
	for _, fields := range []intent.Selection{intent.NoFields(), intent.Fields("b", "a")} {
		b.Request.Fields = fields
		if prompt.Core(b) != r {
			t.Error("the core task depends on the selection")
		}
	}
}

func TestPayloadWithoutSchemaAndContext(t *testing.T) {
	r := prompt.Core(prompt.Basis{
		Language: "en",
		Schema:   read(t, "").Text(),
		Request:  intent.Request{Input: "x"},
	})
	if r.Payload != `{"structuredLanguage":"en","currentInput":"x","context":[],"schemaReference":{}}` {
		t.Errorf("got %s", r.Payload)
	}
}

func TestDataPayload(t *testing.T) {
	s := read(t, schemaText)
	data := strictjson.Object(strictjson.Member{Name: "stale", Value: strictjson.Null()})
	core := intent.Result{Input: "x", NormalizedInput: "<n>", Data: intent.NewData(data)}
	b := basis(t)
	b.NativeJSONSchema = true
	r := prompt.Data(b, core, s.Project([]string{"b", "a"}))
	want := materials + `,"checkedDefault":{"input":"x","normalizedInput":"<n>","primaryIntent":null,"requirements":[],` +
		`"intents":[],"prohibitions":[],"data":{}},"selectedSchema":{"type":"object","properties":` +
		`{"b":{"type":"string","title":"<&>"},"a":{"const":1.0}},"required":["b"],` +
		`"additionalProperties":false},` +
		`"selectedFields":["b","a"]}`
	if r.Payload != want {
		t.Errorf("got  %s\nwant %s", r.Payload, want)
	}
	if r.Stage != intent.StageData || r.Format != (intent.Format{Kind: intent.FormatJSONObject}) {
		t.Errorf("got %+v", r)
	}
}

func TestRepair(t *testing.T) {
	first := prompt.Core(basis(t))
	r := prompt.Repair(first, "{\"a\xff\xfe<\":}", "/a: x\n/b: y")
	want := strings.TrimSuffix(first.Payload, "}") +
		`,"repair":{"candidate":"{\"a` + "\ufffd\ufffd" + `<\":}","diagnostic":"/a: x\n/b: y"}}`
	if r.Payload != want {
		t.Errorf("got  %s\nwant %s", r.Payload, want)
	}
	added, ok := strings.CutPrefix(r.Instructions, first.Instructions)
	if !ok || strings.Count(strings.Trim(added, "\n"), "\n") != 0 || strings.TrimSpace(added) == "" {
		t.Errorf("a repair adds %q", added)
	}
	for _, phrase := range []string{"complete corrected candidate", "invent no fact"} {
		if !strings.Contains(added, phrase) {
			t.Errorf("%q is not asked for", phrase)
		}
	}
	if r.Format != first.Format || r.Stage != first.Stage {
		t.Error("a repair asks in another form")
	}
}

func TestBytes(t *testing.T) {
	r := intent.ModelRequest{
		Instructions: "é",
		Payload:      "{}",
		Format:       intent.Format{Name: "name", Schema: "1"},
	}
	if got := prompt.Bytes(r); got != 5 {
		t.Errorf("got %d", got)
	}
}

func TestPayloadIsStrictJSON(t *testing.T) {
	s := read(t, schemaText)
	for _, r := range []intent.ModelRequest{
		prompt.Core(basis(t)),
		prompt.Data(basis(t), intent.Result{}, s.Project([]string{"a"})),
		prompt.Repair(prompt.Data(basis(t), intent.Result{}, s.Project(nil)), "\xc3", ""),
	} {
		if _, err := strictjson.Decode([]byte(r.Payload), strictjson.Options{}); err != nil {
			t.Errorf("%v: %s", err, r.Payload)
		}
	}
}

// TestCoreFormat: the schema is closed and complete at every level, as strict modes demand.
func TestCoreFormat(t *testing.T) {
	b := basis(t)
	b.NativeJSONSchema = true
	format := prompt.Core(b).Format
	if format.Kind != intent.FormatJSONSchema || format.Name != "intent_core" {
		t.Fatalf("got %+v", format)
	}
	var root map[string]any
	if err := json.Unmarshal([]byte(format.Schema), &root); err != nil {
		t.Fatal(err)
	}
	if objects := strict(t, "", root); objects != 4 {
		t.Errorf("%d objects", objects)
	}
	for _, action := range intent.Actions() {
		if !strings.Contains(format.Schema, `"`+string(action)+`"`) {
			t.Errorf("%s is missing", action)
		}
	}
}

// strict walks a schema and counts its objects.
func strict(t *testing.T, at string, s map[string]any) (objects int) {
	t.Helper()
	if items, ok := s["items"].(map[string]any); ok {
		objects += strict(t, at+"[]", items)
	}
	properties, ok := s["properties"].(map[string]any)
	if !ok {
		return objects
	}
	if s["type"] != "object" || s["additionalProperties"] != false || len(s["required"].([]any)) != len(properties) {
		t.Errorf("%s is not closed and complete", at)
	}
	for name, property := range properties {
		objects += strict(t, at+"/"+name, property.(map[string]any))
	}
	return objects + 1
}

// TestFormatAcceptsWhatTheChecksAccept: the example of the instructions satisfies the format's schema.
func TestFormatAcceptsWhatTheChecksAccept(t *testing.T) {
	b := basis(t)
	b.NativeJSONSchema = true
	core := prompt.Core(b)
	s := read(t, core.Format.Schema)
	_, text := example(t, core.Instructions)
	value, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	verdict, _ := schema.Evaluate(s.Project(s.Fields()), value, func() bool { return false })
	if !verdict.Valid() {
		t.Errorf("got %+v", verdict.Violations)
	}
}

// example takes payload and candidate out of the instructions' fenced blocks.
func example(t *testing.T, instructions string) (payload, text string) {
	t.Helper()
	parts := strings.Split(instructions, "```")
	if len(parts) != 5 {
		t.Fatalf("%d fences", len(parts)-1)
	}
	return strings.TrimPrefix(parts[1], "json\n"), strings.TrimPrefix(parts[3], "json\n")
}

// request reads the request that an example's payload shows.
func request(t *testing.T, payload string) (intent.Request, strictjson.Value) {
	t.Helper()
	root, err := strictjson.Decode([]byte(payload), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	input, _ := root.Lookup("currentInput")
	context, _ := root.Lookup("context")
	var messages []intent.Message
	for _, item := range context.Items() {
		role, _ := item.Lookup("role")
		content, _ := item.Lookup("content")
		messages = append(messages, intent.Message{Role: intent.Role(role.Text()), Content: content.Text()})
	}
	r := intent.Request{Input: input.Text(), Context: intent.ContextMessages(messages...)}
	if _, failed := r.Check(intent.Limits{}, nil); failed != nil {
		t.Fatal(failed)
	}
	return r, root
}

func TestCoreExamplePasses(t *testing.T) {
	r := prompt.Core(basis(t))
	payload, text := example(t, r.Instructions)
	shown, _ := request(t, payload)
	if prompt.Core(prompt.Basis{Language: "en", Schema: "{}", Request: shown}).Payload != strings.TrimSpace(payload) {
		t.Error("the example's payload is not what a model is given")
	}
	core, mistakes, err := candidate.CheckCore(text, intent.Limits{})
	if err != nil || len(mistakes) > 0 {
		t.Fatal(mistakes, err)
	}
	if items := core.Assemble("x").Intents; items[0].Status != intent.StatusReady ||
		items[1].Status != intent.StatusConditional || items[2].Status != intent.StatusNeedsClarification {
		t.Errorf("got %+v", items)
	}
}

func TestDataExamplePasses(t *testing.T) {
	s := read(t, "")
	payload, text := example(t, prompt.Data(basis(t), intent.Result{}, s.Project(nil)).Instructions)
	shown, root := request(t, payload)
	selected, _ := root.Lookup("selectedSchema")
	s = read(t, selected.JSON())
	fields, _ := root.Lookup("selectedFields")
	if strictjson.Strings(s.Fields()).JSON() != fields.JSON() {
		t.Errorf("%s is selected of %v", fields.JSON(), s.Fields())
	}
	projection := s.Project(s.Fields())
	data, err := candidate.CheckData(text, candidate.DataTask{Materials: shown.Materials(), Projection: projection})
	if err != nil {
		t.Fatal(err)
	}
	object, _ := data.Object()
	verdict, _ := schema.Evaluate(projection, object, func() bool { return false })
	if mistakes, issues, err := data.Judge(verdict); err != nil || len(mistakes)+len(issues) > 0 {
		t.Error(mistakes, issues, err)
	}
}

func TestInstructions(t *testing.T) {
	data := prompt.Data(basis(t), intent.Result{}, read(t, "").Project(nil))
	for _, r := range []intent.ModelRequest{prompt.Core(basis(t)), data} {
		if n := len(prompt.Repair(r, "", "").Instructions); n > prompt.MaxInstructionBytes {
			t.Errorf("%s: %d bytes", r.Stage, n)
		}
	}
	if digest := prompt.InstructionDigest(); len(digest) != 64 || digest != prompt.InstructionDigest() || prompt.InstructionVersion == "" {
		t.Errorf("got %s", digest)
	}
	for _, word := range append(words(intent.BusinessCodes()), "business_information", "definition", candidate.ModeExact,
		candidate.ModeSemantic, candidate.VerdictSatisfied, candidate.VerdictViolated, candidate.VerdictUndetermined,
		candidate.FieldExtracted, candidate.FieldNotProvided, candidate.FieldNotApplicable, candidate.FieldIssue) {
		if !strings.Contains(data.Instructions, "`"+word+"`") {
			t.Errorf("stage data does not name %s", word)
		}
	}
	for _, word := range words(intent.Actions()) {
		if !strings.Contains(prompt.Core(basis(t)).Instructions, "`"+word+"`") {
			t.Errorf("stage core does not name %s", word)
		}
	}
}

func words[T ~string](list []T) []string {
	texts := make([]string, len(list))
	for i, word := range list {
		texts[i] = string(word)
	}
	return texts
}
