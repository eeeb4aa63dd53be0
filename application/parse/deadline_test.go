package parse_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestFirstEndCounts: of timeout, cancellation and disposal the first that happened is what a parse
// tells, however the others follow.
func TestFirstEndCounts(t *testing.T) {
	for name, tc := range map[string]struct {
		timeout, cancelAfter, disposeAfter time.Duration
		want                               intent.Code
	}{
		"timeout":      {1 * time.Second, 2 * time.Second, 3 * time.Second, intent.ModelTimeout},
		"cancellation": {2 * time.Second, 1 * time.Second, 3 * time.Second, intent.ModelAborted},
		"disposal":     {3 * time.Second, 2 * time.Second, 1 * time.Second, intent.InstanceDisposed},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				executor := script.New(script.JSON(world.Core()).After(time.Hour))
				reader, err := world.Orders(executor, func(c *intent.Config) { c.Timeout = tc.timeout })
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(tc.cancelAfter, cancel)
				time.AfterFunc(tc.disposeAfter, reader.Dispose)
				begun := time.Now()
				_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
				if intent.CodeOf(err) != tc.want {
					t.Errorf("got %v, want %s", err, tc.want)
				}
				if took := time.Since(begun); took != time.Second {
					t.Errorf("returned after %s", took)
				}
				time.Sleep(5 * time.Second) // let the other two happen
				cancel()
				reader.Dispose()
				synctest.Wait()
			})
		})
	}
}

// TestNoTimeoutByDefault: without a configured timeout a reading may take days.
func TestNoTimeoutByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		executor := script.New(
			script.JSON(world.Core()).After(72*time.Hour), script.JSON(world.Data()).After(72*time.Hour))
		reader, err := world.Orders(executor)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Dispose()
		if _, err := reader.Parse(t.Context(), intent.Request{Input: world.OrderInput}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second) // workers end after a second of idleness
		synctest.Wait()
	})
}
