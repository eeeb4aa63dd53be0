package provider

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

// Key is the API key that the double takes.
const Key = "sk-test-4f1c0ffee-5ecret"

// Model is the model that the double answers for.
const Model = "double-1"

// RequestID is what the double calls every request.
const RequestID = "req_double_7"

// Answer writes what the provider does with a request whose body was read.
type Answer func(w http.ResponseWriter, r *http.Request)

// Call is one HTTP request that came in.
type Call struct {
	Method, Path string
	Header       http.Header
	Body         string
	Faults       []string // how it differs from what the dialect takes

	asked string
}

// Server is a running double. It is safe for concurrent use.
type Server struct {
	*httptest.Server
	dialect Dialect
	left    chan struct{}

	mu      sync.Mutex
	answers []Answer
	always  Answer
	calls   []Call
}

// Start runs a double that gives its answers in order; a request after the last one gets status 500.
// Close it at the end.
func Start(dialect Dialect, answers ...Answer) *Server {
	s := newServer(dialect)
	s.answers = answers
	s.Server = httptest.NewServer(s)
	return s
}

// StartAlways runs a double that answers every request alike.
func StartAlways(dialect Dialect, answer Answer) *Server {
	s := newServer(dialect)
	s.always = answer
	s.Server = httptest.NewServer(s)
	return s
}

// StartTLS runs a double behind a certificate that no client here trusts.
func StartTLS(dialect Dialect) *Server {
	s := newServer(dialect)
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = silent()
	s.Server.StartTLS()
	return s
}

func newServer(dialect Dialect) *Server {
	return &Server{dialect: dialect, left: make(chan struct{}, 1024)}
}

// BaseURL is what an executor is given.
func (s *Server) BaseURL() string { return s.dialect.form().base(s.URL) }

// Calls lists the requests that came in so far, in order.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Faults lists in what any request differed from the dialect.
func (s *Server) Faults() []string {
	var faults []string
	for _, call := range s.Calls() {
		faults = append(faults, call.Faults...)
	}
	return faults
}

// Left delivers once for every connection that a client closed while [Hang] or a slow answer held it.
func (s *Server) Left() <-chan struct{} { return s.left }

// ServeHTTP takes down a request and plays the next answer.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	call := Call{Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Body: string(body),
		asked: s.dialect.form().asked(body)}
	if err != nil {
		call.Faults = append(call.Faults, "the body could not be read")
	}
	call.Faults = append(call.Faults, s.dialect.faults(r, body)...)
	if name := s.dialect.form().idHeader(); name != "" {
		w.Header().Set(name, RequestID)
	}
	s.next(call)(w, r.WithContext(context.WithValue(r.Context(), payloadKey{}, body)))
	if r.Context().Err() != nil {
		s.left <- struct{}{}
	}
}

func (s *Server) next(call Call) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.calls)
	s.calls = append(s.calls, call)
	switch {
	case s.always != nil:
		return s.always
	case n < len(s.answers):
		return s.answers[n]
	default:
		return Status(http.StatusInternalServerError)
	}
}
