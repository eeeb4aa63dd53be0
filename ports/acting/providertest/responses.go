package providertest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// responses is a double of the Responses API. It lives until Close.
type responses struct {
	server *httptest.Server
	left   chan struct{} // closed by Close, so that a silence ends

	mu      sync.Mutex
	answers []Answer
	bodies  []string
}

// Responses starts a double of the Responses API, streamed.
func Responses(answers ...Answer) Double {
	d := &responses{answers: answers, left: make(chan struct{})}
	d.server = httptest.NewServer(http.HandlerFunc(d.serve))
	return d
}

// URL returns the double's address.
func (d *responses) URL() string { return d.server.URL }

// Requests returns the bodies that came in.
func (d *responses) Requests() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]string(nil), d.bodies...)
}

// Close ends the double.
func (d *responses) Close() {
	close(d.left)
	d.server.CloseClientConnections()
	d.server.Close()
}

func (d *responses) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	d.mu.Lock()
	d.bodies = append(d.bodies, string(body))
	a := Answer{Status: http.StatusTeapot}
	if n := len(d.bodies); n <= len(d.answers) {
		a = d.answers[n-1]
	}
	d.mu.Unlock()
	switch {
	case r.Header.Get("Authorization") != "Bearer "+Key:
		refuse(w, Answer{Status: http.StatusUnauthorized})
	case a.Status != 0:
		refuse(w, a)
	case a.Hang:
		select {
		case <-d.left:
		case <-r.Context().Done():
		}
	default:
		stream(w, a)
	}
}

func refuse(w http.ResponseWriter, a Answer) {
	if a.RetryAfterMs > 0 {
		w.Header().Set("Retry-After-Ms", fmt.Sprint(a.RetryAfterMs))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.Status)
	_, _ = fmt.Fprintf(w, `{"error":{"message":"your key %s is not the matter","code":%q}}`, Key, a.Code)
}

func stream(w http.ResponseWriter, a Answer) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(kind string, members ...strictjson.Member) {
		value := strictjson.Object(append([]strictjson.Member{text("type", kind)}, members...)...)
		_, _ = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, value.JSON())
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
	send("response.created", member("response", strictjson.Object(text("id", "resp_1"))))
	for _, item := range a.Items {
		if item.Type == run.MessageItem {
			for word := range strings.SplitAfterSeq(item.Text, " ") {
				send("response.output_text.delta", text("delta", word))
			}
		}
		send("response.output_item.done", member("item", wireItem(item)))
	}
	switch {
	case a.Drop:
		panic(http.ErrAbortHandler)
	case a.Code != "":
		send("response.failed", member("response", strictjson.Object(member("error", strictjson.Object(
			text("code", a.Code), text("message", "your key is "+Key))))))
		return
	case a.Unknown != "":
		send("response.output_item.done", member("item", strictjson.Object(text("type", a.Unknown))))
	case a.Refused != "":
		send("response.output_item.done", member("item", strictjson.Object(text("type", "message"),
			member("content",
				strictjson.Array(strictjson.Object(text("type", "refusal"), text("refusal", a.Refused)))))))
	}
	kind := "response.completed"
	if a.End == run.Incomplete {
		kind = "response.incomplete"
	}
	send(kind, member("response", strictjson.Object(member("usage", usage(a.Usage)))))
}

func member(name string, value strictjson.Value) strictjson.Member {
	return strictjson.Field(name, value)
}

func text(name, value string) strictjson.Member { return member(name, strictjson.String(value)) }

func wireItem(item run.Item) strictjson.Value {
	name := strings.ReplaceAll(item.Name, "::", "__")
	switch item.Type {
	case run.MessageItem:
		return strictjson.Object(text("type", "message"), text("role", "assistant"), member("content",
			strictjson.Array(strictjson.Object(text("type", "output_text"), text("text", item.Text)))))
	case run.FunctionCallItem:
		return strictjson.Object(text("type", "function_call"), text("call_id", item.CallID), text("name", name),
			text("arguments", item.Arguments))
	case run.CustomCallItem:
		return strictjson.Object(text("type", "custom_tool_call"), text("call_id", item.CallID), text("name", name),
			text("input", item.Input))
	default:
		return item.Payload
	}
}

func usage(u *run.Usage) strictjson.Value {
	if u == nil {
		return strictjson.Null()
	}
	return strictjson.Object(member("input_tokens", strictjson.Int(*u.InputTokens)),
		member("input_tokens_details", strictjson.Object(member("cached_tokens",
			strictjson.Int(*u.CachedInputTokens)))),
		member("output_tokens", strictjson.Int(*u.OutputTokens)),
		member("output_tokens_details", strictjson.Object(member("reasoning_tokens",
			strictjson.Int(*u.ReasoningTokens)))))
}
