package bridge_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// each runs the call n times at once and gives the replies.
func each(n int, run func(n int) bridge.Reply) []bridge.Reply {
	replies := make([]bridge.Reply, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { replies[i] = run(i) })
	}
	group.Wait()
	return replies
}

func TestSameSubmissionAtOnce(t *testing.T) {
	for round := range 20 {
		w := newWorld(t, setup{})
		at := w.inData(t)
		if round%2 == 0 {
			at = w.prepare(t)
		}
		text := goodData
		if round%2 == 0 {
			text = goodCore
		}
		replies := each(64, func(int) bridge.Reply { return w.accept(at, text) })
		for _, reply := range replies {
			if reply.JSON() != replies[0].JSON() || reply.Kind == bridge.KindError {
				t.Fatalf("got %s beside %s", reply.JSON(), replies[0].JSON())
			}
		}
		if got := strings.Count(w.events.of(at.job), "judged"); got != 1+round%2 {
			t.Fatalf("%d candidates were judged: %s", got, w.events.of(at.job))
		}
	}
}

func TestOtherSubmissionMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		w := newWorld(t, setup{validator: g})
		at := w.inData(t)
		var replies []bridge.Reply
		done, others := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			replies = each(64, func(n int) bridge.Reply {
				if n == 17 {
					<-others // wait for the validator
					return w.accept(at, goodData+"\n")
				}
				return w.accept(at, goodData)
			})
		}()
		synctest.Wait()
		close(others)
		synctest.Wait()
		g.letGo()
		<-done
		for n, reply := range replies {
			if n == 17 {
				wantError(t, reply, intent.BridgeStepConflict, intent.StageBridge, false)
				continue
			}
			wantResult(t, reply)
		}
		w.dispose()
	})
}

// dispose ends what a synctest bubble would wait for.
func (w *world) dispose() {
	w.Bridge.Close()
	w.ship.Dispose()
	w.office.Dispose()
}

// underWay runs a test while one accept waits for the validator; end gives that accept's reply.
func underWay(t *testing.T, s setup, run func(w *world, at task, g *gate, end func() bridge.Reply)) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		s.validator = g
		w := newWorld(t, s)
		at := w.inData(t)
		reply := make(chan bridge.Reply, 1)
		go func() { reply <- w.accept(at, goodData) }()
		synctest.Wait()
		<-g.entered
		run(w, at, g, func() bridge.Reply { synctest.Wait(); return <-reply })
		g.letGo()
		w.dispose()
	})
}

func TestCancelDuringAccept(t *testing.T) {
	underWay(t, setup{}, func(w *world, at task, _ *gate, end func() bridge.Reply) {
		wantError(t, w.cancel(at.job), intent.ModelAborted, intent.StageData, true)
		wantError(t, end(), intent.ModelAborted, intent.StageData, true)
		wantError(t, w.accept(at, goodData), intent.ModelAborted, intent.StageData, true)
		wantError(t, w.accept(at, badText), intent.BridgeStepConflict, intent.StageBridge, false)
		if got := w.events.of(at.job); !strings.HasSuffix(got, "replied data MODEL_ABORTED; finished MODEL_ABORTED data") {
			t.Errorf("events %s", got)
		}
	})
}

func TestCancelDuringAcceptWithinMaxReplyBytes(t *testing.T) {
	large := newWorld(t, setup{})
	most := len(large.accept(large.prepare(t), goodCore).JSON()) // the final error with its core result is shorter
	most = max(most, len(large.Prepare(context.Background(), call("ship")).JSON()))
	s := setup{settings: bridge.Settings{MaxReplyBytes: most}}
	s.config.Schema = []byte(shipField)
	underWay(t, s, func(w *world, at task, _ *gate, end func() bridge.Reply) {
		wantError(t, w.cancel(at.job), intent.ModelAborted, intent.StageData, true)
		wantError(t, end(), intent.ModelAborted, intent.StageData, true)
	})
}

func TestDisposalDuringAccept(t *testing.T) {
	underWay(t, setup{}, func(w *world, at task, _ *gate, end func() bridge.Reply) {
		w.ship.Dispose()
		wantError(t, end(), intent.InstanceDisposed, intent.StageData, true)
		wantError(t, w.accept(at, badText), intent.InstanceDisposed, intent.StageData, true)
		if got := w.events.of(at.job); strings.Count(got, "finished INSTANCE_DISPOSED data") != 1 {
			t.Errorf("events %s", got)
		}
	})
}

