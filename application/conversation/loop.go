package conversation

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/application/execution"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// worker is a work that is out. It belongs to the loop; its goroutine only sends messages.
type worker struct {
	due     run.Due
	cancel  context.CancelCauseFunc
	clock   *stopwatch // of an effect; nil for all others
	ended   chan struct{}
	steered chan struct{} // of an effect; closed when a message comes in
	stopped error         // why it was told to stop; nil if it was not
	bound   *time.Timer
}

// loop steps the run until it has ended.
func (c *Conversation) loop() {
	defer close(c.done)
	cancel := c.cancel
	for !c.execution.Run().Ended() {
		select {
		case <-cancel: // looked at first, so that what raced it does not begin
			cancel = nil
			_ = c.commit(run.Halt{State: run.Cancelled}) // not taken by a run that stops already
			continue
		default:
		}
		c.start()
		select {
		case <-cancel:
		case m := <-c.inbox:
			c.take(m)
		}
	}
	c.clock.stop()
	c.end()
	c.outcome = Outcome{
		Head: c.execution.Run().Head(), Invocations: c.calls, FollowUps: c.execution.Run().Suspended(),
	}
}

// end stops what is left when the run is over, which is nothing unless the journal was lost, and waits
// for it no longer than a clean-up may take.
func (c *Conversation) end() {
	timer := time.NewTimer(c.settings.Times.CleanUp)
	defer timer.Stop()
	for _, w := range c.workers {
		w.stop(tool.Cancelled)
	}
	for _, w := range c.workers {
		for waiting := true; waiting; {
			select {
			case <-w.ended:
				waiting = false
			case m := <-c.inbox: // so that nobody waits for a loop that is leaving
				m.refuse(tool.Errorf(tool.Validation, "the run has ended"))
			case <-timer.C:
				return
			}
		}
	}
}

func (m message) refuse(err error) {
	if m.reply != nil {
		m.reply <- err
	}
}

// take gives a message to the run.
func (c *Conversation) take(m message) {
	if m.do != nil {
		m.do()
		return
	}
	if m.key != "" && c.workers[m.key] == nil {
		m.refuse(tool.Errorf(tool.ResourceConflict, "that work is over"))
		return
	}
	err := c.commit(m.input)
	if m.reply != nil {
		m.reply <- err
	}
}

// commit gives an input to the run and tells of what it made.
func (c *Conversation) commit(in run.Input) error {
	events, taken, err := c.execution.Commit(c.parent, c.now(), in)
	if taken && err != nil {
		return tool.Errorf(tool.UnknownOutcome, "the journal did not acknowledge it")
	}
	c.observe(events)
	if _, steer := in.(run.Steer); steer && err == nil {
		c.wake()
	}
	return err
}

// wake tells the calls that run that a message has come in.
func (c *Conversation) wake() {
	for _, w := range c.workers {
		if w.steered != nil {
			close(w.steered)
			w.steered = nil
		}
	}
}

// start brings the works that are out in line with those that are due: begins new ones, stops those that
// must stop, forgets those that are over; and lets the clocks stand still while a person is asked.
func (c *Conversation) start() {
	machine := c.execution.Run()
	due := machine.Due()
	listed := make(map[string]bool, len(due))
	for _, d := range due {
		listed[d.Key] = true
	}
	for key, w := range c.workers {
		if !listed[key] {
			w.leave()
			delete(c.workers, key)
		}
	}
	c.suspend(machine.State())
	for _, d := range due {
		switch w := c.workers[d.Key]; {
		case w == nil && d.Stop && d.Kind == run.Dispatch:
			c.post(run.NotDispatched{Effect: d.Effect})
		case w == nil:
			c.begin(d)
		case d.Stop:
			c.halt(w, tool.Cancelled)
		}
	}
}

// post gives the loop an input of its own, after everything that is due has been looked at.
func (c *Conversation) post(in run.Input) {
	go c.send(message{input: in})
}

// suspend lets the clocks of run and effects run or stand still.
func (c *Conversation) suspend(state run.State) {
	set := (*stopwatch).resume
	if state == run.WaitingApproval || state == run.WaitingResult {
		set = (*stopwatch).pause
	}
	set(c.clock)
	for _, w := range c.workers {
		if w.clock != nil {
			set(w.clock)
		}
	}
}

