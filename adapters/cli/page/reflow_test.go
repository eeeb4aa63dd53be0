package page

import (
	"strings"
	"testing"
)

func TestReflow(t *testing.T) {
	t.Parallel()
	const help = `Reads one request from the command line
or from stdin.

Flags:
      --field NAME    extract the field NAME; repeat it
  intent parse 'Cancel order B-1042, please.'
`
	const want = `Reads one request from the
command line or from stdin.

Flags:
      --field NAME
        extract the field NAME;
        repeat it
  intent parse 'Cancel order
  B-1042, please.'
`
	if got := Reflow(help, 32); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := Reflow(help, 80); got != help {
		t.Errorf("a wide terminal changes\n%s", got)
	}
	for line := range strings.Lines(Reflow(strings.Repeat("x", 500), 20)) {
		if len(line) > 21 {
			t.Errorf("too wide: %q", line)
		}
	}
}
