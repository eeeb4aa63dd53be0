package reading

import (
	"errors"
	"slices"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// usualTimeout is the command's own deadline, where neither a flag nor the instance names one: a person
// waits. The runtime itself sets none.
const usualTimeout = 120 * time.Second

// setup is what an instance is to be made of.
type setup struct {
	settings  strictjson.Value // for the runtime to judge
	schema    []byte           // a schema file's text, where hasSchema
	hasSchema bool
	timeout   *time.Duration // nil: the settings' own

	executor  ports.Executor
	note      string // for stderr; "" for none
	validator ports.SchemaValidator
}

// setup reads the configuration file and applies the flags. Its error is wrong usage.
func (p *program) setup(f *parseFlags) (*setup, error) {
	chosen, s, err := p.instance(f)
	if s == nil {
		return nil, err
	}
	if f.given("language") {
		s.settings = with(s.settings, "language", strictjson.String(f.language))
	}
	if f.given("timeout") {
		s.settings = without(s.settings, "timeoutMs")
		s.timeout = &f.timeout
	}
	return s, errors.Join(err, p.setExecutor(s, f, chosen))
}

// instance gives the instance that the flags name and what it is to be made of, with the schema that the
// flags give it. Its error is wrong usage; there is a setup all the same where only the schema's file is
// at fault.
func (p *program) instance(f *parseFlags) (configfile.Instance, *setup, error) {
	chosen, err := p.chosen(f.config, f.instance)
	if err != nil {
		return chosen, nil, err
	}
	if f.given("schema") {
		chosen.SchemaFile = f.schema
		chosen.Settings = without(chosen.Settings, "schema")
	}
	s, err := p.instanceSetup(f.config, chosen, f.given("schema"))
	return chosen, s, err
}

// instanceSetup is what an instance of a file is to be made of, but for the executor; hasSchema tells that
// the schema file is a flag's. Its error is wrong usage.
func (p *program) instanceSetup(file string, chosen configfile.Instance, hasSchema bool) (*setup, error) {
	s := &setup{settings: chosen.Settings, validator: p.validator(chosen.Validator)}
	if !s.settings.Has("timeoutMs") {
		usual := usualTimeout
		s.timeout = &usual
	}
	if chosen.SchemaFile == "" && !hasSchema {
		return s, nil
	}
	err := s.readSchema(chosen.SchemaFile)
	if err != nil && !hasSchema {
		err = schemaFileFault(file, chosen, err)
	}
	return s, err
}

func schemaFileFault(file string, instance configfile.Instance, err error) configfile.Fault {
	at := strictjson.CutPointer(instance.Path) + "/schemaFile: "
	return configfile.Fault{File: file, Reason: at + err.Error()}
}

// chosen gives the instance that the flags name; without a file, one with nothing in it.
func (p *program) chosen(file, name string) (configfile.Instance, error) {
	if file == "" {
		if name != "" {
			return configfile.Instance{}, cli.Usagef("--instance %q names an instance of no --config", name)
		}
		return configfile.Instance{Settings: strictjson.Object()}, nil
	}
	read, err := p.readConfig(file)
	if err != nil {
		return configfile.Instance{}, err
	}
	instance, err := choose(read, name)
	if err != nil {
		return configfile.Instance{}, err
	}
	return *instance, nil
}

// readConfig reads a configuration file with all that is the command's to judge, the bridge's settings
// included: they stand outside every instance.
func (p *program) readConfig(name string) (*configfile.File, error) {
	return p.readKnown(name, p.known())
}

func (p *program) readKnown(name string, known configfile.Known) (*configfile.File, error) {
	file, err := configfile.Read(name, known)
	if file == nil {
		return nil, err
	}
	_, bridgeErr := bridgeSettings(file)
	if faults := append(configfile.FaultsOf(err), configfile.FaultsOf(bridgeErr)...); len(faults) > 0 {
		return nil, append(faults, unreadableSchemas(file)...)
	}
	return file, nil
}

// unreadableSchemas are told beside other faults, so that all can be mended at once. By itself such a fault
// ends only what makes the instance.
func unreadableSchemas(file *configfile.File) configfile.Faults {
	var faults configfile.Faults
	for _, instance := range file.Instances {
		if instance.SchemaFile == "" {
			continue
		}
		if _, err := configfile.ReadFile(instance.SchemaFile, configfile.MaxBytes); err != nil {
			faults = append(faults, schemaFileFault(file.Name, instance, err))
		}
	}
	return faults
}

func bridgeSettings(file *configfile.File) (bridge.Settings, error) {
	if file.Bridge == nil {
		return bridge.Settings{}, nil
	}
	settings, err := bridge.SettingsFromValue(*file.Bridge)
	if err == nil {
		return settings, nil
	}
	var faults configfile.Faults
	for _, issue := range intent.AsError(err).Issues {
		path := "/bridge"
		if issue.Path != nil {
			path += *issue.Path
		}
		faults = append(faults, file.Fault(path, issue.Message))
	}
	return bridge.Settings{}, faults
}

// choose applies the rule for a missing name: `default`, else the only one.
func choose(file *configfile.File, name string) (*configfile.Instance, error) {
	names := file.Names()
	if name == "" {
		if instance, ok := file.Lookup("default"); ok {
			return instance, nil
		}
		if len(names) == 1 {
			return &file.Instances[0], nil
		}
		return nil, cli.Usagef("%s: /instances has no default: choose with --instance: %s", file.Name, cli.Quoted(names...))
	}
	instance, ok := file.Lookup(name)
	if !ok {
		return nil, cli.Usagef("%s: /instances has no %s: there are %s",
			file.Name, cli.Quoted(name), cli.Quoted(names...))
	}
	return instance, nil
}

// known tells the file reader what may be named.
func (p *program) known() configfile.Known {
	var known configfile.Known
	for _, scheme := range p.parts.Schemes {
		provider := configfile.Provider{Name: scheme.Name, Model: scheme.Takes == Model}
		if scheme.Takes == File {
			provider.Refusal = "cannot stand in a configuration: say --executor " + scheme.Name + ":FILE"
		}
		known.Providers = append(known.Providers, provider)
	}
	for _, validator := range p.parts.Validators {
		known.Validators = append(known.Validators, validator.Name)
	}
	return known
}

func (p *program) validator(name string) ports.SchemaValidator {
	at := slices.IndexFunc(p.parts.Validators, func(v Validator) bool { return v.Name == name })
	return p.parts.Validators[max(at, 0)].New()
}

func (s *setup) readSchema(file string) error {
	text, err := configfile.ReadFile(file, configfile.MaxBytes)
	if err != nil {
		return err
	}
	if len(text) == 0 {
		text = []byte("\n") // an empty file is no schema; to the runtime no bytes at all mean that there is none
	}
	s.schema, s.hasSchema = text, true
	return nil
}

// without takes a key off the settings, so that the flag in its place is judged and not the key.
// Settings that are no object stay what they are, for the runtime to refuse.
func without(settings strictjson.Value, key string) strictjson.Value {
	if settings.Kind() != strictjson.KindObject {
		return settings
	}
	var left []strictjson.Member
	for name, value := range settings.Members() {
		if name != key {
			left = append(left, strictjson.Member{Name: name, Value: value})
		}
	}
	return strictjson.Object(left...)
}

// with puts a key into the settings, in place of one that is there.
func with(settings strictjson.Value, key string, value strictjson.Value) strictjson.Value {
	if settings.Kind() != strictjson.KindObject {
		return settings
	}
	var members []strictjson.Member
	for name, old := range without(settings, key).Members() {
		members = append(members, strictjson.Member{Name: name, Value: old})
	}
	return strictjson.Object(append(members, strictjson.Member{Name: key, Value: value})...)
}

// config has the runtime read the settings. The error is the runtime's.
func (s *setup) config() (intent.Config, error) {
	config, err := intent.ReadConfig(s.settings.AppendJSON(nil))
	if err != nil {
		return intent.Config{}, err
	}
	if s.hasSchema {
		config.Schema = s.schema
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