// begin starts the worker of a work.
func (c *Conversation) begin(d run.Due) {
	ctx, cancel := context.WithCancelCause(c.parent)
	w := &worker{due: d, cancel: cancel, ended: make(chan struct{})}
	c.workers[d.Key] = w
	work := c.work(w)
	go func() {
		defer close(w.ended)
		defer cancel(nil)
		if in := work(ctx); in != nil {
			c.send(message{input: in, key: d.Key})
		}
	}()
}

// work gives what a worker does; its result is an input for the run, or nil.
func (c *Conversation) work(w *worker) func(context.Context) run.Input {
	d := w.due
	switch d.Kind {
	case run.AskProvider:
		return c.asking(w)
	case run.JudgeCall:
		return func(ctx context.Context) run.Input { return c.execution.Judge(ctx, d) }
	case run.Dispatch:
		return c.dispatching(w)
	case run.AwaitAnswer:
		return c.awaiting(w)
	case run.AwaitPause:
		return func(ctx context.Context) run.Input {
			timer := time.NewTimer(d.Pause)
			defer timer.Stop()
			select {
			case <-timer.C:
				return run.PauseOver{}
			case <-ctx.Done():
				return nil
			}
		}
	default:
		return c.releasing
	}
}

func (c *Conversation) dispatching(w *worker) func(context.Context) run.Input {
	d := w.due
	w.clock = newStopwatch(c.settings.Times.Effect, true, func() { c.late(w) })
	w.steered = make(chan struct{})
	host := execution.Host{
		Steered:  w.steered,
		Deadline: func() (time.Time, bool) { return earlier(w.clock, c.clock) },
		Extend: func(wait time.Duration) {
			if left := c.clock.remaining(); left != Infinite {
				wait = min(wait, left)
			}
			w.clock.extend(wait)
		},
	}
	if c.settings.Interactions != nil {
		host.Ask = func(ctx context.Context, asked run.Interaction) (run.Answer, error) {
			return c.ask(ctx, d, asked)
		}
	}
	call := c.execution.Dispatch(d, host)
	return func(ctx context.Context) run.Input { return call(ctx) }
}

func earlier(a, b *stopwatch) (time.Time, bool) {
	first, bounded := a.deadline()
	if second, ok := b.deadline(); ok && (!bounded || second.Before(first)) {
		return second, true
	}
	return first, bounded
}

// late stops a work whose own time has passed. Any goroutine may call it.
func (c *Conversation) late(w *worker) {
	c.send(message{do: func() {
		if c.workers[w.due.Key] == w {
			c.halt(w, tool.Timeout)
		}
	}})
}

// halt stops a work that is out. If it does not come back within the clean-up time, it is given up.
func (c *Conversation) halt(w *worker, cause tool.Class) {
	if w.stopped != nil {
		return
	}
	w.stop(cause)
	d := w.due
	w.bound = time.AfterFunc(c.settings.Times.CleanUp, func() {
		switch d.Kind {
		case run.Dispatch:
			c.send(message{input: execution.Abandon(d, cause), key: d.Key})
		case run.AskProvider:
			c.send(message{input: run.ReplyFailed{Effect: d.Effect, Err: attemptStopped(cause)}, key: d.Key})
		}
	})
}

func (w *worker) stop(cause tool.Class) {
	w.stopped = cause
	w.cancel(cause)
	if w.clock != nil {
		w.clock.stop()
	}
}

// leave lets go of a worker whose work is over.
func (w *worker) leave() {
	w.cancel(nil)
	if w.clock != nil {
		w.clock.stop()
	}
	if w.bound != nil {
		w.bound.Stop()
	}
}

func (c *Conversation) releasing(ctx context.Context) run.Input {
	if c.settings.Release == nil {
		return run.Released{}
	}
	ctx, cancel := context.WithTimeout(ctx, c.settings.Times.CleanUp)
	defer cancel()
	evidence, err := c.settings.Release(ctx, c.id)
	return run.Released{Evidence: evidence, Err: err}
}
