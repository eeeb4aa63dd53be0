package reading

import (
	"context"
	"slices"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/ports"
)

// chosen returns the instance that the flags name; without a file, one with nothing in it. Its error is
// wrong usage.
func (p *program) chosen(ctx context.Context, file, name string) (configfile.Instance, error) {
	if file == "" {
		if name != "" {
			return configfile.Instance{}, cli.Usagef("--instance needs --config")
		}
		return configfile.Instance{Settings: strictjson.Object()}, nil
	}
	read, err := p.readConfig(ctx, file, p.known())
	if err != nil {
		return configfile.Instance{}, err
	}
	return choose(read, name)
}

// choose applies the rule for a missing name: `default`, else the only one.
func choose(file *configfile.File, name string) (configfile.Instance, error) {
	names := file.Names()
	if name == "" && len(names) == 1 {
		return file.Instances[0], nil
	}
	wanted := name
	if wanted == "" {
		wanted = "default"
	}
	if instance, ok := file.Lookup(wanted); ok {
		return *instance, nil
	}
	if name == "" {
		return configfile.Instance{}, cli.Usagef("%s: /instances has no default: choose with --instance: %s",
			file.Name, cli.Quoted(names...))
	}
	return configfile.Instance{}, cli.Usagef("%s: /instances has no %s%s; there are %s",
		file.Name, cli.Quoted(name), cli.DidYouMean(name, names), cli.Quoted(names...))
}

// readConfig reads a configuration file with all that is the command's to judge, the bridge's settings
// included: they stand outside every instance. Its error lists every fault.
func (p *program) readConfig(
	ctx context.Context, name string, known configfile.Known,
) (*configfile.File, error) {
	file, faults := p.examineConfigFile(ctx, name, known)
	if len(faults) > 0 {
		return nil, faults
	}
	return file, nil
}

// examineConfigFile reads a configuration file as far as it can be used, and lists every fault of it.
// The file is nil if it cannot be read at all.
func (p *program) examineConfigFile(
	ctx context.Context, name string, known configfile.Known,
) (*configfile.File, configfile.Faults) {
	file, err := configfile.Read(ctx, name, known)
	if file == nil {
		return nil, configfile.FaultsOf(err)
	}
	_, bridgeErr := bridgeSettings(file)
	faults := append(configfile.FaultsOf(err), configfile.FaultsOf(bridgeErr)...)
	if len(faults) > 0 {
		faults = append(faults, unreadableSchemas(ctx, file)...)
	}
	return file, faults
}

// unreadableSchemas are told beside other faults, so that all can be fixed at once. By itself such a fault
// ends only what makes the instance.
func unreadableSchemas(ctx context.Context, file *configfile.File) configfile.Faults {
	var faults configfile.Faults
	for _, instance := range file.Instances {
		if instance.SchemaFile == "" {
			continue
		}
		if _, err := configfile.ReadFile(ctx, instance.SchemaFile, configfile.MaxBytes); err != nil {
			faults = append(faults, schemaFileFault(file.Name, instance, err))
		}
	}
	return faults
}

func schemaFileFault(file string, instance configfile.Instance, err error) configfile.Fault {
	at := strictjson.CutPointer(instance.Path) + "/schemaFile: "
	return configfile.Fault{File: file, Reason: at + err.Error()}
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

// known tells the file reader what may be named.
func (p *program) known() configfile.Known {
	var known configfile.Known
	for _, scheme := range p.parts.Schemes {
		provider := configfile.Provider{Name: scheme.Name, Model: scheme.Takes == Model}
		if scheme.Takes == File {
			provider.Refusal = "cannot stand in a configuration: use --executor " + scheme.Name + ":FILE"
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
