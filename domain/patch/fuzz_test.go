package patch_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/patch"
)

// FuzzParse: no text makes the reader panic, and what it takes keeps its promises.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "*** Begin Patch", wrap("*** Add File: a", "+x"), wrap("*** Delete File: a"),
		"<<'EOF'\n" + wrap("*** Update File: a", "*** Move to: b", "@@ x", " y", "", "-z", "+w", "*** End of File") + "\nEOF",
		wrap("*** Update File: a", "", "@@", "+x", "*** End of File", "", "@@", "-y")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { parses(t, text) })
}

func parses(t *testing.T, text string) {
	p, err := patch.Parse(text)
	var syntax *patch.SyntaxError
	if err != nil {
		if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > strings.Count(text, "\n")+1 {
			t.Fatalf("%q: %v", text, err)
		}
		return
	}
	if len(p.Operations) == 0 {
		t.Fatalf("%q: a patch without operations", text)
	}
	for _, op := range p.Operations {
		for _, c := range op.Chunks {
			if len(c.Lines) == 0 {
				t.Fatalf("%q: an empty chunk", text)
			}
		}
		if result, err := patch.Apply("x\ny\r\n\nz", op.Chunks); err == nil && utf8.ValidString(text) && !utf8.ValidString(result) {
			t.Fatalf("%q: the result is no text", text)
		}
	}
}

// pieces are what random patches are made of: every header, marks, blanks, line ends and other bytes.
var pieces = strings.Split("*** Begin Patch|*** End Patch|*** Add File: |*** Delete File: |*** Update File: |"+
	"*** Move to: |*** End of File|*** Environment ID: |@@|@@ | |+|-|\n|\n|\n|\r\n|\r|x|y|a/b|<<EOF|<<'EOF'|EOF|\t|\u3000|é|\xff|\x00|***|..", "|")

// TestParseTakesAnything is a fuzz of fixed length; the flag -count makes it longer.
func TestParseTakesAnything(t *testing.T) {
	t.Parallel()
	for range 20_000 {
		var b strings.Builder
		if rand.IntN(4) > 0 {
			b.WriteString("*** Begin Patch\n*** Update File: a\n")
		}
		for range rand.IntN(30) {
			b.WriteString(pieces[rand.IntN(len(pieces))])
		}
		if rand.IntN(2) > 0 {
			b.WriteString("\n*** End Patch")
		}
		parses(t, b.String())
	}
}

// FuzzDiff: the patch that leads from one text to another, made by comparing them, leads there.
func FuzzDiff(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc\n", uint8(1))
	f.Add("", "x\n", uint8(0))
	f.Add("a\n\n\nb\n", "\n\na\n", uint8(3))
	f.Fuzz(func(t *testing.T, before, after string, context uint8) {
		leads(t, lines(before), lines(after), int(context%4))
	})
}

func lines(text string) []string {
	var all []string
	for line := range strings.SplitSeq(strings.ToValidUTF8(text, "?"), "\n") {
		all = append(all, strings.ReplaceAll(line, "\r", ""))
	}
	return all[:min(len(all), 200)]
}

// TestRandomDiffs draws texts from few lines, so that they repeat, in the line ends of all systems.
func TestRandomDiffs(t *testing.T) {
	t.Parallel()
	alphabet := []string{"", "a", "b", "a ", " a", "\ta", "“a”", `"a"`, "a – b", "a - b", "@@", "*** End Patch", "-", "+x"}
	text := func() []string {
		all := make([]string, rand.IntN(12))
		for i := range all {
			all[i] = alphabet[rand.IntN(len(alphabet))]
		}
		return all
	}
	for range 20_000 {
		leads(t, text(), text(), rand.IntN(4))
	}
}

// leads makes a patch of all differences with an anchorless chunk for each run of changes, and applies
// it. A chunk whose old lines would also fit further up is joined with the one before.
func leads(t *testing.T, before, after []string, context int) {
	t.Helper()
	body := diff(before, after, context)
	if body == nil {
		return
	}
	end := []string{"\n", "\r\n", "\r"}[rand.IntN(3)]
	p, err := patch.Parse(wrap(append([]string{"*** Update File: a"}, body...)...))
	if err != nil {
		t.Fatalf("%q → %q: %v in %q", before, after, err, body)
	}
	got, err := patch.Apply(joined(before, end), p.Operations[0].Chunks)
	want := joined(after, end)
	if len(before) == 0 {
		want = joined(after, "\n")
	}
	if err != nil || got != want {
		t.Fatalf("%q → %q by %q gives %q, %v", before, after, body, got, err)
	}
}

func joined(lines []string, end string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line + end)
	}
	return b.String()
}

// step is a line of a comparison.
type step struct {
	mark byte
	line string
	at   int // in the first text
}

// diff returns the lines of an update, nil if nothing differs. The chunks are cut where more than
// twice the context lies between changes, and only if the cut is not ambiguous.
func diff(before, after []string, context int) []string {
	steps := compare(before, after)
	changed := func(s step) bool { return s.mark != ' ' }
	var body []string
	cursor := 0
	for i := 0; i < len(steps); {
		if !changed(steps[i]) {
			i++
			continue
		}
		from := max(cursor, i-context)
		last := i
		for j := i; j < len(steps) && j <= last+2*context+1; j++ {
			if changed(steps[j]) {
				last = j
			}
		}
		to := min(len(steps), last+1+context)
		if !unique(before, steps, cursor, from, to) {
			return whole(steps)
		}
		body = append(body, "@@")
		for _, s := range steps[from:to] {
			body = append(body, string(s.mark)+s.line)
		}
		cursor, i = to, to
	}
	return body
}

// whole is the update as one chunk of all lines, which fits at one place only. An insertion into an
// empty text is one too.
func whole(steps []step) []string {
	body := []string{"@@"}
	for _, s := range steps {
		body = append(body, string(s.mark)+s.line)
	}
	return body
}

// unique reports whether the old lines of steps from..to stand where the matching will find them: at
// the first place behind the cursor.
func unique(before []string, steps []step, cursor, from, to int) bool {
	var old []string
	at := -1
	for _, s := range steps[from:to] {
		if s.mark != '+' {
			old = append(old, s.line)
			if at < 0 {
				at = s.at
			}
		}
	}
	if len(old) == 0 {
		return false
	}
	start := 0
	for _, s := range steps[:cursor] {
		if s.mark != '+' {
			start = s.at + 1
		}
	}
	for i := start; i < at; i++ {
		if i+len(old) <= len(before) && strings.Join(before[i:i+len(old)], "\n") == strings.Join(old, "\n") {
			return false
		}
	}
	return true
}

// compare finds a longest common subsequence.
func compare(before, after []string) []step {
	n, m := len(before), len(after)
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if before[i] == after[j] {
				best[i][j] = best[i+1][j+1] + 1
			}
		}
	}
	var steps []step
	i, j := 0, 0
	for i < n || j < m {
		switch {
		case i < n && j < m && before[i] == after[j]:
			steps = append(steps, step{' ', before[i], i})
			i, j = i+1, j+1
		case j == m || i < n && best[i+1][j] >= best[i][j+1]:
			steps = append(steps, step{'-', before[i], i})
			i++
		default:
			steps = append(steps, step{'+', after[j], i})
			j++
		}
	}
	return steps
}
