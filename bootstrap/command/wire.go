//go:build wireinject

package command

import (
	"github.com/google/wire"

	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// wireIntent makes the Intent of one command line, whose validator and observers are chosen by name and
// flag.
func wireIntent(
	config intent.Config, executor ports.Executor, validator ports.SchemaValidator, observers bootstrap.Observers,
) (*bootstrap.Intent, func(), error) {
	panic(wire.Build(bootstrap.CoreSet))
}
