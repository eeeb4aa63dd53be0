package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

// Commands makes the commands of one half of the product for a terminal. It is called once a run.
type Commands func(*Terminal) []*cobra.Command

const rootHelp = `intent reads a request in plain language into a checked, structured result: what
is asked, in what state, and the business fields with the quotation behind each.
It never carries anything out: "ready" means understood, not allowed.

Exit status: 0 a result, 1 an error reply (also where the runtime refuses an
instance's language, limits or schema), 2 wrong usage or configuration file (the
message on stderr names the file, the key path and what is wrong).

Environment: NO_COLOR switches colour off, COLUMNS sets the width of a page.
API keys are taken from the variables that "intent parse --help" names, or from
the one that the configuration's apiKeyEnv names.`

// Run runs the command once and returns its exit status. It returns soon after ctx ends. Everything it
// has to say has been written when it returns.
func Run(ctx context.Context, term *Terminal, args []string, halves ...Commands) int {
	root := newRoot(term)
	for _, commands := range halves {
		root.AddCommand(commands(term)...)
	}
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		plainUsage(root)
	}
	root.SetArgs(args)
	root.SetIn(term.In)
	root.SetOut(term.Out)
	root.SetErr(term.Err)
	err := root.ExecuteContext(ctx)
	var said Status
	if err != nil && !errors.As(err, &said) {
		term.complain(err)
	}
	return statusOf(err)
}

func newRoot(term *Terminal) *cobra.Command {
	root := &cobra.Command{
		Use:               "intent",
		Short:             "Reads requests in plain language into checked, structured results",
		Long:              rootHelp,
		Args:              NoArguments,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,

		SuggestionsMinimumDistance: 2,
		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("version") {
				return tellVersion(term, UsualFormat(term.Out))
			}
			return c.Help()
		},
	}
	root.Flags().Bool("version", false, "the same as the command version")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return Usagef("%s\n`%s --help` lists the flags", err, c.CommandPath())
	})
	root.AddCommand(versionCommand(term))
	return root
}
