package cli

import (
	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// The words that -o takes.
const (
	FormatText = "text"
	FormatJSON = "json"
	FormatHTML = "html"
)

// UsualFormat returns what a stream gets without -o: a page on a terminal, else JSON.
func UsualFormat(stream Stream) string {
	if stream.Terminal {
		return FormatText
	}
	return FormatJSON
}

// OneOf refuses a word of -o that is none of the known.
func OneOf(word string, known ...string) error {
	for _, k := range known {
		if word == k {
			return nil
		}
	}
	return Usagef("-o %s is not known: there are %s", Quoted(word), Quoted(known...))
}

// OutputFlag gives a command without a page in HTML its -o.
func OutputFlag(c *cobra.Command) {
	c.Flags().StringP("output", "o", "",
		"`FORMAT` of the output: text (usual on a terminal) or json (usual elsewhere)")
	_ = c.RegisterFlagCompletionFunc("output",
		cobra.FixedCompletions([]string{FormatText, FormatJSON}, cobra.ShellCompDirectiveNoFileComp))
}

// Output reads the flag of [OutputFlag].
func (t *Terminal) Output(c *cobra.Command) (string, error) {
	flag := c.Flag("output")
	if !flag.Changed {
		return UsualFormat(t.Out), nil
	}
	output := flag.Value.String()
	return output, OneOf(output, FormatText, FormatJSON)
}

// Line returns a value as one line of JSON.
func Line(value strictjson.Value) []byte { return append(value.AppendJSON(nil), '\n') }

// JSON returns a value as one line of JSON for the stream. On a terminal, what the terminal might obey
// is escaped: it means the same to who reads JSON.
func (s Stream) JSON(value strictjson.Value) []byte {
	line := Line(value)
	if s.Terminal {
		line = page.EscapeJSON(line)
	}
	return line
}
