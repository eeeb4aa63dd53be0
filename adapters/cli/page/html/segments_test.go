package html

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestSegmentsNest(t *testing.T) {
	got := segments("2 x lamp, 1 x desk", []span{
		{start: 0, end: 8, value: 1, place: 1}, {start: 4, end: 8, value: 2, place: 1},
		{start: 0, end: 18, value: 3, place: 1, ambiguous: true},
	})
	var shown []string
	for _, s := range got {
		text := s.Text
		for _, r := range s.Refs {
			text += "^" + string(rune('0'+r.Value))
		}
		shown = append(shown, text)
	}
	if want := "2 x |lamp^1^2|, 1 x desk^3"; strings.Join(shown, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(shown, "|"), want)
	}
	if got[0].Ambiguous || !got[2].Ambiguous || len(got[0].IDs) != 2 || len(got[1].IDs) != 1 {
		t.Errorf("%+v", got)
	}
}

// A marker behind a quoted digit is set apart from it, and is not copied with the text.
func TestMarkersStandApart(t *testing.T) {
	page := string(Reading(page.Content{
		Materials: []intent.Material{{ID: intent.InputID, Content: "3"}},
		Audit: &intent.Audit{AuditFindings: intent.AuditFindings{Leaves: []intent.AuditLeaf{{Path: "/data/n", Sources: []intent.AuditSource{
			{SourceID: intent.InputID, Quote: "3", Occurrences: []intent.Occurrence{{}}}}}}}},
	}))
	if !strings.Contains(page, `3<sup><a href="#v1">1</a></sup>`) {
		t.Error("the marker is no superscript of its own")
	}
	_, style, _ := strings.Cut(page, "\nsup {")
	style, _, _ = strings.Cut(style, "}")
	for _, property := range []string{"margin:", "border: 1px", "user-select: none"} {
		if !strings.Contains(style, property) {
			t.Errorf("the marker's style is without %s: %s", property, style)
		}
	}
}

// Whatever the spans, the material is shown whole, and each quotation is begun and ended once.
func TestSegmentsKeepTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z ]{1,40}`).Draw(t, "text")
		spans := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) span {
			start := rapid.IntRange(0, len(text)-1).Draw(t, "start")
			return span{start: start, end: rapid.IntRange(start+1, len(text)).Draw(t, "end"), value: 1, place: 1}
		}), 0, 6).Draw(t, "spans")
		for i := range spans {
			spans[i].value = i + 1
		}
		whole, begun, ended := "", 0, 0
		for _, s := range segments(text, spans) {
			whole += s.Text
			begun += len(s.IDs)
			ended += len(s.Refs)
		}
		if whole != text || begun != len(spans) || ended != len(spans) {
			t.Fatalf("%q, %d begun, %d ended", whole, begun, ended)
		}
	})
}
