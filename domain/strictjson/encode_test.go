package strictjson_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// TestAppendStringEscapesOnlyWhatItMust: every text is written with the escapes that RFC 8259 section 7
// demands and no other, and reads back as it was, invalid UTF-8 as U+FFFD.
func TestAppendStringEscapesOnlyWhatItMust(t *testing.T) {
	t.Parallel()
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}
	for r := range rune(0x3000) {
		want, escaped := short[r]
		switch {
		case escaped:
		case r < ' ':
			want = `\u00` + string("01"[r>>4]) + string("0123456789abcdef"[r&15])
		default:
			want = string(r)
		}
		if got := string(strictjson.AppendString(nil, string(r))); got != `"`+want+`"` {
			t.Errorf("%U: got %s, want %q", r, got, want)
		}
	}
}

func TestAppendStringReadsBack(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "<", "\"", "\\", "\x00", "\x1f", "\x7f", "é", "\u2028", "😀", "\xff", "\xed\xa0\x80", "\xe4\xb8"}
	for range 20_000 {
		text := ""
		for range random.IntN(12) {
			text += alphabet[random.IntN(len(alphabet))]
		}
		written := strictjson.AppendString([]byte("["), text)
		want := ""
		for _, r := range text {
			want += string(r) // a byte of invalid UTF-8 is U+FFFD each
		}
		var got []string
		if err := json.Unmarshal(append(written, ']'), &got); err != nil || got[0] != want || !utf8.Valid(written) {
			t.Fatalf("%q is written as %s", text, written)
		}
	}
}
