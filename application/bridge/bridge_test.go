package bridge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestWholeReading(t *testing.T) {
	w := newWorld(t, setup{})
	first := w.prepare(t)
	second := wantTask(t, w.accept(first, goodCore), intent.StageData)
	if second.job != first.job || second.token == first.token {
		t.Fatalf("the second task is %+v after %+v", second, first)
	}
	reply := w.accept(second, goodData)
	wantResult(t, reply)
	if reply.Result.Input != input || reply.Result.Data.Value().JSON() != `{"parcel":"SH-0042"}` {
		t.Fatalf("the result is %s", reply.JSON())
	}
	for text, at := range map[string]task{goodCore: first, goodData: second} {
		want := "task"
		if at == second {
			want = "result"
		}
		if again := w.accept(at, text); string(again.Kind) != want {
			t.Fatalf("the replay is %s", again.JSON())
		}
	}
	want := "started en 1; asked core repair=false; replied core complete; judged core 0 repair=false; " +
		"asked data repair=false; replied data complete; validated ; judged data 0 repair=false; finished  "
	if got := w.events.of(first.job); got != want {
		t.Fatalf("events\n%s\nwant\n%s", got, want)
	}
}

func TestRepliesAreTheSameAgain(t *testing.T) {
	w := newWorld(t, setup{settings: bridge.Settings{JobTTL: time.Hour}})
	at := w.prepare(t)
	for _, text := range []string{badText, goodCore, badText, issueData} {
		first := w.accept(at, text)
		again := w.accept(at, text)
		if first.JSON() != again.JSON() {
			t.Fatalf("first %s\nagain %s", first.JSON(), again.JSON())
		}
		one, _ := json.Marshal(first)
		two, _ := json.Marshal(again.Value())
		if !bytes.Equal(one, two) || !json.Valid([]byte(first.JSON())) {
			t.Fatalf("marshalled %s and %s", one, two)
		}
		if first.Kind == bridge.KindTask {
			if *first.Task != *again.Task {
				t.Fatalf("first %+v\nagain %+v", *first.Task, *again.Task)
			}
			at = task{first.Task.JobID, first.Task.StepToken}
		}
	}
	wantError(t, w.accept(at, issueData), intent.DataExtractionFailed, intent.StageData, true)
}

func TestFirstLineRepeatsTheIDs(t *testing.T) {
	w := newWorld(t, setup{})
	reply := w.Prepare(context.Background(), call("ship"))
	line, rest, _ := strings.Cut(reply.Task.Instructions, "\n")
	for _, want := range []string{reply.Task.JobID, reply.Task.StepToken, "core"} {
		if !strings.Contains(line, want) {
			t.Errorf("the first line %q lacks %q", line, want)
		}
	}
	if strings.Contains(rest, reply.Task.StepToken) || len(reply.Task.StepToken) < 39 || len(reply.Task.JobID) < 32 {
		t.Errorf("job %q, token %q", reply.Task.JobID, reply.Task.StepToken)
	}
}

func TestPrepareFaults(t *testing.T) {
	w := newWorld(t, setup{})
	request := func(change func(*bridge.PrepareCall)) bridge.Reply {
		c := call("ship")
		change(&c)
		return w.Prepare(context.Background(), c)
	}
	wantError(t, request(func(c *bridge.PrepareCall) { c.Instance = "ghost" }), intent.InputInvalid, intent.StageInput, false)
	wantError(t, request(func(c *bridge.PrepareCall) { c.Input = " \n" }), intent.InputInvalid, intent.StageInput, false)
	wantError(t, request(func(c *bridge.PrepareCall) { c.Fields = intent.Fields("x") }), intent.UnknownField, intent.StageInput, false)
	wantError(t, request(func(c *bridge.PrepareCall) { c.Input = strings.Repeat("x", 65537) }), intent.LimitExceeded, intent.StageInput, false)
	small := newWorld(t, setup{config: intent.Config{Limits: intent.Limits{MaxRequestBytes: 100}}})
	wantError(t, small.Prepare(context.Background(), call("ship")), intent.LimitExceeded, intent.StageCore, false)
	w.ship.Dispose()
	wantError(t, w.Prepare(context.Background(), call("ship")), intent.InstanceDisposed, intent.StageInput, false)
}

