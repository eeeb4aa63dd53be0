package provider

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

// Maker has the conformance kit play an executor against the double; open makes one for a base URL.
func Maker(dialect Dialect, open func(baseURL string) ports.Executor) executortest.Maker {
	return func(t testing.TB, behaviour executortest.Behaviour) executortest.Subject {
		server := StartAlways(dialect, Behave(behaviour))
		t.Cleanup(server.Close)
		executor := open(server.BaseURL())
		if idle, ok := executor.(interface{ CloseIdleConnections() }); ok {
			t.Cleanup(idle.CloseIdleConnections)
		}
		return executortest.Subject{Executor: executor, Sent: server.Bodies, Gone: server.Left()}
	}
}

// Bodies lists the bodies that came in so far.
func (s *Server) Bodies() []string {
	var bodies []string
	for _, call := range s.Calls() {
		bodies = append(bodies, call.Body)
	}
	return bodies
}

// Behave gives the answer for what a rule of the kit wants of a provider.
func Behave(behaviour executortest.Behaviour) Answer {
	switch behaviour.Kind {
	case executortest.Completes:
		return Complete(behaviour.Text)
	case executortest.Echoes:
		return Echo
	case executortest.Refuses:
		return Output("completed", MessageOf(RefusalPart()))
	case executortest.Stops:
		return Output("incomplete", Message(`{"nor`))
	case executortest.Hangs:
		return Hang
	case executortest.Fails:
		return Status(behaviour.Status)
	default:
		return Drop
	}
}

// payloadKey is where the server leaves a request's body for [Echo].
type payloadKey struct{}

// Echo answers with the last message that it was sent: the payload.
func Echo(w http.ResponseWriter, r *http.Request) {
	var sent struct {
		Input []struct{ Content string }
	}
	body, _ := r.Context().Value(payloadKey{}).([]byte)
	if err := json.Unmarshal(body, &sent); err != nil || len(sent.Input) == 0 {
		Status(http.StatusBadRequest)(w, r)
		return
	}
	Complete(sent.Input[len(sent.Input)-1].Content)(w, r)
}
