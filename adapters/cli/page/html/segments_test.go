package html

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestSegmentsNest(t *testing.T) {
	t.Parallel()
	value := func(id int) *thing { return &thing{id: id, kind: valueMark, name: fmt.Sprint(id)} }
	got := segments("2 x lamp, 1 x desk", []mark{
		{thing: value(1), start: 0, end: 8, place: 1, shown: 8}, {thing: value(2), start: 4, end: 8, place: 1, shown: 8},
		{thing: value(3), start: 0, end: 18, place: 1, shown: 18, ambiguous: true},
		{thing: &thing{id: 4, kind: prohibitionMark}, start: 10, end: 18, place: 1},
	})
	var shown []string
	for _, s := range got {
		text := s.Text
		for _, id := range s.Refs {
			text += fmt.Sprintf("^%d", id)
		}
		shown = append(shown, text)
	}
	if want := "2 x |lamp^1^2|, |1 x desk^3"; strings.Join(shown, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(shown, "|"), want)
	}
	for i, want := range []string{"kv n3 n1", "kv n2 n3 n1", "kv doubt n3", "kv kp doubt n4 n3"} {
		if got[i].Class != want {
			t.Errorf("%q is %q, want %q", got[i].Text, got[i].Class, want)
		}
	}
}

// Whatever the marks, the material is shown whole, and each mark begins once and has its number once.
func TestSegmentsKeepTheText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z ]{1,40}`).Draw(t, "text")
		marks := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) mark {
			start := rapid.IntRange(0, len(text)-1).Draw(t, "start")
			end := rapid.IntRange(start+1, len(text)).Draw(t, "end")
			return mark{start: start, end: end, place: 1, shown: wordEnd(text, end)}
		}), 0, 6).Draw(t, "marks")
		for i := range marks {
			marks[i].thing = &thing{id: i + 1, kind: kinds[i%len(kinds)]}
		}
		whole, begun, numbered := "", 0, 0
		for _, s := range segments(text, marks) {
			whole += s.Text
			begun += len(s.IDs)
			numbered += len(s.Refs)
		}
		if whole != text || begun != len(marks) || numbered != len(marks) {
			t.Fatalf("%q, %d begun, %d numbered", whole, begun, numbered)
		}
	})
}

// A number is set behind the word and not into it.
func TestNumbersDoNotCutWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, quote string
		rest        string // behind the number
	}{
		{"see https://example.org/B-1042/details now", "B-1042", " now"},
		{"1Z999AA10123456784, please", "12345", ", please"},
		{"订单 B-1042，请", "B-1042", "，请"},
		{"请取消订单", "取消", "订单"},
		{strings.Repeat("x", 200), "x", strings.Repeat("x", 199)},
		{"the end", "end", ""},
	} {
		at := strings.Index(tt.text, tt.quote) + len(tt.quote)
		if rest := tt.text[wordEnd(tt.text, at):]; rest != tt.rest {
			t.Errorf("%q: %q follows, want %q", tt.text, rest, tt.rest)
		}
	}
}

// crowded is a request of single letters in which many values quote one letter each.
func crowded(letters, values int) page.Content {
	audit := &intent.Audit{}
	for v := range values {
		source := intent.AuditSource{SourceID: intent.InputID, Quote: "a"}
		for i := range min(letters, 1000) {
			source.Occurrences = append(source.Occurrences, intent.Occurrence{ByteOffset: 2 * i})
		}
		audit.Leaves = append(audit.Leaves, intent.AuditLeaf{
			Path: fmt.Sprintf("/data/f%d", v), Sources: []intent.AuditSource{source},
		})
	}
	for i := range values {
		audit.Anchors = append(audit.Anchors, intent.Anchor{Path: fmt.Sprintf("/prohibitions/%d", i),
			Ranges: []intent.AnchorRange{{SourceID: intent.InputID, Start: i, End: 2*letters - i}}})
	}
	input := strings.Repeat("a ", letters)
	return page.Content{
		Materials: []intent.Material{{ID: intent.InputID, Content: input}}, Audit: audit,
		Result: &intent.Result{Input: input, NormalizedInput: input, Prohibitions: make([]string, values)},
	}
}

// The page grows with what it shows and not with its square, however its marks lie over each other.
func TestPageGrowsWithItsInput(t *testing.T) {
	t.Parallel()
	small, large := len(Reading(crowded(2000, 50))), len(Reading(crowded(16000, 400)))
	if large > 12*small {
		t.Errorf("%d bytes, then %d for eight times the input", small, large)
	}
	if whole := Reading(crowded(32_000, 50)); len(whole) > 3<<20 {
		t.Errorf("%d bytes for 64 KB of letters with 50 values", len(whole))
	} else if !strings.Contains(string(whole), "Only the first 5000 places are marked.") {
		t.Error("the page does not say that it marks some places only")
	}
}

func BenchmarkCrowdedPage(b *testing.B) {
	for _, n := range []int{1, 2, 4, 8} {
		c := crowded(n*4000, n*50)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				b.SetBytes(int64(len(Reading(c))))
			}
		})
	}
}

// The policy names the very style that the page has, and the page has no other.
func TestPolicyIsOfTheStyle(t *testing.T) {
	t.Parallel()
	text := string(Reading(crowded(3, 2)))
	_, css, _ := strings.Cut(text, "<style>")
	css, _, _ = strings.Cut(css, "</style>")
	view := viewOf(crowded(3, 2))
	if css != string(view.Style) || !strings.Contains(view.Policy, "'sha256-") {
		t.Error("the style was changed on its way into the page")
	}
	for _, banned := range []string{" style=", "<script", "unsafe-inline", "http-equiv=\"refresh"} {
		if strings.Contains(text, banned) {
			t.Errorf("the page has %s", banned)
		}
	}
}
