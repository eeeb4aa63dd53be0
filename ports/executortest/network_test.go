package executortest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// breach is what a wire does wrong.
type breach struct{ follows, drinks, forgetsBody, forgetsContext, lateSchema bool }

// brokenOverHTTP has a breach for each rule that only an executor with a network can break.
var brokenOverHTTP = map[string]breach{
	"redirects":   {follows: true},
	"flood":       {drinks: true},
	"connections": {forgetsBody: true},
}

// wire is an executor over HTTP that keeps every rule unless it has a breach.
type wire struct {
	url    string
	key    executorkit.Key
	client *http.Client
	breach breach
	before string // schema of an earlier call, for lateSchema
}

func newWire(url string, timeout time.Duration, breach breach) *wire {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	client := &http.Client{Transport: transport, Timeout: timeout}
	if !breach.follows {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &wire{url: url, key: executorkit.NewKey(key), client: client, breach: breach}
}

func (w *wire) ID() string { return "wire" }

func (w *wire) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONSchema: true, IsolatedTurn: true, SupportsAbort: true}
}

// exchange is the provider's form of a request, and of an answer.
type exchange struct {
	Instructions, Payload, Schema string
	Outcome, Text                 string
	In, Out                       int64
}

func (w *wire) Generate(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
	if w.breach.forgetsContext {
		ctx = context.WithoutCancel(ctx)
	}
	schema := w.before + r.Format.Schema
	if w.breach.lateSchema {
		w.before = schema
	}
	body, _ := json.Marshal(exchange{Instructions: r.Instructions, Payload: r.Payload, Schema: schema})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return intent.ModelReply{}, executorkit.FromError(ctx, r.Stage, err)
	}
	request.Header.Set("Authorization", "Bearer "+w.key.Reveal())
	response, err := w.client.Do(request)
	if err != nil {
		return intent.ModelReply{}, executorkit.FromError(ctx, r.Stage, err)
	}
	if !w.breach.forgetsBody {
		defer response.Body.Close()
	}
	if response.StatusCode != http.StatusOK {
		wait := executorkit.RetryAfter(response.Header, time.Now())
		return intent.ModelReply{}, executorkit.FromStatus(r.Stage, response.StatusCode, wait)
	}
	return w.read(ctx, r.Stage, response.Body)
}

func (w *wire) read(ctx context.Context, stage intent.Stage, body io.Reader) (intent.ModelReply, error) {
	if !w.breach.drinks {
		body = io.LimitReader(body, 1<<20)
	}
	var answer exchange
	if err := json.NewDecoder(body).Decode(&answer); err != nil {
		return intent.ModelReply{}, executorkit.FromError(ctx, stage, err)
	}
	reply := intent.ModelReply{Outcome: intent.Outcome(answer.Outcome)}
	if reply.Outcome == intent.OutcomeComplete {
		reply.Text = answer.Text
	}
	reply.Usage.InputTokens, reply.Usage.OutputTokens = answer.In, answer.Out
	return reply, nil
}

func wireMaker(breach breach) Maker {
	return func(t testing.TB, behaviour Behaviour) Subject {
		double := Start(t, behaviour, answerWire)
		executor := newWire(double.URL, behaviour.Timeout, breach)
		t.Cleanup(executor.client.CloseIdleConnections)
		return double.Subject(executor)
	}
}

func answerWire(w http.ResponseWriter, body []byte, b Behaviour) {
	answer := exchange{Outcome: "complete", Text: b.Text, In: b.Usage.InputTokens, Out: b.Usage.OutputTokens}
	switch b.Kind {
	case Echoes:
		var sent exchange
		_ = json.Unmarshal(body, &sent)
		answer.Text = sent.Payload
	case Refuses:
		answer.Outcome = "refusal"
	case Stops:
		answer.Outcome = "incomplete"
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// TestGoodWirePasses: with a network nothing is left out.
func TestGoodWirePasses(t *testing.T) {
	Run(t, wireMaker(breach{}), Features{Secret: key, Config: newWire("http://x", 0, breach{})})
}

func TestSchemaOfAnEarlierCallIsCaught(t *testing.T) {
	b := bench{t: t, maker: wireMaker(breach{lateSchema: true}), features: Features{}}
	if len(checkSchema(b)) == 0 {
		t.Error("a schema that is sent with a later call passes")
	}
}

// TestFailingTestDoesNotHang: a call that goes on behind the rule does not hold up the double's end.
func TestFailingTestDoesNotHang(t *testing.T) {
	begun := time.Now()
	t.Run("double", func(t *testing.T) {
		b := bench{t: t, maker: wireMaker(breach{forgetsContext: true}), features: Features{Within: 100 * time.Millisecond}}
		if len(checkEnd(cancelled)(b)) == 0 {
			t.Error("a context that is not passed on is not caught")
		}
	})
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("the end took %v", took)
	}
}

func TestFaultsAreGrouped(t *testing.T) {
	var f found
	for _, status := range []int{500, 400, 400} {
		f.under(Behaviour{Kind: Fails, Status: status}.String(), "the error shows the key")
	}
	f.under(Behaviour{Kind: Drops}.String(), "the error shows the key")
	f.addf("another thing")
	want := "\tdrops, fails 400, fails 500: the error shows the key\n\tanother thing\n"
	if got := f.grouped(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for i := range 20 {
		f.addf("thing %d", i)
	}
	if lines := strings.Split(f.grouped(), "\n"); len(lines) != 10 || lines[8] != "\tand 14 more" {
		t.Errorf("%d lines, %q", len(lines), lines)
	}
}
