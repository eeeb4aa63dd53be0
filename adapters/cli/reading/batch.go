package reading

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/application/batch"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// paceFlags say how many readings run and how fast.
type paceFlags struct {
	jobs   int
	rate   string
	retry  int
	resume bool
}

func (f *paceFlags) define(flags *pflag.FlagSet) {
	flags.IntVar(&f.jobs, "jobs", batch.DefaultJobs, "readings at a time")
	flags.StringVar(&f.rate, "rate", "", "begin at most `N/s` readings, such as 5/s or 90/m")
	flags.IntVar(
		&f.retry,
		"retry",
		0,
		"try a call again up to `N` times if the provider is overloaded or fails",
	)
	flags.BoolVar(&f.resume, "resume", false, "go on where an earlier run stopped")
}

// options judges the flags. Its error is wrong usage.
func (f *paceFlags) options() (batch.Options, error) {
	rate, err := f.perSecond()
	switch {
	case err != nil:
		return batch.Options{}, err
	case f.jobs < 1 || f.jobs > 1024:
		return batch.Options{}, cli.Usagef("--jobs is a number from 1 to 1024")
	case f.retry < 0 || f.retry > 10:
		return batch.Options{}, cli.Usagef("--retry is a number from 0 to 10")
	}
	return batch.Options{Jobs: f.jobs, Rate: rate}, nil
}

func (f *paceFlags) perSecond() (float64, error) {
	if f.rate == "" {
		return 0, nil
	}
	number, unit, _ := strings.Cut(f.rate, "/")
	n, err := strconv.ParseFloat(number, 64)
	per, known := map[string]float64{"": 1, "s": 1, "m": 60, "h": 3600}[unit]
	if err != nil || !known || !(n > 0) || n > 1e6 {
		return 0, cli.Usagef("--rate is a number a second, a minute or an hour, such as 5/s, 90/m or 1000/h")
	}
	return n / per, nil
}

// batchFlags are those of `intent parse --batch`.
type batchFlags struct {
	paceFlags
	in, out string
}

func (f *batchFlags) define(flags *pflag.FlagSet) {
	flags.StringVar(
		&f.in,
		"batch",
		"",
		"read the requests in `FILE`, one JSON object {id, input, fields?, context?} a line",
	)
	flags.StringVar(
		&f.out,
		"out",
		"",
		"with --batch: write a reply for each line to `FILE`, in the same order",
	)
	f.paceFlags.define(flags)
}

// notWithBatch are the flags of one request and of its output.
var notWithBatch = []string{
	"request",
	"field",
	"no-fields",
	"context",
	"trace",
	"audit",
	"envelope",
	"evidence",
	"open",
	"output",
}

// check judges the flags of a batch beside the others. Its error is wrong usage.
func (f *batchFlags) check(parse *parseFlags) error {
	if !parse.given("batch") {
		for _, flag := range []string{"out", "jobs", "rate", "retry", "resume"} {
			if parse.given(flag) {
				return cli.Usagef("--%s needs --batch", flag)
			}
		}
		return nil
	}
	for _, flag := range notWithBatch {
		if parse.given(flag) {
			return cli.Usagef("--%s is about one request; with --batch each line says it for itself", flag)
		}
	}
	switch {
	case len(parse.text) > 0:
		return cli.Usagef("--batch takes the requests from its file: leave TEXT out")
	case f.out == "":
		return cli.Usagef("--batch needs --out FILE")
	}
	return nil
}

// line is a line of a batch. Its request is read where it is used: a fault of it is a reply.
type line struct {
	id      strictjson.Value // as it stands; null if it has none
	request intent.Request
	err     error // why the line is no request
}