func TestCloseDuringAccept(t *testing.T) {
	underWay(t, setup{}, func(w *world, at task, _ *gate, end func() bridge.Reply) {
		w.Session.Close()
		wantError(t, end(), intent.BridgeJobNotFound, intent.StageBridge, false)
		if got := w.events.of(at.job); !strings.HasSuffix(got, "finished BRIDGE_JOB_NOT_FOUND bridge") {
			t.Errorf("events %s", got)
		}
	})
	underWay(t, setup{}, func(w *world, _ task, _ *gate, end func() bridge.Reply) {
		w.Bridge.Close()
		wantError(t, end(), intent.BridgeJobNotFound, intent.StageBridge, false)
	})
}

func TestExpiryDuringAccept(t *testing.T) {
	underWay(t, setup{settings: bridge.Settings{JobTTL: time.Second}},
		func(w *world, at task, g *gate, end func() bridge.Reply) {
			w.pass(2 * time.Second)
			g.letGo()
			wantError(t, end(), intent.BridgeJobExpired, intent.StageBridge, true)
			wantError(t, w.accept(at, goodData), intent.BridgeJobExpired, intent.StageBridge, true)
		})
}

func TestCallersWaitEndsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		w := newWorld(t, setup{validator: g})
		at := w.inData(t)
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		c := bridge.AcceptCall{JobID: at.job, StepToken: at.token, CandidateText: goodData}
		reply := w.Accept(ctx, c)
		wantError(t, reply, intent.ModelAborted, intent.StageBridge, false)
		if !errors.Is(reply.Error, context.Canceled) {
			t.Error("the error is not context.Canceled")
		}
		g.letGo()
		synctest.Wait()
		wantResult(t, w.accept(at, goodData))
		if got := strings.Count(w.events.of(at.job), "judged data"); got != 1 {
			t.Errorf("%d candidates were judged", got)
		}
		w.dispose()
	})
}

func TestOverTimeEndsTheJob(t *testing.T) {
	underWay(t, setup{}, func(w *world, at task, _ *gate, end func() bridge.Reply) {
		time.Sleep(2 * time.Second)
		wantError(t, end(), intent.LimitExceeded, intent.StageData, true)
		wantError(t, w.cancel(at.job), intent.LimitExceeded, intent.StageData, true)
	})
}

func TestFullQueueLeavesTheJob(t *testing.T) {
	one := setup{config: intent.Config{Limits: intent.Limits{MaxValidationQueueEntries: 1}}}
	underWay(t, one, func(w *world, at task, g *gate, end func() bridge.Reply) {
		other := w.inData(t)
		wantError(t, w.accept(other, goodData), intent.LimitExceeded, intent.StageData, true)
		g.letGo()
		wantResult(t, end())
		wantResult(t, w.accept(other, goodData))
		wantResult(t, w.accept(at, goodData))
	})
}

// TestNothingIsLeftOfManyJobs looks for growth in memory and goroutines over rounds of prepare and cancel.
func TestNothingIsLeftOfManyJobs(t *testing.T) {
	w := newWorld(t, setup{})
	w.events.off = true
	rounds := func(n int) (heap uint64, goroutines int) {
		for range n {
			wantError(t, w.cancel(w.prepare(t).job), intent.ModelAborted, intent.StageCore, false)
		}
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return memory.HeapAlloc, runtime.NumGoroutine()
	}
	n := 10000
	if testing.Short() {
		n = 1000
	}
	heap, goroutines := rounds(n / 10)
	after, running := rounds(n)
	t.Logf("heap %d KiB, %d KiB after %d rounds more; %d goroutines, then %d",
		heap>>10, after>>10, n, goroutines, running)
	if after > heap+1<<19 || running > goroutines {
		t.Errorf("it grows: %d bytes and %d goroutines, then %d and %d", heap, goroutines, after, running)
	}
	w.Session.Close()
	w.Bridge.Close()
	if left := bridge.Busy(w.Bridge); left != 0 {
		t.Errorf("%d lanes are left", left)
	}
}
