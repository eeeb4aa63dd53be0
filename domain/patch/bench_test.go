package patch_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/patch"
)

// large is a text of 100,000 lines and 1,000 chunks that one pass of the matching finds, and the passes
// before it do not. The repeating ones have no rare line to go by.
func large(pass string, repeating bool) (string, []patch.Chunk) {
	var text strings.Builder
	var list []patch.Chunk
	for i := range 100_000 {
		content := fmt.Sprintf("say(%q) - %d", "it's", i)
		if repeating {
			content = fmt.Sprintf("say(%q) - %d", "it's", i%2)
			if i%100 == 99 {
				content = "}"
			}
		}
		plain := patch.Line{Mark: patch.Keep, Text: content}
		switch pass {
		case "trailing":
			content += "  "
		case "trimmed":
			content = "\t" + content + " "
		case "plain":
			content = " " + strings.NewReplacer("'", "\u2019", "-", "\u2013").Replace(content)
			if content == " }" && repeating {
				content = "\u00a0}"
			}
		}
		text.WriteString(content + "\n")
		switch i % 100 {
		case 95:
			list = append(list, patch.Chunk{})
			fallthrough
		case 96, 97, 98, 99:
			c := &list[len(list)-1]
			c.Lines = append(c.Lines, plain)
		}
	}
	for i := range list {
		list[i].Lines[2].Mark = patch.Remove
		list[i].Lines = append(list[i].Lines, patch.Line{Mark: patch.Insert, Text: "new"})
	}
	return text.String(), list
}

var passes = []string{"equal", "trailing", "trimmed", "plain"}

// TestLargePatchesAreFast is the bound of the specification, with slack for a busy machine.
func TestLargePatchesAreFast(t *testing.T) {
	for _, pass := range passes {
		for _, repeating := range []bool{false, true} {
			text, list := large(pass, repeating)
			start := time.Now()
			if _, err := patch.Apply(text, list); err != nil {
				t.Fatal(pass, err)
			}
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%s, repeating %v: %v", pass, repeating, took)
			}
		}
	}
}

// hostile is a text in which the first three passes walk the whole rest for each chunk, and find all of
// its lines there, but never in a row; the last pass finds it at once.
func hostile() (string, []patch.Chunk) {
	text := strings.Repeat(strings.Repeat("“x”\n", 59)+"y\n", 1600) + strings.Repeat("\"x\"\nz\n", 2000)
	list := make([]patch.Chunk, 1000)
	for i := range list {
		for range 59 {
			list[i].Lines = append(list[i].Lines, patch.Line{Mark: patch.Keep, Text: `"x"`})
		}
		list[i].Lines = append(list[i].Lines, patch.Line{Mark: patch.Remove, Text: "y"})
	}
	return text, list
}

func BenchmarkActPatchHostile(b *testing.B) {
	text, list := hostile()
	for b.Loop() {
		if _, err := patch.Apply(text, list); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkActPatch(b *testing.B) {
	for _, pass := range passes {
		for _, repeating := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/repeating=%v", pass, repeating), func(b *testing.B) {
				text, list := large(pass, repeating)
				for b.Loop() {
					if _, err := patch.Apply(text, list); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkActParsePatch(b *testing.B) {
	text := wrap("*** Update File: a", strings.Repeat("@@\n keep\n-old\n+new\n", 10_000)+"*** End of File")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := patch.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}
