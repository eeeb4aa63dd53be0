package reading

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const schemaHelp = `Says of each FILE whether its schema is supported. A FILE is JSON, also with comments,
or YAML, or the declaration of a tool; - is stdin.

What other dialects of JSON Schema and OpenAPI say differently is written in the
supported subset first, as parse --schema does it; each change is listed. So is every
reason that is left, with its place as a JSON Pointer and, if there is one, the way out.

With --for, what a provider's strict mode would drop or refuse is listed too. It
changes no exit status: the runtime checks all of it itself.

Exit status: 0 all are supported, 1 one is not, 2 a file cannot be read; the others are
checked all the same.`

// schemaFlags are the flags of schema check.
type schemaFlags struct {
	provider string
	limits   []string
}

func (p *program) schemaCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "schema",
		Short: "Work with JSON Schemas",

		SuggestionsMinimumDistance: 2,

		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.schemaCheckCommand())
	return c
}

func (p *program) schemaCheckCommand() *cobra.Command {
	var flags schemaFlags
	c := &cobra.Command{
		Use:   "check FILE…",
		Short: "Tell every reason why a schema is unsupported",
		Long:  schemaHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("schema check needs a FILE")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			output, err := p.term.Output(c)
			if err != nil {
				return err
			}
			check, err := flags.checker()
			if err != nil {
				return err
			}
			return p.checkSchemas(c.Context(), check, args, output)
		},
	}
	c.Flags().StringVar(&flags.provider, "for", "", "also what a provider's strict mode would drop or refuse: "+
		strings.Join(strictModeNames(), ", "))
	c.Flags().StringArrayVar(&flags.limits, "limit", nil,
		"check under another limit, as maxSchemaDepth=16 (may be repeated)")
	cli.OutputFlag(c)
	return c
}

// checker is how schemas are checked in one command.
type checker struct {
	limits schema.Limits
	strict *strictMode // nil without --for
}

func (f schemaFlags) checker() (checker, error) {
	var c checker
	var err error
	if f.provider != "" {
		if c.strict = strictModeNamed(f.provider); c.strict == nil {
			err = cli.Usagef("--for is one of %s", strings.Join(strictModeNames(), ", "))
		}
	}
	for _, given := range f.limits {
		name, text, _ := strings.Cut(given, "=")
		most, failed := strconv.Atoi(text)
		limit := limitNamed(&c.limits, name)
		if failed != nil || most < 1 || limit == nil {
			err = errors.Join(err, cli.Usagef(
				"--limit is a name and a number from 1 on, as maxSchemaDepth=16; the names are %s",
				"maxSchemaBytes, maxSchemaDepth, maxSchemaProperties"))
			continue
		}
		*limit = most
	}
	return c, err
}

func limitNamed(limits *schema.Limits, name string) *int {
	switch name {
	case "maxSchemaBytes":
		return &limits.MaxBytes
	case "maxSchemaDepth":
		return &limits.MaxDepth
	case "maxSchemaProperties":
		return &limits.MaxProperties
	default:
		return nil
	}
}

// checked is what was found of one file.
type checked struct {
	file   string
	fault  error // it could not be read
	fields []string
	schema.Prepared
	strict []finding // what the provider of --for would do
}

func (c checked) supported() bool { return c.fault == nil && len(c.Reasons) == 0 }

// checkSchemas reads every file before it says anything, so that what it prints is whole. A file that cannot
// be read keeps no other from being checked.
func (p *program) checkSchemas(ctx context.Context, check checker, files []string, output string) error {
	all := make([]checked, len(files))
	supported, readable := true, 0
	var faults error
	for i, file := range files {
		text, err := p.schemaText(ctx, file)
		if ctx.Err() != nil {
			return err
		}
		all[i] = check.file(file, text, err)
		faults = errors.Join(faults, err)
		supported = supported && all[i].supported()
		if err == nil {
			readable++
		}
	}
	if readable > 0 {
		if err := p.term.Print(p.report(all, output)); err != nil {
			return err
		}
	}
	if faults != nil {
		return faults
	}
	if !supported {
		return cli.StatusError
	}
	return nil
}

func (p *program) schemaText(ctx context.Context, file string) ([]byte, error) {
	var text []byte
	var err error
	if file == "-" {
		text, err = input.Stream(ctx, p.term.In, configfile.MaxBytes)
		if err != nil {
			err = cli.Usagef("stdin cannot be read: %s", err)
		}
	} else {
		text, err = configfile.ReadFile(ctx, file, configfile.MaxBytes)
	}
	if err != nil {
		return nil, err
	}
	return configfile.SchemaText(file, wholeSchema(text))
}

func (k checker) file(name string, text []byte, fault error) checked {
	c := checked{file: name, fault: fault}
	if fault != nil {
		return c
	}
	c.Prepared, _ = schema.Prepare(text, k.limits) // the error is among the reasons
	if len(c.Reasons) > 0 {
		return c
	}
	accepted, reasons := schema.Read(c.Text, k.limits)
	if len(reasons) > 0 {
		c.Reasons = reasons
		return c
	}
	c.fields = accepted.Fields()
	if k.strict != nil {
		whole, _ := strictjson.Decode(c.Text, strictjson.Options{})
		c.strict = k.strict.findings(whole)
	}
	return c
}
