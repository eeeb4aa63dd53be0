package engine_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/workers"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

const three = `{"type":"object","properties":{"a":{},"b":{},"c":{}}}`

func pool(queue int) ports.Workers { return workers.New(queue) }

// judge is a validator whose judgement a test decides.
type judge struct {
	compiled   atomic.Int32
	compileErr error
	compile    time.Duration // how long a compilation takes
	hold       chan struct{} // what a judgement waits for, unless it is nil
	judge      func() error
}

func newJudge() *judge { return &judge{} }

func (*judge) Name() string { return "judge" }

func (*judge) MaxWork() int64 { return 1000 }

func (j *judge) Compile([]byte) (func([]byte) error, error) {
	j.compiled.Add(1)
	time.Sleep(j.compile)
	return func([]byte) error {
		if j.hold != nil {
			<-j.hold
		}
		if j.judge != nil {
			return j.judge()
		}
		return nil
	}, j.compileErr
}

func make1(t *testing.T, j *judge, limits intent.Limits) *engine.Engine {
	t.Helper()
	i, err := engine.New(intent.Config{Schema: []byte(three), Limits: limits},
		engine.Parts{Validator: j, Workers: pool})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func check(ctx context.Context, i *engine.Engine, fields ...string) error {
	_, err := i.Validate(ctx, i.Definition().Schema.Project(fields), strictjson.Object())
	return err
}

func TestProjectionsAreCompiledOncePerSet(t *testing.T) {
	j := newJudge()
	i := make1(t, j, intent.Limits{})
	defer i.Dispose()
	for _, fields := range [][]string{{"a", "b", "c"}, {"c", "a", "b"}, {"a"}, {"a"}, {"a", "b"}, {"b", "a"}} {
		if err := check(t.Context(), i, fields...); err != nil {
			t.Fatal(err)
		}
	}
	if n := j.compiled.Load(); n != 3 {
		t.Errorf("compiled %d times", n)
	}
}

func TestLeastRecentlyUsedProjectionGoes(t *testing.T) {
	j := newJudge()
	i := make1(t, j, intent.Limits{MaxSchemaCacheEntries: 2})
	defer i.Dispose()
	before := j.compiled.Load()
	for _, step := range []struct {
		field    string
		compiles bool
	}{{"a", true}, {"b", true}, {"a", false}, {"c", true}, {"a", false}, {"b", true}} {
		if err := check(t.Context(), i, step.field); err != nil {
			t.Fatal(err)
		}
		if now := j.compiled.Load(); now > before != step.compiles {
			t.Errorf("%s: compiles %v, want %v", step.field, now > before, step.compiles)
		} else {
			before = now
		}
	}
}

func TestSchemaThatTheValidatorCannotHold(t *testing.T) {
	j := newJudge()
	j.compileErr = errors.New("secret of the validator")
	_, err := engine.New(intent.Config{Schema: []byte(three)}, engine.Parts{Validator: j, Workers: pool})
	if err == nil || intent.CodeOf(err) != intent.SchemaUnsupported || len(intent.AsError(err).Issues) != 1 {
		t.Fatalf("got %v", err)
	}
	if text := fmt.Sprintf("%+v", err); len(text) == 0 || errors.Is(err, j.compileErr) {
		t.Errorf("got %s", text)
	}
}

// TestValidationEnds: whatever ends a validation, its caller is told so at once and by the right code.
// A tight limit is meant for the validations of parses. How long the definition takes to prepare depends
// on the machine and must not refuse a good configuration; one that never ends is still an error.
func TestSlowCompilationAtConfigurationIsNotOverTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJudge()
		j.compile = 500 * time.Millisecond
		i := make1(t, j, intent.Limits{MaxValidationMs: 50})
		defer i.Dispose()
		if err := check(t.Context(), i, "c", "b", "a"); err != nil {
			t.Errorf("the compiled whole: %v", err)
		}
		if err := check(t.Context(), i, "a"); intent.AsError(err).Code != intent.LimitExceeded {
			t.Errorf("another projection: got %v, want LIMIT_EXCEEDED", err)
		}
		slow := newJudge()
		slow.compile = time.Hour // a job that cannot be stopped goes on, counted, until it ends
		_, err := engine.New(intent.Config{Schema: []byte(three), Limits: intent.Limits{MaxValidationMs: 50}},
			engine.Parts{Validator: slow, Workers: pool})
		if err == nil || intent.CodeOf(err) != intent.LimitExceeded || intent.AsError(err).Stage != intent.StageConfig {
			t.Errorf("a compilation that does not end: got %v, want LIMIT_EXCEEDED of stage config", err)
		}
		time.Sleep(2 * time.Hour)
	})
}

