package executortest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

const key = "sk-5ecret"

// model is an executor without a network that keeps every rule. The broken ones below change one thing.
type model struct {
	behaviour Behaviour
	gone      chan struct{}
	key       func() string

	mu   sync.Mutex
	sent []string
}

func newModel(behaviour Behaviour) *model {
	return &model{behaviour: behaviour, gone: make(chan struct{}, 1024), key: func() string { return key }}
}

func (m *model) ID() string { return "model" }

func (m *model) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONSchema: true, SupportsAbort: true}
}

func (m *model) Generate(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
	if ctx.Err() != nil {
		return intent.ModelReply{}, ctx.Err()
	}
	m.send(r.Instructions + "\n" + r.Payload + "\n" + r.Format.Schema)
	return m.answer(ctx, r)
}

func (m *model) send(body string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, body)
}

func (m *model) bodies() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.sent...)
}

func (m *model) answer(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
	var reply intent.ModelReply
	switch m.behaviour.Kind {
	case Completes:
		reply = intent.ModelReply{Outcome: intent.OutcomeComplete, Text: m.behaviour.Text, Usage: m.behaviour.Usage}
	case Echoes:
		reply = intent.ModelReply{Outcome: intent.OutcomeComplete, Text: r.Payload}
	case Refuses:
		reply = intent.ModelReply{Outcome: intent.OutcomeRefusal, Detail: "no"}
	case Stops:
		reply = intent.ModelReply{Outcome: intent.OutcomeIncomplete, Detail: "length"}
	case Hangs:
		return reply, m.hang(ctx, r.Stage)
	case Holds:
		if len(m.bodies()) == 1 {
			return reply, m.hang(ctx, r.Stage)
		}
		reply = intent.ModelReply{Outcome: intent.OutcomeComplete, Text: m.behaviour.Text}
	case Fails:
		return reply, executorkit.FromStatus(r.Stage, m.behaviour.Status, m.behaviour.RetryAfter)
	default:
		return reply, errors.New("connection lost")
	}
	return reply, nil
}

// hang waits for the end of the context or of a timeout of its own.
func (m *model) hang(ctx context.Context, stage intent.Stage) error {
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if m.behaviour.Timeout > 0 {
		bounded, cancel = context.WithTimeout(ctx, m.behaviour.Timeout)
	}
	defer cancel()
	<-bounded.Done()
	m.gone <- struct{}{}
	if ctx.Err() == nil {
		return executorkit.Timeout(stage, "late")
	}
	return ctx.Err()
}

// altered is a model with some of its methods replaced.
type altered struct {
	*model
	id           func() string
	capabilities func() ports.Capabilities
	generate     func(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error)
}

func (a altered) ID() string {
	if a.id != nil {
		return a.id()
	}
	return a.model.ID()
}

func (a altered) Capabilities() ports.Capabilities {
	if a.capabilities != nil {
		return a.capabilities()
	}
	return a.model.Capabilities()
}

func (a altered) Generate(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
	if a.generate != nil {
		return a.generate(ctx, r)
	}
	return a.model.Generate(ctx, r)
}

// after changes what the model answers.
func after(change func(reply *intent.ModelReply, err *error)) func(m *model) ports.Executor {
	return func(m *model) ports.Executor {
		return altered{model: m, generate: func(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
			reply, err := m.Generate(ctx, r)
			change(&reply, &err)
			return reply, err
		}}
	}
}

// instead replaces Generate.
func instead(generate func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error),
) func(m *model) ports.Executor {
	return func(m *model) ports.Executor {
		return altered{model: m, generate: func(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
			return generate(ctx, m, r)
		}}
	}
}

// leaky shows its key where a struct is printed.
type leaky struct {
	*model
	Key string
}

