package build

import (
	"strconv"

	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// BridgeOption changes one part of a bridge from what it usually is.
type BridgeOption func(*bridge.Config)

// WithSessionStore keeps the jobs in another store than memory; see bootstrap.WithSessionStore.
func WithSessionStore(store ports.SessionStore) BridgeOption {
	return func(c *bridge.Config) { c.Store = store }
}

// NewBridge makes a bridge over Intents.
func NewBridge(
	instances map[string]*parse.Intent, settings bridge.Settings, options ...BridgeOption,
) (*bridge.Bridge, error) {
	engines := make(map[string]*engine.Engine, len(instances))
	for name, reader := range instances {
		engines[name] = nil // which the bridge lists as a fault
		if reader != nil {
			engines[name] = reader.Engine()
		}
	}
	config := bridge.Config{Instances: engines, Settings: settings, Store: memory.New(settings.Limits(), nil)}
	var faults intent.Faults
	for i, option := range options {
		if option == nil {
			faults.Add("/options/"+strconv.Itoa(i), "is nil")
			continue
		}
		option(&config)
	}
	if err := faults.Err(intent.ConfigInvalid, intent.StageConfig, "bridge"); err != nil {
		return nil, err
	}
	return bridge.New(config)
}
