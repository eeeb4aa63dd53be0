package reading

import (
	"context"
	"errors"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// usualTimeout is the command's own deadline if neither a flag nor the instance names one: a person
// waits. The runtime itself sets none.
const usualTimeout = 120 * time.Second

// setup is what an instance is to be made of. It lives for one command.
type setup struct {
	settings   strictjson.Value // for the runtime to judge
	schemaFile string           // "" for none
	schema     []byte           // the text of schemaFile; nil if there is none
	timeout    *time.Duration   // nil: the settings' own

	executor   ports.Executor
	ownWords   bool   // see [Scheme]
	scriptFile string // that the executor was made from; "" for none
	note       string // for stderr; "" for none
	validator  ports.SchemaValidator
}

// newSetup begins the setup of an instance. It reads no file and has no executor.
func (p *program) newSetup(instance configfile.Instance) *setup {
	s := &setup{
		settings: instance.Settings, schemaFile: instance.SchemaFile, validator: p.validator(instance.Validator),
	}
	if !s.settings.Has("timeoutMs") {
		usual := usualTimeout
		s.timeout = &usual
	}
	return s
}

// setup makes the setup that the flags ask for. Its error is wrong usage and lists the faults of the
// schema file and of the executor together.
func (p *program) setup(ctx context.Context, f *parseFlags) (*setup, error) {
	instance, err := p.chosen(ctx, f.config, f.instance)
	if err != nil {
		return nil, err
	}
	s := p.newSetup(instance)
	s.override(f)
	return s, errors.Join(s.readSchema(ctx, f, instance), p.setExecutor(ctx, s, f, instance))
}

// override puts the flags in place of the instance's keys, so that the flag is judged and not the key.
func (s *setup) override(f *parseFlags) {
	if f.given("schema") {
		s.settings, s.schemaFile = without(s.settings, "schema"), f.schema
	}
	if f.given("language") {
		s.settings = with(s.settings, "language", strictjson.String(f.language))
	}
	if f.given("timeout") {
		s.settings, s.timeout = without(s.settings, "timeoutMs"), &f.timeout
	}
}

// readSchema reads the schema file of the flags or of the instance.
func (s *setup) readSchema(ctx context.Context, f *parseFlags, instance configfile.Instance) error {
	if f.given("schema") {
		return s.readSchemaFile(ctx)
	}
	return s.readInstanceSchema(ctx, f.config, instance)
}

// readInstanceSchema reads the schema file of an instance of a configuration file.
func (s *setup) readInstanceSchema(ctx context.Context, file string, instance configfile.Instance) error {
	if s.schemaFile == "" {
		return nil
	}
	if err := s.readSchemaFile(ctx); err != nil {
		return schemaFileFault(file, instance, err)
	}
	return nil
}

func (s *setup) readSchemaFile(ctx context.Context) error {
	text, err := configfile.ReadFile(ctx, s.schemaFile, configfile.MaxBytes)
	if err != nil {
		return err
	}
	s.schema, err = configfile.SchemaText(s.schemaFile, wholeSchema(text))
	return err
}

// wholeSchema returns a schema file's text. An empty file is no schema; to the runtime no bytes at all
// mean that there is none.
func wholeSchema(text []byte) []byte {
	if len(text) == 0 {
		return []byte("\n")
	}
	return text
}

// config has the runtime read the settings. The error is the runtime's.
func (s *setup) config() (intent.Config, error) {
	config, err := intent.ConfigFromValue(s.settings)
	if err != nil {
		return intent.Config{}, err
	}
	if s.schema != nil {
		if config.Schema, err = intent.PrepareSchema(s.schema, config.Limits); err != nil {
			return intent.Config{}, err
		}
	}
	if s.timeout != nil {
		config.Timeout = *s.timeout
	}
	return config, nil
}

// language is what the settings name, whether or not the runtime accepts it.
func (s *setup) language() string {
	value, _ := s.settings.Lookup("language")
	return value.Text()
}

// without returns settings without a key. Settings that are no object stay what they are, for the runtime
// to refuse.
func without(settings strictjson.Value, key string) strictjson.Value {
	if settings.Kind() != strictjson.KindObject {
		return settings
	}
	var left []strictjson.Member
	for name, value := range settings.Members() {
		if name != key {
			left = append(left, strictjson.Field(name, value))
		}
	}
	return strictjson.Object(left...)
}

// with returns settings with a key set.
func with(settings strictjson.Value, key string, value strictjson.Value) strictjson.Value {
	if settings.Kind() != strictjson.KindObject {
		return settings
	}
	var members []strictjson.Member
	for name, old := range without(settings, key).Members() {
		members = append(members, strictjson.Field(name, old))
	}
	return strictjson.Object(append(members, strictjson.Field(key, value))...)
}
