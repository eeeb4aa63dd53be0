package conversation

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/devcodex/intent-runtime/application/execution"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Conversation is one run at work. It is safe for concurrent use. Nothing need be closed: it ends with
// its run; see [Conversation.Cancel].
type Conversation struct {
	settings Settings
	id       string
	inbox    chan message
	done     chan struct{} // closed when the loop has returned
	outcome  Outcome       // read only after done

	cancelled atomic.Bool
	cancel    chan struct{} // closed by Cancel

	// What follows belongs to the loop.
	execution *execution.Execution
	clock     *stopwatch
	workers   map[string]*worker
	waiting   map[string]chan answered // invocation → who waits for its answer
	calls     []run.Invocation
	window    window
	parent    context.Context
}

// Outcome is how a run ended.
type Outcome struct {
	Head        run.Head
	Invocations []run.Invocation
	FollowUps   []string // queued and never taken
}

// message is something for the loop. reply, if there is one, has room for one answer.
type message struct {
	input run.Input
	key   string // of the worker that it comes from; "" for a command
	reply chan error
	do    func() // in place of an input: something that only the loop may do
}

// Start begins a run and returns once that is committed. ctx bounds the start alone; its values reach
// everything that the run calls. The error lists every fault of the settings at once.
func Start(ctx context.Context, s Settings) (*Conversation, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	c := &Conversation{
		settings: s, id: s.ID, inbox: make(chan message), done: make(chan struct{}),
		cancel: make(chan struct{}), workers: map[string]*worker{},
		waiting: map[string]chan answered{}, parent: context.WithoutCancel(ctx),
	}
	x, events, err := execution.Begin(ctx, execution.Settings{
		Journal: s.Journal, Registry: s.Registry, Authority: s.Authority, CommitTime: s.Times.Commit,
	}, s.Now(), s.begin())
	if err != nil {
		return nil, err
	}
	c.execution = x
	c.observe(events)
	c.clock = newStopwatch(s.Times.Run, true, func() {
		c.send(message{input: run.Halt{State: run.TimedOut,
			Err: tool.Errorf(tool.Timeout, "the run's time passed")}})
	})
	go c.loop()
	return c, nil
}

func (s Settings) begin() run.Begin {
	capabilities := s.Provider.Capabilities()
	record := append([]strictjson.Member{
		{Name: "catalog", Value: s.Registry.Catalog().Snapshot()},
		{Name: "prohibitions", Value: strictjson.Strings(s.Authority.Prohibitions)},
	}, s.Record...)
	return run.Begin{
		ID: s.ID, Host: s.Host, Prompt: s.Prompt, Catalog: s.Registry.Mark(), Continues: s.Continues,
		Transcript: s.Previous, Data: record,
		Settings: run.Settings{
			Quota: s.Quota, ProviderAttempts: s.ProviderAttempts, Provider: s.Provider.ID(),
			Model: capabilities.Model, Instructions: tool.DigestText(s.Instructions), Mandate: s.Mandate,
		},
	}
}

// ID returns the run's id.
func (c *Conversation) ID() string { return c.id }

// Prompt queues a message for when the run would otherwise be completed. It returns once that is
// committed. A run that has ended does not take it: Validation.
func (c *Conversation) Prompt(ctx context.Context, text string) error {
	return c.command(ctx, run.Prompt{Text: text})
}

// Steer gives the run a message that the model sees at the next attempt. It returns once that is
// committed. A run that has ended does not take it: Validation.
func (c *Conversation) Steer(ctx context.Context, text string) error {
	return c.command(ctx, run.Steer{Text: text})
}

// Cancel stops the run, and returns at once: from then on nothing more is taken, and what is committed but
// has not begun does not begin. What is out is stopped within the clean-up time; see Wait for the end. A
// run that has ended or is being cancelled does not take it: Validation.
func (c *Conversation) Cancel() error {
	select {
	case <-c.done:
		return tool.Errorf(tool.Validation, "the run has ended")
	default:
	}
	if !c.cancelled.CompareAndSwap(false, true) {
		return tool.Errorf(tool.Validation, "the run is being cancelled")
	}
	close(c.cancel)
	return nil
}

// Wait returns how the run ended. If ctx ends first its error is returned, and the run goes on.
func (c *Conversation) Wait(ctx context.Context) (Outcome, error) {
	select {
	case <-c.done:
		return c.outcome, nil
	default:
	}
	select {
	case <-c.done:
		return c.outcome, nil
	case <-ctx.Done():
		return Outcome{}, tool.Errorf(tool.Timeout, "waiting for the run: %w", ctx.Err())
	}
}

// Done is closed when the run has ended.
func (c *Conversation) Done() <-chan struct{} { return c.done }

func (c *Conversation) command(ctx context.Context, in run.Input) error {
	reply := make(chan error, 1)
	select {
	case c.inbox <- message{input: in, reply: reply}:
	case <-c.done:
		return tool.Errorf(tool.Validation, "the run has ended")
	case <-ctx.Done():
		return tool.Errorf(tool.Timeout, "the run did not take the command: %w", ctx.Err())
	}
	select {
	case err := <-reply:
		return err
	case <-c.done: // answered just before, or never taken
		select {
		case err := <-reply:
			return err
		default:
			return tool.Errorf(tool.Validation, "the run has ended")
		}
	}
}

// send brings a message to the loop, if that is still there.
func (c *Conversation) send(m message) {
	select {
	case c.inbox <- m:
	case <-c.done:
	}
}

// observe tells the observers of committed events, and keeps the calls that have ended.
func (c *Conversation) observe(events []run.Sealed) {
	for _, sealed := range events {
		event := sealed.Event
		if call, ok := run.InvocationOf(event, nil); ok {
			c.calls = append(c.calls, call)
		}
		if !c.settings.Contents {
			event.Items, event.Data = nil, strictjson.Null()
		}
		for _, o := range c.settings.Observers {
			tell(func() { o.Committed(c.id, event) })
		}
	}
}

// tell calls an observer; its panic is its own.
func tell(f func()) {
	defer func() { _ = recover() }()
	f()
}

func (c *Conversation) now() time.Time { return c.settings.Now() }
