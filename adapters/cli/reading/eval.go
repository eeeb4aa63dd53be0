package reading

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/configfile"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/adapters/cli/page/html"
	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/application/batch"
	"github.com/devcodex/intent-runtime/application/evaluation"
)

// evalFlags is what `intent eval` was called with. The flags of an instance are those of parse.
type evalFlags struct {
	parseFlags
	paceFlags
	cases     string
	repeat    int
	baseline  string
	failUnder float64
	results   string
}

const evalHelp = `Reads every case of a file and says how many readings are right.

A case is one JSON object a line:

  {"id":"a1","input":"Cancel order B-1042.","expect":{"intents":[{"action":"modify"}]}}

with context, fields, tags, language, schema (or instance) and wrong (patterns of
confident mistakes) if need be. expect is
a pattern for the result, or for the whole reply if it has the key kind. A reading
that is not right but asks, names what is missing or refuses, counts as asked, not
as wrong.

With --results each reading is kept as it comes, and --resume goes on with that
file. An interrupted run still prints its report.`

const evalExamples = `  intent eval cases.jsonl --executor offline
  intent eval cases.jsonl --executor openai:MODEL --repeat 3 -o json > report.json
  intent eval cases.jsonl --executor openai:MODEL --baseline report.json --fail-under 0.9`

func (p *program) evalCommand() *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:     "eval CASES",
		Short:   "Measure readings against cases",
		Long:    evalHelp,
		Example: evalExamples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("eval takes one file of cases")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			f.cases, f.parseFlags.given = args[0], c.Flags().Changed
			return p.eval(c.Context(), &f)
		},
	}
	flags := c.Flags()
	flags.SortFlags = false
	f.instanceFlags(flags, p.specs())
	f.paceFlags.define(flags)
	flags.IntVar(&f.repeat, "repeat", 1, "read each case `N` times, to see how steady the readings are")
	flags.StringVar(&f.results, "results", "", "keep each reading's verdict as a line of `FILE`")
	flags.StringVar(&f.baseline, "baseline", "", "compare with the report in `FILE`, written by -o json")
	flags.Float64Var(
		&f.failUnder,
		"fail-under",
		0,
		"end with status 1 if the share of right readings is below `SHARE`",
	)
	flags.StringVarP(
		&f.output,
		"output",
		"o",
		"",
		"`FORMAT` of the report: text (usual on a terminal), json (usual elsewhere) or html",
	)
	p.completeReader(c)
	return c
}

// eval runs the command.
func (p *program) eval(ctx context.Context, f *evalFlags) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	format, baseline, err := p.evalOutput(ctx, f)
	if err != nil {
		return err
	}
	run := &evalRun{program: p, flags: f, report: &evaluation.Report{}, read: map[string]bool{}}
	defer run.close()
	if err := run.open(ctx, options); err != nil {
		return err
	}
	meter := p.meter("readings", len(run.cases)*f.repeat, len(run.read))
	err = batch.Run(ctx, run.next, run.do, func(o evaluation.Outcome) error {
		meter.add(o.Verdict == evaluation.Failed)
		return run.emit(ctx, o)
	}, options)
	meter.stop()
	interrupted := errors.Is(err, errInterrupted) || errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if err := p.term.Print(p.evalReport(run.report, baseline, format)); err != nil {
		return err
	}
	switch share := run.report.Count().Share(); {
	case interrupted:
		return cli.Failedf("interrupted: the report is about %d of %d readings", run.report.Count().All(),
			len(run.cases)*f.repeat)
	case share < f.failUnder:
		return cli.Failedf("%.4f of the readings are right, at least %.4f are wanted", share, f.failUnder)
	}
	return nil
}

// evalOutput judges what the report is written as and compared with.
func (p *program) evalOutput(
	ctx context.Context,
	f *evalFlags,
) (format string, baseline *evaluation.Report, err error) {
	format = cli.UsualFormat(p.term.Out)
	if f.given("output") {
		format = f.output
	}
	switch {
	case f.repeat < 1 || f.repeat > 100:
		return "", nil, cli.Usagef("--repeat is a number from 1 to 100")
	case !(f.failUnder >= 0 && f.failUnder <= 1): // not a number is neither
		return "", nil, cli.Usagef("--fail-under is a share from 0 to 1")
	case f.resume && f.results == "":
		return "", nil, cli.Usagef("--resume needs --results FILE")
	}
	if err := cli.OneOf(format, cli.FormatText, cli.FormatJSON, cli.FormatHTML); err != nil {
		return "", nil, err
	}
	if f.baseline == "" {
		return format, nil, nil
	}
	text, err := configfile.ReadFile(ctx, f.baseline, configfile.MaxBytes)
	if err != nil {
		return "", nil, err
	}
	if baseline, err = evaluation.ReadReport(text); err != nil {
		return "", nil, cli.Usagef("--baseline: %s: %s", input.ShownName(f.baseline), err)
	}
	return format, baseline, nil
}

func (p *program) evalReport(r, baseline *evaluation.Report, format string) []byte {
	var diff *evaluation.Diff
	if baseline != nil {
		d := r.Against(baseline)
		diff = &d
	}
	switch format {
	case cli.FormatJSON:
		value := r.Value()
		if diff != nil {
			value = with(value, "against", diff.Value())
		}
		return p.term.Out.JSON(value)
	case cli.FormatHTML:
		return html.Evaluation(r, diff)
	default:
		return page.Evaluation(r, diff, p.term.Out.Style())
	}
}

