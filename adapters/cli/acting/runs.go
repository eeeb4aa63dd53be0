package acting

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

func (p *program) runsCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "runs", Short: "Look at runs in a journal, and reconcile what is unknown", Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.PersistentFlags().String("journal", "", "the journal's `FILE` (usual: "+usualJournal+")")
	c.AddCommand(p.listCommand(), p.showCommand(), p.reconcileCommand(), p.removeCommand(), p.pruneCommand())
	return c
}

// open opens the journal that the command names.
func (p *program) open(c *cobra.Command, readOnly bool) (Journal, error) {
	path, err := p.journalPath(c.Flag("journal").Value.String())
	if err != nil {
		return nil, err
	}
	journal, err := p.parts.OpenJournal(c.Context(), path, readOnly)
	if err != nil {
		return nil, p.refused(err)
	}
	return journal, nil
}

// refused tells a person why something could not be done.
func (p *program) refused(err error) error {
	p.term.Note(shown(tool.From(err).Message))
	return cli.StatusError
}

func exactly(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return cli.Usagef("%s takes %s", c.CommandPath(), what)
		}
		return nil
	}
}

func (p *program) listCommand() *cobra.Command {
	var states []string
	c := &cobra.Command{Use: "list", Short: "List runs, newest first", Args: cli.NoArguments}
	c.Flags().StringSliceVar(&states, "state", nil, "only runs in `STATE`, …")
	cli.OutputFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		output, err := p.term.Output(c)
		if err != nil {
			return err
		}
		wanted := map[run.State]bool{}
		for _, word := range states {
			if !run.State(word).Known() {
				return cli.Usagef("--state %s is not known", cli.Quoted(word))
			}
			wanted[run.State(word)] = true
		}
		journal, err := p.open(c, true)
		if err != nil {
			return err
		}
		defer func() { _ = journal.Close() }()
		heads, err := journal.List(c.Context(), ports.Filter{})
		if err != nil {
			return p.refused(err)
		}
		return p.term.Print(p.list(heads, wanted, output))
	}
	return c
}

func (p *program) list(heads []run.Head, wanted map[run.State]bool, output string) []byte {
	var rows []strictjson.Value
	var page strings.Builder
	for _, h := range heads {
		h = p.seen(h)
		if len(wanted) > 0 && !wanted[h.State] {
			continue
		}
		rows = append(rows, jsonOf(h))
		fmt.Fprintf(&page, "%s  %s  %-17s  %s\n", h.ID, h.StartedAt.Local().Format("2006-01-02 15:04"), h.State,
			shown(h.Prompt))
	}
	if output == cli.FormatJSON {
		return cli.Line(strictjson.Object(member("runs", strictjson.Array(rows...))))
	}
	return []byte(page.String())
}

// seen is a head as it must be understood: an unfinished run whose process has gone needs recovery.
func (p *program) seen(h run.Head) run.Head {
	if !h.State.Ended() && !p.parts.Alive(h.Host) {
		h.State = run.RecoveryRequired
	}
	return h
}

func (p *program) showCommand() *cobra.Command {
	c := &cobra.Command{Use: "show RUN", Short: "Show a run's events and effects, whole",
		Args: exactly(1, "one RUN")}
	cli.OutputFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		output, err := p.term.Output(c)
		if err != nil {
			return err
		}
		journal, err := p.open(c, true)
		if err != nil {
			return err
		}
		defer func() { _ = journal.Close() }()
		r, page, err := conversation.Load(c.Context(), journal, args[0])
		if err != nil {
			return p.refused(err)
		}
		return p.term.Print(p.show(r, page, output))
	}
	return c
}