// broken has an executor for each rule that breaks it, by the rule's name.
var broken = map[string]func(m *model) ports.Executor{
	"id": func(m *model) ports.Executor {
		n := 0
		return altered{model: m, id: func() string { n++; return fmt.Sprint(n) }}
	},
	"capabilities": func(m *model) ports.Executor {
		return altered{model: m, capabilities: func() ports.Capabilities { return ports.Capabilities{} }}
	},
	"completion":  after(func(reply *intent.ModelReply, _ *error) { reply.Text = strings.TrimSpace(reply.Text) }),
	"json object": instead(refuseObjects),
	"blank": after(func(reply *intent.ModelReply, err *error) {
		if text.Blank(reply.Text) {
			*err = intent.NewError(intent.ModelOutputInvalid, "", "blank")
		}
	}),
	"refusal": after(func(reply *intent.ModelReply, _ *error) {
		if reply.Outcome == intent.OutcomeRefusal {
			reply.Outcome, reply.Text = intent.OutcomeComplete, reply.Detail
		}
	}),
	"incompletion": after(func(reply *intent.ModelReply, _ *error) {
		if reply.Outcome == intent.OutcomeIncomplete {
			reply.Text = `{"nor`
		}
	}),
	"one generation": instead(retry),
	"error codes": after(func(_ *intent.ModelReply, err *error) {
		if *err != nil {
			*err = errors.New("went wrong")
		}
	}),
	"dropped connection": after(func(_ *intent.ModelReply, err *error) {
		if *err != nil && intent.AsError(*err) == nil {
			*err = intent.NewError(intent.ModelTimeout, "", "gone")
		}
	}),
	"no reply beside an error": after(func(reply *intent.ModelReply, err *error) {
		if *err != nil {
			reply.Outcome = intent.OutcomeComplete
		}
	}),
	"cancellation": instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		reply, err := m.Generate(ctx, r)
		if errors.Is(err, context.Canceled) {
			err = intent.NewError(intent.ModelRequestFailed, "", "closed")
		}
		return reply, err
	}),
	"deadline": instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		if _, ok := ctx.Deadline(); ok {
			ctx = context.WithoutCancel(ctx)
		}
		return m.Generate(ctx, r)
	}),
	"ended before": instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		m.send(r.Payload)
		return m.answer(ctx, r)
	}),
	"cancellation storm": instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		go func() { time.Sleep(5 * time.Second) }()
		return m.Generate(ctx, r)
	}),
	"concurrency": func(m *model) ports.Executor {
		var mu sync.Mutex
		var last string // of any call
		return altered{model: m, generate: func(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
			mu.Lock()
			last = r.Payload
			mu.Unlock()
			time.Sleep(time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			r.Payload = last
			return m.Generate(ctx, r)
		}}
	},
	"history": func(m *model) ports.Executor {
		var before string
		return altered{model: m, generate: func(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
			before += r.Payload
			r.Payload = before
			return m.Generate(ctx, r)
		}}
	},
	"whole request": instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		r.Instructions = ""
		return m.Generate(ctx, r)
	}),
	"shared memory": func(m *model) ports.Executor {
		buffer := make([]byte, 1<<20)
		return altered{model: m, generate: func(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
			reply, err := m.Generate(ctx, r)
			n := copy(buffer, reply.Text)
			reply.Text = unsafe.String(&buffer[0], n)
			return reply, err
		}}
	},
	"native schema": instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		r.Format.Schema = "" // and yet it declares NativeJSONSchema
		return m.Generate(ctx, r)
	}),
	"usage": after(func(reply *intent.ModelReply, _ *error) { reply.Usage = intent.Usage{} }),
	"retry after": after(func(_ *intent.ModelReply, err *error) {
		if typed := intent.AsError(*err); typed != nil {
			typed.RetryAfter = 0
		}
	}),
	"own timeout": after(func(_ *intent.ModelReply, err *error) {
		if errors.Is(*err, intent.ModelTimeout) {
			*err = context.DeadlineExceeded
		}
	}),
	"one call holds up no other": func(m *model) ports.Executor {
		var mu sync.Mutex
		return altered{model: m, generate: func(ctx context.Context, r intent.ModelRequest) (intent.ModelReply, error) {
			mu.Lock()
			defer mu.Unlock()
			return m.Generate(ctx, r)
		}}
	},
	"no secret shown": func(m *model) ports.Executor { return leaky{m, key} },
	"no secret in errors": after(func(_ *intent.ModelReply, err *error) {
		if *err != nil {
			*err = fmt.Errorf("asking with %s: %w", key, *err)
		}
	}),
	"no secret in what is sent": instead(func(ctx context.Context, m *model, r intent.ModelRequest,
	) (intent.ModelReply, error) {
		r.Instructions += key
		return m.Generate(ctx, r)
	}),
}

