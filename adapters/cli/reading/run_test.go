package reading_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/bootstrap/command"
	"github.com/devcodex/intent-runtime/domain/intent"
)

const core = `{"normalizedInput":"n","primaryIntent":null,"requirements":[],"prohibitions":[],"intents":[]}`

// replies is a script that answers with texts.
func replies(t *testing.T, texts ...string) string {
	t.Helper()
	var script struct {
		Replies []map[string]string `json:"replies"`
	}
	for _, text := range texts {
		script.Replies = append(script.Replies, map[string]string{"outcome": "complete", "text": text})
	}
	text, err := json.Marshal(script)
	if err != nil {
		t.Fatal(err)
	}
	return "script:" + file(t, "script.json", string(text))
}

// Wrong usage ends with status 2, says on stderr what is wrong, and leaves stdout empty.
func TestWrongUsage(t *testing.T) {
	request := file(t, "request.json", `{"input":"Cancel it."}`)
	config := file(t, "c.json", `{"instances":{"a":{},"b":{}}}`)
	tests := []struct {
		name string
		args []string
		says string
	}{
		{"command", []string{"frobnicate"}, "frobnicate"},
		{"command of schema", []string{"schema", "frobnicate"}, "frobnicate"},
		{"flag", []string{"parse", "--frob", "x"}, "--frob"},
		{"two words", []string{"parse", "Cancel", "it."}, "quotes"},
		{"request and text", []string{"parse", "--request", request, "x"}, "contradict"},
		{"request and field", []string{"parse", "--request", request, "--field", "x"}, "--field"},
		{"request and no fields", []string{"parse", "--request", request, "--no-fields"}, "--no-fields"},
		{"request and context", []string{"parse", "--request", request, "--context", "x"}, "--context"},
		{"field and no fields", []string{"parse", "--field", "x", "--no-fields", "x"}, "contradict"},
		{"envelope and output", []string{"parse", "--envelope", "-o", "text", "x"}, "--envelope"},
		{"evidence and output", []string{"parse", "--evidence", "-o", "html", "x"}, "--evidence"},
		{"output", []string{"parse", "-o", "xml", "x"}, `"xml"`},
		{"output of version", []string{"version", "-o", "html"}, `"html"`},
		{"timeout", []string{"parse", "--timeout", "soon", "x"}, "soon"},
		{"executor", []string{"parse", "--executor", "frob", "x"}, `"frob"`},
		{"executor with much", []string{"parse", "--executor", "offline:x", "x"}, "offline"},
		{"model missing", []string{"parse", "--executor", "openai", "x"}, "openai:MODEL"},
		{"model blank", []string{"parse", "--executor", "xai: ", "x"}, "xai:MODEL"},
		{"key missing", []string{"parse", "--executor", "openai:m", "x"}, "OPENAI_API_KEY"},
		{"script missing", []string{"parse", "--executor", "script", "x"}, "script:FILE"},
		{"script absent", []string{"parse", "--executor", "script:/nowhere/s.json", "x"}, "/nowhere/s.json"},
		{"script wrong", []string{"parse", "--executor", "script:" + file(t, "s.json", `{"replies":[{}]}`), "x"},
			"/replies/0/outcome"},
		{"request absent", []string{"parse", "--request", "/nowhere/r.json"}, "/nowhere/r.json"},
		{"schema absent", []string{"parse", "--schema", "/nowhere/s.json", "x"}, "/nowhere/s.json"},
		{"schema unnamed", []string{"parse", "--schema", "", "x"}, "cannot be read"},
		{"config absent", []string{"parse", "--config", "/nowhere/c.json", "x"}, "/nowhere/c.json"},
		{"config is a folder", []string{"parse", "--config", t.TempDir(), "x"}, "directory"},
		{"instance without config", []string{"parse", "--instance", "a", "x"}, "--config"},
		{"instance unknown", []string{"parse", "--config", config, "--instance", "c", "x"}, `"c"`},
		{"instance not chosen", []string{"parse", "--config", config, "x"}, "--instance"},
		{"trace", []string{"parse", "--executor", "offline", "--trace", "/nowhere/t", "x"}, "/nowhere/t"},
		{"audit", []string{"parse", "--executor", "offline", "--audit", "/nowhere/a", "x"}, "/nowhere/a"},
		{"schema check", []string{"schema", "check"}, "FILE"},
		{"schema check absent", []string{"schema", "check", "/nowhere/s.json"}, "/nowhere/s.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := world{}.run(t, tt.args...)
			if got.status != 2 || got.out != "" || !strings.Contains(got.err, tt.says) {
				t.Errorf("status %d, stdout %q, stderr %q; want 2, nothing, something with %q",
					got.status, got.out, got.err, tt.says)
			}
		})
	}
}

