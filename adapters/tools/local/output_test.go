package local

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDecodeReplacesMaximalParts(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"":                           "",
		"aé你😀":                       "aé你😀",
		"\xff":                       "\uFFFD",
		"\xe4\xbd":                   "\uFFFD",
		"\xe4\xbda":                  "\uFFFDa",
		"\xe4\xbd\xe4\xbd\xa0":       "\uFFFD你",
		"\xf0\x9f\x98":               "\uFFFD",
		"\xf0\x9f\x98\xf0\x9f\x98":   "\uFFFD\uFFFD",
		"\xc0\xaf":                   "\uFFFD\uFFFD",
		"\xe0\x80\x80":               "\uFFFD\uFFFD\uFFFD",
		"\xed\xa0\x80":               "\uFFFD\uFFFD\uFFFD",
		"\xf4\x90\x80\x80":           "\uFFFD\uFFFD\uFFFD\uFFFD",
		"\x80\x80":                   "\uFFFD\uFFFD",
		"\xf1\x80\x80\xe1\x80\xc2b3": "\uFFFD\uFFFD\uFFFDb3", // Unicode's own example
	} {
		if got := decode([]byte(given)); got != want {
			t.Errorf("%q: %q, expected %q", given, got, want)
		}
	}
}

func TestUnfinished(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]int{
		"": 0, "a": 0, "é": 0, "\xc3": 1, "a\xe4": 1, "a\xe4\xbd": 2, "你": 0, "\xf0\x9f\x98": 3, "😀": 0,
		"\xff": 0, "\x80": 0, "\x80\x80\x80": 0, "\xe0\x80": 0, "\xf4\x90": 0, "a\xc3a": 0,
	} {
		if got := unfinished([]byte(given)); got != want {
			t.Errorf("%q: %d, expected %d", given, got, want)
		}
	}
}

// FuzzShow: whatever the bytes and the budget, text comes out, within the budget, with nothing lost.
func FuzzShow(f *testing.F) {
	f.Add([]byte("aé你\xff😀"), 3)
	f.Fuzz(func(t *testing.T, output []byte, budget int) {
		got := show(output, budget)
		whole := decode(output)
		if !utf8.ValidString(got.text) || len(got.text) > max(budget, 0) || !strings.HasPrefix(whole, got.text) ||
			len(got.text)+got.omitted != len(whole) {
			t.Errorf("%q in %d bytes: %+v", output, budget, got)
		}
	})
}

func TestShownOutputFitsAResult(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"\x00", "\"", "\u2028", "é", "<", "\x7f"} {
		got := show([]byte(strings.Repeat(piece, 1_048_576/len(piece))), 1<<30)
		if got.text == "" || got.omitted+len(got.text) != 1_048_576/len(piece)*len(piece) {
			t.Errorf("%q: %d shown, %d omitted", piece, len(got.text), got.omitted)
		}
	}
}
