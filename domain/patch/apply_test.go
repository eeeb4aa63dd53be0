package patch_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/patch"
)

// chunks reads the chunks of an update of one file.
func chunks(t testing.TB, lines ...string) []patch.Chunk {
	t.Helper()
	p, err := patch.Parse(wrap(append([]string{"*** Update File: a"}, lines...)...))
	if err != nil {
		t.Fatal(err)
	}
	return p.Operations[0].Chunks
}

func TestApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		lines      []string
		want       string
	}{
		{"context only", "a\nb", []string{" a"}, "a\nb\n"},
		{"an anchor moves the cursor though nothing else does", "a\nx\na\nx\n",
			[]string{"@@ x", "+end", "@@", "-a", "+b"}, "a\nx\nb\nx\nend\n"},
		{"an empty last line is left out at a second try", "a\nb\n", []string{"-a", "", "@@", "-b", "+c"}, "c\n"},
		{"an empty last line that is there is used", "a\n\na\n", []string{"-a", ""}, "\na\n"},
		{"nothing left at a second try goes to the end", "a\n", []string{"", "+x"}, "a\n\nx\n"},
		{"nothing left and nothing new", "a\n", []string{"-", "+"}, "a\n"},
		{"a kept empty line that is not there is written", "a\n", []string{"-a", "", "+x"}, "\nx\n"},
		{"all lines of the second try at the end", "a\nb\n", []string{"-b", "+c", "", "*** End of File"}, "a\nc\n"},
		{"insertions at the end keep their order", "a\n", []string{"@@", "+1", "@@", "+2", "@@", "-a"}, "1\n2\n"},
		{"a CR inside a line of the patch is content", "a\n", []string{"-a", "+b\rc"}, "b\rc\n"},
		{"CR CR LF ends two lines", "a\r\r\nb\r\n", []string{"-b", "+c"}, "a\r\r\nc\r"},
		{"a text without line ends gets LF", "a", []string{" a", "+b"}, "a\nb\n"},
		{"wide blanks within a line are plain in the last pass", "a\u2003b\u3000c\u00a0d\n", []string{"-a b c d", "+x"}, "x\n"},
		{"a blank that no pass knows", "a\u2001b\nx\n", []string{"-x"}, "a\u2001b\n"},
		{"a byte order mark is content", "\ufeffa\nb\n", []string{"-b"}, "\ufeffa\n"},
		{"overlapping beginnings", "a\na\na\nb\n", []string{"-a", "-a", "-b"}, "a\n"},
	} {
		got, err := patch.Apply(c.text, chunks(t, c.lines...))
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; expected %q", c.name, got, err, c.want)
		}
	}
}

func TestMismatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		lines      []string
		want       patch.MismatchError
	}{
		{"lines", "a\nb\n", []string{" a", "@@", "-x", " y"}, patch.MismatchError{Chunk: 2, Expected: "x\ny"}},
		{"an anchor", "a\n", []string{"@@ no", "-a"}, patch.MismatchError{Chunk: 1, Anchor: true, Expected: "no"}},
		{"behind the cursor", "a\nb\n", []string{"-b", "@@", "-a"}, patch.MismatchError{Chunk: 2, Expected: "a"}},
		{"not at the end", "a\nb\n", []string{"-a", "*** End of File"},
			patch.MismatchError{Chunk: 1, AtEnd: true, Expected: "a"}},
		{"longer than the text", "a\n", []string{" a", " b", "*** End of File"},
			patch.MismatchError{Chunk: 1, AtEnd: true, Expected: "a\nb"}},
		{"what no fold makes equal", "a\u2001b\n", []string{"-a b"}, patch.MismatchError{Chunk: 1, Expected: "a b"}},
		{"an empty text", "", []string{"-a"}, patch.MismatchError{Chunk: 1, Expected: "a"}},
	} {
		_, err := patch.Apply(c.text, chunks(t, c.lines...))
		var got *patch.MismatchError
		if !errors.As(err, &got) || *got != c.want {
			t.Errorf("%s: %v, expected %+v", c.name, err, c.want)
		}
	}
}

func TestExpectedLinesAreCut(t *testing.T) {
	t.Parallel()
	_, err := patch.Apply("a\n", chunks(t, "-"+strings.Repeat("语", 2000)))
	var got *patch.MismatchError
	if !errors.As(err, &got) || len(got.Expected) > patch.MaxExpectedBytes || !utf8.ValidString(got.Expected) {
		t.Errorf("%d bytes, valid %v", len(got.Expected), utf8.ValidString(got.Expected))
	}
}

func TestApplyRefusesWhatIsNotText(t *testing.T) {
	t.Parallel()
	if _, err := patch.Apply("a\xff\n", chunks(t, "+b")); !errors.Is(err, patch.ErrNotText) {
		t.Error(err)
	}
}