func TestTokens(t *testing.T) {
	w := newWorld(t, setup{})
	at := w.prepare(t)
	forged := task{at.job, at.token[:len(at.token)-1] + "?"}
	wantError(t, w.accept(forged, goodCore), intent.BridgeStepConflict, intent.StageBridge, false)
	wantError(t, w.accept(task{at.job, ""}, goodCore), intent.BridgeStepConflict, intent.StageBridge, false)
	wantError(t, w.accept(task{"nowhere", at.token}, goodCore), intent.BridgeJobNotFound, intent.StageBridge, false)
	data := wantTask(t, w.accept(at, goodCore), intent.StageData)
	wantError(t, w.accept(at, goodCore+" "), intent.BridgeStepConflict, intent.StageBridge, false)
	wantTask(t, w.accept(at, goodCore), intent.StageData)
	wantResult(t, w.accept(data, goodData))
	wantError(t, w.accept(data, badText), intent.BridgeStepConflict, intent.StageBridge, false)
	wantError(t, w.accept(forged, goodData), intent.BridgeStepConflict, intent.StageBridge, false)
}

func TestSessionsDoNotSeeEachOther(t *testing.T) {
	w := newWorld(t, setup{})
	at := w.prepare(t)
	other := w.Connect()
	stolen := bridge.AcceptCall{JobID: at.job, StepToken: at.token, CandidateText: goodCore}
	wantError(t, other.Accept(context.Background(), stolen), intent.BridgeJobNotFound, intent.StageBridge, false)
	wantError(t, other.Cancel(context.Background(), bridge.CancelCall{JobID: at.job}),
		intent.BridgeJobNotFound, intent.StageBridge, false)
	other.Close()
	wantTask(t, w.accept(at, goodCore), intent.StageData)
}

func TestCancel(t *testing.T) {
	for outcome, code := range map[bridge.Outcome]intent.Code{
		"": intent.ModelAborted, bridge.OutcomeCancelled: intent.ModelAborted,
		bridge.OutcomeRefusal: intent.ModelRefused, bridge.OutcomeIncomplete: intent.ModelOutputIncomplete,
	} {
		w := newWorld(t, setup{})
		end := func(job string) bridge.Reply {
			return w.Cancel(context.Background(), bridge.CancelCall{JobID: job, Outcome: outcome, Detail: "so"})
		}
		core, data := w.prepare(t), w.inData(t)
		wantError(t, end(core.job), code, intent.StageCore, false)
		wantError(t, end(data.job), code, intent.StageData, true)
		again := end(data.job)
		wantError(t, again, code, intent.StageData, true)
		if code == intent.ModelAborted && !errors.Is(again.Error, context.Canceled) {
			t.Errorf("%v is not context.Canceled", again.Error)
		}
		wantError(t, w.accept(data, goodData), intent.BridgeStepConflict, intent.StageBridge, false)
		if got := w.events.of(core.job); !strings.Contains(got, "because so; finished "+string(code)+" core") {
			t.Errorf("events %s", got)
		}
		if strings.Contains(again.JSON(), `"so"`) {
			t.Errorf("the reply shows the detail: %s", again.JSON())
		}
	}
	w := newWorld(t, setup{})
	at := w.prepare(t)
	for _, bad := range []bridge.CancelCall{
		{JobID: at.job, Outcome: "done"}, {JobID: at.job, Detail: strings.Repeat("é", 1025)}, {JobID: at.job, Detail: "\xff"},
	} {
		wantError(t, w.Cancel(context.Background(), bad), intent.InputInvalid, intent.StageBridge, false)
	}
	wantTask(t, w.accept(at, goodCore), intent.StageData)
}

func TestOversizeLeavesTheJob(t *testing.T) {
	w := newWorld(t, setup{config: intent.Config{Limits: intent.Limits{MaxOutputBytes: len(goodCore)}}})
	at := w.prepare(t)
	wantError(t, w.accept(at, goodCore+" "), intent.LimitExceeded, intent.StageCore, false)
	data := wantTask(t, w.accept(at, goodCore), intent.StageData)
	wantError(t, w.accept(data, goodData+strings.Repeat(" ", 999)), intent.LimitExceeded, intent.StageData, true)
	wantResult(t, w.accept(data, goodData))
}

