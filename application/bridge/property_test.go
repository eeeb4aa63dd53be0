package bridge_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// TestModel plays random calls against the bridge and the model. More of it:
//
//	go test -race -run TestModel ./application/bridge -rapid.checks=3000 -rapid.steps=60
func TestModel(t *testing.T) {
	var steps atomic.Int64
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlay(t, rt)
		defer p.end()
		rt.Repeat(map[string]func(*rapid.T){
			"": func(rt *rapid.T) {
				steps.Add(1)
				p.agree(rt)
			},
			"prepare":  p.prepare,
			"prepare ": p.prepare,
			"advance":  p.advance,
			"advance ": p.advance,
			"accept":   p.accept,
			"together": p.together,
			"rivals":   p.rivals,
			"cancel":   p.cancel,
			"pass":     p.pass,
			"close":    p.close,
			"dispose":  p.dispose,
		})
	})
	t.Logf("%d steps", steps.Load())
}

const (
	playInstances = 5 // the last has no fields
	playSessions  = 3
)

// play is one run: the bridge, its model and every job that was ever made.
type play struct {
	w         *world
	m         *model
	instances []*engine.Engine
	sessions  []*bridge.Session
	order     int
	made      []*modelJob
}

func newPlay(t *testing.T, rt *rapid.T) *play {
	settings := bridge.Settings{
		MaxReplayEntries: rapid.IntRange(1, 6).Draw(rt, "maxReplayEntries"),
		JobTTL:           time.Duration(rapid.IntRange(0, 2).Draw(rt, "jobTtl")) * time.Second,
		ReplayTTL:        time.Duration(rapid.IntRange(0, 2).Draw(rt, "replayTtl")) * 1500 * time.Millisecond,
	}
	settings.MaxJobs = rapid.IntRange(1, settings.MaxReplayEntries).Draw(rt, "maxJobs")
	p := &play{w: &world{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), events: &recorder{}}}
	p.m = &model{settings: settings, now: p.w.now}
	byName := map[string]*engine.Engine{}
	for n := range playInstances {
		config := intent.Config{Limits: intent.Limits{MaxOutputBytes: maxOutput}, Schema: []byte(shipField)}
		if n == playInstances-1 {
			config.Schema = nil
		}
		p.instances = append(p.instances, newInstance(t, config, native.New(), p.w.events))
		byName[name(n)] = p.instances[n]
	}
	b, err := bridge.New(bridge.Config{
		Instances: byName, Settings: settings, Now: p.w.clock, Store: memory.New(settings.Limits(), p.w.clock),
	})
	if err != nil {
		rt.Fatal(err)
	}
	p.w.Bridge = b
	for range playSessions {
		p.sessions = append(p.sessions, b.Connect())
	}
	return p
}

func name(n int) string { return fmt.Sprintf("i%d", n) }

func (p *play) end() {
	p.w.Bridge.Close()
	for _, i := range p.instances {
		i.Dispose()
	}
}

func (p *play) prepare(rt *rapid.T) {
	session, n := p.session(rt), rapid.IntRange(0, playInstances-1).Draw(rt, "instance")
	reply := p.sessions[session].Prepare(context.Background(), call(name(n)))
	switch {
	case p.instances[n].Disposed():
		p.want(rt, reply, wanted{kind: bridge.KindError, code: intent.InstanceDisposed, stage: intent.StageInput})
	case !p.m.prepare():
		p.want(rt, reply, wanted{kind: bridge.KindError, code: intent.LimitExceeded, stage: intent.StageBridge})
	default:
		p.want(rt, reply, wanted{kind: bridge.KindTask, stage: intent.StageCore})
		j := &modelJob{session: session, instance: n, fields: n < playInstances-1}
		j.task = task{reply.Task.JobID, reply.Task.StepToken}
		p.order++
		p.m.add(j, p.order)
		p.made = append(p.made, j)
	}
}

func (p *play) session(rt *rapid.T) int { return rapid.IntRange(0, playSessions-1).Draw(rt, "session") }

func (p *play) text(rt *rapid.T) string {
	return rapid.SampledFrom([]string{
		goodCore, goodCore, goodData, goodData, issueData, badText, " ", oversize,
	}).Draw(rt, "text")
}

// any draws a job of all that were ever made.
func (p *play) any(rt *rapid.T) *modelJob {
	if len(p.made) == 0 {
		rt.Skip("no job was made")
	}
	recent := p.made[max(0, len(p.made)-8):]
	return rapid.SampledFrom(recent).Draw(rt, "job")
}

// advance hands in for the step that is due.
func (p *play) advance(rt *rapid.T) {
	j := p.any(rt)
	p.submit(rt, j.session, j.task, p.text(rt))
}

// accept hands in anything.
func (p *play) accept(rt *rapid.T) {
	j := p.any(rt)
	at, session := j.task, j.session
	switch rapid.IntRange(0, 4).Draw(rt, "twist") {
	case 0:
		session = p.session(rt)
	case 1:
		at.token = p.any(rt).task.token
	case 2:
		at.token = "forged"
	default:
		if used := j.used; len(used) > 0 {
			at.token = rapid.SampledFrom(used).Draw(rt, "used")
		}
	}
	p.submit(rt, session, at, p.text(rt))
}

