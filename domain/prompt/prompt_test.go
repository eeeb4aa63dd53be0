package prompt_test

import (
	"encoding/json"
	"os"
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
	data := strictjson.Object(strictjson.Field("stale", strictjson.Null()))
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

// TestFormatAcceptsWhatTheChecksAccept: the examples of the instructions satisfy the format's schema.
func TestFormatAcceptsWhatTheChecksAccept(t *testing.T) {
	b := basis(t)
	b.NativeJSONSchema = true
	core := prompt.Core(b)
	s := read(t, core.Format.Schema)
	for _, shown := range examples(t, core.Instructions) {
		value := decode(t, shown.candidate)
		verdict, _ := schema.Evaluate(s.Project(s.Fields()), value, func() bool { return false })
		if !verdict.Valid() {
			t.Errorf("got %+v", verdict.Violations)
		}
	}
}

func decode(t *testing.T, text string) strictjson.Value {
	t.Helper()
	value, err := strictjson.Decode([]byte(text), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// shown is one example: what is in the payload, as far as it is shown, and the candidate.
type shown struct{ payload, candidate string }

// examples takes the pairs of lines out of the instructions' one fenced block.
func examples(t *testing.T, instructions string) []shown {
	t.Helper()
	parts := strings.Split(instructions, "```")
	if len(parts) != 3 {
		t.Fatalf("%d fences", len(parts)-1)
	}
	lines := strings.Split(strings.TrimSpace(strings.TrimPrefix(parts[1], "json\n")), "\n")
	if len(lines) != 6 {
		t.Fatalf("%d lines of examples, three pairs are wanted", len(lines))
	}
	var pairs []shown
	for i := 0; i < len(lines); i += 2 {
		pairs = append(pairs, shown{lines[i], lines[i+1]})
	}
	return pairs
}

// request reads the request that an example's payload shows.
func request(t *testing.T, payload string) (intent.Request, strictjson.Value) {
	t.Helper()
	root := decode(t, payload)
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

// TestCoreExamplesPass: what the instructions show a model passes the checks, and shows each status.
func TestCoreExamplesPass(t *testing.T) {
	var statuses []string
	for _, example := range examples(t, prompt.Core(basis(t)).Instructions) {
		r, root := request(t, example.payload)
		given := decode(t, prompt.Core(prompt.Basis{Language: "en", Schema: "{}", Request: r}).Payload)
		for name, value := range root.Members() {
			if member, ok := given.Lookup(name); !ok || member.JSON() != value.JSON() {
				t.Errorf("%s of the example is not what a model is given", name)
			}
		}
		core, mistakes, err := candidate.CheckCore(example.candidate, intent.Limits{}, nil)
		if err != nil || len(mistakes) > 0 {
			t.Fatal(mistakes, err)
		}
		for _, item := range core.Assemble("x").Intents {
			statuses = append(statuses, string(item.Status))
		}
		statuses = append(statuses, "end")
	}
	want := "conditional needs_clarification end awaiting_confirmation end end"
	if got := strings.Join(statuses, " "); got != want {
		t.Errorf("the examples show %s, want %s", got, want)
	}
}

// TestDataExamplesPass: the first example yields data, the second an issue made by a verdict, the third
// a reported one.
func TestDataExamplesPass(t *testing.T) {
	data := prompt.Data(basis(t), intent.Result{}, read(t, "").Project(nil))
	var codes []string
	for _, example := range examples(t, data.Instructions) {
		r, root := request(t, example.payload)
		selected, _ := root.Lookup("selectedSchema")
		s := read(t, selected.JSON())
		fields, _ := root.Lookup("selectedFields")
		if strictjson.Strings(s.Fields()).JSON() != fields.JSON() {
			t.Errorf("%s is selected of %v", fields.JSON(), s.Fields())
		}
		projection := s.Project(s.Fields())
		task := candidate.DataTask{Materials: r.Materials(), Projection: projection}
		checked, err := candidate.CheckData(example.candidate, task, nil)
		if err != nil {
			t.Fatal(err)
		}
		object, _ := checked.Object()
		verdict, _ := schema.Evaluate(projection, object, func() bool { return false })
		found := checked.Judge(verdict)
		mistakes, issues, err := found.Mistakes, found.Issues, found.Limit
		if err != nil || len(mistakes) > 0 {
			t.Error(mistakes, err)
		}
		for _, issue := range issues {
			codes = append(codes, string(issue.Code))
		}
		codes = append(codes, "end")
	}
	want := "end DATA_DESCRIPTION_UNDETERMINED end DATA_AMBIGUOUS end"
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("the examples show %s, want %s", got, want)
	}
}

func TestInstructions(t *testing.T) {
	data := prompt.Data(basis(t), intent.Result{}, read(t, "").Project(nil))
	for _, r := range []intent.ModelRequest{prompt.Core(basis(t)), data} {
		if n := len(prompt.Repair(r, "", "").Instructions); n > prompt.MaxInstructionBytes {
			t.Errorf("%s: %d bytes", r.Stage, n)
		}
	}
	pinned, err := os.ReadFile("testdata/instructions.golden")
	if err != nil {
		t.Fatal(err)
	}
	if told := prompt.InstructionVersion + " " + prompt.InstructionDigest() + "\n"; told != string(pinned) {
		t.Errorf("the instructions changed: raise their version, then write %q into testdata/instructions.golden", told)
	}
	if digest := prompt.InstructionDigest(); len(digest) != 64 || digest != prompt.InstructionDigest() || prompt.InstructionVersion == "" {
		t.Errorf("got %s", digest)
	}
	for _, word := range append(words(intent.BusinessCodes()), "business_information", "definition",
		string(intent.EvidenceExact), string(intent.EvidenceSemantic), string(intent.VerdictSatisfied), string(intent.VerdictViolated), string(intent.VerdictUndetermined), string(intent.FieldExtracted), string(intent.FieldNotProvided), string(intent.FieldNotApplicable), string(intent.FieldIssue)) {
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