func TestNothingToRead(t *testing.T) {
	if got := (world{inTerminal: true}).run(t, "parse", "--executor", "offline"); got.status != 2 {
		t.Errorf("status %d without text at a terminal", got.status)
	}
}

// stdin reaches the result byte for byte; no TEXT and no terminal means stdin.
func TestStdinByteForByte(t *testing.T) {
	const input = " \tCancel it.\r\n\n"
	for _, args := range [][]string{{"-"}, nil} {
		w := world{in: strings.NewReader(input)}
		got := w.run(t, append([]string{"parse", "--executor", replies(t, core), "--envelope"}, args...)...)
		var reply struct{ Result struct{ Input string } }
		if err := json.Unmarshal([]byte(got.out), &reply); err != nil || reply.Result.Input != input {
			t.Errorf("input %q, %v: %s", reply.Result.Input, err, got.err)
		}
	}
}

// A stream that never ends is a limit that was passed, not a full memory.
func TestEndlessStdin(t *testing.T) {
	w := world{in: endless("é")}
	got := w.run(t, "parse", "--executor", "offline", "--envelope")
	if got.status != 1 || !strings.Contains(got.out, `"LIMIT_EXCEEDED"`) {
		t.Errorf("status %d, %.200s", got.status, got.out)
	}
}

type endless string

func (e endless) Read(into []byte) (int, error) {
	for i := range into {
		into[i] = e[i%len(e)]
	}
	return len(into), nil
}

