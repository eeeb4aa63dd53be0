package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// errDisposed is the cause with which an instance's context ends.
var errDisposed = errors.New("the instance was disposed")

// Parts is what an instance is made of beside its configuration. The executor and the observers are
// borrowed; the workers are owned and closed by the instance.
type Parts struct {
	Executor  ports.Executor // may be nil: a bridge needs none
	Validator ports.SchemaValidator
	// Workers makes the instance's pool; queue is how many jobs may run and wait.
	Workers   func(queue int) ports.Workers
	Observers []ports.Observer
}

// Engine is safe for concurrent use.
type Engine struct {
	definition reading.Definition
	executor   ports.Executor
	executorID string
	validator  ports.SchemaValidator
	workers    ports.Workers
	observers  []observer
	compiled   *cache

	life context.Context // ends with cause errDisposed
	end  context.CancelCauseFunc
}

// New checks a configuration whole, copies it and makes an instance of it. The error is
// CONFIG_INVALID, SCHEMA_UNSUPPORTED, LIMIT_EXCEEDED or HOST_CAPABILITY_UNSUPPORTED with stage config.
func New(config intent.Config, parts Parts) (*Engine, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	config = config.WithDefaults()
	definition, err := config.ReadSchema()
	if err != nil {
		return nil, err
	}
	id, err := introduce(parts.Executor)
	if err != nil {
		return nil, err
	}
	e := assemble(reading.Definition{Config: config, Schema: definition}, parts)
	e.executorID = id
	if err := e.compileWhole(); err != nil {
		e.Dispose()
		return nil, err
	}
	return e, nil
}

// introduce asks an executor, once, for what must not change: its id and whether it can abort.
func introduce(executor ports.Executor) (id string, err error) {
	if executor == nil {
		return "", nil
	}
	defer func() {
		if recover() != nil { // a nil pointer in the interface, most likely
			var faults intent.Faults
			faults.Add("/executor", "cannot be asked for its id and capabilities")
			err = faults.Err(intent.ConfigInvalid, intent.StageConfig, "configuration")
		}
	}()
	if !executor.Capabilities().SupportsAbort {
		return "", intent.NewError(intent.HostCapabilityUnsupported, intent.StageConfig,
			"the executor cannot abort a generation, which every parse may need")
	}
	return executor.ID(), nil
}

func assemble(definition reading.Definition, parts Parts) *Engine {
	life, end := context.WithCancelCause(context.Background())
	limits := definition.Config.Limits
	return &Engine{
		definition: definition,
		executor:   parts.Executor,
		validator:  parts.Validator,
		workers:    parts.Workers(limits.MaxValidationQueueEntries),
		observers:  observersOf(parts.Observers),
		compiled:   newCache(limits.MaxSchemaCacheEntries),
		life:       life,
		end:        end,
	}
}

// compileWhole has the validator prepare the whole schema, so that one it cannot hold fails here and
// not in the middle of a parse. It may take maxValidationMs, and the default of that limit where it is
// set lower: a tight limit is meant for parses, and a slow moment of the machine must not refuse a good
// configuration.
func (e *Engine) compileWhole() error {
	fields := e.definition.Schema.Fields()
	if len(fields) == 0 {
		return nil
	}
	projection := e.definition.Schema.Project(fields)
	limit := max(e.Limits().MaxValidationMs, intent.DefaultMaxValidationMs)
	err := e.onWorker(context.Background(), limit, func(ctx context.Context) error {
		_, err := e.compile(ctx, projection)
		return err
	})
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errOverTime):
		return intent.NewLimitError(intent.StageConfig,
			intent.Limit{Name: "maxValidationMs", Got: int64(limit) + 1, Most: int64(limit)},
			fmt.Sprintf("preparing the schema takes more than %d ms (maxValidationMs)", limit))
	default:
		return uncompilable(e.validator.Name())
	}
}

func uncompilable(validator string) error {
	var faults intent.Faults
	faults.Add("", "cannot be prepared by the validator "+validator)
	return faults.Err(intent.SchemaUnsupported, intent.StageConfig, "schema")
}

// Definition gives what every reading of the instance shares. It is read-only.
func (e *Engine) Definition() reading.Definition { return e.definition }

// Limits gives the limits in force.
func (e *Engine) Limits() intent.Limits { return e.definition.Config.Limits }

// Timeout gives the configured deadline of a parse; 0 is none.
func (e *Engine) Timeout() time.Duration { return e.definition.Config.Timeout }

// Executor gives the borrowed executor; nil where there is none.
func (e *Engine) Executor() ports.Executor { return e.executor }

// ExecutorID gives the executor's id as it was when the instance was made; "" where there is none.
func (e *Engine) ExecutorID() string { return e.executorID }

// Dispose ends the instance: Done closes, running validations stop. It is idempotent, safe for
// concurrent use and waits for nothing.
func (e *Engine) Dispose() {
	e.end(errDisposed)
	e.workers.Close()
}

// Done is closed when the instance has been disposed.
func (e *Engine) Done() <-chan struct{} { return e.life.Done() }

// Disposed reports whether the instance has been disposed.
func (e *Engine) Disposed() bool { return e.life.Err() != nil }

// Bind derives a context from ctx that also ends when the instance is disposed. The function returned
// must be called to let go of it.
func (e *Engine) Bind(ctx context.Context) (context.Context, context.CancelFunc) {
	bound, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(e.life, func() { cancel(errDisposed) })
	return bound, func() {
		stop()
		cancel(context.Canceled)
	}
}

// Ended tells, as an error without a stage, why a context made by [Engine.Bind] ended: of disposal,
// deadline and cancellation the first that happened. Nil while it has not ended.
func Ended(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), errDisposed):
		return DisposedError()
	case errors.Is(err, context.DeadlineExceeded):
		return WithSentinel(
			intent.NewError(intent.ModelTimeout, "", "the deadline passed before the reading was done"))
	default:
		return WithSentinel(intent.NewError(intent.ModelAborted, "", "the caller cancelled the reading"))
	}
}

// WithSentinel has an error unwrap to what its code promises: context.DeadlineExceeded for MODEL_TIMEOUT,
// context.Canceled for MODEL_ABORTED (contract section 8). Every other error is returned as it is.
func WithSentinel(err error) error {
	failed := intent.AsError(err)
	switch intent.CodeOf(err) {
	case intent.ModelTimeout:
		return failed.WithCause(context.DeadlineExceeded)
	case intent.ModelAborted:
		return failed.WithCause(context.Canceled)
	default:
		return err
	}
}

// DisposedError says that the instance was disposed, without a stage.
func DisposedError() error {
	return intent.NewError(intent.InstanceDisposed, "", errDisposed.Error())
}
