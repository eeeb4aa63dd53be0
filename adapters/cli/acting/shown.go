package acting

import (
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/run"
)

// maxShown bounds what a person is shown of one approval, in bytes: what is longer is refused.
const maxShown = 64 << 10

// zero are the characters that show nothing and join or part others.
var zero = strings.NewReplacer("\u200b", "\ufffd", "\u200c", "\ufffd", "\u200d", "\ufffd", "\u2060",
	"\ufffd", "\u00ad", "\ufffd")

// shown makes a text of a model, a request or the world harmless on one line: control characters, and
// those that reorder or hide text, are made visible.
func shown(text string) string { return zero.Replace(page.Plain(text)) }

// shownBlock is shown for a text of several lines.
func shownBlock(text string) string { return zero.Replace(page.Block(text)) }

// approvalText is what a person is shown of an approval.
func approvalText(asked run.Interaction) string {
	a := asked.Approval
	var b strings.Builder
	b.WriteString("The model wants to call " + shown(asked.Tool) + " in " + shown(a.Workspace) + ":\n")
	arguments := a.Arguments.JSON()
	if a.Arguments.Kind().String() == "string" {
		arguments = a.Arguments.Text()
	}
	for line := range strings.Lines(shownBlock(arguments) + "\n") {
		b.WriteString("  | " + line)
	}
	for _, reason := range a.Reasons {
		b.WriteString("It is asked for because: " + shown(reason) + ".\n")
	}
	for _, need := range a.Needs {
		b.WriteString("  " + string(need.Kind) + ": " + shown(strings.Join(need.Files, ", ")) + "\n")
	}
	for _, text := range a.Prohibitions {
		b.WriteString("The request says: " + shown(text) + "\n")
	}
	return b.String()
}