func TestUnreadableStdin(t *testing.T) {
	got := world{in: broken{}}.run(t, "parse", "--executor", "offline", "--envelope")
	if got.status != 2 || got.out != "" {
		t.Errorf("status %d, stdout %q", got.status, got.out)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

// An envelope is one JSON reply, whatever refuses: configuration, schema, limits, request, model.
func TestEnvelope(t *testing.T) {
	script := replies(t, core)
	schemaFile := file(t, "s.json", `{"type":"object","properties":{"a":{}},"properties":{"b":{}}}`)
	instance := func(text string) string { return file(t, "c.json", `{"instances":{"default":`+text+`}}`) }
	tests := []struct {
		name string
		args []string
		code intent.Code // "" for a result
	}{
		{"result", []string{"x"}, ""},
		{"blank", []string{""}, intent.InputInvalid},
		{"bad UTF-8", []string{"\xff"}, intent.InputInvalid},
		{"malformed request", []string{"--request", file(t, "r.json", `{"input":`)}, intent.InputInvalid},
		{"repeated key in the request", []string{"--request", file(t, "r.json", `{"input":"a","input":"b"}`)},
			intent.InputInvalid},
		{"language flag", []string{"--language", "en_US", "x"}, intent.ConfigInvalid},
		{"timeout flag", []string{"--timeout", "-1s", "x"}, intent.ConfigInvalid},
		{"null instance", []string{"--config", instance(`null`), "x"}, intent.ConfigInvalid},
		{"null language", []string{"--config", instance(`{"language":null}`), "x"}, intent.ConfigInvalid},
		{"unknown key", []string{"--config", instance(`{"colour":1}`), "x"}, intent.ConfigInvalid},
		{"huge limit", []string{"--config", instance(`{"limits":{"maxInputBytes":1e400}}`), "x"}, intent.ConfigInvalid},
		{"zero limit", []string{"--config", instance(`{"limits":{"maxInputBytes":0}}`), "x"}, intent.ConfigInvalid},
		{"half a limit", []string{"--config", instance(`{"limits":{"maxInputBytes":1.5}}`), "x"}, intent.ConfigInvalid},
		{"bad language, but overridden", []string{"--config", instance(`{"language":""}`), "--language", "en", "x"}, ""},
		{"bad timeout, but overridden", []string{"--config", instance(`{"timeoutMs":-1}`), "--timeout", "1m", "x"}, ""},
		{"array schema", []string{"--config", instance(`{"schema":[]}`), "x"}, intent.SchemaUnsupported},
		{"lossy number in the schema",
			[]string{"--config", instance(`{"schema":{"type":"object","properties":{"a":{"minimum":1e400}}}}`), "x"},
			intent.SchemaUnsupported},
		{"bad schema, but overridden", []string{"--config", instance(`{"schema":true}`),
			"--schema", file(t, "s.json", `{}`), "x"}, ""},
		{"repeated name in a schema file", []string{"--schema", schemaFile, "x"}, intent.SchemaUnsupported},
		{"empty schema file", []string{"--schema", file(t, "s.json", ""), "x"}, intent.SchemaUnsupported},
		{"limit of the schema", []string{"--config", instance(
			`{"limits":{"maxSchemaBytes":2},"schema":{"type":"object","properties":{"a":{}}}}`), "x"},
			intent.LimitExceeded},
		{"unknown field", []string{"--field", "a.b", "x"}, intent.UnknownField},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := world{}.run(t, append([]string{"parse", "--envelope", "--executor", script}, tt.args...)...)
			var reply struct {
				Kind  string
				Error struct{ Code intent.Code }
			}
			if err := json.Unmarshal([]byte(got.out), &reply); err != nil {
				t.Fatalf("no envelope: %q, %s", got.out, got.err)
			}
			kind, status := "result", 0
			if tt.code != "" {
				kind, status = "error", 1
			}
			if reply.Kind != kind || reply.Error.Code != tt.code || got.status != status {
				t.Errorf("%s %s, status %d; want %s %s, %d", reply.Kind, reply.Error.Code, got.status, kind, tt.code, status)
			}
		})
	}
}

// Without an envelope, an error is on stderr and stdout is empty.
func TestErrorsGoToStderr(t *testing.T) {
	got := world{}.run(t, "parse", "--executor", "offline", "--language", "en_US", "x")
	var failure struct{ Code, Stage string }
	if err := json.Unmarshal([]byte(got.err), &failure); err != nil || got.out != "" || failure.Stage != "config" {
		t.Errorf("stdout %q, stderr %q", got.out, got.err)
	}
}

// Why a model declined is for the person at the page, not for what programs read or keep: it may repeat
// the request. The words of an executor that has its own are for everybody.
func TestDetails(t *testing.T) {
	const why = "writes English (en) and Chinese"
	audit := filepath.Join(t.TempDir(), "audit")
	for _, own := range []bool{true, false} {
		parts := command.Parts()
		for i := range parts.Schemes {
			parts.Schemes[i].OwnWords = own
		}
		for _, output := range []string{"text", "html", "json", "envelope"} {
			args := []string{"parse", "--executor", "offline", "--language", "fr", "--audit", audit, "x", "-o", output}
			if output == "envelope" {
				args = append(args[:len(args)-2], "--envelope")
			}
			got := world{parts: &parts}.run(t, args...)
			told := strings.Join(strings.Fields(got.out+got.err), " ")
			page := output == "text" || output == "html"
			if strings.Contains(told, why) != (own || page) || strings.Contains(told, `"details":"the`) != (own && !page) {
				t.Errorf("%s, own words %v: %s", output, own, told)
			}
		}
		if record, err := os.ReadFile(audit); err != nil || strings.Contains(string(record), why) {
			t.Errorf("%v, audit %s", err, record)
		}
	}
}

