package provider

import (
	"context"
	"net/http"
	"testing"

	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

// Maker has the conformance kit play an executor against a provider that speaks the dialect; open makes
// one for a base URL and a client, nil for its own.
func Maker(d Dialect, open func(baseURL string, client *http.Client) ports.Executor) executortest.Maker {
	return func(t testing.TB, behaviour executortest.Behaviour) executortest.Subject {
		double := executortest.Start(t, behaviour, answerOf(d))
		var client *http.Client
		if behaviour.Timeout > 0 {
			client = &http.Client{Timeout: behaviour.Timeout}
		}
		executor := open(d.form().base(double.URL), client)
		if idle, ok := executor.(interface{ CloseIdleConnections() }); ok {
			t.Cleanup(idle.CloseIdleConnections)
		}
		return double.Subject(executor)
	}
}

func answerOf(d Dialect) executortest.Answer {
	return func(w http.ResponseWriter, body []byte, behaviour executortest.Behaviour) {
		f := d.form()
		cost := usualTokens
		if usage := behaviour.Usage; usage.InputTokens > 0 {
			cost = tokens{in: usage.InputTokens, out: usage.OutputTokens}
		}
		answer := f.whole(cost, behaviour.Text)
		switch behaviour.Kind {
		case executortest.Echoes:
			answer = f.whole(cost, f.payload(body))
		case executortest.Refuses:
			answer = f.refused()
		case executortest.Stops:
			answer = f.cut()
		}
		request, _ := http.NewRequestWithContext(context.Background(), http.MethodPost, "/", nil)
		Respond(answer)(w, request)
	}
}

// payloadKey is where the server leaves a request's body for [Echo].
type payloadKey struct{}
