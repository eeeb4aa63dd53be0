//go:build wireinject

package bootstrap

import (
	"github.com/google/wire"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

func wireIntent(
	config intent.Config, executor ports.Executor, validator ports.SchemaValidator, observers Observers,
) (*parse.Intent, error) {
	panic(wire.Build(CoreSet))
}

func wireDefaultIntent(config intent.Config, executor ports.Executor) (*parse.Intent, error) {
	panic(wire.Build(DefaultSet))
}

func wireBridge(instances Instances, settings bridge.Settings) (*Bridge, error) {
	panic(wire.Build(BridgeSet))
}
