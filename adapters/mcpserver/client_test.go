package mcpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/adapters/mcpserver"
	"github.com/devcodex/intent-runtime/adapters/mcpserver/tools"
	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/adapters/workers"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

const (
	input    = "Hold parcel SH-0042 at the depot."
	goodCore = `{"normalizedInput":"Hold parcel SH-0042 at the depot.","primaryIntent":"Hold a parcel",` +
		`"requirements":[],"prohibitions":[],"intents":[{"action":"execute","target":"parcel SH-0042",` +
		`"requirements":["at the <depot>"],"blockers":{"clarificationReason":null,"questions":[],` +
		`"confirmationReason":null,"conditionReason":null}}]}`
	goodData = `{"data":{"parcel":"SH-0042"},"evidence":[{"path":"/data/parcel","mode":"exact",` +
		`"sources":[{"sourceId":"input","quote":"SH-0042"}]}],"descriptionChecks":[],` +
		`"fieldResults":[{"path":"/data/parcel","status":"extracted","explanation":"Stated."}],"issues":[]}`
)

// promptly is how long a test waits for what should happen at once.
const promptly = 10 * time.Second

// client is a host that sends lines and reads lines.
type client struct {
	testing.TB
	in     *io.PipeWriter
	out    *bufio.Scanner
	ended  chan error // what Serve returned
	cancel context.CancelFunc
	n      int
}

// connect serves a bridge of one instance and initialises a session with it.
func connect(t testing.TB, settings bridge.Settings) *client {
	t.Helper()
	c := dial(t, settings)
	c.call("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

func dial(t testing.TB, settings bridge.Settings) *client {
	t.Helper()
	i, failed := engine.New(
		intent.Config{Schema: []byte(`{"type":"object","properties":{"parcel":{"type":"string"}},"required":["parcel"]}`)},
		engine.Parts{Validator: native.New(), Workers: func(queue int) ports.Workers { return workers.New(queue) }})
	if failed != nil {
		t.Fatal(failed)
	}
	b, failed := bridge.New(bridge.Config{
		Instances: map[string]*engine.Engine{"ship": i}, Settings: settings, Store: memory.New(settings.Limits(), nil),
	})
	if failed != nil {
		t.Fatal(failed)
	}
	hostIn, serverOut := io.Pipe()
	serverIn, hostOut := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	c := &client{TB: t, in: hostOut, out: bufio.NewScanner(hostIn), ended: make(chan error, 1), cancel: cancel}
	c.out.Buffer(nil, 64<<20)
	go func() {
		session := b.Connect()
		defer session.Close()
		c.ended <- mcpserver.Serve(ctx, mcpserver.Options{
			Version: "test", In: serverIn, Out: serverOut, Stop: session.Close,
			Tools: tools.Reading(session, b.Names(), nil), Instructions: tools.Instructions(b.Names()),
			Prompts: []mcpserver.Prompt{tools.Workflow()},
		})
		serverOut.Close()
	}()
	t.Cleanup(func() {
		hostOut.Close()
		cancel()
		b.Close()
		i.Dispose()
	})
	return c
}

func (c *client) send(line string) {
	c.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.Fatalf("sending %.80q: %v", line, err)
	}
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (c *client) receive() message {
	c.Helper()
	if !c.out.Scan() {
		c.Fatalf("the server closed: %v", c.out.Err())
	}
	var m message
	if err := json.Unmarshal(c.out.Bytes(), &m); err != nil {
		c.Fatalf("%.200q is no message: %v", c.out.Text(), err)
	}
	return m
}

func (c *client) call(method, params string) message {
	c.Helper()
	c.n++
	id := strconv.Itoa(c.n)
	c.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`)
	m := c.receive()
	if string(m.ID) != id {
		c.Fatalf("the answer to %s has id %s", id, m.ID)
	}
	return m
}

// tool calls a tool with arguments as they stand and gives the reply, which both halves must hold.
func (c *client) tool(name, arguments string) reply {
	c.Helper()
	m := c.call("tools/call", `{"name":"`+name+`"`+arguments+`}`)
	return c.reply(m)
}

func (c *client) reply(m message) reply {
	c.Helper()
	if m.Error != nil {
		c.Fatalf("a protocol error: %+v", *m.Error)
	}
	var result struct {
		StructuredContent reply
		IsError           bool
		Content           []struct{ Type, Text string }
	}
	if err := json.Unmarshal(m.Result, &result); err != nil || len(result.Content) != 1 || result.Content[0].Type != "text" {
		c.Fatalf("result %.300s (%v)", m.Result, err)
	}
	var raw struct{ StructuredContent json.RawMessage }
	_ = json.Unmarshal(m.Result, &raw)
	var left, right any
	_ = json.Unmarshal(raw.StructuredContent, &left)
	_ = json.Unmarshal([]byte(result.Content[0].Text), &right)
	one, _ := json.Marshal(left)
	two, _ := json.Marshal(right)
	if !bytes.Equal(one, two) || len(one) < 10 {
		c.Fatalf("the halves differ: %.200s and %.200s", one, two)
	}
	if result.IsError != (result.StructuredContent.Kind == "error") {
		c.Fatalf("isError is %v for %s", result.IsError, result.StructuredContent.Kind)
	}
	return result.StructuredContent
}

type reply struct {
	Kind, JobID, StepToken, Stage, Instructions, Payload string
	Format                                               struct {
		Kind   string
		Schema map[string]any
	}
	Result map[string]any
	Error  struct {
		Code, Stage, Message string
		Issues               []any
	}
}

func (r reply) fails(c *client, code, stage string) {
	c.Helper()
	if r.Kind != "error" || r.Error.Code != code || r.Error.Stage != stage || r.Error.Message == "" {
		c.Fatalf("got %+v, want %s in %s", r, code, stage)
	}
}

func quote(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func (c *client) prepare() reply {
	c.Helper()
	r := c.tool("intent_prepare", `,"arguments":{"instance":"ship","input":`+quote(input)+`}`)
	if r.Kind != "task" || r.Stage != "core" {
		c.Fatalf("prepare gives %+v", r)
	}
	return r
}

func (c *client) accept(at reply, candidate string) reply {
	c.Helper()
	return c.tool("intent_accept", `,"arguments":{"jobId":"`+at.JobID+`","stepToken":"`+at.StepToken+
		`","candidateText":`+quote(candidate)+`}`)
}

// alive shows that the connection and a job on it have lived through what was done.
func (c *client) alive(job reply) {
	c.Helper()
	data := c.accept(job, goodCore)
	if data.Stage != "data" {
		c.Fatalf("the job gives %+v", data)
	}
	if r := c.accept(data, goodData); r.Kind != "result" {
		c.Fatalf("the job gives %+v", r)
	}
}
