package acting

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// statusUnknown is the exit status of a run whose outcome nobody knows.
const statusUnknown cli.Status = 3

// What the command takes without a flag.
const (
	usualTime     = time.Hour
	usualWork     = 500
	usualAttempts = 4
)

// actFlags is what `intent act` was called with.
type actFlags struct {
	text      []string // TEXT, at most one
	workspace string
	provider  string
	mandate   string
	tools     []string
	from      string // --continue

	approve         string
	answers         string
	readingCommands string
	sandbox         string

	journal  string
	timeout  time.Duration
	work     int
	attempts int

	trace    string
	envelope bool
	output   string

	given func(flag string) bool
}

const actHelp = `act lets a language model carry out a task in a workspace, by calling tools. A
tool runs only if it was granted, and only after the call was written down; what
it gave is written down before the model sees it. What nobody knows is called
unknown_outcome, and stays so until somebody reconciles it (intent runs).

Commands that a model runs are programs like any other: they can do what you can
do, unless a sandbox holds them.

Exit status: 0 the run completed, 1 every other end, 2 wrong usage, 3 nobody knows
what the run did.`

const actExamples = `  intent act --workspace . --provider script:turns.json --mandate none "Go on."
  intent act --workspace . --provider openai:gpt-5 --mandate none \
    --tools update_plan,exec_command=ask "Count the lines"
  intent act --workspace . --provider openai:gpt-5 --continue RUN "And now the tests"`

func (p *program) actCommand() *cobra.Command {
	var f actFlags
	c := &cobra.Command{
		Use:     "act [TEXT | -]",
		Short:   "Let a model carry out a task with tools",
		Long:    actHelp + "\n\n" + p.environmentHelp(),
		Example: actExamples,
		RunE: func(c *cobra.Command, args []string) error {
			f.text, f.given = args, c.Flags().Changed
			return p.act(c.Context(), &f)
		},
	}
	f.define(c.Flags(), p.providerSpecs())
	return c
}

func (f *actFlags) define(flags *pflag.FlagSet, providers string) {
	flags.SortFlags = false
	flags.StringVar(&f.workspace, "workspace", "", "work in `DIR` (required); links are resolved")
	flags.StringVar(&f.provider, "provider", "", "whose model acts, a `SPEC` (required): "+providers)
	flags.StringVar(&f.mandate, "mandate", "", "none: no request is read, --tools alone grants")
	flags.StringSliceVar(&f.tools, "tools", nil,
		"grant the tools `NAME,…`; NAME=ask asks before each call (without it: every local tool)")
	flags.StringVar(&f.from, "continue", "", "go on from `RUN` in a new run")
	flags.StringVar(&f.approve, "approve", "",
		"`WHEN` approvals are given: ask (usual on a terminal), never (usual elsewhere) or always")
	flags.StringVar(&f.answers, "answers", "", "answer from `FILE`, in order, instead of asking")
	flags.StringVar(&f.readingCommands, "reading-commands", "on",
		"on: commands that only read need no approval under a mandate; or off (no effect with --mandate none)")
	flags.StringVar(&f.sandbox, "sandbox", "on",
		"on: hold commands in a sandbox if there is one; off; or required")
	flags.StringVar(&f.journal, "journal", "",
		"write the run down in `FILE`, or memory for none (usual: "+usualJournal+")")
	flags.DurationVar(&f.timeout, "timeout", usualTime,
		"how long the run may take, 1ms to 1h; waiting for you does not count")
	flags.IntVar(&f.work, "max-work", usualWork, "how many attempts and calls the run may make, `N`")
	flags.IntVar(&f.attempts, "provider-attempts", usualAttempts,
		"attempts in a row at a provider that is busy or drops the line, `N`")
	flags.StringVar(&f.trace, "trace", "",
		"write each request and event as a JSON line to `FILE`, the contents included")
	flags.BoolVar(&f.envelope, "envelope", false,
		`print one JSON reply, {"kind":"run",…} or {"kind":"error",…}`)
	flags.StringVarP(&f.output, "output", "o", "",
		"`FORMAT` of the output: text (usual on a terminal) or json (usual elsewhere)")
}

// act starts a run and waits for its end.
func (p *program) act(ctx context.Context, f *actFlags) error {
	o, err := p.orders(ctx, f)
	if err != nil {
		return err
	}
	defer o.close()
	outcome, authority, err := p.runTo(ctx, o)
	lost := o.trace.keep()
	if err != nil {
		return p.failed(o, err)
	}
	err = p.ended(o, outcome, authority)
	if lost != nil {
		p.term.Note("the trace could not be kept: " + lost.Error())
		if err == nil {
			err = cli.StatusError
		}
	}
	return err
}

// runTo runs the run to its end. The end of ctx cancels it.
func (p *program) runTo(ctx context.Context, o *orders) (conversation.Outcome, []tool.Grant, error) {
	s, grants, err := p.settings(ctx, o)
	if err != nil {
		return conversation.Outcome{}, nil, err
	}
	c, err := conversation.Start(ctx, s)
	if err != nil {
		return conversation.Outcome{}, nil, err
	}
	select {
	case <-ctx.Done():
		_ = c.Cancel() // refused only by a run that has ended by itself
	case <-c.Done():
	}
	outcome, err := c.Wait(context.WithoutCancel(ctx))
	return outcome, grants, err
}

// failed tells of an error before the run began.
func (p *program) failed(o *orders, err error) error {
	e := first(err)
	if o.envelope || o.output == cli.FormatJSON {
		if err := p.term.Print(cli.Line(errorEnvelope(e))); err != nil {
			return err
		}
		return cli.StatusError
	}
	p.term.Note(shown(e.Error()))
	return cli.StatusError
}

// first returns the first of joined errors with the texts of all, as one error for an envelope.
func first(err error) tool.Error {
	e := tool.From(err)
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) && len(joined.Unwrap()) > 1 {
		e.Message = ""
		for i, part := range joined.Unwrap() {
			if i > 0 {
				e.Message += "; "
			}
			e.Message += tool.From(part).Message
		}
	}
	return e
}

// ended tells how the run ended, and gives the exit status.
func (p *program) ended(o *orders, outcome conversation.Outcome, grants []tool.Grant) error {
	text := cli.Line(runEnvelope(outcome, grants))
	if !o.envelope && o.output == cli.FormatText {
		text = runPage(outcome)
	}
	if err := p.term.Print(text); err != nil {
		return err
	}
	switch outcome.Head.State {
	case run.Completed:
		return nil
	case run.UnknownOutcome:
		return statusUnknown
	default:
		return cli.StatusError
	}
}
