package reading

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const schemaHelp = `Says of each FILE (JSON; - is stdin) whether its schema is supported, or every
reason why not, each with its place as a JSON Pointer and, where there is one, the
way out.

Exit status: 0 all are supported, 1 one is not, 2 a file cannot be read.`

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
			return p.checkSchemas(c.Context(), args, output)
		},
	}
	cli.OutputFlag(c)
	return c
}

// checked is what was found of one schema.
type checked struct {
	file    string
	fields  []string
	reasons []schema.Reason
}

// checkSchemas reads every file before it says anything, so that what it prints is whole.
func (p *program) checkSchemas(ctx context.Context, files []string, output string) error {
	all := make([]checked, len(files))
	supported := true
	for i, file := range files {
		text, err := p.schemaText(ctx, file)
		if err != nil {
			return err
		}
		all[i] = check(file, text)
		supported = supported && len(all[i].reasons) == 0
	}
	if err := p.term.Print(p.report(all, output)); err != nil {
		return err
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
	return wholeSchema(text), err
}

func check(file string, text []byte) checked {
	accepted, reasons := schema.Read(text, schema.Limits{})
	c := checked{file: file, reasons: reasons}
	if len(reasons) == 0 {
		c.fields = accepted.Fields()
	}
	return c
}

func (p *program) report(all []checked, output string) []byte {
	if output == cli.FormatJSON {
		values := make([]strictjson.Value, len(all))
		for i, c := range all {
			values[i] = c.value()
		}
		return p.term.Out.JSON(strictjson.Array(values...))
	}
	var text []byte
	for _, c := range all {
		text = append(text, c.text()...)
	}
	return text
}

// counted gives a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func (c checked) text() string {
	if len(c.reasons) == 0 {
		return fmt.Sprintf("%s: supported, %s\n", page.Plain(c.file), counted(len(c.fields), "field"))
	}
	text := fmt.Sprintf("%s: not supported, %s\n", page.Plain(c.file), counted(len(c.reasons), "reason"))
	for _, reason := range c.reasons {
		pointer := reason.Pointer
		if pointer == "" {
			pointer = "(root)"
		}
		text += "  " + page.Plain(pointer) + ": " + page.Plain(reason.Message) + "\n"
		if reason.WayOut != "" {
			text += "      way out: " + page.Plain(reason.WayOut) + "\n"
		}
	}
	return text
}

func (c checked) value() strictjson.Value {
	reasons := make([]strictjson.Value, len(c.reasons))
	for i, reason := range c.reasons {
		reasons[i] = strictjson.Object(
			strictjson.Field("code", strictjson.String(string(codeOf(reason)))),
			strictjson.Field("pointer", strictjson.String(reason.Pointer)),
			strictjson.Field("keyword", strictjson.String(reason.Keyword)),
			strictjson.Field("message", strictjson.String(reason.Message)),
			strictjson.Field("wayOut", optional(reason.WayOut)),
		)
	}
	return strictjson.Object(
		strictjson.Field("file", strictjson.String(c.file)),
		strictjson.Field("supported", strictjson.Bool(len(c.reasons) == 0)),
		strictjson.Field("fields", strictjson.Strings(c.fields)),
		strictjson.Field("reasons", strictjson.Array(reasons...)),
	)
}

// codeOf is the code with which the reason would refuse an instance, if it stood alone.
func codeOf(reason schema.Reason) intent.Code {
	if reason.Limit {
		return intent.LimitExceeded
	}
	return intent.SchemaUnsupported
}

func optional(text string) strictjson.Value {
	if text == "" {
		return strictjson.Null()
	}
	return strictjson.String(text)
}
