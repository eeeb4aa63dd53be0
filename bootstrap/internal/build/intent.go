// Package build puts an Intent and a bridge together. Package bootstrap and package native are two doors
// to it: they differ in the usual validator, and so in what a program links.
package build

import (
	"context"
	"log/slog"
	"strconv"

	"github.com/devcodex/intent-runtime/adapters/workers"
	"github.com/devcodex/intent-runtime/application/engine"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Option changes one part of an Intent from what it usually is.
type Option func(*parts)

// parts is what an Intent is made of. It lives while the Intent is made.
type parts struct {
	validator ports.SchemaValidator
	observers []ports.Observer
	log       slog.Handler
}

// WithObserver adds an observer; see bootstrap.WithObserver.
func WithObserver(observer ports.Observer) Option {
	return func(p *parts) { p.observers = append(p.observers, observer) }
}

// WithValidator takes another validator; see bootstrap.WithValidator.
func WithValidator(validator ports.SchemaValidator) Option {
	return func(p *parts) { p.validator = validator }
}

// WithLog sets the handler that is told of observers that fail; see bootstrap.WithLog.
func WithLog(handler slog.Handler) Option {
	return func(p *parts) { p.log = handler }
}

// WithAudit adds an observer that hands out the audit of every reading; see bootstrap.WithAudit.
func WithAudit(take func(ctx context.Context, audit intent.Audit)) Option {
	return WithObserver(engine.NewAudits(take))
}

// NewIntent makes an Intent with that validator, unless an option says another.
func NewIntent(
	config intent.Config, executor ports.Executor, usual ports.SchemaValidator, options ...Option,
) (*parse.Intent, error) {
	p := parts{validator: usual}
	var faults intent.Faults
	for i, option := range options {
		if option == nil {
			faults.Add("/options/"+strconv.Itoa(i), "is nil")
			continue
		}
		option(&p)
	}
	if err := faults.Err(intent.ConfigInvalid, intent.StageConfig, "configuration"); err != nil {
		return nil, err
	}
	e, err := engine.New(config, engine.Parts{
		Executor:  executor,
		Validator: p.validator,
		Workers:   func(queue int) ports.Workers { return workers.New(queue) },
		Observers: p.observers,
		Log:       p.log,
	})
	if err != nil {
		return nil, err
	}
	return parse.New(e), nil
}