func TestValidationEnds(t *testing.T) {
	for name, tc := range map[string]struct {
		after func(i *engine.Engine, cancel context.CancelFunc)
		want  error
		took  time.Duration
	}{
		"over time":    {func(*engine.Engine, context.CancelFunc) {}, intent.LimitExceeded, time.Second},
		"cancellation": {func(_ *engine.Engine, cancel context.CancelFunc) { cancel() }, context.Canceled, 0},
		"disposal":     {func(i *engine.Engine, _ context.CancelFunc) { i.Dispose() }, intent.InstanceDisposed, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := newJudge()
				i := make1(t, j, intent.Limits{})
				j.hold = make(chan struct{})
				defer close(j.hold)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				begun := time.Now()
				time.AfterFunc(10*time.Millisecond, func() { tc.after(i, cancel) })
				err := check(ctx, i, "a")
				if !errors.Is(err, tc.want) {
					t.Errorf("got %v, want %v", err, tc.want)
				}
				if took := time.Since(begun); took != max(tc.took, 10*time.Millisecond) {
					t.Errorf("took %s", took)
				}
				i.Dispose()
			})
		})
	}
}

// faulty is a foreign error whose every method is a fault.
type faulty struct{}

func (faulty) Error() string { panic("secret") }

func (f faulty) Unwrap() error { return f }

func TestValidationThatFailsOrPanics(t *testing.T) {
	for name, judge := range map[string]func() error{
		"fails":              func() error { return errors.New("secret") },
		"panics":             func() error { panic("secret") },
		"ends its goroutine": func() error { runtime.Goexit(); return nil },
		"returns a trap":     func() error { return faulty{} },
		"a nil disagreement": func() error { var d *schema.Disagreement; return d },
		"wraps what it says": func() error { return fmt.Errorf("secret: %w", ports.ErrNoOpinion) },
	} {
		t.Run(name, func(t *testing.T) {
			j := newJudge()
			i := make1(t, j, intent.Limits{})
			defer i.Dispose()
			j.judge = judge
			err := check(t.Context(), i, "a")
			if intent.CodeOf(err) != intent.ModelRequestFailed || err.Error() !=
				"MODEL_REQUEST_FAILED (): the schema validator failed" {
				t.Errorf("got %v", err)
			}
			j.judge = nil
			if err := check(t.Context(), i, "a"); err != nil {
				t.Errorf("the next validation: %v", err)
			}
		})
	}
}

// TestVerdictOfTwoJudges: the second judge confirms, has no opinion or disagrees; what it names is cut.
func TestVerdictOfTwoJudges(t *testing.T) {
	for name, tc := range map[string]struct {
		judge func() error
		want  schema.Verdict
	}{
		"agrees":     {nil, schema.Verdict{}},
		"no opinion": {func() error { return ports.ErrNoOpinion }, schema.Verdict{Unconfirmed: true}},
		"disagrees": {func() error { return &schema.Disagreement{Pointer: "/a", Keyword: strings.Repeat("k", 1000)} },
			schema.Verdict{Disagreement: &schema.Disagreement{Pointer: "/a", Keyword: strings.Repeat("k", 61) + "…"}}},
	} {
		j := newJudge()
		j.judge = tc.judge
		i := make1(t, j, intent.Limits{})
		verdict, err := i.Validate(t.Context(), i.Definition().Schema.Project([]string{"a"}), strictjson.Object())
		i.Dispose()
		verdict.Work = 0
		if err != nil || !reflect.DeepEqual(verdict, tc.want) {
			t.Errorf("%s: got %+v (%v), want %+v", name, verdict, err, tc.want)
		}
	}
}

