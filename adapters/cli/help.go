package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
)

// setColour applies the flag to both streams.
func (t *Terminal) setColour(when string) error {
	switch when {
	case "auto":
	case "always", "never":
		t.Out.Colour, t.Err.Colour = when == "always", when == "always"
	default:
		return Usagef("--color %s is not known; there are %s", Quoted(when), Quoted("auto", "always", "never"))
	}
	return nil
}

// printHelp prints what a command does and takes, wrapped to a terminal's width.
func (t *Terminal) printHelp(c *cobra.Command) {
	about := c.Long
	if about == "" {
		about = c.Short
	}
	text := strings.TrimRight(about, "\n ") + "\n\n" + c.UsageString()
	if t.Out.Terminal && t.Out.Width > 0 {
		text = page.Reflow(text, t.Out.Width)
	}
	_ = t.Print([]byte(text))
}
