package providertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// turned is what came of one turn.
type turned struct {
	text    string
	items   []run.Item
	usage   *run.Usage
	ends    []run.End
	late    bool // something came behind the end
	err     error
	bodies  []string
	elapsed time.Duration
}

func turn(ctx context.Context, t *testing.T, s Subject, request acting.ProviderRequest, a Answer) turned {
	t.Helper()
	double := s.Double(a)
	defer double.Close()
	p := s.Open(t, double.URL())
	var got turned
	began := time.Now()
	got.err = p.Turn(ctx, request, func(e acting.ProviderEvent) {
		got.late = got.late || len(got.ends) > 0
		switch {
		case e.Item != nil:
			got.items = append(got.items, *e.Item)
		case e.Usage != nil:
			got.usage = e.Usage
		case e.End != "":
			got.ends = append(got.ends, e.End)
		default:
			got.text += e.Text
		}
	})
	got.elapsed, got.bodies = time.Since(began), double.Requests()
	if len(got.bodies) != 1 {
		t.Errorf("one turn made %d requests", len(got.bodies))
	}
	if got.late {
		t.Error("something was told behind the end")
	}
	shows(t, p, got.err)
	return got
}

// shows holds that the key shows nowhere.
func shows(t *testing.T, p acting.Provider, err error) {
	t.Helper()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if told := fmt.Sprintf(verb+verb, p, err); strings.Contains(told, Key) {
			t.Errorf("%s shows the key", verb)
		}
	}
}

// Run holds an adapter to the port.
func Run(t *testing.T, s Subject) {
	t.Run("reply", func(t *testing.T) { reply(t, s) })
	t.Run("request", func(t *testing.T) { requested(t, s) })
	t.Run("ends", func(t *testing.T) { ends(t, s) })
	t.Run("failures", func(t *testing.T) { failures(t, s) })
	t.Run("cancel", func(t *testing.T) { cancelled(t, s) })
}

// tools are the tools that a request has: one in a namespace, and a custom one.
func tools() []tool.Contract {
	return []tool.Contract{
		{Name: tool.Name{Namespace: "clock", Name: "now"}, Description: "tells the time", Kind: tool.Function,
			Revision: 1,
			Input:    `{"type":"object","properties":{},"additionalProperties":false}`, Exposure: tool.Direct},
		{Name: tool.Name{Name: "patch"}, Description: "patches", Kind: tool.Custom, Revision: 1,
			Format: tool.Format{Syntax: "lark", Definition: "start: /.+/"}, Exposure: tool.Direct},
	}
}

func given(p acting.Provider) []tool.Contract {
	all := tools()
	if !p.Capabilities().CustomTools { // the kernel gives none to such a provider
		return all[:1]
	}
	return all
}

func reply(t *testing.T, s Subject) {
	n := func(i int64) *int64 { return &i }
	probe := s.Open(t, "http://127.0.0.1:1/")
	thought, _ := strictjson.Decode([]byte(`{"type":"reasoning","id":"rs_1","encrypted_content":"abc"}`),
		strictjson.Options{})
	a := Answer{End: run.Complete, Usage: &run.Usage{InputTokens: n(10), CachedInputTokens: n(4),
		OutputTokens: n(5), ReasoningTokens: n(2)},
		Items: []run.Item{
			{Type: run.OpaqueItem, Payload: thought}, {Type: run.MessageItem, Text: "Look at the clock."},
			{Type: run.FunctionCallItem, CallID: "c1", Name: "clock::now", Arguments: `{"a": 1}`},
			{Type: run.FunctionCallItem, CallID: "c2", Name: "made_up", Arguments: `{`},
		}}
	if probe.Capabilities().CustomTools {
		a.Items = append(a.Items, run.Item{Type: run.CustomCallItem, CallID: "c3", Name: "patch", Input: "*** x\n"})
	}
	got := turn(context.Background(), t, s, acting.ProviderRequest{Tools: given(probe)}, a)
	if got.err != nil || len(got.ends) != 1 || got.ends[0] != run.Complete || got.text != "Look at the clock." {
		t.Fatalf("%+v", got)
	}
	if len(got.items) != len(a.Items) {
		t.Fatalf("%d items came of %d", len(got.items), len(a.Items))
	}
	sameItems(t, a.Items, got.items)
	if o := got.items[0]; o.Provider != probe.ID() || o.Model != probe.Capabilities().Model ||
		o.Payload.JSON() != thought.JSON() {
		t.Errorf("what only the provider understands came as %+v", o)
	}
	if u := got.usage; u == nil || *u.InputTokens != 10 || *u.CachedInputTokens != 4 || *u.OutputTokens != 5 ||
		*u.ReasoningTokens != 2 {
		t.Errorf("usage came as %+v", u)
	}
}

// sameItems holds the items that came against those that the double sent.
func sameItems(t *testing.T, sent, came []run.Item) {
	t.Helper()
	for i, want := range sent {
		have := came[i]
		if have.Type != want.Type || have.Text != want.Text || have.CallID != want.CallID ||
			have.Name != want.Name ||
			have.Arguments != want.Arguments || have.Input != want.Input {
			t.Errorf("item %d came as %+v", i+1, have)
		}
	}
}

