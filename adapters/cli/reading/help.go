package reading

import (
	"fmt"
	"strings"
)

const parseExamples = `  intent parse 'Cancel order B-1042, but keep the customer account.'
  intent parse --schema order.schema.json --field orderId 'Cancel order B-1042.'
  intent parse --config intent.yaml --instance orders --audit audit.json - < request.txt
  intent parse --executor openai:MODEL --request request.json --envelope`

// parseHelp is the long help of parse; the executors are listed from the table.
func (p *program) parseHelp() string {
	var b strings.Builder
	b.WriteString(`Reads one request: TEXT, or stdin for "-" (also without TEXT where stdin is not a
terminal), taken byte for byte, or a whole request with --request.

A result goes to stdout, as a page on a terminal and as JSON elsewhere; an error
goes to stderr in the same way and leaves stdout empty. With --envelope, stdout
gets one JSON reply in either case.

The instance comes from --config, without it everything has its default; flags
override it. Without --timeout the instance's timeoutMs counts, without that the
deadline is 120 s.

Executor SPEC (without --executor the instance's own executor block, else offline):
`)
	for i, scheme := range p.parts.Schemes {
		fmt.Fprintf(&b, "  %-15s %s", p.specs()[i], scheme.About)
		switch {
		case scheme.KeyOptional:
			fmt.Fprintf(&b, " (key, if it needs one, from %s)", scheme.KeyEnv)
		case scheme.KeyEnv != "":
			fmt.Fprintf(&b, " (key from %s)", scheme.KeyEnv)
		}
		b.WriteString("\n")
	}
	b.WriteString(`
A trace and an audit hold the material: the flag is the consent. They are written
for the owner's eyes only.`)
	return b.String()
}
