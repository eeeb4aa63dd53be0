package executortest

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/ports"
)

// Answer writes what the provider answers, in the provider's own form: a whole candidate for Completes
// (Behaviour.Text, Behaviour.Usage) and Echoes (the payload, which it finds in body), and what it says for
// Refuses and Stops. It is called for no other kind.
type Answer func(w http.ResponseWriter, body []byte, behaviour Behaviour)

// Double is a provider over HTTP that behaves as a rule wants it to. It is closed at the end of the test,
// with the connections that a broken executor left open, so that a failing test does not hang. It is
// safe for concurrent use.
type Double struct {
	URL string

	behaviour Behaviour
	answer    Answer
	gone      chan struct{}

	mu   sync.Mutex
	sent []string
	open map[net.Conn]bool
}

// Start runs a double until the end of t.
func Start(t testing.TB, behaviour Behaviour, answer Answer) *Double {
	d := &Double{
		behaviour: behaviour,
		answer:    answer,
		gone:      make(chan struct{}, 1024),
		open:      map[net.Conn]bool{},
	}
	server := httptest.NewUnstartedServer(d)
	server.Config.ConnState = d.count
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	d.URL = server.URL
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return d
}

// Subject is an executor in front of the double.
func (d *Double) Subject(executor ports.Executor) Subject {
	return Subject{Executor: executor, Sent: d.Sent, Gone: d.gone, Open: d.Open}
}

// Sent lists the bodies that came in so far.
func (d *Double) Sent() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.sent)
}

// Open returns how many connections are open now.
func (d *Double) Open() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.open)
}

func (d *Double) count(conn net.Conn, state http.ConnState) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch state {
	case http.StateNew:
		d.open[conn] = true
	case http.StateClosed, http.StateHijacked:
		delete(d.open, conn)
	}
}

// note keeps a body and returns how many came before it.
func (d *Double) note(body []byte) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sent = append(d.sent, string(body))
	return len(d.sent) - 1
}

// ServeHTTP plays the behaviour.
func (d *Double) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	before := d.note(body)
	behaviour := d.behaviour
	switch behaviour.Kind {
	case Hangs:
		d.hang(r)
	case Fails:
		d.fail(w)
	case Drops:
		panic(http.ErrAbortHandler)
	case Redirects:
		w.Header().Set("Location", behaviour.Location)
		w.WriteHeader(behaviour.Status)
	case Holds:
		if before == 0 {
			d.hang(r)
			return
		}
		behaviour.Kind = Completes
		d.answer(w, body, behaviour)
	case Floods:
		behaviour.Kind, behaviour.Text = Completes, strings.Repeat("x", FloodBytes)
		d.answer(w, body, behaviour)
	default:
		d.answer(w, body, behaviour)
	}
}

func (d *Double) hang(r *http.Request) {
	<-r.Context().Done()
	d.gone <- struct{}{}
}

func (d *Double) fail(w http.ResponseWriter) {
	if wait := d.behaviour.RetryAfter; wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(d.behaviour.Status)
	_, _ = io.WriteString(w, `{"error":{"message":"`+marker+`","type":"the_kit_says_no"}}`)
}
