package patch_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/patch"
)

// wrap puts the lines of a patch between its markers; line 2 is the first of them.
func wrap(lines ...string) string {
	return "*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch"
}

func TestParseReadsEveryOperation(t *testing.T) {
	t.Parallel()
	got, err := patch.Parse(wrap(
		"*** Add File: a", "+x", "+", "+y",
		"*** Delete File: b",
		"*** Update File: c", "*** Move to: d", "@@ func f() ", " keep", "-old", "+new", "", "*** End of File",
		"*** Update File: e", "-x",
		"*** Update File: f", "*** Move to: g"))
	if err != nil {
		t.Fatal(err)
	}
	want := patch.Patch{Operations: []patch.Operation{
		{Action: patch.Add, Path: "a", Text: "x\n\ny\n", Line: 2},
		{Action: patch.Delete, Path: "b", Line: 6},
		{Action: patch.Update, Path: "c", To: "d", Line: 7, Chunks: []patch.Chunk{{
			Anchor: "func f()", AtEnd: true, Lines: []patch.Line{
				{Mark: patch.Keep, Text: "keep"}, {Mark: patch.Remove, Text: "old"},
				{Mark: patch.Insert, Text: "new"}, {Mark: patch.Keep},
			},
		}}},
		{Action: patch.Update, Path: "e", Line: 15, Chunks: []patch.Chunk{{
			Lines: []patch.Line{{Mark: patch.Remove, Text: "x"}},
		}}},
		{Action: patch.Update, Path: "f", To: "g", Line: 17},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, expected %+v", got, want)
	}
}

func TestEmptyLinesBehindAnUpdatesHeader(t *testing.T) {
	t.Parallel()
	removal := patch.Line{Mark: patch.Remove, Text: "x"}
	for _, c := range []struct {
		name  string
		lines []string
		want  []patch.Line
	}{
		{"before a chunk's header they are nothing", []string{"", "@@", "-x"}, []patch.Line{removal}},
		{"without one they are context", []string{"", "-x"}, []patch.Line{{Mark: patch.Keep}, removal}},
		{"a line of blanks is context", []string{"  ", "-x"}, []patch.Line{{Mark: patch.Keep, Text: " "}, removal}},
	} {
		p, err := patch.Parse(wrap(append([]string{"*** Update File: a"}, c.lines...)...))
		if err != nil || !reflect.DeepEqual(p.Operations[0].Chunks[0].Lines, c.want) {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
	}
}

func TestSyntaxErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		text string
		line int
	}{
		{"the empty text", "", 1},
		{"no begin marker", "hello", 1},
		{"a blank line in a here-document before the begin marker", "<<EOF\n\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF", 1},
		{"a here-document with blanks in its first line", "<< EOF\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF", 1},
		{"a here-document with blanks before its last line", "<<EOF\n*** Begin Patch\n*** Delete File: a\n*** End Patch\n EOF", 1},
		{"no end marker", "*** Begin Patch\n*** Delete File: a", 2},
		{"no operation", wrap("*** End Patch"), 2},
		{"text behind the end marker", wrap("*** Delete File: a") + "\nmore", 4},
		{"a patch behind the end marker", wrap("*** Delete File: a", "*** End Patch", "*** Begin Patch"), 4},
		{"an indented end marker in the middle is context", wrap("*** Update File: a", "-x", " *** End Patch", "oops"), 5},
		{"no path", wrap("*** Add File: ", "+x"), 2},
		{"a path of blanks", wrap("*** Add File:    ", "+x"), 2},
		{"a NUL in a path", wrap("*** Delete File: a\x00b"), 2},
		{"a NUL in a new path", wrap("*** Update File: a", "*** Move to: b\x00"), 3},
		{"no blank behind a header's colon", wrap("*** Delete File:a"), 2},
		{"a header in lower case", wrap("*** delete file: a"), 2},
		{"a blank line in an added file", wrap("*** Add File: a", "+x", "", "+y"), 4},
		{"an empty add before a header", wrap("*** Add File: a", "*** Delete File: b"), 3},
		{"an environment", wrap("*** Environment ID: e", "*** Delete File: b"), 2},
		{"an environment in an update", wrap("*** Update File: a", "-x", "*** Environment ID: e"), 4},
		{"the end of file before any line", wrap("*** Update File: a", "*** End of File"), 3},
		{"the end of file twice", wrap("*** Update File: a", "-x", "*** End of File", "*** End of File"), 5},
		{"a line behind the end of file", wrap("*** Update File: a", "-x", "*** End of File", " y"), 5},
		{"an empty chunk behind the end of file", wrap("*** Update File: a", "-x", "*** End of File", "@@"), 6},
		{"an anchor without lines", wrap("*** Update File: a", "@@ x", "*** Delete File: b"), 4},
		{"a move without a path", wrap("*** Update File: a", "*** Move to: "), 3},
		{"an update of nothing behind an empty line", wrap("*** Update File: a", ""), 2},
		{"a bare CR is no line end", "*** Begin Patch\r*** Delete File: a\r*** End Patch", 1},
	} {
		_, err := patch.Parse(c.text)
		var syntax *patch.SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != c.line || syntax.Reason == "" {
			t.Errorf("%s: %v, expected line %d", c.name, err, c.line)
		}
	}
}

func TestPathsKeepTheirBlanks(t *testing.T) {
	t.Parallel()
	p, err := patch.Parse(wrap("*** Delete File:  a\u3000b ", "\u3000*** Delete File: \tc"))
	if err != nil || p.Operations[0].Path != " a\u3000b" || p.Operations[1].Path != "\tc" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestHereDocumentsOfFourLines(t *testing.T) {
	t.Parallel()
	_, err := patch.Parse("<<EOF\n*** Begin Patch\n*** End Patch\nEOF")
	var syntax *patch.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 2 {
		t.Errorf("%v, expected line 2 within the here-document", err)
	}
	if p, err := patch.Parse("<<'EOF'\r\n*** Begin Patch\r\n*** Delete File: a\r\n*** End Patch\r\nEOF\r\n"); err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}