func (p *play) submit(rt *rapid.T, session int, at task, text string) {
	w, j := p.m.accept(session, at.job, at.token, text)
	reply := p.send(session, at, text)
	p.want(rt, reply, w)
	if j != nil {
		p.order++
		p.m.advance(j, at.token, text, reply, p.order)
	}
}

func (p *play) send(session int, at task, text string) bridge.Reply {
	return p.sessions[session].Accept(context.Background(), bridge.AcceptCall{
		JobID: at.job, StepToken: at.token, CandidateText: text,
	})
}

// together hands in the same several times at once.
func (p *play) together(rt *rapid.T) {
	j, text := p.any(rt), p.text(rt)
	at := j.task
	w, advanced := p.m.accept(j.session, at.job, at.token, text)
	replies := each(8, func(int) bridge.Reply { return p.send(j.session, at, text) })
	for _, reply := range replies {
		p.want(rt, reply, w)
		if reply.JSON() != replies[0].JSON() && text != oversize {
			rt.Fatalf("%.300s beside %.300s", reply.JSON(), replies[0].JSON())
		}
	}
	if advanced != nil {
		p.order++
		p.m.advance(advanced, at.token, text, replies[0], p.order)
	}
}

// rivals hands in two candidates for one token at once: one of them wins.
func (p *play) rivals(rt *rapid.T) {
	j := p.any(rt)
	at, texts := j.task, []string{goodCore, goodData}
	if p.m.find(j.session, at.job) == nil || j.state != "active" {
		rt.Skip("the job is not active")
	}
	replies := make([]bridge.Reply, 2)
	var group sync.WaitGroup
	for n := range texts {
		group.Go(func() { replies[n] = p.send(j.session, at, texts[n]) })
	}
	group.Wait()
	won := 0
	if conflict.meets(replies[0]) {
		won = 1
	}
	p.want(rt, replies[1-won], conflict)
	w, advanced := p.m.accept(j.session, at.job, at.token, texts[won])
	p.want(rt, replies[won], w)
	p.order++
	p.m.advance(advanced, at.token, texts[won], replies[won], p.order)
}

func (p *play) cancel(rt *rapid.T) {
	j := p.any(rt)
	outcome := rapid.SampledFrom([]bridge.Outcome{"", bridge.OutcomeRefusal, bridge.OutcomeIncomplete}).Draw(rt, "outcome")
	code := map[bridge.Outcome]intent.Code{
		"": intent.ModelAborted, bridge.OutcomeRefusal: intent.ModelRefused,
		bridge.OutcomeIncomplete: intent.ModelOutputIncomplete,
	}[outcome]
	session := j.session
	if rapid.IntRange(0, 9).Draw(rt, "twist") == 0 {
		session = p.session(rt)
	}
	w, ended := p.m.cancel(session, j.task.job, code)
	reply := p.sessions[session].Cancel(context.Background(), bridge.CancelCall{JobID: j.task.job, Outcome: outcome})
	p.want(rt, reply, w)
	if ended != nil {
		ended.final = reply.JSON()
		p.m.endAt(ended, "ended", p.m.now)
	}
}

func (p *play) pass(rt *rapid.T) {
	d := time.Duration(rapid.IntRange(1, 900).Draw(rt, "ms")) * time.Millisecond
	p.w.pass(d)
	p.m.now = p.m.now.Add(d)
	p.m.settle()
}

func (p *play) close(rt *rapid.T) {
	session := p.session(rt)
	p.sessions[session].Close()
	p.m.closeSession(session)
	gone := p.sessions[session].Prepare(context.Background(), call(name(0)))
	p.want(rt, gone, notFound)
	p.sessions[session] = p.w.Connect()
}

func (p *play) dispose(rt *rapid.T) {
	if rapid.IntRange(0, 3).Draw(rt, "really") > 0 {
		rt.Skip("instances would not last")
	}
	n := rapid.IntRange(0, playInstances-1).Draw(rt, "instance")
	p.instances[n].Dispose()
	p.m.dispose(n)
	// The next call of any session takes the disposal up, before time goes on.
	p.sessions[0].Cancel(context.Background(), bridge.CancelCall{JobID: "nowhere"})
}

func (p *play) want(rt *rapid.T, reply bridge.Reply, w wanted) {
	if !w.meets(reply) {
		rt.Fatalf("got %.300s\nwant %+v", reply.JSON(), w)
	}
}

// agree compares what is kept, and as what.
func (p *play) agree(rt *rapid.T) {
	for _, j := range p.made[max(0, len(p.made)-12):] {
		want := ""
		switch {
		case p.m.find(j.session, j.task.job) == nil:
		case j.state == string(intent.BridgeJobExpired):
			want = "expired"
		case j.state == string(intent.InstanceDisposed):
			want = "disposed"
		default:
			want = j.state
		}
		if got := bridge.StateOf(p.sessions[j.session], j.task.job); got != want {
			rt.Fatalf("job %s is kept as %q, want %q", j.task.job, got, want)
		}
	}
}
