//go:build wireinject

package bootstrap

import (
	"github.com/google/wire"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// The injectors below show that every set is complete; TestSets runs them.

func wireIntent(
	config intent.Config, executor ports.Executor, validator ports.SchemaValidator, observers Observers,
) (*Intent, func(), error) {
	panic(wire.Build(CoreSet))
}

func wireDefaultIntent(config intent.Config, executor ports.Executor) (*Intent, func(), error) {
	panic(wire.Build(DefaultSet))
}

func wireBridge(
	instances Instances, settings BridgeSettings, store ports.SessionStore,
) (*Bridge, func(), error) {
	panic(wire.Build(BridgeCoreSet))
}

func wireDefaultBridge(instances Instances, settings BridgeSettings) (*Bridge, func(), error) {
	panic(wire.Build(BridgeSet))
}
