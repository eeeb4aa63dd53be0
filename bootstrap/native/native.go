// Package native is package bootstrap without gojsonschema: the runtime's own evaluation judges alone, and
// no program that imports this package links net/http or TLS for it. Its names are those of bootstrap,
// so a program changes its import and nothing else:
//
//	reader, err := native.NewIntent(intent.Config{Schema: schema}, executor)
//	defer reader.Dispose()
//
// gojsonschema, the second judge of package bootstrap, brings an HTTP client for references that the
// runtime never follows. What is given up with it is a second opinion on valid data; see
// docs/adr/0004-two-judges-and-a-native-evaluation.md. An executor that asks a provider links net/http
// all the same.
//
// The package is public and covered by the project's compatibility promise (v0 until the conformance
// vectors are frozen).
package native

import (
	"context"
	"log/slog"

	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/bootstrap/internal/build"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Intent reads requests by one frozen configuration: Parse, ParseAudited, Dispose. It is safe for
// concurrent use.
type Intent = parse.Intent

// Option changes one part of an Intent from what it usually is.
type Option = build.Option

// WithObserver adds an observer; they are told in the order in which they were added.
func WithObserver(observer ports.Observer) Option { return build.WithObserver(observer) }

// WithValidator adds a second judge of yours.
func WithValidator(validator ports.SchemaValidator) Option { return build.WithValidator(validator) }

// WithLog sets where the runtime reports, once for each observer, that an observer panicked. It is the
// handler of slog.Default unless it is set. Nothing else is logged, and no material ever.
func WithLog(handler slog.Handler) Option { return build.WithLog(handler) }

// WithAudit has take called with the audit of every reading when it has ended, one that a bridge makes
// with this Intent included. The audit holds the material. See [ports.Observer] for how take is called.
func WithAudit(take func(ctx context.Context, audit intent.Audit)) Option {
	return build.WithAudit(take)
}

// NewIntent checks a configuration whole and makes an Intent of it, as bootstrap.NewIntent does.
func NewIntent(config intent.Config, executor ports.Executor, options ...Option) (*Intent, error) {
	return build.NewIntent(config, executor, native.New(), options...)
}

// Bridge hands out reading tasks to a host's own model and judges what it writes: Connect, Close. It is
// safe for concurrent use; see package application/bridge for its sessions, calls and replies.
type Bridge = bridge.Bridge

// BridgeSettings bounds what a bridge keeps; see [bridge.Settings].
type BridgeSettings = bridge.Settings

// Instances are the Intents that a bridge reads with, by the names that its hosts ask for.
type Instances map[string]*Intent

// BridgeOption changes one part of a bridge from what it usually is.
type BridgeOption = build.BridgeOption

// WithSessionStore keeps the jobs in a store of yours instead of memory. It is borrowed: closing the bridge
// does not close it. It should be made with settings.Limits().
func WithSessionStore(store ports.SessionStore) BridgeOption { return build.WithSessionStore(store) }

// NewBridge makes a bridge over Intents, as bootstrap.NewBridge does.
func NewBridge(instances Instances, settings BridgeSettings, options ...BridgeOption) (*Bridge, error) {
	return build.NewBridge(instances, settings, options...)
}