// TestValuesThatAreNotAsked: what the evaluation refuses, and what is too much work, the second judge never
// sees.
func TestValuesThatAreNotAsked(t *testing.T) {
	j := newJudge()
	j.judge = func() error { t.Error("was asked"); return nil }
	i := make1(t, j, intent.Limits{})
	defer i.Dispose()
	p := i.Definition().Schema.Project([]string{"a"})
	unknown := strictjson.Object(strictjson.Field("b", strictjson.Null()))
	if verdict, err := i.Validate(t.Context(), p, unknown); err != nil || verdict.Valid() || verdict.Unconfirmed {
		t.Errorf("refused: %+v (%v)", verdict, err)
	}
	much := make([]strictjson.Value, 1000)
	big := strictjson.Object(strictjson.Field("a", strictjson.Array(much...)))
	wide, err := engine.New(intent.Config{Schema: []byte(`{"type":"object","properties":{"a":{"items":{"type":"null"}}}}`)},
		engine.Parts{Validator: j, Workers: pool})
	if err != nil {
		t.Fatal(err)
	}
	defer wide.Dispose()
	p = wide.Definition().Schema.Project([]string{"a"})
	if verdict, err := wide.Validate(t.Context(), p, big); err != nil || !verdict.Valid() || !verdict.Unconfirmed {
		t.Errorf("much work: %+v (%v)", verdict, err)
	}
}

// noValidator is one that cannot be asked for what it is.
type noValidator struct {
	ports.SchemaValidator
	name func() string
	work int64
}

func (v noValidator) Name() string { return v.name() }

func (v noValidator) MaxWork() int64 { return v.work }

func TestValidatorThatIsNone(t *testing.T) {
	for name, validator := range map[string]ports.SchemaValidator{
		"nil":                nil,
		"a nil pointer":      (*noValidator)(nil),
		"panics":             noValidator{name: func() string { panic("secret") }},
		"ends its goroutine": noValidator{name: func() string { runtime.Goexit(); return "" }},
		"no name":            noValidator{name: func() string { return "" }},
		"negative work":      noValidator{name: func() string { return "n" }, work: -1},
	} {
		for _, text := range []string{three, ""} {
			_, err := engine.New(intent.Config{Schema: []byte(text)}, engine.Parts{Validator: validator, Workers: pool})
			failed := intent.AsError(err)
			if failed == nil || failed.Code != intent.ConfigInvalid || len(failed.Issues) != 1 || *failed.Issues[0].Path != "/validator" {
				t.Errorf("%s: got %+v", name, err)
			}
		}
	}
}

func TestFullQueueIsToldAsSuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJudge()
		i := make1(t, j, intent.Limits{MaxValidationQueueEntries: 1})
		j.hold = make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		first := make(chan error, 1)
		go func() { first <- check(ctx, i, "a") }()
		synctest.Wait()
		if err := check(ctx, i, "a"); !errors.Is(err, ports.ErrQueueFull) {
			t.Errorf("got %v", err)
		}
		cancel()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		close(j.hold)
		i.Dispose()
		synctest.Wait()
	})
}

// TestEnded: of disposal, deadline and cancellation the first that happened is told.
func TestEnded(t *testing.T) {
	i := make1(t, newJudge(), intent.Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	bound, release := i.Bind(ctx)
	if err := i.Ended(bound); err != nil {
		t.Fatalf("ended early: %v", err)
	}
	i.Dispose()
	<-bound.Done()
	cancel()
	if err := i.Ended(bound); intent.CodeOf(err) != intent.InstanceDisposed {
		t.Errorf("got %v", err)
	}
	release()
	past, done := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer done()
	if err := i.Ended(past); intent.CodeOf(err) != intent.ModelTimeout || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
