package page

import (
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two", 8, []string{"one two"}},
		{"a  b", 2, []string{"a", "b"}},
		{"longer", 4, []string{"long", "er"}},
		{"取消订单，再退款", 8, []string{"取消订", "单，再退", "款"}},
		{"取消了（订单）", 8, []string{"取消了", "（订单）"}},
		{"订单B-1042取消", 8, []string{"订单", "B-1042取", "消"}},
		{"one\n\ntwo", 10, []string{"one", "", "two"}},
		{"e\u0301e\u0301e\u0301", 2, []string{"e\u0301e\u0301", "e\u0301"}},
		{"👩‍👩‍👧👩‍👩‍👧", 2, []string{"👩‍👩‍👧", "👩‍👩‍👧"}},
		{"🇩🇪🇫🇷", 2, []string{"🇩🇪", "🇫🇷"}},
	}
	for _, tt := range tests {
		got := wrap(tt.text, tt.width)
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("%q at %d: %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

// No line is wider than the page, and nothing but spaces is lost.
func TestWrapKeepsTextAndWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := Block(rapid.StringOf(rapid.OneOf(
			rapid.RuneFrom([]rune("ab ,.")), rapid.RuneFrom([]rune("中文（），。")), rapid.Rune(),
		)).Draw(t, "text"))
		width := rapid.IntRange(2, 40).Draw(t, "width")
		lines := wrap(text, width)
		squeeze := func(s string) string {
			return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' }), "")
		}
		if squeeze(strings.Join(lines, "")) != squeeze(text) {
			t.Fatalf("%q became %q", text, lines)
		}
		for _, line := range lines {
			if Width(line) > width && len(clusters(line)) > 1 {
				t.Fatalf("%q is %d wide, at most %d", line, Width(line), width)
			}
		}
	})
}

// A model may write one word of 200,000 letters, or a letter with as many accents. Four times the text
// must take about four times the memory, not sixteen times.
func TestWrapGrowsWithTheText(t *testing.T) {
	allocated := func(text string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		wrap(text, 80)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, unit := range []string{"x", "\u0301", " ", "中", "，", "🇩", "x\u200d"} {
		if small, large := allocated(strings.Repeat(unit, 2500)), allocated(strings.Repeat(unit, 10_000)); large > 8*small {
			t.Errorf("%q: %d bytes, then %d for four times the text", unit, small, large)
		}
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "中文": 4, "e\u0301": 1, "，": 2, "“x”": 3, "한글": 4, "ｱ": 1, "👩‍👩‍👧": 2, "✓": 1,
	} {
		if got := Width(text); got != want {
			t.Errorf("%q is %d wide, want %d", text, got, want)
		}
	}
}
