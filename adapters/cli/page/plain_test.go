package page

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestPlainAndBlock(t *testing.T) {
	tests := []struct{ text, plain, block string }{
		{"plain 中文 ✓", "plain 中文 ✓", "plain 中文 ✓"},
		{"a\nb\r\nc\td", "a␊b␍␊c d", "a\nb\nc d"},
		{"\x1b[31mred\x1b[0m", "␛[31mred␛[0m", "␛[31mred␛[0m"},
		{"\u009b31m", "\uFFFD31m", "\uFFFD31m"},
		{"a\u202eb\u2066c\u200f", "a\uFFFDb\uFFFDc\uFFFD", "a\uFFFDb\uFFFDc\uFFFD"},
		{"\x7f\x00\x07", "␡␀␇", "␡␀␇"},
		{"bad \xff\xfe", "bad \uFFFD\uFFFD", "bad \uFFFD\uFFFD"},
		{"a\u2028b", "a\uFFFDb", "a\nb"},
		{"hidden\U000E0041\U000E0042", "hidden\uFFFD\uFFFD", "hidden\uFFFD\uFFFD"},
		{"👩‍👧 \u200d", "👩‍👧 \u200d", "👩‍👧 \u200d"},
	}
	for _, tt := range tests {
		if got := Plain(tt.text); got != tt.plain {
			t.Errorf("Plain(%q) is %q, want %q", tt.text, got, tt.plain)
		}
		if got := Block(tt.text); got != tt.block {
			t.Errorf("Block(%q) is %q, want %q", tt.text, got, tt.block)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("a\x1b]0;x\x07b")
	f.Add("\xff\u202e")
	f.Fuzz(func(t *testing.T, text string) {
		plain := Plain(text)
		if !utf8.ValidString(plain) || strings.ContainsFunc(plain, unicode.IsControl) || strings.ContainsFunc(plain, reorders) {
			t.Errorf("%q became %q", text, plain)
		}
		if strings.ContainsFunc(strings.ReplaceAll(Block(text), "\n", ""), unicode.IsControl) {
			t.Errorf("%q became %q", text, Block(text))
		}
	})
}

// Every code, stage, status and action has its words in both languages.
func TestWordsAreComplete(t *testing.T) {
	for _, language := range []string{"en", "zh-CN"} {
		w := WordsFor(language)
		for code, advice := range english.Codes {
			if w.Codes[code].Means == "" || w.Codes[code].Next == "" || advice.Means == "" {
				t.Errorf("%s: no words for %s", language, code)
			}
		}
		for _, action := range intent.Actions() {
			if w.Actions[action] == "" {
				t.Errorf("%s: no word for %s", language, action)
			}
		}
		for _, status := range []intent.Status{intent.StatusReady, intent.StatusNeedsClarification,
			intent.StatusAwaitingConfirmation, intent.StatusConditional} {
			if w.Statuses[status] == "" {
				t.Errorf("%s: no word for %s", language, status)
			}
		}
	}
	for _, language := range []string{"zh", "ZH-Hant", "cmn-Hans"} {
		if WordsFor(language) != &chinese {
			t.Errorf("%s is not shown in Chinese", language)
		}
	}
	if WordsFor("zha") != &english || WordsFor("") != &english {
		t.Error("what is not Chinese is shown in Chinese")
	}
}

func TestMarksDiffer(t *testing.T) {
	seen := map[string]bool{}
	for status := range english.Statuses {
		if mark := Mark(status); seen[mark] || mark == "" {
			t.Errorf("%s has the mark %q of another", status, mark)
		} else {
			seen[mark] = true
		}
	}
}
