package fence_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/devcodex/intent-runtime/application/internal/fence"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestCallAlwaysAnswers(t *testing.T) {
	for name, tc := range map[string]struct {
		fn   func() int
		want error
	}{
		"returns":       {func() int { return 7 }, nil},
		"panics":        {func() int { panic("secret") }, fence.ErrPanicked},
		"panics nil":    {func() int { panic(nil) }, fence.ErrPanicked}, //nolint:govet // what the fence is for
		"exits":         {func() int { runtime.Goexit(); return 7 }, fence.ErrExited},
		"dereferences":  {func() int { var p *int; return *p }, fence.ErrPanicked}, //nolint:govet // the same
		"exits in vain": {func() int { defer panic("x"); runtime.Goexit(); return 7 }, fence.ErrPanicked},
	} {
		got, err := fence.Do(tc.fn)
		if !errors.Is(err, tc.want) || err == nil && got != 7 || err != nil && got != 0 {
			t.Errorf("%s: got %d, %v", name, got, err)
		}
	}
}

func TestCallDoesNotWaitPastItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release, done := make(chan struct{}), false
		go cancel()
		_, err := fence.Call(ctx, func() int {
			defer func() { done = true }()
			<-release
			return 1
		})
		if !errors.Is(err, context.Canceled) || done {
			t.Errorf("got %v", err)
		}
		close(release)
		synctest.Wait()
		if !done {
			t.Error("what was left behind did not end")
		}
	})
}

func TestGuard(t *testing.T) {
	if err := fence.Guard(func() error { panic("x") }); !errors.Is(err, fence.ErrPanicked) {
		t.Errorf("got %v", err)
	}
	if err := fence.Guard(func() error { return context.Canceled }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// self unwraps to itself, for ever.
type self struct{}

func (self) Error() string   { return "secret" }
func (s self) Unwrap() error { return s }

// many unwraps to itself, many times over.
type many struct{}

func (many) Error() string     { return "secret" }
func (m many) Unwrap() []error { return []error{m, m} }

func TestErrorsAreReadWithABound(t *testing.T) {
	typed := intent.NewError(intent.ModelTimeout, "", "m")
	var none *intent.Error
	for name, tc := range map[string]struct {
		err       error
		is, typed bool
		whole     bool
	}{
		"nil":        {nil, false, false, true},
		"plain":      {errors.New("x"), false, false, true},
		"sentinel":   {fmt.Errorf("x: %w", context.Canceled), true, false, true},
		"joined":     {errors.Join(errors.New("x"), fmt.Errorf("y: %w", context.Canceled), typed), true, true, true},
		"typed":      {fmt.Errorf("x: %w", typed), false, true, true},
		"typed nil":  {none, false, false, true},
		"self":       {self{}, false, false, false},
		"many":       {many{}, false, false, false},
		"before the": {errors.Join(context.Canceled, self{}), true, false, false},
	} {
		var is, whole bool
		e, found := intent.Error{}, false
		_, err := fence.Do(func() struct{} {
			is, whole = fence.Is(tc.err, context.Canceled), fence.Whole(tc.err)
			e, found = fence.Typed(tc.err)
			return struct{}{}
		})
		if name == "typed nil" && err != nil { // its methods are called on nil
			continue
		}
		if err != nil || is != tc.is || found != tc.typed || whole != tc.whole {
			t.Errorf("%s: %v, is %v, typed %v, whole %v", name, err, is, found, whole)
		}
		if found && (e.Code != intent.ModelTimeout || e.Message != "m") {
			t.Errorf("%s: got %+v", name, e)
		}
	}
}
