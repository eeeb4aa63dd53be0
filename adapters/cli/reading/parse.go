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
	evidence bool
	open     bool
	output   string

	batch batchFlags

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

		Annotations: map[string]string{cli.TakesText: "TEXT"},
		RunE: func(c *cobra.Command, args []string) error {
			f.text, f.given = args, c.Flags().Changed
			return p.parse(c.Context(), &f)
		},
	}
	f.define(c.Flags(), p.specs())
	f.batch.define(c.Flags())
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

	f.instanceFlags(flags, specs)

	flags.StringVar(&f.trace, "trace", "", "write each event as a JSON line to `FILE`, the material included")
	flags.StringVar(&f.audit, "audit", "", "write the audit as JSON to `FILE`, the material included")
	flags.BoolVar(&f.envelope, "envelope", false,
		`print one JSON reply, {"kind":"result",…} or {"kind":"error",…}`)
	flags.BoolVar(&f.open, "open", false,
		"also show the page in a browser; it stays in the folder for temporary files")
	flags.BoolVar(&f.evidence, "evidence", false,
		"add the audit to the JSON reply: the quotation behind each value, with its offsets")
	flags.StringVarP(&f.output, "output", "o", "",
		"`FORMAT` of the output: text (usual on a terminal), json (usual elsewhere) or html")
}

// instanceFlags declares the flags that say who reads, and by which configuration.
func (f *parseFlags) instanceFlags(flags *pflag.FlagSet, specs []string) {
	flags.StringVar(&f.config, "config", "", "configuration `FILE`, JSON or YAML")
	flags.StringVar(&f.instance, "instance", "",
		"the instance `NAME` of the configuration (without it: default, or the only one)")
	flags.StringVar(&f.executor, "executor", "", "what does the reading, a `SPEC`: "+strings.Join(specs, ", "))
	flags.StringVar(&f.language, "language", "", "BCP 47 `TAG` of the language for explanations")
	flags.StringVar(&f.schema, "schema", "", "JSON Schema `FILE` of the fields")
	flags.DurationVar(&f.timeout, "timeout", usualTimeout,
		"deadline of the whole reading, such as 90s; 0 is none")
}

// atMostOneText refuses a second word: a request that was not quoted would be cut short unseen.
func atMostOneText(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("parse takes one TEXT, not %d words: put the request in quotes", len(args))
	}
	return nil
}

// parse runs the command. What is wrong usage is found before the runtime is asked for anything and before
// any file is written.
func (p *program) parse(ctx context.Context, f *parseFlags) error {
	if err := f.batch.check(f); err != nil {
		return err
	}
	if f.given("batch") { // where --timeout is that of each reading
		return p.parseBatch(ctx, f)
	}
	if f.given("timeout") && f.timeout > 0 { // it covers all input, too
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	from, err := p.source(f)
	if err != nil {
		return err
	}
	format, err := p.format(f)
	if err != nil {
		return err
	}
	setup, err := p.setup(ctx, f)
	if err != nil {
		return err
	}
	if err := p.distinct(ctx, f, setup, from); err != nil {
		return err
	}
	config, refusal := setup.config()
	if err := from.readFile(ctx, config.Limits.WithDefaults()); err != nil {
		return err
	}
	records, err := p.openRecords(f)
	if err != nil {
		return err
	}
	defer records.discard()

	r := reply{language: setup.language()}
	p.term.Note(setup.note)
	if refusal != nil {
		r = r.refused(ctx, refusal, records)
	} else {
		r = p.read(ctx, r, f, setup, config, from, records, format.needsAudit() || f.audit != "" || f.open)
	}
	if r.usage != nil {
		return r.usage
	}
	err = p.answer(r, format, records)
	if f.open {
		p.show(r)
	}
	return err
}

// read has the request read. Whatever the runtime refuses, at whichever point, is a reply.
func (p *program) read(
	ctx context.Context, r reply, f *parseFlags, s *setup, config intent.Config, from source,
	records *records, audited bool,
) reply {
	progress := p.progress()
	defer progress.stop()
	why := &detail{}
	observers := append(records.observers(progress), why)
	reader, err := p.parts.NewIntent(config, s.executor, s.validator, observers...)
	if err != nil {
		return r.refused(ctx, err, records)
	}
	defer reader.Dispose()
	if from.in != nil && p.term.InTerminal {
		p.term.Note("type the request, then end it with Ctrl-D on a line of its own")
	}
	if r.request, err = from.request(ctx, config.Limits.WithDefaults()); err != nil {
		return r.refused(ctx, err, records)
	}
	progress.start()
	if audited {
		var audit intent.Audit
		r.result, audit, err = reader.ParseAudited(ctx, r.request)
		r.audit = &audit
	} else {
		r.result, err = reader.Parse(ctx, r.request)
	}
	r.failure = intent.AsError(err)
	r.detail, r.ownWords = why.of(r.failure), s.ownWords
	r.hint = s.fieldHint(f.fields, r.failure)
	return r
}
