package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// Parts is what an instance is made of beside its configuration. The executor, the validator and the
// observers are borrowed; the workers are owned and closed by the instance.
type Parts struct {
	Executor  ports.Executor // may be nil: a bridge needs none
	Validator ports.SchemaValidator
	// Workers makes the instance's pool; queue is how many jobs may run and wait.
	Workers   func(queue int) ports.Workers
	Observers []ports.Observer
	// Log is told once of each observer that panics; nil is the handler of slog.Default.
	Log slog.Handler
}

// Engine is safe for concurrent use.
type Engine struct {
	definition reading.Definition
	executor   ports.Executor
	executorID string
	validator  validator
	workers    ports.Workers
	observers  []*observer
	compiled   *cache

	schemaDigest func() string // SHA-256 in hex, made once it is wanted

	life     context.Context // ends with cause disposed
	end      context.CancelCauseFunc
	disposed error // this instance's own, so that the disposal of another is not told as its own
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
	names, err := introduce(parts)
	if err != nil {
		return nil, err
	}
	e := assemble(reading.Definition{Config: config, Schema: definition}, parts)
	e.executorID, e.validator = names.executor, names.validator
	if err := e.compileWhole(); err != nil {
		e.Dispose()
		return nil, err
	}
	return e, nil
}

func assemble(definition reading.Definition, parts Parts) *Engine {
	life, end := context.WithCancelCause(context.Background())
	limits := definition.Config.Limits
	return &Engine{
		definition: definition,
		executor:   parts.Executor,
		workers:    parts.Workers(limits.MaxValidationQueueEntries),
		observers:  observersOf(parts.Observers, parts.Log),
		compiled:   newCache(limits.MaxSchemaCacheEntries),
		schemaDigest: sync.OnceValue(func() string {
			digest := sha256.Sum256([]byte(definition.Schema.Text()))
			return hex.EncodeToString(digest[:])
		}),
		life:     life,
		end:      end,
		disposed: errors.New("the instance was disposed"),
	}
}

// compileWhole has the validator prepare the whole schema, so that one it cannot hold fails here and
// not in the middle of a parse. It may take maxValidationMs, and the default of that limit where it is
// set lower: a tight limit is meant for parses, and a slow moment of the machine must not refuse a good
// configuration.
func (e *Engine) compileWhole() error {
	fields := e.definition.Schema.Fields()
	if len(fields) == 0 || e.validator.maxWork == 0 {
		return nil
	}
	projection := e.definition.Schema.Project(fields)
	limit := max(e.Limits().MaxValidationMs, intent.DefaultMaxValidationMs)
	err := e.onWorker(context.Background(), limit, func(context.Context) error {
		_, err := e.compile(projection)
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
		return uncompilable(e.validator.name)
	}
}

func uncompilable(validator string) error {
	var faults intent.Faults
	faults.Add("", "cannot be prepared by the validator "+validator)
	return faults.Err(intent.SchemaUnsupported, intent.StageConfig, "schema")
}

// Definition returns what every reading of the instance shares. It is read-only.
func (e *Engine) Definition() reading.Definition { return e.definition }

// Limits returns the limits in force.
func (e *Engine) Limits() intent.Limits { return e.definition.Config.Limits }

// Config returns the configuration in force, defaults filled in. It is read-only.
func (e *Engine) Config() intent.Config { return e.definition.Config }

// Executor returns the borrowed executor; nil if there is none.
func (e *Engine) Executor() ports.Executor { return e.executor }
