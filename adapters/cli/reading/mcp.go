package reading

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const mcpHelp = `Serves the configured instances over MCP on stdin and stdout, for hosts whose own
model does the reading. It ends when its input closes or at a signal. stdout carries
the protocol only; what there is to say goes to stderr.

The configuration is checked whole before the protocol begins: a fault ends the
command with status 2 and every reason on stderr. Executor blocks are ignored.`

func (p *program) mcpCommand() *cobra.Command {
	var config string
	c := &cobra.Command{
		Use:   "mcp --config FILE",
		Short: "Serve the bridge over MCP on stdio",
		Long:  mcpHelp,
		Args:  cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("config") {
				return cli.Usagef("mcp needs --config FILE")
			}
			return p.serve(c.Context(), config)
		},
	}
	c.Flags().StringVar(&config, "config", "", "configuration `FILE`, JSON or YAML")
	_ = c.MarkFlagFilename("config", "yaml", "yml", "json")
	return c
}

func (p *program) serve(ctx context.Context, name string) error {
	known := p.known()
	known.IgnoreExecutors = true
	file, err := p.readConfig(ctx, name, known)
	if err != nil {
		return err
	}
	settings, err := bridgeSettings(file)
	if err != nil {
		return err
	}
	instances, err := p.bridgeInstances(ctx, file)
	defer dispose(instances)
	if err != nil {
		return err
	}
	if p.term.InTerminal {
		p.term.Note("serving MCP on stdin and stdout; it ends with the input (Ctrl-D) or at Ctrl-C")
	}
	return p.parts.Serve(ctx, Server{
		Instances: instances, Settings: settings, Version: cli.ThisBuild().Version,
		In: p.term.In, Out: p.term.Out, Log: p.term.Err,
	})
}

func dispose(instances map[string]*parse.Intent) {
	for _, instance := range instances {
		instance.Dispose()
	}
}

// bridgeInstances makes every instance of a file, and lists the faults of all.
func (p *program) bridgeInstances(
	ctx context.Context, file *configfile.File,
) (map[string]*parse.Intent, error) {
	made := make(map[string]*parse.Intent, len(file.Instances))
	var lines []string
	for _, instance := range file.Instances {
		reader, err := p.bridgeInstance(ctx, file.Name, instance)
		if err != nil {
			lines = append(lines, instanceFaults(file, instance, err)...)
			continue
		}
		made[instance.Name] = reader
	}
	if len(lines) > 0 {
		return made, cli.Usagef("%s", strings.Join(lines, "\n"))
	}
	return made, nil
}

func (p *program) bridgeInstance(
	ctx context.Context, file string, instance configfile.Instance,
) (*parse.Intent, error) {
	s := p.newSetup(instance)
	if err := s.readInstanceSchema(ctx, file, instance); err != nil {
		return nil, err
	}
	config, err := s.config()
	if err != nil {
		return nil, err
	}
	return p.parts.NewIntent(config, nil, s.validator)
}

// instanceFaults tells the faults of an instance by their places in the file, those of a schema by their
// places in its own file where it has one.
func instanceFaults(file *configfile.File, instance configfile.Instance, err error) []string {
	failure := intent.AsError(err)
	if failure == nil {
		return strings.Split(err.Error(), "\n")
	}
	at := file.Name + ": " + strictjson.CutPointer(instance.Path)
	if len(failure.Issues) == 0 {
		return []string{at + ": " + failure.Message}
	}
	lines := make([]string, len(failure.Issues))
	for i, issue := range failure.Issues {
		place := at
		switch {
		case issue.Code != intent.SchemaUnsupported:
		case instance.SchemaFile != "":
			place = instance.SchemaFile + ": "
		default:
			place += "/schema"
		}
		path := ""
		if issue.Path != nil {
			path = strictjson.CutPointer(*issue.Path)
		}
		lines[i] = strings.TrimSuffix(place+path, ": ") + " " + issue.Message
	}
	return lines
}
