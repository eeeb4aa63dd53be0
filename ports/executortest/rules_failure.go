package executortest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func failureRules() []rule {
	return []rule{
		{name: "error codes", fix: "return executorkit.FromStatus",
			states: "401 and 403 are MODEL_AUTH_FAILED, 429 is MODEL_RATE_LIMITED, every other " +
				"status fails as MODEL_REQUEST_FAILED", check: checkStatuses, needs: []Kind{Fails}},
		{name: "dropped connection", fix: "return executorkit.FromError",
			states: "a connection that drops is MODEL_REQUEST_FAILED",
			check:  checkDrop, needs: []Kind{Drops}},
		{name: "no reply beside an error", fix: "beside an error return a reply with Usage alone",
			states: "an error comes without outcome and text",
			check:  checkErrorAlone, needs: []Kind{Fails}},
	}
}

// statuses pairs HTTP statuses with the code that the contract gives them. 529 is not among them: a
// provider that means "overloaded" by it may have it as MODEL_RATE_LIMITED.
func statuses() map[int]intent.Code {
	codes := map[int]intent.Code{
		401: intent.ModelAuthFailed, 403: intent.ModelAuthFailed, 429: intent.ModelRateLimited,
	}
	for _, status := range []int{400, 404, 408, 409, 422, 500, 502, 503} {
		codes[status] = intent.ModelRequestFailed
	}
	return codes
}

// codeOf gives what an error counts as: an error that is not the domain's is MODEL_REQUEST_FAILED.
func codeOf(err error) intent.Code {
	if typed := intent.AsError(err); typed != nil {
		return typed.Code
	}
	return intent.ModelRequestFailed
}

func checkStatuses(b bench) found {
	var f found
	for status, want := range statuses() {
		executor := b.subject(Behaviour{Kind: Fails, Status: status}).Executor
		reply, err := ask(executor, core(executor, 0))
		if err == nil {
			f.under(fmt.Sprint("status ", status), "is outcome %q, not an error", reply.Outcome)
		} else if got := codeOf(err); got != want {
			f.under(fmt.Sprint("status ", status), "is %s, not %s", got, want)
		}
	}
	return f
}

func checkDrop(b bench) found {
	var f found
	executor := b.subject(Behaviour{Kind: Drops}).Executor
	reply, err := ask(executor, core(executor, 0))
	if err == nil || codeOf(err) != intent.ModelRequestFailed {
		f.addf("outcome %q, error %v", reply.Outcome, err)
	}
	return f
}

func checkErrorAlone(b bench) found {
	var f found
	for _, status := range []int{401, 500} {
		executor := b.subject(Behaviour{Kind: Fails, Status: status}).Executor
		reply, err := ask(executor, core(executor, 0))
		if err != nil && (reply.Outcome != "" || reply.Text != "" || reply.Detail != "") {
			f.under(fmt.Sprint("status ", status), "outcome %q stands beside the error", reply.Outcome)
		}
	}
	return f
}

func contextRules() []rule {
	return []rule{
		{name: "cancellation", fix: "pass ctx on to the request and return executorkit.FromError",
			states: "Generate returns promptly once its context is cancelled, says so, and " +
				"lets its provider go", check: checkEnd(cancelled), needs: []Kind{Hangs}},
		{name: "deadline", fix: "pass ctx on to the request and return executorkit.FromError",
			states: "Generate returns promptly once its deadline has passed, says so, and " +
				"lets its provider go", check: checkEnd(expired), needs: []Kind{Hangs}},
		{name: "ended before", fix: "pass ctx on to the request",
			states: "under a context that has ended nothing is asked and no reply is given",
			check:  checkEndedBefore, needs: []Kind{Completes}},
		{name: "cancellation storm", fix: "end with ctx whatever Generate starts",
			states: "cancelled calls leave no goroutines behind", check: checkStorm,
			needs: []Kind{Hangs}},
	}
}

// ending is a way in which a call's context ends once the provider has the call.
type ending struct {
	begin func() (context.Context, context.CancelFunc)
	end   func(cancel context.CancelFunc)
	is    error
	code  intent.Code
}

// grace is how long a call may run before its context ends, so that the provider has it.
const grace = 200 * time.Millisecond

var cancelled = ending{
	begin: func() (context.Context, context.CancelFunc) { return context.WithCancel(context.Background()) },
	end:   func(cancel context.CancelFunc) { cancel() },
	is:    context.Canceled,
	code:  intent.ModelAborted,
}

var expired = ending{
	begin: func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(context.Background(), grace)
	},
	end:  func(context.CancelFunc) {},
	is:   context.DeadlineExceeded,
	code: intent.ModelTimeout,
}

func checkEnd(e ending) func(b bench) found {
	return func(b bench) found {
		var f found
		s := b.subject(Behaviour{Kind: Hangs})
		ctx, cancel := e.begin()
		defer cancel()
		go func() {
			s.awaitCall()
			e.end(cancel)
		}()
		got, ok := callBeyond(ctx, s.Executor, core(s.Executor, 0), b.features.Within)
		switch {
		case !ok:
			f.addf("no return within %v of its end", b.features.Within)
			return f
		case got.err == nil:
			f.addf("outcome %q and no error", got.reply.Outcome)
		case !errors.Is(got.err, e.is) && codeOf(got.err) != e.code:
			f.addf("the error is %v", got.err)
		}
		if ctx.Err() == nil {
			f.addf("the call returned after %v, before its context ended", got.took)
		}
		if !b.gone(s) {
			f.addf("the provider still has the call after %v", b.features.Within)
		}
		return f
	}
}

// awaitCall returns when the provider has a call, or after a while where it cannot say.
func (s Subject) awaitCall() {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(grace / 20) {
		if s.Sent == nil || len(s.Sent()) > 0 {
			break
		}
	}
	time.Sleep(grace / 4)
}

// gone waits until the provider saw its caller leave; one that was never reached has nobody to lose.
func (b bench) gone(s Subject) bool {
	if s.Gone == nil || s.Sent != nil && len(s.Sent()) == 0 {
		return true
	}
	timer := time.NewTimer(b.features.Within)
	defer timer.Stop()
	select {
	case <-s.Gone:
		return true
	case <-timer.C:
		return false
	}
}

func checkEndedBefore(b bench) found {
	var f found
	s := b.subject(Behaviour{Kind: Completes, Text: "{}"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, ok := call(ctx, s.Executor, core(s.Executor, 0), b.features.Within)
	switch {
	case !ok:
		f.addf("no return within %v", b.features.Within)
	case got.err == nil:
		f.addf("outcome %q and no error", got.reply.Outcome)
	case !errors.Is(got.err, context.Canceled) && codeOf(got.err) != intent.ModelAborted:
		f.addf("the error is %v", got.err)
	}
	if s.Sent != nil && len(s.Sent()) > 0 {
		f.addf("the provider was asked all the same")
	}
	return f
}

func checkStorm(b bench) found {
	const calls, spare = 60, 20 // spare: connections and timers that a client may keep
	var f found
	s := b.subject(Behaviour{Kind: Hangs})
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for i := range calls {
		wg.Go(func() { call(ctx, s.Executor, core(s.Executor, i), grace+b.features.Within) })
	}
	time.Sleep(grace)
	cancel()
	wg.Wait()
	left := 0
	for end := time.Now().Add(b.features.Within); time.Now().Before(end); time.Sleep(grace / 10) {
		if left = runtime.NumGoroutine() - before; left <= spare {
			return nil
		}
	}
	f.addf("%d goroutines more than before, %v after %d calls were cancelled", left, b.features.Within, calls)
	return f
}
