package executortest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func networkRules() []rule {
	return []rule{
		{name: "retry after", states: "how long the provider asks to wait is handed on", check: checkRetryAfter,
			needs: []Kind{Fails},
			fix:   "set RetryAfter of the error, as executorkit.RetryAfter reads it, or set Features.NoRetryAfter"},
		{name: "redirects", states: "no redirect is followed: it is MODEL_REQUEST_FAILED", check: checkRedirects,
			needs: []Kind{Redirects},
			fix: "let http.Client.CheckRedirect return http.ErrUseLastResponse: material and " +
				"key go elsewhere otherwise"},
		{name: "flood", states: "an answer without end is cut off and is MODEL_REQUEST_FAILED", check: checkFlood,
			needs: []Kind{Floods},
			fix:   "read the body through http.MaxBytesReader or io.LimitReader"},
		{name: "own timeout", states: "a timeout of the executor's own client is MODEL_TIMEOUT",
			check: checkOwnTimeout,
			needs: []Kind{Hangs},
			fix:   "return executorkit.FromError, give the client Behaviour.Timeout, or set Features.NoTimeout"},
		{name: "one call holds up no other", states: "a call that hangs holds up no other", check: checkHeldUp,
			needs: []Kind{Holds},
			fix:   "hold no lock while the provider is asked"},
		{name: "connections", states: "answers are closed: calls one after another leave few connections open",
			check: checkConnections, needs: []Kind{Completes, Fails},
			fix: "close response.Body on every path, errors included"},
	}
}

func checkRetryAfter(b bench) found {
	b.must(!b.features.NoRetryAfter, "Retry-After, by Features.NoRetryAfter")
	const want = 7 * time.Second
	var f found
	for _, status := range []int{429, 503} {
		behaviour := Behaviour{Kind: Fails, Status: status, RetryAfter: want}
		executor := b.subject(behaviour).Executor
		_, err := ask(executor, core(executor, 0))
		if typed := intent.AsError(err); typed == nil || typed.RetryAfter != want {
			f.under(behaviour.String(), "the provider said %v, the error is %v without it", want, err)
		}
	}
	return f
}

// checkRedirects points to an address that must stay silent.
func checkRedirects(b bench) found {
	var visits atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		visits.Add(1)
	}))
	defer elsewhere.Close()
	defer elsewhere.CloseClientConnections()
	var f found
	for _, status := range []int{301, 302, 303, 307, 308} {
		behaviour := Behaviour{Kind: Redirects, Status: status, Location: elsewhere.URL}
		executor := b.subject(behaviour).Executor
		reply, err := ask(executor, core(executor, 0))
		if visits.Swap(0) > 0 {
			f.under(behaviour.String(), "the address that the provider pointed to was asked")
		}
		if err == nil || codeOf(err) != intent.ModelRequestFailed {
			f.under(behaviour.String(), "outcome %q, error %v", reply.Outcome, err)
		}
	}
	return f
}

func checkFlood(b bench) found {
	var f found
	executor := b.subject(Behaviour{Kind: Floods}).Executor
	reply, err := ask(executor, core(executor, 0))
	if err == nil || codeOf(err) != intent.ModelRequestFailed {
		f.addf("a candidate of %d bytes: outcome %q, a text of %d bytes, error %v", FloodBytes, reply.Outcome,
			len(reply.Text), err)
	}
	return f
}

func checkOwnTimeout(b bench) found {
	b.must(!b.features.NoTimeout, "timeout of its own, by Features.NoTimeout")
	var f found
	executor := b.subject(Behaviour{Kind: Hangs, Timeout: grace}).Executor
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	got, ok := call(ctx, executor, core(executor, 0), grace+b.features.Within)
	switch {
	case !ok:
		f.addf("no return within %v of a timeout of %v", b.features.Within, grace)
	case !errors.Is(got.err, intent.ModelTimeout):
		f.addf("outcome %q, error %v", got.reply.Outcome, got.err)
	}
	return f
}

func checkHeldUp(b bench) found {
	var f found
	s := b.subject(Behaviour{Kind: Holds, Text: "{}"})
	ctx, cancel := context.WithCancel(context.Background())
	first := begin(ctx, s.Executor, core(s.Executor, 0))
	s.awaitCall()
	second, ok := call(context.Background(), s.Executor, core(s.Executor, 1), b.features.Within)
	if !ok {
		f.addf("while one call hangs, another has no answer within %v", b.features.Within)
	} else if why := notComplete(second.reply, second.err, "{}"); why != "" && !b.features.OwnText {
		f.addf("while one call hangs, another comes to %s", why)
	}
	cancel()
	await(first, b.features.Within)
	return f
}

func checkConnections(b bench) found {
	const calls, most = 20, 5
	var f found
	for _, behaviour := range []Behaviour{{Kind: Completes, Text: "{}"}, {Kind: Fails, Status: 500}} {
		s := b.subject(behaviour)
		b.must(s.Open != nil, "Subject.Open to count connections")
		for i := range calls {
			_, _ = ask(s.Executor, core(s.Executor, i))
		}
		open := s.Open()
		for end := time.Now().Add(b.features.Within); open > most && time.Now().Before(end); open = s.Open() {
			time.Sleep(grace / 20)
		}
		if open > most {
			f.under(behaviour.String(), "%d connections are open after %d calls", open, calls)
		}
	}
	return f
}
