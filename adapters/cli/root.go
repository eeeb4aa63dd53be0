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
Reading never carries anything out: "ready" means understood, not allowed. "intent
act" is the command that lets a model call tools.

Exit status: 0 a result, 1 an error reply (also if the runtime refuses an instance's
language, limits or schema) or a reply or record that could not be written, 2 wrong
usage or configuration file (stderr names the file, the key path and what is wrong).

A command that a signal ended has 128 and its number: 130 for Ctrl-C, 143 for SIGTERM.

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
	strictBuiltIns(root)
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
	status := statusOf(err)
	if status == int(StatusUsage) && ctx.Err() != nil {
		return int(StatusError) // a file that was not read to its end is no wrong usage
	}
	return status
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

		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("version") {
				return tellVersion(term, UsualFormat(term.Out))
			}
			return c.Help()
		},
	}
	root.Flags().BoolP("version", "v", false, "the same as the command version")
	color := root.PersistentFlags().String("color", "auto", "`WHEN` to use colour: auto, always or never")
	_ = root.RegisterFlagCompletionFunc("color",
		cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return term.setColour(*color) }
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { term.printHelp(c) })
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(versionCommand(term))
	return root
}

// strictBuiltIns has cobra's own commands refuse what they do not know: by themselves they print a help
// page with status 0.
func strictBuiltIns(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args = NoArguments
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		case "help":
			c.Run, c.RunE = nil, helpOn
		}
	}
}

// helpOn prints the help of the command that the arguments name.
func helpOn(c *cobra.Command, args []string) error {
	named, rest, err := c.Root().Find(args)
	if err != nil || named == nil {
		return NoArguments(c.Root(), args)
	}
	if err := NoArguments(named, rest); err != nil && named.HasSubCommands() {
		return err
	}
	named.InitDefaultHelpFlag()
	return named.Help()
}