func (p *program) reconcileCommand() *cobra.Command {
	var outcome, note string
	c := &cobra.Command{
		Use: "reconcile RUN INVOCATION", Short: "Write down what you found out about an uncertain call",
		Long: "reconcile takes an unfinished run away from whoever ran it, and writes down what\n" +
			"you found out about one of its calls. When nothing is uncertain any more, the run ends.",
		Args: exactly(2, "a RUN and an INVOCATION"),
	}
	c.Flags().StringVar(&outcome, "outcome", "", "`WHAT` you found: done or not-done (required)")
	c.Flags().StringVar(&note, "note", "", "how you know, a `TEXT` (required)")
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case outcome != "done" && outcome != "not-done":
			return cli.Usagef("--outcome is done or not-done")
		case strings.TrimSpace(note) == "":
			return cli.Usagef("--note TEXT is missing: say how you know")
		}
		journal, err := p.open(c, false)
		if err != nil {
			return err
		}
		defer func() { _ = journal.Close() }()
		return p.reconcile(c.Context(), journal, args, outcome, note)
	}
	return c
}

// over refuses a run whose process is still there: what follows would take the run away from it.
func (p *program) over(ctx context.Context, journal ports.Journal, id string) error {
	r, _, err := conversation.Load(ctx, journal, id)
	if err != nil {
		return err
	}
	if head := r.Head(); !head.State.Ended() && p.parts.Alive(head.Host) {
		return tool.Errorf(tool.ResourceConflict, "the run is still running: stop it first")
	}
	return nil
}

func (p *program) reconcile(ctx context.Context, journal ports.Journal, args []string, outcome,
	note string) error {
	if err := p.over(ctx, journal, args[0]); err != nil {
		return p.refused(err)
	}
	effect := args[1]
	if !strings.HasPrefix(effect, "tool:") {
		effect = "tool:" + effect
	}
	r, err := conversation.Recover(ctx, journal, args[0], p.now())
	if err != nil {
		return p.refused(err)
	}
	err = conversation.Reconcile(ctx, journal, r, p.now(), run.Reconcile{
		Effect: effect, Outcome: outcome, Note: note, By: p.parts.User(),
	})
	if err != nil {
		return p.refused(err)
	}
	head := r.Head()
	return p.term.Print([]byte(fmt.Sprintf("%s: %s\nrun %s: %s\n", shown(args[1]), outcome, head.ID,
		head.State)))
}

func (p *program) removeCommand() *cobra.Command {
	c := &cobra.Command{Use: "rm RUN", Short: "Forget an ended run", Args: exactly(1, "one RUN")}
	c.RunE = func(c *cobra.Command, args []string) error {
		journal, err := p.open(c, false)
		if err != nil {
			return err
		}
		defer func() { _ = journal.Close() }()
		if err := journal.Remove(c.Context(), args[0]); err != nil {
			return p.refused(err)
		}
		return nil
	}
	return c
}

func (p *program) pruneCommand() *cobra.Command {
	var age time.Duration
	c := &cobra.Command{Use: "prune", Short: "Forget ended runs that are old", Args: cli.NoArguments}
	c.Flags().DurationVar(&age, "older-than", 30*24*time.Hour, "how long ago a run must have ended")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if age < 0 {
			return cli.Usagef("--older-than is not below 0")
		}
		journal, err := p.open(c, false)
		if err != nil {
			return err
		}
		defer func() { _ = journal.Close() }()
		return p.prune(c.Context(), journal, p.now().Add(-age))
	}
	return c
}

func (p *program) prune(ctx context.Context, journal Journal, before time.Time) error {
	heads, err := journal.List(ctx, ports.Filter{})
	if err != nil {
		return p.refused(err)
	}
	removed := 0
	for _, h := range heads {
		if !h.State.Ended() || !h.UpdatedAt.Before(before) || h.State == run.UnknownOutcome {
			continue
		}
		switch err := journal.Remove(ctx, h.ID); {
		case err == nil:
			removed++
		case !errors.Is(err, tool.NotFound): // another process was first
			return p.refused(err)
		}
	}
	return p.term.Print([]byte(fmt.Sprintf("%d runs removed\n", removed)))
}