func TestCandidateLimitEndsTheJob(t *testing.T) {
	w := newWorld(t, setup{config: intent.Config{Limits: intent.Limits{MaxCandidateDepth: 3}}})
	at := w.prepare(t)
	deep := `{"normalizedInput":[[[1]]]}`
	wantError(t, w.accept(at, deep), intent.LimitExceeded, intent.StageCore, false)
	wantError(t, w.accept(at, deep), intent.LimitExceeded, intent.StageCore, false)
	wantError(t, w.accept(at, goodCore), intent.BridgeStepConflict, intent.StageBridge, false)
}

func TestReplayBytes(t *testing.T) {
	w := newWorld(t, setup{settings: bridge.Settings{MaxReplayBytes: 1000}})
	at := w.prepare(t)
	wantError(t, w.accept(at, goodCore), intent.LimitExceeded, intent.StageBridge, false) // the data task is larger
	wantError(t, w.accept(at, badText), intent.LimitExceeded, intent.StageBridge, false)
	wantError(t, w.cancel(at.job), intent.ModelAborted, intent.StageCore, false)
	wantError(t, w.cancel(at.job), intent.ModelAborted, intent.StageCore, false)
}

func TestCancelAlwaysEnds(t *testing.T) {
	w := newWorld(t, setup{settings: bridge.Settings{MaxReplayBytes: 130}})
	at := w.prepare(t)
	end := bridge.CancelCall{JobID: at.job, Outcome: bridge.OutcomeIncomplete} // its reply has no room
	wantError(t, w.Cancel(context.Background(), end), intent.ModelOutputIncomplete, intent.StageCore, false)
	wantError(t, w.cancel(at.job), intent.BridgeJobNotFound, intent.StageBridge, false)
	w.prepare(t)
}

func TestReplyBytes(t *testing.T) {
	w := newWorld(t, setup{settings: bridge.Settings{MaxReplyBytes: 100}})
	reply := w.Prepare(context.Background(), call("ship"))
	wantError(t, reply, intent.LimitExceeded, intent.StageBridge, false)
	if !strings.Contains(reply.Error.Message, "maxReplyBytes") {
		t.Errorf("message %q", reply.Error.Message)
	}
	large := newWorld(t, setup{})
	size := len(large.Prepare(context.Background(), call("ship")).JSON())
	exact := newWorld(t, setup{settings: bridge.Settings{MaxReplyBytes: size}})
	at := exact.prepare(t)
	short := newWorld(t, setup{settings: bridge.Settings{MaxReplyBytes: size - 1, MaxJobs: 1}})
	wantError(t, short.Prepare(context.Background(), call("ship")), intent.LimitExceeded, intent.StageBridge, false)
	wantError(t, exact.accept(at, badText), intent.LimitExceeded, intent.StageBridge, false)
	wantError(t, exact.accept(at, badText), intent.LimitExceeded, intent.StageBridge, false)
}

func TestLifetimes(t *testing.T) {
	settings := bridge.Settings{JobTTL: time.Second, ReplayTTL: time.Minute, MaxJobs: 1}
	w := newWorld(t, setup{settings: settings})
	reply := w.Prepare(context.Background(), call("ship"))
	if want := w.clock().Add(time.Second); !reply.Task.ExpiresAt.Equal(want) {
		t.Fatalf("expires at %v, want %v", reply.Task.ExpiresAt, want)
	}
	at := wantTask(t, reply, intent.StageCore)
	w.pass(900 * time.Millisecond)
	wantError(t, w.accept(task{at.job, "x"}, goodCore), intent.BridgeStepConflict, intent.StageBridge, false)
	data := wantTask(t, w.accept(at, goodCore), intent.StageData)
	w.pass(900 * time.Millisecond)
	wantTask(t, w.accept(at, goodCore), intent.StageData) // a replay renews nothing
	w.pass(100 * time.Millisecond)
	wantError(t, w.accept(data, goodData), intent.BridgeJobExpired, intent.StageBridge, true)
	wantError(t, w.accept(at, goodCore), intent.BridgeJobExpired, intent.StageBridge, true)
	wantError(t, w.accept(task{at.job, "x"}, goodCore), intent.BridgeJobExpired, intent.StageBridge, true)
	wantError(t, w.cancel(at.job), intent.BridgeJobExpired, intent.StageBridge, true)
	w.prepare(t) // the expired job no longer counts as active
	w.pass(time.Minute)
	wantError(t, w.cancel(at.job), intent.BridgeJobNotFound, intent.StageBridge, false)
	if got := w.events.of(at.job); !strings.HasSuffix(got, "finished BRIDGE_JOB_EXPIRED bridge") {
		t.Errorf("events %s", got)
	}
}