// The usual output follows the stream: a page for a person, JSON for a program.
func TestUsualOutput(t *testing.T) {
	script := replies(t, core)
	for _, terminal := range []bool{true, false} {
		w := world{outTerminal: terminal}
		got := w.run(t, "parse", "--executor", script, "x")
		if json.Valid([]byte(got.out)) == terminal {
			t.Errorf("on a terminal: %v, got %q", terminal, got.out)
		}
	}
}

func TestFallbackSaysSo(t *testing.T) {
	if got := (world{}).run(t, "parse", "Cancel order 17."); got.status != 0 || !strings.Contains(got.err, "offline") {
		t.Errorf("status %d, stderr %q", got.status, got.err)
	}
	if got := (world{}).run(t, "parse", "--executor", "offline", "Cancel order 17."); got.err != "" {
		t.Errorf("stderr %q although the executor was named", got.err)
	}
}

// A page for a browser is all there is on stdout, whatever came of the reading; stderr has a line.
func TestHTMLStandsAlone(t *testing.T) {
	for language, status := range map[string]int{"fr": 1, "en": 0} {
		got := world{}.run(t, "parse", "-o", "html", "--executor", "offline", "--language", language, "Cancel order 17.")
		if got.status != status || !strings.HasPrefix(got.out, "<!doctype html>") || !strings.HasSuffix(got.out, "</html>\n") ||
			strings.Contains(got.err, "MODEL_REFUSED") != (status == 1) || strings.Count(got.err, "\n") != status {
			t.Errorf("status %d, stdout %q, stderr %q", got.status, got.out, got.err)
		}
	}
}

// The audit is a member of the JSON reply that --evidence asks for: a result, an error, an envelope.
func TestEvidence(t *testing.T) {
	type reply struct {
		Kind, Code, Input string
		Audit             *struct{ Outcome struct{ Kind string } }
	}
	for _, tt := range []struct {
		args []string
		kind string
	}{
		{[]string{"x"}, "result"},
		{[]string{"--envelope", "-o", "json", "x"}, "result"},
		{[]string{" "}, "error"},
		{[]string{"--envelope", "--language", "xx-", "x"}, "error"},
	} {
		args := append([]string{"parse", "--evidence", "--executor", replies(t, core)}, tt.args...)
		got := world{}.run(t, args...)
		var read reply
		text := got.out
		if text == "" {
			text = got.err
		}
		if err := json.Unmarshal([]byte(text), &read); err != nil || read.Audit == nil || read.Audit.Outcome.Kind != tt.kind {
			t.Errorf("%v: %v, %s", tt.args, err, text)
		}
		if read.Kind == "" && read.Input == "" && read.Code == "" {
			t.Errorf("%v: the reply itself is not there: %s", tt.args, text)
		}
	}
	if got := (world{}).run(t, "parse", "--executor", replies(t, core), "x"); strings.Contains(got.out, `"audit"`) {
		t.Error("an audit that nobody asked for")
	}
}

