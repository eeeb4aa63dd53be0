package stdio

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

func TestErrorTextsAreCutAndTellNothingOfGo(t *testing.T) {
	long := strings.Repeat("SECRET", 1000)
	for _, err := range []error{
		&jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: `unknown tool "` + long + `"`},
		fmt.Errorf("%w: unmarshaling %q into a *mcp.CallToolParamsRaw", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams}, long),
		&jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: `method not found: "` + long + `"`},
		errors.New("json: cannot unmarshal string into Go value of type mcp.Foo " + long),
		errors.New(strings.Repeat(`"x" `, 1000)),
		errors.New("\xff" + long),
	} {
		text := reworded(err)
		if len(text) > maxReason+3 || strings.Count(text, "SECRET") > maxQuoted/6 || goTalk.MatchString(text) || text == "" {
			t.Errorf("%.60v is told as %q", err, text)
		}
	}
	if got := reworded(&jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: `unknown tool "x"`}); got != `unknown tool "x"` {
		t.Errorf("a short text becomes %q", got)
	}
}