func refuseObjects(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
	if r.Format.Kind == intent.FormatJSONObject {
		return intent.ModelReply{}, intent.NewError(intent.HostCapabilityUnsupported, r.Stage, "no such format")
	}
	return m.Generate(ctx, r)
}

func retry(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
	reply, err := m.Generate(ctx, r)
	if err != nil && ctx.Err() == nil {
		return m.Generate(ctx, r)
	}
	return reply, err
}

func makerOf(wrap func(m *model) ports.Executor) Maker {
	return func(_ testing.TB, behaviour Behaviour) Subject {
		m := newModel(behaviour)
		return Subject{Executor: wrap(m), Sent: m.bodies, Gone: m.gone}
	}
}

func good(m *model) ports.Executor { return m }

func TestGoodExecutorPasses(t *testing.T) {
	cannot := []Kind{Redirects, Floods} // there is no network: see network_test.go
	Run(t, makerOf(good), Features{Secret: key, Config: struct{ Key func() string }{}, Cannot: cannot})
}

func TestEachRuleCatchesItsBreach(t *testing.T) {
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			if r.name != "cancellation storm" { // it counts the goroutines of the whole process
				t.Parallel()
			}
			b := bench{t: t, features: Features{Secret: key, Within: 500 * time.Millisecond}}
			if wrap, ok := broken[r.name]; ok {
				b.maker = makerOf(wrap)
			} else if breach, ok := brokenOverHTTP[r.name]; ok {
				b.maker = wireMaker(breach)
			} else {
				t.Fatal("no executor breaks this rule: who knows that it catches anything?")
			}
			faults := r.check(b)
			if len(faults) == 0 || r.fix == "" {
				t.Fatal("not caught, or nothing says what to do")
			}
			t.Log(r.states + ": " + faults.grouped() + r.fix)
		})
	}
}

func TestConfigurationIsLookedAtToo(t *testing.T) {
	config := struct{ APIKey string }{key}
	b := bench{t: t, maker: makerOf(good), features: Features{Secret: key, Config: config}}
	if len(checkShown(b)) == 0 {
		t.Error("a configuration that shows the key passes")
	}
}

func TestMaterialInErrorsIsCaught(t *testing.T) {
	wrap := instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		reply, err := m.Generate(ctx, r)
		if err != nil {
			err = fmt.Errorf("asking %s: %w", r.Payload, err)
		}
		return reply, err
	})
	if len(checkErrors(bench{t: t, maker: makerOf(wrap), features: Features{}})) == 0 {
		t.Error("an error that quotes the material passes")
	}
}

func TestProviderThatIsNotLetGoIsCaught(t *testing.T) {
	wrap := instead(func(ctx context.Context, m *model, r intent.ModelRequest) (intent.ModelReply, error) {
		m.send(r.Payload)
		<-ctx.Done() // and the call goes on behind
		return intent.ModelReply{}, ctx.Err()
	})
	b := bench{t: t, maker: makerOf(wrap), features: Features{Within: 100 * time.Millisecond}}
	if len(checkEnd(cancelled)(b)) == 0 {
		t.Error("a call that goes on behind passes")
	}
}

// own writes its candidates itself, as a rule-based executor does.
func own(text string) Maker {
	return makerOf(after(func(reply *intent.ModelReply, _ *error) { reply.Text = text }))
}

func TestOwnText(t *testing.T) {
	features := Features{OwnText: true, Cannot: []Kind{Refuses, Stops, Hangs, Fails, Drops, Redirects, Floods, Holds}}
	Run(t, own(`{"a":1}`), features)
	for _, text := range []string{"", "[]", "{} {}", `{"a":`} {
		b := bench{t: t, maker: own(text), features: features}
		if len(checkCompletion(b)) == 0 || len(checkObject(b)) == 0 || len(checkConcurrency(b)) == 0 {
			t.Errorf("%q passes as a candidate", text)
		}
	}
}