func TestTraceAndAudit(t *testing.T) {
	dir := t.TempDir()
	trace, audit := filepath.Join(dir, "trace"), filepath.Join(dir, "audit")
	args := []string{"parse", "--executor", replies(t, core), "--envelope", "--trace", trace, "--audit", audit}
	for _, tt := range []struct {
		text   string
		events []string
		kind   string
	}{
		{"x", []string{"request", "reply", "finish"}, "result"},
		{" ", []string{"finish"}, "error"},
	} {
		world{}.run(t, append(args, tt.text)...)
		if got := events(t, trace); strings.Join(got, " ") != strings.Join(tt.events, " ") {
			t.Errorf("events %v, want %v", got, tt.events)
		}
		text, err := os.ReadFile(audit)
		var record struct{ Outcome struct{ Kind string } }
		if err != nil || json.Unmarshal(text, &record) != nil || record.Outcome.Kind != tt.kind {
			t.Errorf("audit %s, %v", text, err)
		}
	}
	for _, name := range []string{trace, audit} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// A configuration that is refused leaves a trace and an audit, too.
func TestRecordsOfARefusal(t *testing.T) {
	dir := t.TempDir()
	trace, audit := filepath.Join(dir, "trace"), filepath.Join(dir, "audit")
	world{}.run(t, "parse", "--language", "xx-", "--executor", "offline", "--trace", trace, "--audit", audit, "x")
	text, err := os.ReadFile(audit)
	if got := events(t, trace); len(got) != 1 || got[0] != "finish" || err != nil ||
		!strings.Contains(string(text), "CONFIG_INVALID") {
		t.Errorf("events %v, audit %s, %v", got, text, err)
	}
}

func events(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		var event struct{ Event string }
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		names = append(names, event.Event)
	}
	return names
}

// No key is shown, whatever goes wrong with it.
func TestKeysStayHidden(t *testing.T) {
	const key = "sk-very-secret"
	w := world{env: map[string]string{"MY_KEY": key, "OPENAI_API_KEY": key}}
	block := func(text string) string { return file(t, "c.json", `{"instances":{"default":{"executor":`+text+`}}}`) }
	for _, args := range [][]string{
		{"doctor", "--config", block(`{"provider":"openai","model":"m","apiKeyEnv":"MY_KEY"}`), "-o", "json"},
		{"doctor", "--config", block(`{"provider":"openai","model":"m","baseURL":"http://u:` + key + `@h/"}`)},
		{"parse", "--config", block(`{"provider":"openai","model":"m","apiKey":"` + key + `"}`), "x"},
		{"parse", "--config", block(`{"provider":"openai","model":"m","apiKeyEnv":"` + key + `"}`), "x"},
		{"parse", "--config", block(`{"provider":"` + key + `","model":"m"}`), "x"},
		{"parse", "--config", block(`{"provider":"openai","model":"m","baseURL":"` + key + `"}`), "x"},
		{"parse", "--executor", "openai:m", "--timeout", "1ns", "x"},
	} {
		if got := w.run(t, args...); strings.Contains(got.out+got.err, key) {
			t.Errorf("%v shows the key: %s %s", args, got.out, got.err)
		}
	}
}

func TestSchemaCheck(t *testing.T) {
	refused := "testdata/refused.schema.json"
	got := world{}.run(t, "schema", "check", "testdata/order.schema.json", refused)
	var found []struct {
		File      string
		Supported bool
		Fields    []string
		Reasons   []struct{ Pointer, Message, Keyword, Code string }
	}
	if err := json.Unmarshal([]byte(got.out), &found); err != nil || len(found) != 2 {
		t.Fatalf("%v: %s", err, got.out)
	}
	if !found[0].Supported || found[1].Supported || len(found[1].Reasons) != 3 || got.status != 1 {
		t.Errorf("status %d, %+v", got.status, found)
	}
	text := world{outTerminal: true}.run(t, "schema", "check", refused)
	for _, reason := range found[1].Reasons {
		if !strings.Contains(text.out, reason.Pointer) || !strings.Contains(text.out, reason.Message) {
			t.Errorf("the text lacks %v: %s", reason, text.out)
		}
	}
	from := world{in: strings.NewReader(`{}`)}.run(t, "schema", "check", "-", "-o", "json")
	if from.status != 0 || !strings.Contains(from.out, `"supported":true`) {
		t.Errorf("status %d, %s", from.status, from.out)
	}
}

func TestVersion(t *testing.T) {
	got := world{}.run(t, "version")
	var told map[string]any
	if err := json.Unmarshal([]byte(got.out), &told); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"version", "commit", "go", "instructionVersion", "instructionDigest", "registryDate"} {
		if text, ok := told[key].(string); !ok || text == "" {
			t.Errorf("%s is %v", key, told[key])
		}
	}
}

