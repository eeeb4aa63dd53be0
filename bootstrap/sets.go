package bootstrap

import (
	"github.com/google/wire"

	"github.com/devcodex/intent-runtime/bootstrap/internal/build"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Observers is a list of observers as one injectable value; nil is none.
type Observers []ports.Observer

// CoreSet provides an *Intent and its cleanup from an intent.Config, a ports.Executor, a
// ports.SchemaValidator and Observers. It lacks what may be swapped, since Wire has no override.
var CoreSet = wire.NewSet(ProvideIntent)

// DefaultSet provides an *Intent and its cleanup from an intent.Config and a ports.Executor, with the usual
// validator and no observers.
var DefaultSet = wire.NewSet(ProvideDefaultIntent)

// BridgeCoreSet provides a *Bridge and its cleanup from Instances, BridgeSettings and a ports.SessionStore.
var BridgeCoreSet = wire.NewSet(ProvideBridge)

// BridgeSet provides a *Bridge and its cleanup from Instances and BridgeSettings; its jobs live in memory.
var BridgeSet = wire.NewSet(ProvideDefaultBridge)

// ProvideIntent is [NewIntent] as a provider: the function returned disposes the Intent.
func ProvideIntent(
	config intent.Config, executor ports.Executor, validator ports.SchemaValidator, observers Observers,
) (*Intent, func(), error) {
	options := make([]Option, 0, len(observers))
	for _, observer := range observers {
		options = append(options, WithObserver(observer))
	}
	return cleanedUp(build.NewIntent(config, executor, validator, options...))
}

// ProvideDefaultIntent is [ProvideIntent] with the usual validator and no observers.
func ProvideDefaultIntent(config intent.Config, executor ports.Executor) (*Intent, func(), error) {
	return cleanedUp(NewIntent(config, executor))
}

func cleanedUp(reader *Intent, err error) (*Intent, func(), error) {
	if err != nil {
		return nil, nil, err
	}
	return reader, reader.Dispose, nil
}

// ProvideBridge is [NewBridge] as a provider: the function returned closes the bridge, and disposes none of
// its instances.
func ProvideBridge(
	instances Instances, settings BridgeSettings, store ports.SessionStore,
) (*Bridge, func(), error) {
	return closed(NewBridge(instances, settings, WithSessionStore(store)))
}

// ProvideDefaultBridge is [ProvideBridge] with a store in memory.
func ProvideDefaultBridge(instances Instances, settings BridgeSettings) (*Bridge, func(), error) {
	return closed(NewBridge(instances, settings))
}

func closed(b *Bridge, err error) (*Bridge, func(), error) {
	if err != nil {
		return nil, nil, err
	}
	return b, b.Close, nil
}
