package reading

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

const doctorHelp = `Tells what is configured, what is missing and whether it works: the configuration
file, each instance, the executor it would use and where its key would come from.
Without --config it looks at what "intent parse" does by itself.

An executor that needs no network is asked a small question. With --probe every
executor is: one call each of a few dozen tokens.

Exit status: 0 all is well, 1 the runtime refuses an instance or an executor does
not answer, 2 the file is wrong or a key is missing.`

func (p *program) doctorCommand() *cobra.Command {
	var config string
	var probing bool
	c := &cobra.Command{
		Use:   "doctor [--config FILE]",
		Short: "Tell what is configured, what is missing, and whether it works",
		Long:  doctorHelp,
		Args:  cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			output, err := p.term.Output(c)
			if err != nil {
				return err
			}
			return p.diagnose(c.Context(), config, probing, output)
		},
	}
	c.Flags().StringVar(&config, "config", "", "configuration `FILE`, JSON or YAML")
	c.Flags().BoolVar(&probing, "probe", false, "make one small call of every executor")
	_ = c.MarkFlagFilename("config", "yaml", "yml", "json")
	cli.OutputFlag(c)
	return c
}

// diagnosis is all that a doctor says.
type diagnosis struct {
	build     cli.Build
	file      string   // "" where none was named
	faults    []string // of the file as a whole
	keys      []keyState
	instances []health
}

// keyState tells of an environment variable whether it is set, never what it holds.
type keyState struct {
	scheme, variable string
	set              bool
}

// health is what was found of one instance.
type health struct {
	name      string
	language  string
	fields    []string
	validator string
	timeout   time.Duration

	executor string // how it was named: a provider and its model

	noDescriptions bool // the executor does not judge descriptions
	baseURL        string
	variable       string // that its key comes from
	keySet         bool

	notes   []string // what is no fault and worth knowing
	missing []string // faults of usage: a key, a file
	refused []string // faults that the runtime found
	probe   probeState
}

func (h health) well() bool {
	return len(h.missing) == 0 && len(h.refused) == 0 && h.probe.failure == nil
}

// status is the exit status that the findings match.
func (d diagnosis) status() cli.Status {
	status := cli.StatusResult
	if len(d.faults) > 0 {
		status = cli.StatusUsage
	}
	for _, h := range d.instances {
		switch {
		case len(h.missing) > 0:
			status = cli.StatusUsage
		case !h.well():
			status = max(status, cli.StatusError)
		}
	}
	return status
}

func (p *program) diagnose(ctx context.Context, file string, probing bool, output string) error {
	d := diagnosis{build: cli.ThisBuild(), file: file, keys: p.keyStates()}
	read, faults := p.doctorFile(ctx, file)
	if read != nil {
		for _, instance := range read.Instances {
			own, others := faultsWithin(faults, instance.Path)
			faults = others
			d.instances = append(d.instances, p.examine(ctx, read, instance, own, probing))
		}
	}
	for _, fault := range faults {
		d.faults = append(d.faults, fault.Error())
	}
	text := d.text(p.term.Out)
	if output == cli.FormatJSON {
		text = p.term.Out.JSON(d.value())
	}
	if err := p.term.Print(text); err != nil {
		return err
	}
	if status := d.status(); status != cli.StatusResult {
		return status
	}
	return nil
}

// doctorFile reads the file as far as it can be used; without one it gives what `intent parse` has by
// itself.
func (p *program) doctorFile(ctx context.Context, name string) (*configfile.File, configfile.Faults) {
	if name == "" {
		file, err := configfile.Parse("", []byte(`{"instances":{"default":{}}}`), p.known())
		return file, configfile.FaultsOf(err)
	}
	return p.examineConfigFile(ctx, name, p.known())
}

// faultsWithin takes the faults of one part of a file out of all.
func faultsWithin(faults configfile.Faults, path string) (within, others configfile.Faults) {
	for _, fault := range faults {
		if fault.Path == path || strings.HasPrefix(fault.Path, path+"/") {
			within = append(within, fault)
		} else {
			others = append(others, fault)
		}
	}
	return within, others
}

func (p *program) keyStates() []keyState {
	var states []keyState
	for _, scheme := range p.parts.Schemes {
		if scheme.KeyEnv != "" {
			states = append(states, keyState{scheme.Name, scheme.KeyEnv, p.isSet(scheme.KeyEnv)})
		}
	}
	return states
}

func (p *program) isSet(variable string) bool {
	value, ok := p.term.Lookup(variable)
	return ok && strings.TrimSpace(value) != ""
}

// examine makes one instance as parse would, and asks its executor if that is wanted or free. It tells every
// fault of it: those of the file, of the environment and of the runtime.
func (p *program) examine(
	ctx context.Context, file *configfile.File, instance configfile.Instance, faults configfile.Faults,
	probing bool,
) health {
	h := health{name: instance.Name, validator: p.validator(instance.Validator).Name()}
	for _, fault := range faults {
		h.missing = append(h.missing, fault.Error())
	}
	var executor ports.Executor
	if ofExecutor, _ := faultsWithin(faults, instance.Path+"/executor"); len(ofExecutor) == 0 {
		executor = p.examineExecutor(file, instance, &h)
	}
	s := p.newSetup(instance)
	if err := s.readInstanceSchema(ctx, file.Name, instance); err != nil {
		h.missing = appendNew(h.missing, strings.Split(err.Error(), "\n")...)
	}
	config, err := s.config()
	if err == nil {
		err = p.examineConfig(config, s, &h)
	}
	if err != nil {
		h.refused = instanceFaults(file, instance, err)
		return h
	}
	if executor != nil && len(h.missing) == 0 && (probing || instance.Executor == nil || h.variable == "") {
		h.probe = probe(ctx, executor, config.WithDefaults().Language)
	}
	return h
}

func (p *program) examineExecutor(
	file *configfile.File, instance configfile.Instance, h *health,
) ports.Executor {
	var executor ports.Executor
	var err error
	if block := instance.Executor; block != nil {
		scheme, _ := p.scheme(block.Provider)
		h.executor, h.variable = block.Provider, variableOf(scheme, block)
		if block.Model != "" {
			h.executor += ":" + block.Model
		}
		h.keySet = h.variable != "" && p.isSet(h.variable)
		if executor, err = p.fromBlock(file.Name, block); err == nil {
			h.baseURL = block.BaseURL // an address that was refused may hold a password
		}
		h.noDescriptions = scheme.NoDescriptions
		h.noteClearText()
	} else if fallback, ok := p.fallback(); ok {
		h.executor, h.noDescriptions = fallback.Name, fallback.NoDescriptions
		executor, err = p.open("executor "+fallback.Name, fallback, Settings{})
	}
	if err != nil {
		h.missing = append(h.missing, strings.Split(err.Error(), "\n")...)
		return nil
	}
	return executor
}

// examineConfig makes the instance and lets go of it.
func (p *program) examineConfig(config intent.Config, s *setup, h *health) error {
	reader, err := p.parts.NewIntent(config, nil, s.validator)
	if err != nil {
		return err
	}
	reader.Dispose()
	whole := config.WithDefaults()
	h.language, h.timeout = whole.Language, whole.Timeout
	if accepted, err := whole.ReadSchema(); err == nil {
		h.fields = accepted.Fields()
	}
	h.noteDescriptions(whole.Schema)
	return nil
}

// appendNew appends lines that are not there yet.
func appendNew(lines []string, more ...string) []string {
	for _, line := range more {
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}