func requested(t *testing.T, s Subject) {
	probe := s.Open(t, "http://127.0.0.1:1/")
	thought, _ := strictjson.Decode([]byte(`{"type":"reasoning","id":"rs_1","encrypted_content":"kept whole"}`),
		strictjson.Options{})
	value := tool.JSON(strictjson.Object(strictjson.Field("time", strictjson.String("noon"))))
	picture := tool.Result{Parts: append(tool.Text("a picture").Parts,
		tool.NewImage("image/png", []byte("pixels")))}
	got := turn(context.Background(), t, s, acting.ProviderRequest{
		Instructions: "Be careful.", Tools: given(probe), Input: []run.Item{
			{Type: run.MessageItem, Role: run.RoleUser, Text: "What time is it?"},
			{Type: run.OpaqueItem, Payload: thought},
			{Type: run.FunctionCallItem, CallID: "c1", Name: "clock::now", Arguments: "{}"},
			{Type: run.ToolOutputItem, CallID: "c1", Output: &value},
			{Type: run.FunctionCallItem, CallID: "c2", Name: "clock::now", Arguments: "{}"},
			{Type: run.ToolOutputItem, CallID: "c2", Output: &picture},
		}}, Answer{End: run.Complete})
	body := got.bodies[0]
	for _, want := range []string{"Be careful.", "What time is it?", "kept whole", "clock__now",
		`{\"time\":\"noon\"}`,
		"tells the time", "data:image/png;base64,", "a picture"} {
		if !strings.Contains(body, want) {
			t.Errorf("the request lacks %s:\n%s", want, body)
		}
	}
	if strings.Contains(body, "clock::now") || strings.Contains(body, `"store":true`) ||
		strings.Contains(body, Key) {
		t.Errorf("the request has what it must not have:\n%s", body)
	}
	if probe.Capabilities().CustomTools && !strings.Contains(body, "start: /.+/") {
		t.Error("the custom tool's grammar is missing")
	}
}

func ends(t *testing.T, s Subject) {
	if got := turn(context.Background(), t, s, acting.ProviderRequest{},
		Answer{Refused: "No."}); got.err != nil ||
		len(got.ends) != 1 || got.ends[0] != run.Refusal || len(got.items) != 1 || got.items[0].Text != "No." {
		t.Errorf("a refusal came as %+v", got)
	}
	if got := turn(context.Background(), t, s, acting.ProviderRequest{},
		Answer{End: run.Incomplete}); got.err != nil ||
		len(got.ends) != 1 || got.ends[0] != run.Incomplete {
		t.Errorf("an incomplete reply came as %+v", got)
	}
	got := turn(context.Background(), t, s, acting.ProviderRequest{},
		Answer{Unknown: "telepathy", End: run.Complete})
	if got.err == nil {
		for _, item := range got.items {
			switch item.Type {
			case run.MessageItem, run.FunctionCallItem, run.CustomCallItem, run.OpaqueItem, run.ToolOutputItem:
				t.Errorf("an item that nobody knows came as %s", item.Type)
			}
		}
	} else if !errors.Is(got.err, tool.MalformedResult) {
		t.Errorf("an item that nobody knows is told as %v", got.err)
	}
}

func failures(t *testing.T, s Subject) {
	for name, c := range map[string]struct {
		answer Answer
		class  tool.Class
		detail string
	}{
		"401": {Answer{Status: 401}, tool.Forbidden, ""},
		"403": {Answer{Status: 403}, tool.Forbidden, ""},
		"429": {Answer{Status: 429, RetryAfterMs: 1200}, tool.Overloaded, `"retryAfterMs":1200`},
		"400": {Answer{Status: 400, Code: "invalid_value"}, tool.Validation, ""},
		"a full context": {Answer{Status: 400, Code: "context_length_exceeded"}, tool.BudgetExceeded,
			`"reason":"context_window"`},
		"full, in stream": {Answer{Code: "context_length_exceeded"}, tool.BudgetExceeded,
			`"reason":"context_window"`},
		"busy, in stream": {Answer{Code: "rate_limit_exceeded"}, tool.Overloaded, ""},
		"500":             {Answer{Status: 500}, tool.TransientTransport, ""},
		"503":             {Answer{Status: 503}, tool.TransientTransport, ""},
		"a redirect":      {Answer{Status: 307}, tool.Validation, ""},
		"a drop": {Answer{Drop: true, Items: []run.Item{{Type: run.MessageItem, Text: "Half"}}},
			tool.TransientTransport, ""},
	} {
		got := turn(context.Background(), t, s, acting.ProviderRequest{}, c.answer)
		if !errors.Is(got.err, c.class) || len(got.ends) > 0 {
			t.Errorf("%s: %v, ends %v", name, got.err, got.ends)
			continue
		}
		if details := tool.From(got.err).Details.JSON(); !strings.Contains(details, c.detail) ||
			strings.Contains(details, Key) {
			t.Errorf("%s: details %s", name, details)
		}
	}
}

func cancelled(t *testing.T, s Subject) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	got := turn(ctx, t, s, acting.ProviderRequest{}, Answer{Hang: true})
	if got.err == nil || got.elapsed > 3*time.Second {
		t.Errorf("after its context ended a turn went on for %s, %v", got.elapsed, got.err)
	}
}