// readLine reads a line of a batch.
func readLine(text []byte) line {
	root, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		_, err = intent.ReadRequest(text)
		return line{err: err}
	}
	id, members := strictjson.Null(), []strictjson.Member{}
	for name, value := range root.Members() {
		if name == "id" && (value.Kind() == strictjson.KindString || value.Kind() == strictjson.KindNumber) {
			id = value
			continue
		}
		members = append(members, strictjson.Field(name, value))
	}
	if root.Kind() == strictjson.KindObject {
		root = strictjson.Object(members...)
	}
	l := line{id: id}
	l.request, l.err = intent.RequestFromValue(root)
	return l
}

// outcome is a line's reply.
type outcome struct {
	id      strictjson.Value
	result  intent.Result
	failure *intent.Error
}

func (o outcome) text() []byte {
	id := strictjson.Field("id", o.id)
	if o.failure != nil {
		return cli.Line(strictjson.Object(id, strictjson.Field("kind", strictjson.String("error")),
			strictjson.Field("error", o.failure.Value())))
	}
	return cli.Line(strictjson.Object(id, strictjson.Field("kind", strictjson.String("result")),
		strictjson.Field("result", o.result.Value())))
}

// parseBatch runs `intent parse --batch`.
func (p *program) parseBatch(ctx context.Context, f *parseFlags) error {
	options, err := f.batch.options()
	if err != nil {
		return err
	}
	setup, err := p.setup(ctx, f)
	if err != nil {
		return err
	}
	config, err := setup.config()
	if err != nil {
		return cli.Usagef("%s", explain("the instance", err))
	}
	config.Limits.MaxConcurrentParses = max(options.Jobs, config.Limits.WithDefaults().MaxConcurrentParses)
	if err := p.distinctBatch(ctx, f, setup); err != nil {
		return err
	}
	executor, err := p.retrying(setup.executor, f.batch.retry)
	if err != nil {
		return err
	}
	reader, err := p.parts.NewIntent(config, executor, setup.validator)
	if err != nil {
		return cli.Usagef("%s", explain("the instance", err))
	}
	defer reader.Dispose()
	p.term.Note(setup.note)
	return p.runBatch(ctx, f.batch, reader, options)
}

// distinctBatch refuses a file that has two roles.
func (p *program) distinctBatch(ctx context.Context, f *parseFlags, s *setup) error {
	roles := []record.Role{
		{
			What: "--batch",
			Name: f.batch.in,
		}, {What: "--config", Name: f.config}, {What: "the schema", Name: s.schemaFile},
		{What: "the script", Name: s.scriptFile}, {What: "--out", Name: f.batch.out},
	}
	return input.Within(ctx, func() error {
		if err := record.Distinct(roles); err != nil {
			return cli.Usagef("%s", err)
		}
		return nil
	})
}