func TestDisposal(t *testing.T) {
	w := newWorld(t, setup{settings: bridge.Settings{MaxJobs: 2}})
	at := w.inData(t)
	w.prepare(t)
	w.ship.Dispose()
	office := bridge.PrepareCall{Instance: "office", Request: intent.Request{Input: input}}
	kept := wantTask(t, w.Prepare(context.Background(), office), intent.StageCore)
	wantError(t, w.accept(at, goodData), intent.InstanceDisposed, intent.StageData, true)
	wantError(t, w.accept(task{at.job, "x"}, goodData), intent.InstanceDisposed, intent.StageData, true)
	wantError(t, w.cancel(at.job), intent.InstanceDisposed, intent.StageData, true)
	wantResult(t, w.accept(kept, goodCore))
	if got := w.events.of(at.job); strings.Count(got, "finished") != 1 {
		t.Errorf("events %s", got)
	}
}

func TestAJobThatEndedEarlierKeepsItsReplies(t *testing.T) {
	w := newWorld(t, setup{})
	core := w.prepare(t)
	data := wantTask(t, w.accept(core, goodCore), intent.StageData)
	wantResult(t, w.accept(data, goodData))
	w.ship.Dispose()
	wantResult(t, w.accept(data, goodData))
	wantTask(t, w.accept(core, goodCore), intent.StageData)
	wantResult(t, w.cancel(core.job))
}

func TestClose(t *testing.T) {
	w := newWorld(t, setup{settings: bridge.Settings{MaxJobs: 1}})
	at := w.prepare(t)
	w.Session.Close()
	w.Session.Close()
	wantError(t, w.accept(at, goodCore), intent.BridgeJobNotFound, intent.StageBridge, false)
	wantError(t, w.cancel(at.job), intent.BridgeJobNotFound, intent.StageBridge, false)
	wantError(t, w.Prepare(context.Background(), call("ship")), intent.BridgeJobNotFound, intent.StageBridge, false)
	wantError(t, w.Prepare(context.Background(), call("ghost")), intent.InputInvalid, intent.StageInput, false)
	w.Session = w.Connect()
	w.prepare(t)
	w.Bridge.Close()
	w.Bridge.Close()
	wantError(t, w.Prepare(context.Background(), call("ship")), intent.BridgeJobNotFound, intent.StageBridge, false)
	late := w.Connect()
	wantError(t, late.Prepare(context.Background(), call("ship")), intent.BridgeJobNotFound, intent.StageBridge, false)
	if w.ship.Disposed() {
		t.Error("closing a bridge disposed an instance")
	}
}

func TestADeadContextEndsTheWaitAlone(t *testing.T) {
	w := newWorld(t, setup{})
	at := w.prepare(t)
	dead, cancel := context.WithCancel(context.Background())
	cancel()
	c := bridge.AcceptCall{JobID: at.job, StepToken: at.token, CandidateText: goodCore}
	wantError(t, w.Accept(dead, c), intent.ModelAborted, intent.StageBridge, false)
	wantError(t, w.Prepare(dead, call("ship")), intent.ModelAborted, intent.StageBridge, false)
	wantError(t, w.Cancel(dead, bridge.CancelCall{JobID: at.job}), intent.ModelAborted, intent.StageBridge, false)
	wantTask(t, w.accept(at, goodCore), intent.StageData)
}

func TestNoSharedMemory(t *testing.T) {
	w := newWorld(t, setup{})
	data := w.inData(t)
	reply := w.accept(data, goodData)
	reply.Result.Intents[0].ID = "changed"
	again := w.accept(data, goodData)
	if again.Result.Intents[0].ID != "i1" {
		t.Errorf("the replay has %q", again.Result.Intents[0].ID)
	}
	again.Result.Requirements = append(again.Result.Requirements, "x")
	if strings.Contains(w.accept(data, goodData).JSON(), `"x"`) {
		t.Error("a change of a reply is kept")
	}
}
