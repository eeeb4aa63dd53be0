package chat_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/devcodex/intent-runtime/docs/examples/executors/chat"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

const key = "sk-chat-5ecret"

func TestExecutor(t *testing.T) {
	executortest.Run(t, func(t testing.TB, b executortest.Behaviour) executortest.Subject {
		d := &double{behaviour: b, gone: make(chan struct{}, 100)}
		server := httptest.NewServer(d)
		t.Cleanup(server.Close)
		return executortest.Subject{Executor: chat.New(server.URL, "m", key), Sent: d.bodies, Gone: d.gone}
	}, executortest.Features{Secret: key})
}

// double is the server, and behaves as a rule wants it to.
type double struct {
	behaviour executortest.Behaviour
	gone      chan struct{}
	mu        sync.Mutex
	sent      []string
}

func (d *double) bodies() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]string(nil), d.sent...)
}

func (d *double) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	d.mu.Lock()
	d.sent = append(d.sent, string(body))
	d.mu.Unlock()
	text, finish, refusal := d.behaviour.Text, "stop", ""
	switch d.behaviour.Kind {
	case executortest.Echoes:
		var sent struct{ Messages []struct{ Content string } }
		_ = json.Unmarshal(body, &sent)
		text = sent.Messages[1].Content
	case executortest.Refuses:
		refusal = "no"
	case executortest.Stops:
		finish = "length"
	case executortest.Hangs:
		<-r.Context().Done()
		d.gone <- struct{}{}
		return
	case executortest.Fails:
		w.WriteHeader(d.behaviour.Status)
		return
	case executortest.Drops:
		panic(http.ErrAbortHandler)
	}
	content, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"choices":[{"finish_reason":%q,"message":{"content":%s,"refusal":%q}}]}`, finish, content, refusal)
}