// evalRun is one run over the cases.
type evalRun struct {
	*program
	flags   *evalFlags
	readers *readers
	cases   []evaluation.Case
	report  *evaluation.Report
	results *lineWriter     // nil for none
	read    map[string]bool // readings that an earlier run has done, by case and repeat
	at      int             // reading that comes next
}

func (r *evalRun) close() {
	if r.readers != nil {
		r.readers.dispose()
	}
	if r.results != nil {
		_ = r.results.close()
	}
}

// open reads the cases, makes the usual instance and opens the results. Its error is wrong usage.
func (r *evalRun) open(ctx context.Context, options batch.Options) error {
	cases, err := readCases(ctx, r.flags.cases)
	if err != nil {
		return err
	}
	r.cases = cases
	r.readers = newReaders(r.program, &r.flags.parseFlags, options.Jobs, r.flags.retry)
	if err := r.readers.check(ctx, cases); err != nil {
		return err
	}
	r.report.Executor = r.readers.executorID(ctx)
	err = record.Distinct([]record.Role{
		{What: "CASES", Name: r.flags.cases}, {What: "--config", Name: r.flags.config},
		{What: "--baseline", Name: r.flags.baseline}, {What: "--results", Name: r.flags.results},
	})
	if err != nil {
		return cli.Usagef("%s", err)
	}
	return r.openResults()
}

func (r *evalRun) openResults() (err error) {
	switch {
	case r.flags.results == "":
		return nil
	case r.flags.resume:
		r.results, err = resumeLines(r.flags.results, r.passOver)
	default:
		r.results, err = newLines(r.flags.results)
	}
	if err != nil {
		return cli.Usagef("--results: %s: %s", input.ShownName(r.flags.results), input.Reason(err))
	}
	return nil
}

func (r *evalRun) passOver(text []byte) error {
	o, err := evaluation.ReadOutcome(text)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(r.cases, func(c evaluation.Case) bool { return c.ID == o.ID })
	switch {
	case o.Executor != r.report.Executor:
		return fmt.Errorf(
			"it holds readings of %s, not of %s",
			cli.Quoted(o.Executor),
			cli.Quoted(r.report.Executor),
		)
	case at < 0 || r.cases[at].Digest != o.Case:
		return fmt.Errorf("the case %s is another now", cli.Quoted(o.ID))
	}
	r.report.Add(o)
	r.read[readingKey(o.ID, o.Repeat)] = true
	return nil
}

func readingKey(id string, repeat int) string { return fmt.Sprintf("%d %s", repeat, id) }

// readCases reads a file of cases. Its error lists every line that is none.
func readCases(ctx context.Context, name string) ([]evaluation.Case, error) {
	in, err := openLines(ctx, name)
	if err != nil {
		return nil, cli.Usagef("%s: %s", input.ShownName(name), err)
	}
	defer in.close()
	var cases []evaluation.Case
	var faults []error
	ids := map[string]bool{}
	for {
		text, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		var c evaluation.Case
		if err == nil {
			c, err = evaluation.ReadCase(text)
		}
		if err == nil && ids[c.ID] {
			err = fmt.Errorf("the id %s is there twice", cli.Quoted(c.ID))
		}
		if err != nil {
			if ctx.Err() != nil || len(faults) == 20 {
				return nil, errors.Join(append(faults, err)...)
			}
			faults = append(faults, cli.Usagef("%s: line %d: %s", input.ShownName(name), in.number, err))
			continue
		}
		ids[c.ID] = true
		cases = append(cases, c)
	}
	if len(faults) == 0 && len(cases) == 0 {
		return nil, cli.Usagef("%s has no case", input.ShownName(name))
	}
	return cases, errors.Join(faults...)
}

// due is a reading that is to be done.
type due struct {
	c      evaluation.Case
	repeat int
}

// next goes through the cases once for each repeat.
func (r *evalRun) next() (due, bool, error) {
	for r.at < len(r.cases)*r.flags.repeat {
		d := due{c: r.cases[r.at%len(r.cases)], repeat: r.at/len(r.cases) + 1}
		r.at++
		if !r.read[readingKey(d.c.ID, d.repeat)] {
			return d, true, nil
		}
	}
	return due{}, false, nil
}

// do reads a case once. What is wrong with its schema or instance is an error of the reading.
func (r *evalRun) do(ctx context.Context, d due) evaluation.Outcome {
	reading := evaluation.Reading{Repeat: d.repeat}
	reader, release, err := r.readers.of(ctx, d.c)
	begun := time.Now()
	if err == nil {
		defer release()
		reading.Result, reading.Audit, err = reader.ParseAudited(ctx, d.c.Request)
	}
	reading.Err, reading.Duration = err, time.Since(begun)
	o, err := evaluation.Judge(d.c, reading)
	if err != nil { // its patterns were checked when the case was read
		o = evaluation.Outcome{
			ID:      d.c.ID,
			Tags:    d.c.Tags,
			Case:    d.c.Digest,
			Repeat:  d.repeat,
			Verdict: evaluation.Failed,
			Why:     err.Error(),
		}
	}
	o.Executor = r.report.Executor
	return o
}

func (r *evalRun) emit(ctx context.Context, o evaluation.Outcome) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	if r.results != nil {
		if err := r.results.write(cli.Line(o.Value())); err != nil {
			return cli.Failedf("--results could not be written: %s", input.Reason(err))
		}
	}
	r.report.Add(o)
	return nil
}
