package bootstrap

import (
	"github.com/devcodex/intent-runtime/adapters/validator/gojsonschema"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Intent reads requests by one frozen configuration: Parse, ParseAudited, Dispose. It is safe for
// concurrent use.
type Intent = parse.Intent

// Option changes one part of an Intent from what it usually is.
type Option func(*parts)

type parts struct {
	validator ports.SchemaValidator
	observers Observers
}

// WithObserver adds an observer; they are told in the order in which they were added.
func WithObserver(observer ports.Observer) Option {
	return func(p *parts) { p.observers = append(p.observers, observer) }
}

// WithValidator takes another validator than the usual gojsonschema, such as native.New().
func WithValidator(validator ports.SchemaValidator) Option {
	return func(p *parts) { p.validator = validator }
}

// NewIntent checks a configuration whole and makes an Intent of it. The executor is borrowed; it may
// be nil for an Intent that only a bridge reads with. The error is an *intent.Error with stage config
// that lists every fault. Call Dispose when the Intent is no longer needed.
func NewIntent(config intent.Config, executor ports.Executor, options ...Option) (*Intent, error) {
	p := parts{validator: gojsonschema.New()}
	for _, option := range options {
		option(&p)
	}
	return wireIntent(config, executor, p.validator, p.observers)
}
