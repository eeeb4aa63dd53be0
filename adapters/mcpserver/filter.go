package mcpserver

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// maxNesting is how many containers inside one another the SDK reads.
const maxNesting = 1000

const tooDeep = "the message is nested more than 1000 deep"

// refusal is why a line is no message, as a JSON-RPC error tells it.
type refusal struct {
	id     json.RawMessage // of the call, where it could be read
	code   int
	reason string
}

func (r *refusal) text() []byte {
	id := r.id
	if id == nil {
		id = json.RawMessage("null")
	}
	text := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	value := strictjson.Object(
		strictjson.Member{Name: "code", Value: strictjson.Int(int64(r.code))},
		strictjson.Member{Name: "message", Value: strictjson.String(r.reason)},
	)
	return append(value.AppendJSON(append(text, `,"error":`...)), '}')
}

// read makes a message of a line, or says why it is none. It refuses all that would make the SDK end
// the connection, and ids that the SDK would answer under another.
func read(text []byte, tooLong bool) (jsonrpc.Message, *refusal) {
	switch {
	case tooLong:
		return nil, &refusal{code: jsonrpc.CodeInvalidRequest, reason: "the line is too long"}
	case !json.Valid(text):
		return nil, unreadable(text)
	case text[0] == '[':
		return nil, &refusal{code: jsonrpc.CodeInvalidRequest, reason: "batches are not supported"}
	case text[0] != '{':
		return nil, &refusal{code: jsonrpc.CodeInvalidRequest, reason: "the line is not a JSON-RPC message"}
	}
	frame, refused := frameOf(text)
	if refused == nil && nesting(text) > maxNesting {
		refused = &refusal{code: jsonrpc.CodeInvalidRequest, reason: tooDeep}
	}
	if refused != nil {
		refused.id = frame.id
		return nil, refused
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil { // its text may quote the line
		return nil, &refusal{
			id: frame.id, code: jsonrpc.CodeInvalidRequest, reason: "the line is not a JSON-RPC message",
		}
	}
	return message, nil
}

// unreadable refuses what encoding/json does not read: no JSON, or nested deeper than it follows. Then
// the id is answered where it stands before the depth.
func unreadable(text []byte) *refusal {
	if nesting(text) <= maxNesting || text[0] != '{' {
		return &refusal{code: jsonrpc.CodeParseError, reason: "the line is not one JSON value"}
	}
	frame, _ := frameOf(text)
	return &refusal{id: frame.id, code: jsonrpc.CodeInvalidRequest, reason: tooDeep}
}

// frame is what the filter needs to know of a message.
type frame struct {
	id   json.RawMessage // nil where there is none that can be answered
	seen map[string]bool
}

// frameOf walks the top level of an object, as far as it can be read.
func frameOf(text []byte) (frame, *refusal) {
	f := frame{seen: make(map[string]bool, 4)}
	decoder := json.NewDecoder(bytes.NewReader(text))
	_, _ = decoder.Token()
	var refused *refusal
	for decoder.More() {
		token, _ := decoder.Token()
		name, named := token.(string)
		var value json.RawMessage
		if !named || decoder.Decode(&value) != nil {
			break
		}
		if why := f.member(name, value); why != "" && refused == nil {
			refused = &refusal{code: jsonrpc.CodeInvalidRequest, reason: why}
		}
	}
	if refused == nil && !f.seen["method"] && !f.seen["result"] && !f.seen["error"] {
		refused = &refusal{code: jsonrpc.CodeInvalidRequest, reason: "the message has no method"}
	}
	return f, refused
}

func (f *frame) member(name string, value json.RawMessage) string {
	if f.seen[name] {
		return "a name of the message is there twice"
	}
	f.seen[name] = true
	if name != "id" || string(value) == "null" {
		return ""
	}
	if !answerable(value) {
		return "the id is neither a string nor an integer that every JSON reader keeps"
	}
	f.id = value
	return ""
}

// answerable tells whether an id comes back as it was sent.
func answerable(id json.RawMessage) bool {
	if !utf8.Valid(id) {
		return false
	}
	value, err := strictjson.Decode(id, strictjson.Options{})
	if err != nil {
		return false
	}
	if value.Kind() == strictjson.KindString {
		return true
	}
	_, integer := value.Decimal().Int64()
	return value.Kind() == strictjson.KindNumber && integer
}

// nesting counts the containers inside one another in a valid JSON text.
func nesting(text []byte) int {
	depth, deepest, inString, escaped := 0, 0, false, false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped, inString = c == '\\', c != '"'
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}
