package stdio

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// FuzzRead holds the reading of a line to its promise: it is a message or is answered with one, never both,
// and nothing panics. What the SDK is given of a tool call has all but the arguments.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":"é","result":{}}`, `[]`, `nul`, `{"id":1e3}`,
		`{"jsonrpc":"2.0","id":-0,"method":""}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\"}", `{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"a":[[[]]]}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"b":"\ud800"},"_meta":{}}}`,
		`{"params":{"arguments":[1,{}],"name":"\u0061"},"method":"tools\/call","id":"k","jsonrpc":"2.0"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) == 0 {
			return // blank lines are passed over before
		}
		transport := New(nil, nil)
		frame, refused := read(text, false)
		var message jsonrpc.Message
		if refused == nil {
			message, refused = transport.admit(frame)
		}
		if refused != nil {
			var answer struct{ Error struct{ Code int } }
			if err := json.Unmarshal(refused.text(), &answer); err != nil || answer.Error.Code > -32600 {
				t.Fatalf("%q is answered with %q (%v)", text, refused.text(), err)
			}
			return
		}
		if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() {
			echoes(t, text, call.ID)
			handsOver(t, transport, frame, call)
		}
	})
}

// echoes demands that an answer has the id that was sent.
func echoes(t *testing.T, line []byte, id jsonrpc.ID) {
	text := appendResponse(nil, &jsonrpc.Response{ID: id, Result: json.RawMessage(`{}`)}, &call{})
	var sent, back map[string]any
	if json.Unmarshal(line, &sent) != nil || json.Unmarshal(text, &back) != nil || sent["id"] != back["id"] {
		t.Fatalf("%q is answered with %q", line, text)
	}
}

// handsOver demands that the params which the SDK reads are those of the line, the arguments aside, and
// that their key leads to the arguments.
func handsOver(t *testing.T, transport *Transport, f *frame, request *jsonrpc.Request) {
	if !f.isToolCall() {
		return
	}
	var params map[string]json.RawMessage
	if err := json.Unmarshal(request.Params, &params); err != nil {
		t.Fatalf("%q: %v", request.Params, err)
	}
	arguments, ok := transport.calls.arguments(string(params["arguments"]))
	if !ok || !bytes.Equal(arguments, f.param("arguments")) {
		t.Fatalf("%q hands over %q (%v)", f.text, arguments, ok)
	}
	for _, m := range f.params {
		if m.name != "arguments" && strings.TrimSpace(string(params[m.name])) != string(m.text) && json.Valid([]byte(m.name)) {
			t.Fatalf("%q: %s is %q", f.text, m.name, params[m.name])
		}
	}
}
