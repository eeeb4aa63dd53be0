package stdio

import (
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const (
	maxQuoted = 64  // bytes of what a message quotes
	maxReason = 256 // bytes of a message
)

// goTalk finds what the SDK says of its own code: types of Go, and how it reads JSON.
var goTalk = regexp.MustCompile(`\*?[a-z][a-z0-9]*\.[A-Z]\w*|unmarshal|\bGo\b|0x[0-9a-f]{6}`)

// reworded returns the text of an SDK's error for the peer. What it quotes is cut, and a text about
// Go's types is replaced by what the code means.
func reworded(err error) string {
	code, _ := codeOf(err)
	text := strings.ToValidUTF8(err.Error(), "\ufffd")
	if len(text) > MaxMessage || goTalk.MatchString(text) {
		return meaning(code)
	}
	parts := strings.Split(text, `"`)
	for n := range parts {
		parts[n] = strictjson.CutText(parts[n], maxQuoted)
	}
	return strictjson.CutText(strings.Join(parts, `"`), maxReason)
}

func meaning(code int64) string {
	switch code {
	case jsonrpc.CodeMethodNotFound:
		return "the method is not known"
	case jsonrpc.CodeInvalidParams:
		return "the params are not what the method takes"
	case jsonrpc.CodeInvalidRequest:
		return "the request cannot be taken"
	default:
		return "the request failed"
	}
}
