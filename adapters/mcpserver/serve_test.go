package mcpserver_test

import (
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/application/bridge"
)

func TestWholeReading(t *testing.T) {
	c := connect(t, bridge.Settings{})
	core := c.prepare()
	if core.Format.Kind != "json_schema" || core.Format.Schema["type"] != "object" {
		t.Errorf("the core task's format is %+v", core.Format)
	}
	data := c.accept(core, goodCore)
	if data.Format.Kind != "json_object" || data.Format.Schema != nil {
		t.Errorf("the data task's format is %+v", data.Format)
	}
	if r := c.accept(data, goodData); r.Kind != "result" || r.Result["input"] != input {
		t.Errorf("the end is %+v", r)
	}
	c.tool("intent_cancel", `,"arguments":{"jobId":"`+core.JobID+`"}`)
}

func TestHostileArguments(t *testing.T) {
	c := connect(t, bridge.Settings{})
	job := c.prepare()
	ids := `"jobId":"` + job.JobID + `","stepToken":"` + job.StepToken + `"`
	for _, arguments := range []string{
		``, `,"arguments":null`, `,"arguments":[]`, `,"arguments":7`, `,"arguments":"x"`, `,"arguments":{}`,
		`,"arguments":{` + ids + `}`,
		`,"arguments":{` + ids + `,"candidateText":null}`,
		`,"arguments":{` + ids + `,"candidateText":7}`,
		`,"arguments":{` + ids + `,"candidateText":"x","candidateText":"y"}`,
		`,"arguments":{` + ids + `,"candidateText":"x","more":1}`,
		`,"arguments":{` + ids + `,"candidateText":"\ud800"}`,
		`,"arguments":{` + ids + `,"candidateText":"` + "\xff\xfe" + `"}`,
		`,"arguments":{` + ids + `,"jobId":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `}`,
		`,"arguments":{"JobID":"` + job.JobID + `","stepToken":"` + job.StepToken + `","candidateText":"x"}`,
	} {
		c.tool("intent_accept", arguments).fails(c, "INPUT_INVALID", "bridge")
	}
	for _, arguments := range []string{
		``, `,"arguments":null`, `,"arguments":[]`, `,"arguments":{"instance":"ship","input":"x","input":"y"}`,
		`,"arguments":{"instance":"ship","input":"\udc00"}`, `,"arguments":{"instance":"ship","input":"` + "\xc3" + `"}`,
		`,"arguments":{"instance":"../../etc/passwd","input":"x"}`, `,"arguments":{"instance":"ship","input":"x","config":"y"}`,
		`,"arguments":{"instance":"ship","input":"x","context":7}`, `,"arguments":{"instance":"ship","input":"x","fields":"parcel"}`,
	} {
		c.tool("intent_prepare", arguments).fails(c, "INPUT_INVALID", "input")
	}
	for _, arguments := range []string{
		``, `,"arguments":{"jobId":7}`, `,"arguments":{"jobId":"x","outcome":""}`, `,"arguments":{"jobId":"x","outcome":[]}`,
	} {
		c.tool("intent_cancel", arguments).fails(c, "INPUT_INVALID", "bridge")
	}
	c.tool("intent_cancel", `,"arguments":{"jobId":"`+strings.Repeat("x", 1<<20)+`"}`).fails(c, "BRIDGE_JOB_NOT_FOUND", "bridge")
	c.accept(job, strings.Repeat("x", 262145)).fails(c, "LIMIT_EXCEEDED", "core")
	c.alive(job)
}

func TestUnknownToolIsAProtocolError(t *testing.T) {
	c := connect(t, bridge.Settings{})
	job := c.prepare()
	if m := c.call("tools/call", `{"name":"intent_delete","arguments":{}}`); m.Error == nil || m.Error.Code != -32602 {
		t.Errorf("got %+v", m)
	}
	c.alive(job)
}

func TestLinesThatAreNoMessages(t *testing.T) {
	c := connect(t, bridge.Settings{})
	job := c.prepare()
	deep := strings.Repeat(`{"a":`, 1100) + "1" + strings.Repeat("}", 1100)
	abyss := strings.Repeat(`{"a":`, 11000) + "1" + strings.Repeat("}", 11000)
	for _, test := range []struct {
		line, id string
		code     int
	}{
		{`nonsense`, "null", -32700},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"`, "null", -32700},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"} {}`, "null", -32700},
		{`[{"jsonrpc":"2.0","id":901,"method":"ping"}]`, "null", -32600},
		{`[]`, "null", -32600},
		{`5`, "null", -32600}, {`"x"`, "null", -32600}, {`null`, "null", -32600}, {`{}`, "null", -32600},
		{`{"jsonrpc":"1.0","id":902,"method":"ping"}`, "902", -32600},
		{`{"id":903,"method":"ping"}`, "903", -32600},
		{`{"jsonrpc":"2.0","id":904,"method":7}`, "904", -32600},
		{`{"jsonrpc":"2.0","id":905}`, "905", -32600},
		{`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "null", -32600},
		{`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, "null", -32600},
		{`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, "null", -32600},
		{`{"jsonrpc":"2.0","id":"` + "\xff" + `","method":"ping"}`, "null", -32600},
		{`{"jsonrpc":"2.0","id":906,"id":907,"method":"ping"}`, "906", -32600},
		{`{"jsonrpc":"2.0","id":908,"error":5}`, "908", -32600},
		{`{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"intent_cancel","arguments":` + deep + `}}`, `"s"`, -32600},
		{strings.Repeat("[", 20000), "null", -32700},
		{`{"jsonrpc":"2.0","id":"t","method":"ping","params":` + abyss + `}`, `"t"`, -32600},
		{`{"jsonrpc":"2.0","method":"ping","params":` + abyss + `,"id":"t"}`, "null", -32600},
		{`{"id":"t",` + abyss, "null", -32700},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "null", -32600},
		{`{"jsonrpc":"2.0","id":"p","method":"ping","params":{"a":1,"a":2}}`, `"p"`, -32600},
		{`{"jsonrpc":"2.0","id":"q","method":"ping","params":{` + strings.Repeat(`"a":1,`, 99) + `"b":1}}`, `"q"`, -32600},
		{`{"jsonrpc":"2.0","id":"l","method":"ping","params":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`, `"l"`, -32600},
		{`{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"name":"` + strings.Repeat("x", 1<<20) + `"}}`, `"m"`, -32600},
		{abyss, "null", -32600},
	} {
		c.send(test.line)
		m := c.receive()
		if m.Error == nil || m.Error.Code != test.code || string(m.ID) != test.id && !(test.id == "null" && len(m.ID) == 0) {
			t.Errorf("%.80s gives id %s, error %+v; want id %s, %d", test.line, m.ID, m.Error, test.id, test.code)
		}
	}
	c.send("")
	c.send("  \r")
	c.send(`{"jsonrpc":"2.0","id":77,"result":{}}`) // answers nothing, and needs no answer
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`)
	c.send(`{"jsonrpc":"2.0","method":"no/such"}`)
	c.alive(job)
}

func TestWindowsLineEndsAndSpaceAround(t *testing.T) {
	c := connect(t, bridge.Settings{})
	c.send(" \t{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"} \r")
	if m := c.receive(); string(m.ID) != `"a"` || m.Error != nil {
		t.Errorf("got %+v", m)
	}
}

func TestALastLineWithoutItsEndIsAnswered(t *testing.T) {
	c := connect(t, bridge.Settings{})
	if _, err := io.WriteString(c.in, `{"jsonrpc":"2.0","id":"last","method":"ping"}`); err != nil {
		t.Fatal(err)
	}
	c.in.Close()
	if m := c.receive(); string(m.ID) != `"last"` {
		t.Errorf("got %+v", m)
	}
	c.ends(t)
}

// ends waits for Serve to return; how fast it does, the acceptance specs demand of the process.
func (c *client) ends(t *testing.T) {
	t.Helper()
	select {
	case err := <-c.ended:
		if err != nil {
			t.Errorf("Serve returned %v", err)
		}
	case <-time.After(promptly):
		t.Error("Serve did not return")
	}
}

func TestEndsWithItsInput(t *testing.T) {
	c := connect(t, bridge.Settings{})
	for range 32 {
		c.prepare()
	}
	c.in.Close()
	c.ends(t)
}

func TestEndsWithItsContext(t *testing.T) {
	c := connect(t, bridge.Settings{})
	for range 32 {
		c.prepare()
	}
	c.cancel()
	c.ends(t)
}

func TestEndsThoughNobodyReads(t *testing.T) {
	c := connect(t, bridge.Settings{})
	c.send(`{"jsonrpc":"2.0","id":1000,"method":"tools/list"}`) // its answer waits in the pipe
	c.cancel()
	c.ends(t)
}

func TestEndsWithItsInputThoughNobodyReads(t *testing.T) {
	c := connect(t, bridge.Settings{})
	c.send(`{"jsonrpc":"2.0","id":1000,"method":"tools/list"}`) // its answer waits in the pipe
	c.in.Close()
	c.ends(t)
}

func TestEndsThoughNobodyReadsItsRefusals(t *testing.T) {
	c := connect(t, bridge.Settings{})
	for range 200 {
		c.send("no message") // the first refusal waits in the pipe, the others behind it
	}
	c.in.Close()
	c.ends(t)
}

func TestManyRoundsLeaveNothing(t *testing.T) {
	rounds := 200
	c := connect(t, bridge.Settings{})
	round := func() {
		job := c.prepare()
		c.tool("intent_cancel", `,"arguments":{"jobId":"`+job.JobID+`"}`).fails(c, "MODEL_ABORTED", "core")
	}
	round()
	before := runtime.NumGoroutine()
	for range rounds {
		round()
	}
	for wait := time.Now(); runtime.NumGoroutine() > before+3; {
		if time.Since(wait) > promptly {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestIntroduction(t *testing.T) {
	c := dial(t, bridge.Settings{})
	m := c.call("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	var hello struct {
		Instructions string
		ServerInfo   struct{ Name, Version string }
		Capabilities map[string]any
	}
	if err := json.Unmarshal(m.Result, &hello); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(hello.Instructions, "\n")
	if !strings.Contains(first, "intent_prepare") || !strings.Contains(hello.Instructions, `"ship"`) ||
		len(hello.Instructions) >= 2048 {
		t.Errorf("instructions of %d bytes:\n%s", len(hello.Instructions), hello.Instructions)
	}
	if hello.ServerInfo.Name != "intent" || hello.ServerInfo.Version != "test" || hello.Capabilities["tools"] == nil {
		t.Errorf("the server says %+v", hello)
	}
	said := strings.ToLower(hello.Instructions)
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	var list struct {
		Tools []struct {
			Name, Description         string
			InputSchema, OutputSchema map[string]any
			Annotations               map[string]any
		}
	}
	text := c.call("tools/list", `{}`).Result
	if err := json.Unmarshal(text, &list); err != nil || len(list.Tools) != 3 {
		t.Fatalf("tools %s (%v)", text, err)
	}
	for _, word := range []string{"oneOf", "anyOf", "$ref", "allOf"} {
		if strings.Contains(string(text), word) {
			t.Errorf("a schema has %s", word)
		}
	}
	for _, tool := range list.Tools {
		said += strings.ToLower(tool.Description)
		notes := tool.Annotations
		if notes["destructiveHint"] != false || notes["openWorldHint"] != false ||
			notes["idempotentHint"] != (tool.Name != "intent_prepare") {
			t.Errorf("%s is annotated %v", tool.Name, notes)
		}
		if tool.InputSchema["additionalProperties"] != false || tool.InputSchema["type"] != "object" ||
			tool.OutputSchema["type"] != "object" || len(tool.Description) >= 2048 {
			t.Errorf("%s: %d bytes of description, schema %v", tool.Name, len(tool.Description), tool.InputSchema)
		}
	}
	for _, word := range strings.Fields("intent request parse understand structured fields clarification prepare accept cancel") {
		if !strings.Contains(said, word) {
			t.Errorf("nothing says %q", word)
		}
	}
}

func TestPrompt(t *testing.T) {
	c := connect(t, bridge.Settings{})
	m := c.call("prompts/get", `{"name":"intent_workflow","arguments":{"request":"Cancel order 7."}}`)
	for _, want := range []string{"intent_prepare", "intent_accept", "Cancel order 7."} {
		if !strings.Contains(string(m.Result), want) {
			t.Errorf("the prompt lacks %q: %s", want, m.Result)
		}
	}
}
