package bootstrap

import (
	"context"
	"log/slog"

	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
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

// WithValidator takes another validator than the usual gojsonschema, such as native.New().
func WithValidator(validator ports.SchemaValidator) Option { return build.WithValidator(validator) }

// WithLog sets where the runtime reports, once for each observer, that an observer panicked. It is the
// handler of slog.Default unless it is set. Nothing else is logged, and no material ever.
func WithLog(handler slog.Handler) Option { return build.WithLog(handler) }

// WithAudit has take called with the audit of every reading when it has ended, one that a bridge makes
// with this Intent included. The audit holds the material. See [ports.Observer] for how take is called.
func WithAudit(take func(ctx context.Context, audit intent.Audit)) Option {
	return build.WithAudit(take)
}

// NewIntent checks a configuration whole and makes an Intent of it. The executor is borrowed; it may
// be nil for an Intent that only a bridge reads with. The error is an *intent.Error with stage config
// that lists every fault. Call Dispose when the Intent is no longer needed.
func NewIntent(config intent.Config, executor ports.Executor, options ...Option) (*Intent, error) {
	return build.NewIntent(config, executor, gojsonschema.New(), options...)
}
