package workers_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/workers"
	"github.com/devcodex/intent-runtime/ports"
)

var background = context.Background()

func nothing(context.Context) error { return nil }

// stubborn returns a job that ignores its context until released.
func stubborn(release <-chan struct{}) func(context.Context) error {
	return func(context.Context) error { <-release; return nil }
}

func untilEnded(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

// closed closes a pool and waits for its workers, as an owner does.
func closed(t *testing.T, p *workers.Pool) {
	t.Helper()
	p.Close()
	ctx, cancel := context.WithTimeout(background, time.Minute)
	defer cancel()
	if err := p.Wait(ctx); err != nil {
		t.Errorf("workers live on: %v", err)
	}
}

func TestResultsAndErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(4)
		defer closed(t, p)
		own := errors.New("own")
		for _, want := range []error{nil, own} {
			if got := p.Do(background, func(context.Context) error { return want }); !errors.Is(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		}
	})
}

func TestAPanicDoesNotEndTheWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(4)
		defer closed(t, p)
		for name, job := range map[string]func(context.Context) error{
			"panic":  func(context.Context) error { panic("secret") },
			"goexit": func(context.Context) error { runtime.Goexit(); return nil },
		} {
			if err := p.Do(background, job); !errors.Is(err, ports.ErrJobPanicked) {
				t.Errorf("%s: got %v", name, err)
			}
			if err := p.Do(background, nothing); err != nil {
				t.Errorf("behind %s: got %v", name, err)
			}
		}
	})
}

func TestAtMostTwoRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(50)
		defer closed(t, p)
		var now, most atomic.Int32
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				err := p.Do(background, func(context.Context) error {
					if n := now.Add(1); n > most.Load() {
						most.Store(n)
					}
					time.Sleep(time.Millisecond)
					now.Add(-1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if most.Load() != workers.MaxLive {
			t.Errorf("%d ran together", most.Load())
		}
	})
}

func TestWaitingJobsRunInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(10)
		defer closed(t, p)
		release := make(chan struct{})
		var wg sync.WaitGroup
		for range workers.MaxLive {
			wg.Go(func() { _ = p.Do(background, stubborn(release)) })
		}
		synctest.Wait()
		var mu sync.Mutex
		var order []int
		for i := range 6 {
			wg.Go(func() {
				_ = p.Do(background, func(context.Context) error {
					mu.Lock()
					order = append(order, i)
					mu.Unlock()
					time.Sleep(time.Millisecond)
					return nil
				})
			})
			synctest.Wait()
		}
		close(release)
		wg.Wait()
		for i, got := range order {
			if got/workers.MaxLive != i/workers.MaxLive { // those that start together may swap
				t.Errorf("order %v", order)
				break
			}
		}
	})
}

func TestTheQueueCountsRunningAndWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(3)
		defer closed(t, p)
		release := make(chan struct{})
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() { _ = p.Do(background, stubborn(release)) })
		}
		synctest.Wait()
		if err := p.Do(background, nothing); !errors.Is(err, ports.ErrQueueFull) {
			t.Errorf("got %v", err)
		}
		close(release)
		wg.Wait()
		if err := p.Do(background, nothing); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestAnAbandonedJobKeepsItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(2)
		defer closed(t, p)
		release := make(chan struct{})
		for range workers.MaxLive {
			ctx, cancel := context.WithTimeout(background, time.Millisecond)
			begun := time.Now()
			if err := p.Do(ctx, stubborn(release)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v", err)
			}
			if took := time.Since(begun); took != time.Millisecond {
				t.Errorf("answered after %v", took)
			}
			cancel()
		}
		if err := p.Do(background, nothing); !errors.Is(err, ports.ErrQueueFull) {
			t.Errorf("got %v", err)
		}
		close(release)
		synctest.Wait()
		if err := p.Do(background, nothing); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestAJobWhoseContextEndedWhileItWaitedNeverStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(10)
		defer closed(t, p)
		release := make(chan struct{})
		var wg sync.WaitGroup
		for range workers.MaxLive {
			wg.Go(func() { _ = p.Do(background, stubborn(release)) })
		}
		synctest.Wait()
		started := false
		ctx, cancel := context.WithTimeout(background, time.Second)
		defer cancel()
		if err := p.Do(ctx, func(context.Context) error { started = true; return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		close(release)
		wg.Wait()
		if err := p.Do(ctx, func(context.Context) error { started = true; return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with an ended context: got %v", err)
		}
		synctest.Wait()
		if started {
			t.Error("it started")
		}
	})
}

func TestTheJobsContextEndsWithTheCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(2)
		defer closed(t, p)
		ctx, cancel := context.WithCancel(background)
		time.AfterFunc(time.Millisecond, cancel)
		noticed := make(chan error, 1)
		err := p.Do(ctx, func(ctx context.Context) error { noticed <- untilEnded(ctx); return nil })
		if !errors.Is(err, context.Canceled) && err != nil {
			t.Errorf("got %v", err)
		}
		if err := <-noticed; !errors.Is(err, context.Canceled) {
			t.Errorf("the job saw %v", err)
		}
	})
}

func TestNoGoroutineStaysWithoutAJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		before := runtime.NumGoroutine()
		p := workers.New(8)
		defer p.Close()
		for range 3 {
			if err := p.Do(background, nothing); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if now := runtime.NumGoroutine(); now != before {
				t.Errorf("%d goroutines, before there were %d", now, before)
			}
		}
		if err := p.Wait(background); err != nil {
			t.Error(err)
		}
		if err := p.Do(background, nothing); err != nil {
			t.Errorf("after Wait: %v", err)
		}
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(8)
		release := make(chan struct{})
		var wg sync.WaitGroup
		do := func(job func(context.Context) error) {
			wg.Go(func() {
				if err := p.Do(background, job); !errors.Is(err, ports.ErrWorkersClosed) {
					t.Errorf("got %v", err)
				}
			})
			synctest.Wait()
		}
		do(untilEnded)
		do(stubborn(release))
		do(func(context.Context) error { t.Error("a waiting job started"); return nil })
		var closers sync.WaitGroup
		for range 3 {
			closers.Go(p.Close)
		}
		closers.Wait()
		wg.Wait() // all callers are answered, though one job still runs
		if err := p.Do(background, nothing); !errors.Is(err, ports.ErrWorkersClosed) {
			t.Errorf("behind Close: got %v", err)
		}
		ctx, cancel := context.WithTimeout(background, time.Second)
		defer cancel()
		if err := p.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Wait with a job that goes on: got %v", err)
		}
		close(release)
		if err := p.Wait(background); err != nil {
			t.Error(err)
		}
	})
}

func TestAResultThatIsThereCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := workers.New(8)
		defer closed(t, p)
		for range 100 {
			ctx, cancel := context.WithCancel(background)
			err := p.Do(ctx, func(context.Context) error { cancel(); return nil })
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		}
	})
}

func TestNewStartsNothingAndCloseOfAnUnusedPoolIsWhole(t *testing.T) {
	before := runtime.NumGoroutine()
	p := workers.New(0)
	if runtime.NumGoroutine() != before {
		t.Error("New started a goroutine")
	}
	p.Close()
	p.Close()
	if err := p.Wait(background); err != nil {
		t.Error(err)
	}
}

// TestStorm submits, cancels and closes at once, in real time, for the race detector.
func TestStorm(t *testing.T) {
	for range 20 {
		p := workers.New(8)
		var wg sync.WaitGroup
		for i := range 32 {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(background, time.Duration(i)*50*time.Microsecond)
				defer cancel()
				_ = p.Do(ctx, func(ctx context.Context) error {
					if i%5 == 0 {
						panic(i)
					}
					return untilEnded(ctx)
				})
			})
		}
		wg.Go(func() { time.Sleep(time.Millisecond); p.Close() })
		wg.Wait()
		closed(t, p)
	}
}
