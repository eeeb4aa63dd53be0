package reading

import (
	"context"
	"sync"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/application/evaluation"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// readers makes the Intents that cases are read with. Cases that name the same instance and language and
// bring no schema share one; a case with a schema of its own gets one for itself. It is safe for concurrent
// use.
type readers struct {
	program *program
	flags   *parseFlags
	jobs    int
	retry   int

	mu     sync.Mutex
	shared map[string]*parse.Intent // by instance and language
}

func newReaders(p *program, f *parseFlags, jobs, retry int) *readers {
	return &readers{program: p, flags: f, jobs: jobs, retry: retry, shared: map[string]*parse.Intent{}}
}

func (r *readers) dispose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, reader := range r.shared {
		reader.Dispose()
	}
	r.shared = map[string]*parse.Intent{}
}

// check makes every instance that a case names, so that a wrong name or configuration is told before
// anything is read.
func (r *readers) check(ctx context.Context, cases []evaluation.Case) error {
	for _, c := range cases {
		if c.Schema != nil {
			continue
		}
		if _, err := r.ofInstance(ctx, c.Instance, c.Language); err != nil {
			return cli.Usagef("%s", explain("case "+cli.Quoted(c.ID), err))
		}
	}
	if len(r.shared) == 0 {
		_, err := r.setup(ctx, "")
		return err
	}
	return nil
}

// executorID names who reads the cases of the usual instance.
func (r *readers) executorID(ctx context.Context) string {
	setup, err := r.setup(ctx, "")
	if err != nil {
		return ""
	}
	return setup.executor.ID()
}

// of returns the Intent for a case; release gives it back.
func (r *readers) of(
	ctx context.Context,
	c evaluation.Case,
) (reader *parse.Intent, release func(), err error) {
	if c.Schema == nil {
		reader, err = r.ofInstance(ctx, c.Instance, c.Language)
		return reader, func() {}, err
	}
	if reader, err = r.make(ctx, c.Instance, c.Language, c.Schema); err != nil {
		return nil, nil, err
	}
	return reader, reader.Dispose, nil
}

func (r *readers) ofInstance(ctx context.Context, instance, language string) (*parse.Intent, error) {
	key := strictjson.Strings([]string{instance, language}).JSON()
	r.mu.Lock()
	defer r.mu.Unlock()
	if reader, ok := r.shared[key]; ok {
		return reader, nil
	}
	reader, err := r.make(ctx, instance, language, nil)
	if err != nil {
		return nil, err
	}
	r.shared[key] = reader
	return reader, nil
}

// setup makes the setup of an instance of the configuration; "" is the usual one.
func (r *readers) setup(ctx context.Context, instance string) (*setup, error) {
	flags := *r.flags
	if instance != "" {
		flags.instance = instance
	}
	return r.program.setup(ctx, &flags)
}

func (r *readers) make(ctx context.Context, instance, language string, schema []byte) (*parse.Intent, error) {
	s, err := r.setup(ctx, instance)
	if err != nil {
		return nil, err
	}
	if language != "" {
		s.settings = with(s.settings, "language", strictjson.String(language))
	}
	config, err := s.config()
	if err != nil {
		return nil, err
	}
	if schema != nil {
		config.Schema = schema
	}
	config.Limits.MaxConcurrentParses = max(r.jobs, config.Limits.WithDefaults().MaxConcurrentParses)
	executor, err := r.program.retrying(s.executor, r.retry)
	if err != nil {
		return nil, err
	}
	return r.program.parts.NewIntent(config, executor, s.validator)
}