func TestVersionFlag(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		w := world{outTerminal: terminal}
		flag, command := w.run(t, "--version"), w.run(t, "version")
		if flag != command || flag.status != 0 || flag.out == "" {
			t.Errorf("--version: %+v, version: %+v", flag, command)
		}
	}
}

// All that is wrong with a configuration is told at once, whichever part of the command finds it.
func TestFaultsAreToldAtOnce(t *testing.T) {
	two := file(t, "c.json", `{"instances":{"a":{"executor":{"provider":"frob"}},"b":{"schemaFile":"nowhere.json"}},
		"bridge":{"maxJobs":0}}`)
	one := file(t, "c.json", `{"instances":{"a":{"executor":{"provider":"frob"},"schemaFile":"nowhere.json"}}}`)
	key := file(t, "c.json", `{"instances":{"a":{"executor":{"provider":"xai","model":"m"},"schemaFile":"nowhere.json"}}}`)
	blank := file(t, "c.json", `{"instances":{"a":{"schemaFile":" "}}}`)
	good := file(t, "c.json", `{"instances":{"default":{},"b":{"schemaFile":"nowhere.json"}}}`)
	for _, tt := range []struct {
		config string
		says   []string // one a line
	}{
		{two, []string{"/instances/a/executor/provider is not known", "/bridge/maxJobs", "/instances/b/schemaFile: "}},
		{one, []string{"/instances/a/executor/provider is not known", "/instances/a/schemaFile: "}},
		{key, []string{"/instances/a/schemaFile: ", "XAI_API_KEY"}},
		{blank, []string{"/instances/a/schemaFile is blank"}},
	} {
		got := world{}.run(t, "parse", "--config", tt.config, "x")
		lines := strings.Split(strings.TrimSpace(got.err), "\n")
		if got.status != 2 || len(lines) != len(tt.says) {
			t.Errorf("status %d, %s", got.status, got.err)
			continue
		}
		for i, says := range tt.says {
			if !strings.Contains(lines[i], says) {
				t.Errorf("line %d: %s; want %q", i, lines[i], says)
			}
		}
	}
	if got := (world{}).run(t, "parse", "--config", good, "Cancel order 17."); got.status != 0 {
		t.Errorf("the schema file of an instance that was not asked for: %s", got.err)
	}
}

func TestDoctor(t *testing.T) {
	tests := []struct {
		name   string
		config string
		env    map[string]string
		status int
		says   string
	}{
		{"well", `{"default":{}}`, nil, 0, "answered"},
		{"key missing", `{"default":{"executor":{"provider":"xai","model":"m"}}}`, nil, 2, "XAI_API_KEY"},
		{"key there", `{"default":{"executor":{"provider":"xai","model":"m"}}}`,
			map[string]string{"XAI_API_KEY": "k"}, 0, "not asked"},
		{"refused", `{"default":{"language":"en_US"}}`, nil, 1, "/instances/default/language"},
		{"schema refused", `{"a/b":{"schema":[]}}`, nil, 1, "/instances/a~1b/schema"},
		{"no answer", `{"default":{"language":"fr"}}`, nil, 1, "MODEL_REFUSED"},
		{"file wrong", `[]`, nil, 2, "/instances is not an object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			config := file(t, "c.json", `{"instances":`+tt.config+`}`)
			w := world{env: tt.env, outTerminal: true, width: 200}
			got := w.run(t, "doctor", "--config", config)
			if got.status != tt.status || !strings.Contains(got.out, tt.says) {
				t.Errorf("status %d, want %d and %q: %s %s", got.status, tt.status, tt.says, got.out, got.err)
			}
			asJSON := w.run(t, "doctor", "--config", config, "-o", "json")
			var told struct{ OK bool }
			if err := json.Unmarshal([]byte(asJSON.out), &told); err != nil || told.OK != (tt.status == 0) {
				t.Errorf("%v: %s", err, asJSON.out)
			}
		})
	}
}
