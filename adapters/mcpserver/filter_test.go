package mcpserver

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// FuzzRead holds the filter to its promise: a line is a message or is answered with one, never both, and
// nothing panics.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":"é","result":{}}`, `[]`, `nul`, `{"id":1e3}`,
		`{"jsonrpc":"2.0","id":-0,"method":""}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\"}", `{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"a":[[[]]]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if len(line) == 0 {
			return // blank lines are passed over before
		}
		message, refused := read(line, false)
		if (message == nil) == (refused == nil) {
			t.Fatalf("%q gives message %v and refusal %v", line, message, refused)
		}
		if refused != nil {
			var answer struct {
				Error struct{ Code int }
			}
			if err := json.Unmarshal(refused.text(), &answer); err != nil || answer.Error.Code > -32600 {
				t.Fatalf("%q is answered with %q (%v)", line, refused.text(), err)
			}
			return
		}
		if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() {
			echoes(t, line, call.ID)
		}
	})
}

// echoes demands that an answer has the id that was sent.
func echoes(t *testing.T, line []byte, id jsonrpc.ID) {
	text, err := answer(&jsonrpc.Response{ID: id, Result: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	var sent, back map[string]any
	if json.Unmarshal(line, &sent) != nil || json.Unmarshal(text, &back) != nil || sent["id"] != back["id"] {
		t.Fatalf("%q is answered with %q", line, text)
	}
}
