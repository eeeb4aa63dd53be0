package engine_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/validator/native"
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
	ports.SchemaValidator
	compiled   atomic.Int32
	compileErr error
	compile    time.Duration // how long a compilation takes
	validate   func(ctx context.Context) (schema.Verdict, error)
}

func newJudge() *judge { return &judge{SchemaValidator: native.New()} }

func (j *judge) Compile(ctx context.Context, p *schema.Projection) (ports.CompiledSchema, error) {
	j.compiled.Add(1)
	if j.compileErr != nil {
		return nil, j.compileErr
	}
	select {
	case <-time.After(j.compile):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	compiled, err := j.SchemaValidator.Compile(ctx, p)
	return &compiledJudge{compiled, j}, err
}

type compiledJudge struct {
	ports.CompiledSchema
	judge *judge
}

func (c *compiledJudge) Validate(ctx context.Context, v strictjson.Value) (schema.Verdict, error) {
	if c.judge.validate != nil {
		return c.judge.validate(ctx)
	}
	return c.CompiledSchema.Validate(ctx, v)
}

func untilDone(ctx context.Context) (schema.Verdict, error) {
	<-ctx.Done()
	return schema.Verdict{}, ctx.Err()
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
		j.compile = 24 * time.Hour
		_, err := engine.New(intent.Config{Schema: []byte(three), Limits: intent.Limits{MaxValidationMs: 50}},
			engine.Parts{Validator: j, Workers: pool})
		if err == nil || intent.CodeOf(err) != intent.LimitExceeded || intent.AsError(err).Stage != intent.StageConfig {
			t.Errorf("a compilation that does not end: got %v, want LIMIT_EXCEEDED of stage config", err)
		}
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
				j.validate = untilDone
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
				time.Sleep(2 * time.Second)
				synctest.Wait()
			})
		})
	}
}

func TestValidationThatFailsOrPanics(t *testing.T) {
	for name, validate := range map[string]func(context.Context) (schema.Verdict, error){
		"fails":  func(context.Context) (schema.Verdict, error) { return schema.Verdict{}, errors.New("secret") },
		"panics": func(context.Context) (schema.Verdict, error) { panic("secret") },
	} {
		t.Run(name, func(t *testing.T) {
			j := newJudge()
			i := make1(t, j, intent.Limits{})
			defer i.Dispose()
			j.validate = validate
			err := check(t.Context(), i, "a")
			if intent.CodeOf(err) != intent.ModelRequestFailed || err.Error() !=
				"MODEL_REQUEST_FAILED (): the schema validator failed" {
				t.Errorf("got %v", err)
			}
			j.validate = nil
			if err := check(t.Context(), i, "a"); err != nil {
				t.Errorf("the next validation: %v", err)
			}
		})
	}
}

func TestFullQueueIsToldAsSuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJudge()
		i := make1(t, j, intent.Limits{MaxValidationQueueEntries: 1})
		j.validate = untilDone
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
		i.Dispose()
		time.Sleep(2 * time.Second)
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