func (p *program) runBatch(
	ctx context.Context,
	f batchFlags,
	reader *parse.Intent,
	options batch.Options,
) error {
	in, err := openLines(ctx, f.in)
	if err != nil {
		return cli.Usagef("--batch: %s: %s", input.ShownName(f.in), err)
	}
	defer in.close()
	run := &batchRun{reader: reader, in: in}
	if err := run.open(f); err != nil {
		return err
	}
	meter := p.meter("lines", run.total(ctx, f.in), run.done)
	err = batch.Run(ctx, run.next, run.read, func(o outcome) error {
		err := run.emit(ctx, o)
		meter.add(o.failure != nil)
		return err
	}, options)
	meter.stop()
	if closed := run.out.close(); err == nil {
		err = closed
	}
	return run.end(p, err)
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// batchRun is one run over a file.
type batchRun struct {
	reader *parse.Intent
	in     *lineReader
	out    *lineWriter
	done   int // lines that an earlier run has done
	failed int // replies that are errors, those of earlier runs counted
	wrote  int
}

// open makes the output, or goes on with it: the lines that it has are passed over in the input.
func (r *batchRun) open(f batchFlags) (err error) {
	if !f.resume {
		if r.out, err = newLines(f.out); err != nil {
			return cli.Usagef(
				"--out: %s: %s; --resume goes on with a file that is there",
				input.ShownName(f.out),
				input.Reason(err),
			)
		}
		return nil
	}
	r.out, err = resumeLines(f.out, r.passOver)
	if err != nil {
		return cli.Usagef("--out: %s: %s", input.ShownName(f.out), input.Reason(err))
	}
	return nil
}

// passOver holds a reply that is there against the line that it must belong to.
func (r *batchRun) passOver(reply []byte) error {
	root, err := strictjson.Decode(reply, strictjson.Options{})
	if err != nil {
		return fmt.Errorf("reply %d is none of this command", r.done+1)
	}
	text, err := r.in.next()
	if err != nil && !errors.Is(err, errLongLine) {
		return fmt.Errorf("it has more replies than --batch has lines")
	}
	id, _ := root.Lookup("id")
	line := readLine(text)
	if id.JSON() != line.id.JSON() || !ofThis(root, line) {
		return fmt.Errorf("reply %d belongs to another line than line %d of --batch", r.done+1, r.in.number)
	}
	kind, _ := root.Lookup("kind")
	r.failed += one(kind.Kind() == strictjson.KindString && kind.Text() == "error")
	r.done++
	return nil
}

// ofThis reports whether a reply can be that of a line: a result repeats the request's text.
func ofThis(reply strictjson.Value, l line) bool {
	result, _ := reply.Lookup("result")
	text, ok := result.Lookup("input")
	return !ok || text.Kind() == strictjson.KindString && text.Text() == l.request.Input
}

// total counts the lines of the input, for the estimate; 0 if that cannot be known.
func (r *batchRun) total(ctx context.Context, name string) int {
	counter, err := openLines(ctx, name)
	if err != nil {
		return 0
	}
	defer counter.close()
	for n := 0; ; n++ {
		if _, err := counter.next(); err != nil && !errors.Is(err, errLongLine) {
			return n
		}
	}
}

func (r *batchRun) next() (line, bool, error) {
	text, err := r.in.next()
	switch {
	case errors.Is(err, io.EOF):
		return line{}, false, nil
	case errors.Is(err, errLongLine):
		return line{err: intent.NewError(intent.LimitExceeded, intent.StageInput,
			fmt.Sprintf("the line is longer than %d bytes", maxLineBytes))}, true, nil
	case err != nil:
		return line{}, false, cli.Failedf("--batch: line %d could not be read: %s", r.in.number, err)
	}
	return readLine(text), true, nil
}

func (r *batchRun) read(ctx context.Context, l line) outcome {
	o := outcome{id: l.id}
	err := l.err
	if err == nil {
		o.result, err = r.reader.Parse(ctx, l.request)
	}
	o.failure = intent.AsError(err)
	return o
}

// errInterrupted ends a run whose context has ended: what was under way is done again by the next run.
var errInterrupted = errors.New("interrupted")

func (r *batchRun) emit(ctx context.Context, o outcome) error {
	if ctx.Err() != nil && o.failure != nil {
		return errInterrupted
	}
	if err := r.out.write(o.text()); err != nil {
		return cli.Failedf(
			"--out could not be written: %s; --resume goes on once that is fixed",
			input.Reason(err),
		)
	}
	r.wrote++
	r.failed += one(o.failure != nil)
	return nil
}

// end says what came of the run.
func (r *batchRun) end(p *program, err error) error {
	said := fmt.Sprintf("%d lines read, %d of them failed", r.done+r.wrote, r.failed)
	switch {
	case errors.Is(err, errInterrupted),
		errors.Is(err, context.Canceled),
		errors.Is(err, context.DeadlineExceeded):
		p.term.Note(said)
		return cli.Failedf("interrupted; --resume goes on with line %d", r.done+r.wrote+1)
	case err != nil:
		return err
	}
	p.term.Note(said)
	if r.failed > 0 {
		return cli.StatusError
	}
	return nil
}
