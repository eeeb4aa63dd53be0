package reading

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// parseFlags is what `intent parse` was called with.
type parseFlags struct {
	text    []string // TEXT, at most one
	request string
	fields  []string
	none    bool // --no-fields
	context string

	config   string
	instance string
	executor string
	language string
	schema   string
	timeout  time.Duration

	trace    string
	audit    string
	envelope bool
	output   string

	given func(flag string) bool
}

func (p *program) parseCommand() *cobra.Command {
	var f parseFlags
	c := &cobra.Command{
		Use:     "parse [TEXT | -]",
		Short:   "Read one request",
		Long:    p.parseHelp(),
		Example: parseExamples,
		Args:    atMostOneText,
		RunE: func(c *cobra.Command, args []string) error {
			f.text, f.given = args, c.Flags().Changed
			return p.parse(c.Context(), &f)
		},
	}
	f.define(c.Flags(), p.specs())
	p.completeParse(c, &f)
	return c
}

// define declares the flags: the request's, the instance's, the output's.
func (f *parseFlags) define(flags *pflag.FlagSet, specs []string) {
	flags.SortFlags = false
	flags.StringVar(&f.request, "request", "",
		"take the request from `FILE`, JSON {input, fields?, context?}; - is stdin")
	flags.StringArrayVar(&f.fields, "field", nil,
		"extract the field `NAME`; repeat it for more (without it: all fields)")
	flags.BoolVar(&f.none, "no-fields", false, "extract no fields: stage core only")
	flags.StringVar(&f.context, "context", "", "background `TEXT` that the request may refer to")

	flags.StringVar(&f.config, "config", "", "configuration `FILE`, JSON or YAML")
	flags.StringVar(&f.instance, "instance", "",
		"the instance `NAME` of the configuration (without it: default, or the only one)")
	flags.StringVar(&f.executor, "executor", "", "what does the reading, a `SPEC`: "+strings.Join(specs, ", "))
	flags.StringVar(&f.language, "language", "", "BCP 47 `TAG` of the language for explanations")
	flags.StringVar(&f.schema, "schema", "", "JSON Schema `FILE` of the fields")
	flags.DurationVar(&f.timeout, "timeout", usualTimeout,
		"deadline of the whole reading, such as 90s; 0 is none")

	flags.StringVar(&f.trace, "trace", "", "write each event as a JSON line to `FILE`, the material included")
	flags.StringVar(&f.audit, "audit", "", "write the audit as JSON to `FILE`, the material included")
	flags.BoolVar(&f.envelope, "envelope", false,
		`print one JSON reply, {"kind":"result",…} or {"kind":"error",…}`)
	flags.StringVarP(&f.output, "output", "o", "",
		"`FORMAT` of the output: text (usual on a terminal), json (usual elsewhere) or html")
}

// atMostOneText refuses a second word: a request that was not quoted would be cut short unseen.
func atMostOneText(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("parse takes one TEXT and got %d words: put the request in quotes", len(args))
	}
	return nil
}

// parse runs the command. What is wrong usage is found before the runtime is asked for anything.
func (p *program) parse(ctx context.Context, f *parseFlags) error {
	source, err := p.source(f)
	if err != nil {
		return err
	}
	format, err := p.format(f)
	if err != nil {
		return err
	}
	setup, err := p.setup(f)
	if err != nil {
		return err
	}
	records, err := p.openRecords(f)
	if err != nil {
		return err
	}
	defer records.close()

	if format.err != cli.FormatHTML {
		p.term.Note(setup.note)
	}
	reply := p.read(ctx, setup, source, records, format.needsAudit() || f.audit != "")
	if err := reply.usage; err != nil {
		return err
	}
	if format.err == cli.FormatHTML && reply.failure == nil {
		p.term.Note(setup.note) // later than elsewhere: beside an error's page there must be nothing
	}
	return p.answer(reply, format, records)
}

// read has the request read. Whatever the runtime refuses, at whichever point, is a reply.
func (p *program) read(
	ctx context.Context, s *setup, from source, records *records, audited bool,
) reply {
	progress := p.progress()
	defer progress.stop()
	r := reply{language: s.language()}
	config, err := s.config()
	if err != nil {
		return r.refused(err, records)
	}
	why := &detail{}
	observers := append(records.observers(progress), why)
	reader, err := p.parts.NewIntent(config, s.executor, s.validator, observers...)
	if err != nil {
		return r.refused(err, records)
	}
	defer reader.Dispose()
	if r.request, err = from.request(ctx, config.Limits.WithDefaults()); err != nil {
		return r.refused(err, records)
	}
	if audited {
		var audit intent.Audit
		r.result, audit, err = reader.ParseAudited(ctx, r.request)
		r.audit = &audit
	} else {
		r.result, err = reader.Parse(ctx, r.request)
	}
	r.failure = intent.AsError(err)
	r.detail = why.of(r.failure)
	return r
}
