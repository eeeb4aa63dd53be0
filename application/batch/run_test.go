package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/application/batch"
)

// upTo hands out 0 to n-1.
func upTo(n int) func() (int, bool, error) {
	i := -1
	return func() (int, bool, error) {
		i++
		return i, i < n, nil
	}
}

func TestOrderIsKeptAndJobsAreBounded(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{1, 3, 16} {
		synctest.Test(t, func(t *testing.T) {
			var running, most atomic.Int32
			do := func(_ context.Context, i int) int {
				most.Store(max(most.Load(), running.Add(1)))
				time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
				running.Add(-1)
				return i * i
			}
			var got []int
			err := batch.Run(t.Context(), upTo(500), do, func(n int) error { got = append(got, n); return nil },
				batch.Options{Jobs: jobs})
			if err != nil || len(got) != 500 || !slices.IsSorted(got) {
				t.Errorf("%d jobs: %d outcomes, %v", jobs, len(got), err)
			}
			if int(most.Load()) > jobs {
				t.Errorf("%d at a time, %d wanted", most.Load(), jobs)
			}
		})
	}
}

// TestWhatWaitsIsBounded: behind a piece that takes its time, the rest waits.
func TestWhatWaitsIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int32
		do := func(_ context.Context, i int) int {
			begun.Add(1)
			if i == 0 {
				time.Sleep(time.Hour)
			}
			return i
		}
		go func() {
			time.Sleep(time.Minute)
			if n := begun.Load(); n > 2*8+3 {
				t.Errorf("%d pieces were begun behind the first one", n)
			}
		}()
		n := 0
		if err := batch.Run(t.Context(), upTo(1000), do, func(int) error { n++; return nil }, batch.Options{Jobs: 2}); err != nil || n != 1000 {
			t.Errorf("%d outcomes, %v", n, err)
		}
	})
}

func TestRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		err := batch.Run(t.Context(), upTo(41), func(context.Context, int) int { return 0 }, func(int) error { return nil },
			batch.Options{Jobs: 4, Rate: 4})
		if took := time.Since(begun); err != nil || took != 10*time.Second {
			t.Errorf("took %s, %v", took, err)
		}
	})
}

func TestTinyRateWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		err := batch.Run(t.Context(), upTo(2), func(context.Context, int) int { return 0 }, func(int) error { return nil },
			batch.Options{Rate: 1e-300})
		if took := time.Since(begun); err != nil || took < 300*24*time.Hour {
			t.Errorf("took %s, %v", took, err)
		}
	})
}

func TestEnds(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, tc := range map[string]struct {
		next func() (int, bool, error)
		emit func(int) error
		end  time.Duration
		want error
	}{
		"emit fails": {upTo(1000), func(i int) error {
			if i == 7 {
				return broken
			}
			return nil
		}, time.Hour, broken},
		"next fails": {func() (int, bool, error) { return 0, false, broken }, func(int) error { return nil }, time.Hour, broken},
		"cancelled":  {upTo(1 << 30), func(int) error { return nil }, time.Second, context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), tc.end)
				defer cancel()
				var got []int
				do := func(ctx context.Context, i int) int {
					select {
					case <-time.After(10 * time.Millisecond):
					case <-ctx.Done():
					}
					return i
				}
				emit := func(i int) error {
					if err := tc.emit(i); err != nil {
						return err
					}
					got = append(got, i)
					return nil
				}
				if err := batch.Run(ctx, tc.next, do, emit, batch.Options{}); !errors.Is(err, tc.want) {
					t.Errorf("got %v", err)
				}
				for i, n := range got {
					if i != n {
						t.Fatalf("outcome %d is of piece %d: one is missing", i, n)
					}
				}
				if name == "emit fails" && len(got) != 7 {
					t.Errorf("%d outcomes after a failure at the eighth", len(got))
				}
			})
		})
	}
}

func ExampleRun() {
	words := []string{"a", "bb", "ccc"}
	next := func() (string, bool, error) {
		if len(words) == 0 {
			return "", false, nil
		}
		word := words[0]
		words = words[1:]
		return word, true, nil
	}
	count := func(_ context.Context, word string) int { return len(word) }
	show := func(n int) error { fmt.Println(n); return nil }
	if err := batch.Run(context.Background(), next, count, show, batch.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1
	// 2
	// 3
}
