package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// plainUsage takes the marks off the flags' help, by which pflag finds a value's name and which a shell
// would show as they stand.
func plainUsage(c *cobra.Command) {
	plain := func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") }
	c.Flags().VisitAll(plain)
	c.PersistentFlags().VisitAll(plain)
	for _, child := range c.Commands() {
		plainUsage(child)
	}
}
