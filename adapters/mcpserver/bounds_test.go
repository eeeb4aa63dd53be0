package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/devcodex/intent-runtime/adapters/mcpserver"
	"github.com/devcodex/intent-runtime/adapters/mcpserver/stdio"
	"github.com/devcodex/intent-runtime/application/bridge"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
	`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// slow is a server with one tool that answers when it is told to.
type slow struct {
	in        *io.PipeWriter
	out       *io.PipeReader
	ended     chan error
	open      chan struct{} // closed to let the tool answer
	started   atomic.Int64
	cancelled atomic.Int64 // calls whose context ended
}

// newSlow serves the tool "wait" and has shaken hands.
func newSlow(ctx context.Context) *slow {
	s := &slow{ended: make(chan error, 1), open: make(chan struct{})}
	serverIn, in := io.Pipe()
	out, serverOut := io.Pipe()
	s.in, s.out = in, out
	tool := mcpserver.Tool{
		Spec: &mcp.Tool{Name: "wait", InputSchema: map[string]any{"type": "object"}},
		Handle: func(ctx context.Context, _ []byte) mcpserver.Result {
			s.started.Add(1)
			select {
			case <-s.open:
			case <-ctx.Done():
				s.cancelled.Add(1)
			}
			return mcpserver.Result{JSON: `{"waited":true}`}
		},
	}
	go func() {
		s.ended <- mcpserver.Serve(ctx, mcpserver.Options{Tools: []mcpserver.Tool{tool}, In: serverIn, Out: serverOut})
		serverOut.Close()
	}()
	s.send(hello)
	return s
}

func (s *slow) send(text string) { _, _ = io.WriteString(s.in, text) }

func wait(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"wait","arguments":{}}}`+"\n", id)
}

func cancelOf(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", id)
}

func TestReadingStopsWhileTooManyCallsAreUnanswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow(t.Context())
		go func() { _, _ = io.Copy(io.Discard, s.out) }()
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			for id := range 3 * stdio.MaxCalls {
				s.send(wait(id + 1))
			}
			s.in.Close()
		}()
		synctest.Wait()
		if got := s.started.Load(); got != stdio.MaxCalls {
			t.Errorf("%d calls were taken, want %d", got, stdio.MaxCalls)
		}
		close(s.open)
		<-sent
		if err := <-s.ended; err != nil || s.started.Load() != 3*stdio.MaxCalls {
			t.Errorf("Serve returned %v after %d calls", err, s.started.Load())
		}
	})
}

func TestAHostThatDoesNotReadHoldsUpOnlyItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow(t.Context())
		close(s.open)
		var sent atomic.Int64
		go func() {
			for id := range 100_000 {
				s.send(wait(id + 1))
				sent.Add(1)
			}
		}()
		synctest.Wait() // the first answer waits in the pipe
		if got := sent.Load(); got > 2*stdio.MaxCalls {
			t.Errorf("%d calls were taken, though nobody reads", got)
		}
		s.out.Close()
		s.in.Close()
		<-s.ended
	})
}

func TestACancelledCallGetsNoAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow(t.Context())
		answers := make(chan string, 1)
		go func() {
			text, _ := io.ReadAll(s.out)
			answers <- string(text)
		}()
		s.send(wait(1) + wait(2))
		synctest.Wait()
		s.send(cancelOf(1) + cancelOf(1) + cancelOf(7) + cancelOf(7))
		synctest.Wait()
		if s.cancelled.Load() != 1 {
			t.Errorf("%d calls saw their context end, want 1", s.cancelled.Load())
		}
		close(s.open)
		synctest.Wait()
		s.send(wait(1)) // its id is free again
		s.in.Close()
		<-s.ended
		got := <-answers
		if strings.Count(got, `"id":1,`) != 1 || strings.Count(got, `"id":2,`) != 1 || strings.Contains(got, `"error"`) {
			t.Errorf("answers:\n%s", got)
		}
	})
}

func TestAnIDIsInUseUntilItsCallIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlow(t.Context())
		answers := make(chan string, 1)
		go func() {
			text, _ := io.ReadAll(s.out)
			answers <- string(text)
		}()
		s.send(wait(1))
		synctest.Wait()
		s.send(wait(1))
		synctest.Wait()
		close(s.open)
		s.in.Close()
		<-s.ended
		got := <-answers
		if strings.Count(got, "in use") != 1 || strings.Count(got, "waited") != 2 || s.started.Load() != 1 {
			t.Errorf("%d calls were taken, answers:\n%s", s.started.Load(), got)
		}
	})
}

func TestAnIDIsFreeOnceItsAnswerIsRead(t *testing.T) {
	c := connect(t, bridge.Settings{})
	for range 500 {
		c.send(`{"jsonrpc":"2.0","id":"again","method":"ping"}`)
		if m := c.receive(); m.Error != nil {
			t.Fatalf("got %+v", m.Error)
		}
	}
}

func TestCallsUnderWayHaveNearlyASecondAfterTheInput(t *testing.T) {
	for took, answered := range map[time.Duration]bool{750 * time.Millisecond: true, 2 * time.Second: false} {
		synctest.Test(t, func(t *testing.T) {
			s := newSlow(t.Context())
			answers := make(chan string, 1)
			go func() {
				text, _ := io.ReadAll(s.out)
				answers <- string(text)
			}()
			s.send(wait(1))
			synctest.Wait()
			closed := time.Now()
			s.in.Close()
			time.AfterFunc(took, func() { close(s.open) })
			<-s.ended
			if ended := time.Since(closed); ended > time.Second {
				t.Errorf("Serve returned after %v", ended)
			}
			if got := <-answers; strings.Contains(got, "waited") != answered {
				t.Errorf("a call of %v is answered: %v, want %v", took, !answered, answered)
			}
			time.Sleep(took)
		})
	}
}

// TestHTMLIsNotEscaped keeps a reply to the size that its bytes ask for.
func TestHTMLIsNotEscaped(t *testing.T) {
	c := connect(t, bridge.Settings{})
	text := strings.Repeat("<p>&", 12_500)
	arguments, _ := json.Marshal(map[string]any{"instance": "ship", "input": text})
	c.n++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"intent_prepare","arguments":%s}}`, c.n, arguments))
	if m := c.receive(); len(m.Result) > 125_000 {
		t.Errorf("an input of %d bytes makes a result of %d", len(text), len(m.Result))
	}
}

// TestProtocolErrorsAreShort sends what the SDK would quote whole.
func TestProtocolErrorsAreShort(t *testing.T) {
	c := connect(t, bridge.Settings{})
	secret := strings.Repeat("SECRET", 100_000)
	for method, params := range map[string]string{
		"tools/call":  `["` + secret + `"]`,
		"tools/list":  `"` + secret + `"`,
		secret[:9999]: `{}`,
		"prompts/get": `{"name":"` + secret + `"}`,
		"tools/none":  `{"name":"x"}`,
	} {
		m := c.call(method, params)
		if m.Error == nil || len(m.Error.Message) > 300 || strings.Contains(m.Error.Message, "mcp.") || m.Error.Code == 0 {
			t.Errorf("%.20s: %+v", method, m.Error)
		}
	}
	if m := c.call("tools/call", `{"name":"`+secret+`","arguments":{}}`); m.Error == nil || len(m.Error.Message) > 100 {
		t.Errorf("an unknown tool: %+v", m.Error)
	}
}
