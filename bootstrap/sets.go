package bootstrap

import (
	"github.com/google/wire"

	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/adapters/workers"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Observers is a list of observers as one injectable value; nil is none.
type Observers []ports.Observer

// WorkersFactory makes the pool of one instance; queue is how many jobs may run and wait.
type WorkersFactory func(queue int) ports.Workers

// CoreSet provides an *Intent from an intent.Config, a ports.Executor, a ports.SchemaValidator and
// Observers. It lacks what may be swapped, since Wire has no override.
var CoreSet = wire.NewSet(NewWorkersFactory, NewParts, NewInstance, parse.New)

// DefaultSet is CoreSet with the usual validator and no observers: an intent.Config and a
// ports.Executor are all that is needed.
var DefaultSet = wire.NewSet(CoreSet, NewValidator, NoObservers)

// BridgeCoreSet provides a *Bridge from Instances, bridge.Settings and a ports.SessionStore.
var BridgeCoreSet = wire.NewSet(NewBridgeConfig, NewCheckedBridge)

// BridgeSet is BridgeCoreSet with the usual store: Instances and bridge.Settings are all that is needed.
var BridgeSet = wire.NewSet(BridgeCoreSet, NewSessionStore)

// NewSessionStore gives an empty store in memory, with the room that the settings say.
func NewSessionStore(settings bridge.Settings) ports.SessionStore {
	return memory.New(settings.Limits(), nil)
}

// NewWorkersFactory gives the usual pools, of at most two goroutines each.
func NewWorkersFactory() WorkersFactory {
	return func(queue int) ports.Workers { return workers.New(queue) }
}

// NewValidator gives the usual validator, gojsonschema behind the project's own evaluation.
func NewValidator() ports.SchemaValidator { return gojsonschema.New() }

// NoObservers gives an empty list of observers.
func NoObservers() Observers { return nil }

// NewParts gathers what an instance is made of beside its configuration.
func NewParts(
	executor ports.Executor, validator ports.SchemaValidator, factory WorkersFactory, observers Observers,
) engine.Parts {
	return engine.Parts{Executor: executor, Validator: validator, Workers: factory, Observers: observers}
}

// NewInstance checks a configuration whole and makes an instance of it. The error is an *intent.Error.
func NewInstance(config intent.Config, parts engine.Parts) (*engine.Engine, error) {
	return engine.New(config, parts)
}
