package stdio

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Result is what a tool answers. A host gets it twice, as structured content and as text, because some
// hosts show their model only one of the two.
type Result struct {
	JSON    string // one compact JSON value
	IsError bool
}

var errUnknownCall = errors.New("the call is not known to the transport")

// Tool adds a tool, before Connect. It returns the handler for the SDK, which works for calls that this
// transport has read, and for no others; most calls are answered without it. run gets the arguments as
// they came, nil if there were none, and is called concurrently.
func (t *Transport) Tool(
	name string, run func(ctx context.Context, arguments []byte) Result,
) mcp.ToolHandler {
	t.tools[name] = run
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		key := string(request.Params.Arguments)
		arguments, ok := t.calls.arguments(key)
		if !ok {
			return nil, errUnknownCall
		}
		result := run(ctx, arguments)
		t.calls.leave(key, result)
		return &mcp.CallToolResult{Content: []mcp.Content{}, IsError: result.IsError}, nil
	}
}

// appendResult writes a tool's result: its own two halves, and what else the SDK says of it, if it has seen
// the call.
func appendResult(dst, of []byte, result Result) []byte {
	escapes := strings.Count(result.JSON, `"`) + strings.Count(result.JSON, `\`)
	dst = slices.Grow(dst, 2*len(result.JSON)+escapes+len(of)+128)
	dst = append(dst, `{"content":[{"type":"text","text":"`...)
	dst = appendQuoted(dst, result.JSON)
	dst = append(dst, `"}],"structuredContent":`...)
	dst = append(dst, result.JSON...)
	if result.IsError {
		dst = append(dst, `,"isError":true`...)
	}
	for _, m := range membersOf(of) {
		if m.name == "content" || m.name == "structuredContent" || m.name == "isError" {
			continue
		}
		dst = strictjson.AppendString(append(dst, ','), m.name)
		dst = append(append(dst, ':'), m.text...)
	}
	return append(dst, '}')
}

// appendQuoted escapes compact JSON for a place within a JSON string: it holds no control characters, so
// quotation marks and backslashes are all there is to escape. Prose has few of them.
func appendQuoted(dst []byte, text string) []byte {
	quote, slash := strings.IndexByte(text, '"'), strings.IndexByte(text, '\\')
	from := 0
	for quote >= 0 || slash >= 0 {
		at := quote
		if quote < 0 || slash >= 0 && slash < quote {
			at = slash
		}
		dst = append(dst, text[from:at]...)
		dst = append(dst, '\\', text[at])
		from = at + 1
		if at == quote {
			quote = next(text, from, '"')
		} else {
			slash = next(text, from, '\\')
		}
	}
	return append(dst, text[from:]...)
}

func next(text string, from int, c byte) int {
	at := strings.IndexByte(text[from:], c)
	if at < 0 {
		return -1
	}
	return from + at
}

// membersOf splits an object that the SDK has written.
func membersOf(text []byte) []member {
	scanner := strictjson.NewScanner(text)
	var members []member
	if !scanner.Object() || scanner.Enter() != nil {
		return nil
	}
	for {
		name, more, err := scanner.Name()
		if err != nil || !more {
			return members
		}
		value, _, err := scanner.Skip()
		if err != nil {
			return members
		}
		members = append(members, member{name, value})
	}
}
