// Package fence is the one place where the use cases call foreign code: executors, validators, stores,
// observers and the methods of their errors.
//
// Foreign code may panic, end its goroutine (runtime.Goexit, as a test's FailNow does), block, or return
// values whose own methods do any of that. So it is called, and what it returns is turned into values of
// ours, inside one function that the fence runs; only what that function returns leaves the fence.
package fence

import (
	"context"
	"errors"
)

// Errors that stand for what foreign code did instead of returning. Its own text goes nowhere.
var (
	ErrPanicked = errors.New("foreign code panicked")
	ErrExited   = errors.New("foreign code ended its goroutine")
)

// Call runs fn on a goroutine of its own and returns what fn returned, ErrPanicked or ErrExited. When ctx
// ends first it returns ctx's error at once; fn goes on and what it returns is dropped. Whoever needs to
// know when fn is done defers something in it: that runs whatever fn does.
func Call[T any](ctx context.Context, fn func() T) (T, error) {
	answers := make(chan answer[T], 1) // so that a late answer waits for nobody
	go run(fn, answers)
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// Do is [Call] for what is waited for without a bound: fn is quick by its contract.
func Do[T any](fn func() T) (T, error) { return Call(context.Background(), fn) }

type answer[T any] struct {
	value T
	err   error
}

// run always answers, exactly once: a panic and an exit of the goroutine are told from the deferred call.
func run[T any](fn func() T, answers chan<- answer[T]) {
	a := answer[T]{err: ErrExited}
	defer func() {
		if recover() != nil {
			a = answer[T]{err: ErrPanicked}
		}
		answers <- a
	}()
	value := fn()
	a = answer[T]{value: value}
}

// Guard runs fn on the calling goroutine and returns ErrPanicked if it panics. It is for goroutines whose
// owner notices their exit.
func Guard(fn func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrPanicked
		}
	}()
	return fn()
}

// Each calls do(0) to do(n-1), one after the other on the calling goroutine, the rest of them also if one
// panics or ends the goroutine. failed is told which one did so, and by which error.
func Each(n int, do func(i int), failed func(i int, err error)) {
	next := 0
	defer func() {
		if next < n { // do(next) ended the goroutine, which runs its deferred calls before it is gone
			failed(next, ErrExited)
			Each(n-next-1, func(i int) { do(next + 1 + i) }, func(i int, err error) { failed(next+1+i, err) })
		}
	}()
	for ; next < n; next++ {
		err := Guard(func() error {
			do(next)
			return nil
		})
		if err != nil {
			failed(next, err)
		}
	}
}
