package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
)

// program is the command with what it was put together from.
type program struct {
	parts Parts
	term  Terminal
}

// Run runs the command once and gives its exit status. It returns soon after ctx ends. Everything it
// has to say has been written when it returns.
func Run(ctx context.Context, parts Parts, term Terminal, args []string) int {
	p := &program{parts: parts, term: term}
	root := p.root()
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		plainUsage(root)
	}
	root.SetArgs(args)
	root.SetIn(term.In)
	root.SetOut(term.Out)
	root.SetErr(term.Err)
	err := root.ExecuteContext(ctx)
	var said statusError
	if err != nil && !errors.As(err, &said) {
		p.complain(err)
	}
	return statusOf(err)
}

// complain writes the lines of an error to stderr, each under the command's name.
func (p *program) complain(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(p.term.Err, "intent: %s\n", page.Plain(line))
	}
}

// note tells a person something that is no error; "" is nothing to tell.
func (p *program) note(text string) {
	if text != "" {
		fmt.Fprintf(p.term.Err, "intent: %s\n", page.Plain(text))
	}
}

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:               "intent",
		Short:             "Reads requests in plain language into checked, structured results",
		Long:              rootHelp,
		Args:              noArguments,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,

		SuggestionsMinimumDistance: 2,
		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("version") {
				return p.tellVersion(usualFormat(p.term.Out))
			}
			return c.Help()
		},
	}
	root.Flags().Bool("version", false, "the same as the command version")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%s\n`%s --help` lists the flags", err, c.CommandPath())
	})
	root.AddCommand(p.parseCommand(), p.schemaCommand(), p.mcpCommand(), p.doctorCommand(), p.versionCommand())
	return root
}

// out writes a text whole to stdout.
func (p *program) out(text []byte) error { return write(p.term.Out, "the output", text) }

func write(w io.Writer, what string, text []byte) error {
	if _, err := w.Write(text); err != nil {
		return cannotWrite(what, err)
	}
	return nil
}
